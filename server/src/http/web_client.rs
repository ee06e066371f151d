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

/// How the page that checks dice begins, in each language. It holds its script and its style, so that it works saved to disk.
const STAND_ALONE_STEM: &str = "verify-dice.";

/// The service worker, as browsers ask for it, and what is handed out in its place to be rid of it. Browsers ask for it again and again.
const WORKER: &str = "service-worker.js";
const WORKER_STEM: &str = "service-worker.";
const NO_WORKER: &str = "service-worker-off.js";

/// A file of the client.
struct ClientFile {
    packed: Packed,
    /// What a stand-alone page may do: what it was built with, its own script and style by their hashes, and no more.
    policy: Option<HeaderValue>,
}

impl ClientFile {
    fn answer(&self, headers: &HeaderMap) -> Response {
        let mut response = self.packed.answer(headers);
        if let Some(policy) = self.policy.clone() {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        response
    }
}

/// The files of the client by their paths, and no other spelling of those.
static FILES: LazyLock<HashMap<&'static str, ClientFile>> = LazyLock::new(|| {
    let keep = |file: &Asset| match file {
        Asset { immutable: true, .. } => "public, max-age=31536000, immutable",
        Asset { path: NO_WORKER, .. } => "no-cache",
        Asset { path, .. } if path.starts_with(WORKER_STEM) || path.starts_with(STAND_ALONE_STEM) => {
            "no-cache"
        }
        Asset { .. } => "public, max-age=3600",
    };
    let pack = |file: Asset| {
        let is_stand_alone = file.path.starts_with(STAND_ALONE_STEM);
        let media_type = if is_stand_alone { HTML } else { file.media_type };
        let policy = is_stand_alone.then(|| stated_policy(file.bytes)).flatten();
        let packed = [(Coding::Brotli, file.brotli), (Coding::Gzip, file.gzip)];
        let packed =
            packed.into_iter().filter_map(|(coding, bytes)| Some((coding, Bytes::from_static(bytes?))));
        let plain = Bytes::from_static(file.bytes);
        let packed = Packed::new(media_type, keep(&file), plain, packed.collect());
        (file.path, ClientFile { packed, policy })
    };
    let pages = Language::ALL.map(site::index);
    assets().filter(|file| pages.iter().all(|page| page != file.path)).map(pack).collect()
});

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
    let path = if path == WORKER && !app.site.has_worker() { NO_WORKER } else { path };
    // Most of what is asked for is the same in every language.
    if let Some(file) = FILES.get(path) {
        return file.answer(&headers);
    }
    match translated(path, language::chosen(&headers)) {
        Some(file) => varying(file.answer(&headers)),
        // A missing file must not look like a page to whoever asked for a script.
        None if path.starts_with("assets/") => nothing(),
        None => match path.strip_prefix("rules/pictures/").map(preview::picture) {
            Some(Some(picture)) => picture.answer(&headers),
            Some(None) => nothing(),
            None => varying(page(&app, path, &headers).await),
        },
    }
}

/// The first page of a house that lives under a path.
pub(super) async fn home(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    varying(page(&app, "", &headers).await)
}

/// A file that has words, such as the service worker, in a language: `name.de.js` for `name.js`.
fn translated(path: &str, language: Language) -> Option<&'static ClientFile> {
    let (stem, ending) = path.rsplit_once('.')?;
    FILES.get(format!("{stem}.{}.{ending}", language.tag()).as_str())
}

/// An answer that is another for those who want another language or colours.
fn varying(mut response: Response) -> Response {
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-language, cookie"));
    response
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
