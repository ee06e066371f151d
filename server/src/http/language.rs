//! Content negotiation: in which language the page comes. What was chosen in the browser goes before what the browser asks for.

use axum::http::{HeaderMap, header};
use axum_extra::extract::CookieJar;
use cydonia_protocol::Language;

use super::accept::weighted;

/// The cookie in which the page keeps what was chosen. It says nothing of anybody, and any other value is none.
const COOKIE: &str = "cydonia_language";

/// The language for whoever asks; English, if they say nothing of a language that there is (RFC 9110, 12.5.4).
pub(super) fn chosen(headers: &HeaderMap) -> Language {
    let jar = CookieJar::from_headers(headers);
    let kept = jar.get(COOKIE).and_then(|cookie| Language::from_tag(cookie.value()));
    kept.or_else(|| liked(headers)).unwrap_or_default()
}

/// Of those that there are the one that is liked best, of several that are liked the same the first; variants count as the language.
fn liked(headers: &HeaderMap) -> Option<Language> {
    let mut best: Option<(Language, f32)> = None;
    for (range, weight) in weighted(headers, header::ACCEPT_LANGUAGE) {
        let primary = range.split('-').next().unwrap_or_default();
        let Some(language) = Language::from_tag(primary) else { continue };
        if weight > 0.0 && best.is_none_or(|(_, most)| weight > most) {
            best = Some((language, weight));
        }
    }
    best.map(|(language, _)| language)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn what_was_chosen_goes_before_what_the_browser_asks_for() {
        use Language::{De, En, Es, He};
        for (cookie, list, language) in [
            ("", "", En),
            ("", "de", De),
            ("", "DE-at, en;q=0.8", De),
            ("", "fr, es;q=0.7, de;q=0.3", Es),
            ("", "en;q=0.5, he;q=0.9", He),
            ("", "iw", He),
            ("", "de;q=0, fr", En),
            ("", "*", En),
            ("", "deutsch, <script>", En),
            ("cydonia_language=es", "de", Es),
            ("cydonia_scheme=dark; cydonia_language=he", "de", He),
            ("cydonia_language=\"><script>", "de", De),
            ("cydonia_language=", "de", De),
        ] {
            let headers = HeaderMap::from_iter([
                (header::COOKIE, HeaderValue::from_static(cookie)),
                (header::ACCEPT_LANGUAGE, HeaderValue::from_static(list)),
            ]);
            assert_eq!(chosen(&headers), language, "{cookie} {list}");
        }
    }
}
