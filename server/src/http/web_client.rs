//! Static files: the web client, under whatever path the house lives. `memory-serve` and `axum-embed` would serve files as they are
//! embedded: here they are packed at build already, the page has its base path written into it at the start, and another page
//! states a policy of its own.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use cydonia_protocol::{ErrorCode, Language};
use cydonia_web_client::{Asset, assets};

use super::EMBED_SECURITY_POLICY;
use super::accept::Coding;
use super::app::App;
use super::language;
use super::packed::Packed;
use super::preview;
use super::problem::{self, ApiError};
use super::site::{self, HTML};

/// The page that checks dice, as browsers ask for it. It holds its script and its style, so that it works saved to disk.
const STAND_ALONE: &str = "verify-dice.html";

/// The service worker, as browsers ask for it, and what is handed out in its place to be rid of it. Browsers ask for it again and again.
const WORKER: &str = "service-worker.js";
const NO_WORKER: &str = "service-worker-off.js";

/// The files of the client by their paths, and no other spelling of those.
static FILES: LazyLock<HashMap<&'static str, Packed>> = LazyLock::new(|| {
    let keep = |file: &Asset| match file {
        Asset { immutable: true, .. } => "public, max-age=31536000, immutable",
        Asset { path: NO_WORKER, .. } => "no-cache",
        Asset { path, .. } if is_one_of(&WORKERS, path) || is_one_of(&STAND_ALONES, path) => "no-cache",
        Asset { .. } => "public, max-age=3600",
    };
    let pack = |file: Asset| {
        let media_type = if is_one_of(&STAND_ALONES, file.path) { HTML } else { file.media_type };
        let packed = [(Coding::Brotli, file.brotli), (Coding::Gzip, file.gzip)];
        let packed =
            packed.into_iter().filter_map(|(coding, bytes)| Some((coding, Bytes::from_static(bytes?))));
        (file.path, Packed::new(media_type, keep(&file), Bytes::from_static(file.bytes), packed.collect()))
    };
    let pages = Language::ALL.map(site::index);
    assets().filter(|file| pages.iter().all(|page| page != file.path)).map(pack).collect()
});

/// The file of the service worker in each language: it has words of its own, and keeps the shell in that language.
static WORKERS: LazyLock<HashMap<Language, String>> = LazyLock::new(|| in_each("service-worker", "js"));

/// The file of the stand-alone page in each language.
static STAND_ALONES: LazyLock<HashMap<Language, String>> = LazyLock::new(|| in_each("verify-dice", "html"));

/// What each of them may do: what it was built with, its own script and style by their hashes, and no more.
static STAND_ALONE_POLICIES: LazyLock<HashMap<&'static str, HeaderValue>> = LazyLock::new(|| {
    assets()
        .filter(|file| is_one_of(&STAND_ALONES, file.path))
        .filter_map(|file| Some((file.path, stated_policy(file.bytes)?)))
        .collect()
});

/// A file that is there once for each language, with the language in its name.
fn in_each(name: &str, ending: &str) -> HashMap<Language, String> {
    let file = |language: Language| format!("{name}.{}.{ending}", language.tag());
    Language::ALL.into_iter().map(|language| (language, file(language))).collect()
}

fn is_one_of(files: &HashMap<Language, String>, path: &str) -> bool {
    files.values().any(|file| file == path)
}

/// Any address that is no other's: a file of the client, or else its page, which finds its own way.
pub(super) async fn serve(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().strip_prefix('/').unwrap_or_default();
    // The page on the interface itself is one of the client's.
    if path.starts_with("api/") && path != "api/" {
        return nothing();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return problem::bad_method().await.into_response();
    }
    let path = match path {
        WORKER if app.site.has_worker() => {
            WORKERS.get(&language::chosen(&headers)).map_or(NO_WORKER, String::as_str)
        }
        WORKER => NO_WORKER,
        STAND_ALONE => STAND_ALONES.get(&language::chosen(&headers)).map_or(STAND_ALONE, String::as_str),
        other => other,
    };
    match FILES.get(path) {
        Some(file) => {
            let mut response = file.answer(&headers);
            if let Some(policy) = STAND_ALONE_POLICIES.get(path) {
                response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy.clone());
            }
            response
        }
        // A missing file must not look like a page to whoever asked for a script.
        None if path.starts_with("assets/") => nothing(),
        None => match path.strip_prefix("rules/pictures/").map(preview::picture) {
            Some(Some(picture)) => picture.answer(&headers),
            Some(None) => nothing(),
            None => page(&app, path, &headers).await,
        },
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
    if uri.path() == app.site.base().inner() || uri.path() == "/" {
        return Redirect::temporary(app.site.base().href()).into_response();
    }
    nothing()
}

fn nothing() -> Response {
    ApiError::new(ErrorCode::NotFound, "there is nothing under this address").into_response()
}

/// The client's page. One that shows a game within pages of others may be framed by them; nothing can be done there.
async fn page(app: &App, path: &str, headers: &HeaderMap) -> Response {
    let mut response = preview::serve(app, path, headers).await;
    if path.starts_with("embed/") {
        let policy = HeaderValue::from_static(EMBED_SECURITY_POLICY);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        // Whoever frames it need not be told apart from its own pages, and it opens none.
        let policy = HeaderValue::from_static("cross-origin");
        response.headers_mut().insert(HeaderName::from_static("cross-origin-resource-policy"), policy);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base_path::BasePath;

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
