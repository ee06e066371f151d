//! The web client, under whatever path the house lives.

use std::str::FromStr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use cydonia_protocol::ErrorCode;
use cydonia_web_client::asset;

use super::{ApiError, problem};
use crate::app::App;

/// The page that checks dice. It holds its script and its style, so that it works saved to disk.
const STAND_ALONE: &str = "verify-dice.html";

/// Where the house lives under its host: `/`, or a path such as `/cydonia/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasePath(String);

impl BasePath {
    /// With a slash at both ends, as in `<base href>`.
    #[must_use]
    pub fn href(&self) -> &str {
        &self.0
    }

    /// Without a slash at the end, as routers take it; empty for the root.
    pub(super) fn inner(&self) -> &str {
        self.0.trim_end_matches('/')
    }
}

impl FromStr for BasePath {
    type Err = &'static str;

    fn from_str(path: &str) -> Result<Self, Self::Err> {
        let trimmed = path.trim_matches('/');
        let plain = |part: &str| {
            !part.is_empty()
                && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~'))
        };
        if trimmed.is_empty() {
            Ok(Self("/".to_owned()))
        } else if trimmed.split('/').all(plain) {
            Ok(Self(format!("/{trimmed}/")))
        } else {
            Err("a base path is made of letters, digits and -_.~ between slashes")
        }
    }
}

/// Any address that is no other's: a file of the client, or else its page, which finds its own way.
pub(super) async fn serve(State(app): State<Arc<App>>, method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    // The page on the interface itself is one of the client's.
    if path.starts_with("api/") && path != "api/" {
        return ApiError::new(ErrorCode::NotFound, "there is nothing under this address").into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return problem::bad_method().await.into_response();
    }
    match asset(path).filter(|_| path != "index.html") {
        Some(file) if path == STAND_ALONE => stand_alone(file.bytes),
        Some(file) => {
            let keep =
                if file.immutable { "public, max-age=31536000, immutable" } else { "public, max-age=3600" };
            let headers = [(header::CONTENT_TYPE, file.media_type), (header::CACHE_CONTROL, keep)];
            (headers, file.bytes).into_response()
        }
        // A missing file must not look like a page to whoever asked for a script.
        None if path.starts_with("assets/") => {
            ApiError::new(ErrorCode::NotFound, "there is nothing under this address").into_response()
        }
        None => index(&app.base),
    }
}

fn index(base: &BasePath) -> Response {
    let page = asset("index.html").map(|file| file.bytes).unwrap_or_default();
    let page = String::from_utf8_lossy(page)
        .replace(r#"<base href="/" />"#, &format!(r#"<base href="{}" />"#, base.href()));
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, page).into_response()
}

/// The stand-alone page under the policy that it was built with: its own script and style by their hashes, and no more.
fn stand_alone(page: &'static [u8]) -> Response {
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    match stated_policy(page) {
        Some(policy) => {
            let policy = [(header::CONTENT_SECURITY_POLICY, policy)];
            (headers, policy, page).into_response()
        }
        None => (headers, page).into_response(),
    }
}

/// The policy that a page states in itself, and that nobody may frame it, which it cannot state.
fn stated_policy(page: &[u8]) -> Option<HeaderValue> {
    let page = str::from_utf8(page).ok()?;
    let (_, rest) = page.split_once(r#"<meta http-equiv="Content-Security-Policy" content=""#)?;
    let (policy, _) = rest.split_once('"')?;
    HeaderValue::from_str(&format!("{policy}; frame-ancestors 'none'")).ok()
}

/// What lies beside the base path is not ours; only the base path without its slash is sent on.
pub(super) async fn outside_base(State(app): State<Arc<App>>, uri: Uri) -> Response {
    if uri.path() == app.base.inner() || uri.path() == "/" {
        return Redirect::temporary(app.base.href()).into_response();
    }
    ApiError::new(ErrorCode::NotFound, "there is nothing under this address").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_paths_get_a_slash_at_both_ends() {
        for (given, href) in [("/", "/"), ("", "/"), ("cydonia", "/cydonia/"), ("/a/b/", "/a/b/")] {
            assert_eq!(given.parse::<BasePath>().map(|base| base.href().to_owned()), Ok(href.to_owned()));
        }
        for bad in ["/a b", "/a//b", "/\"><script>", "/{x}"] {
            assert!(bad.parse::<BasePath>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_page_states_its_own_policy() {
        let page =
            br#"<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'" /></head>"#;
        let policy = stated_policy(page).expect("a policy");
        assert_eq!(policy, "default-src 'none'; frame-ancestors 'none'");
        for none in
            [&b"<head></head>"[..], b"\xff", br#"<meta http-equiv="Content-Security-Policy" content=""#]
        {
            assert_eq!(stated_policy(none), None);
        }
    }
}
