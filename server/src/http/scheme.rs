//! Colour scheme: whether the page is light or dark from its first byte on. Its own script keeps the choice in a cookie for
//! this: what scripts do comes after the first paint, and would flash.

use axum::http::HeaderMap;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;

/// The cookie in which the page keeps it. It says nothing of anybody, and any other value is none.
const COOKIE: &str = "cydonia_scheme";

/// Light or dark, or as the system has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Scheme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Scheme {
    /// What was chosen in the browser that asks.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        match CookieJar::from_headers(headers).get(COOKIE).map(Cookie::value) {
            Some("light") => Self::Light,
            Some("dark") => Self::Dark,
            _ => Self::System,
        }
    }

    /// The page with it on its root element, where the style sheet looks for it.
    pub(super) fn written_into(self, page: &str) -> String {
        let theme = match self {
            Self::System => return page.to_owned(),
            Self::Light => "light",
            Self::Dark => "dark",
        };
        page.replacen("<html ", &format!("<html data-theme=\"{theme}\" "), 1)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};

    use super::*;

    fn told(cookies: &[&'static str]) -> Scheme {
        let headers = cookies.iter().map(|list| (header::COOKIE, HeaderValue::from_static(list)));
        Scheme::of(&headers.collect())
    }

    #[test]
    fn the_scheme_is_what_the_pages_own_cookie_says_and_nothing_else() {
        assert_eq!(told(&["cydonia_scheme=dark"]), Scheme::Dark);
        assert_eq!(told(&["cydonia_session=0; cydonia_scheme=light"]), Scheme::Light);
        assert_eq!(told(&["cydonia_session=0", "cydonia_scheme=light"]), Scheme::Light);
        for none in [
            "",
            "cydonia_scheme",
            "cydonia_scheme=\"><script>",
            "my_cydonia_scheme=dark",
            "cydonia_scheme=system",
        ] {
            assert_eq!(told(&[none]), Scheme::System, "{none}");
        }
    }

    #[test]
    fn a_scheme_stands_on_the_root_element() {
        let page = r#"<!doctype html><html lang="en"><head>"#;
        assert_eq!(Scheme::System.written_into(page), page);
        assert!(Scheme::Dark.written_into(page).contains(r#"<html data-theme="dark" lang="en">"#));
    }
}
