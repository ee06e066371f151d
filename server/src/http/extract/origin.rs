//! Same-origin check (CSRF): pages of other sites may not use a visitor's session here. They may use one that they name themselves.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use cydonia_protocol::ErrorCode;

use super::session::bearer;
use crate::accounts::{PasskeyError, RelyingParty};
use crate::http::app::App;
use crate::http::problem::ApiError;

/// Admits requests that change something: from our own pages, from programs, which send no origin, and from pages of other sites
/// that name a session by its token. A browser adds cookies by itself, but no tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SameOrigin {
    /// Whether the page came over TLS.
    pub(super) is_https: bool,
}

impl FromRequestParts<Arc<App>> for SameOrigin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        if is_foreign(&parts.headers) && bearer(&parts.headers).is_none() {
            let why = "this request comes from another site's page: sign it with a session's token";
            return Err(ApiError::new(ErrorCode::BadOrigin, why));
        }
        Ok(Self { is_https: is_https(app, &parts.headers) })
    }
}

/// A page of this house, as its browser says, and the name by which it found the house: what passkeys are for.
pub(crate) struct OwnPage(pub RelyingParty);

impl FromRequestParts<Arc<App>> for OwnPage {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, ApiError> {
        let told = parts.headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
        let origin = told.filter(|_| !is_foreign(&parts.headers)).ok_or(PasskeyError::NoName)?;
        Ok(Self(RelyingParty::of(origin)?))
    }
}

/// Whether a request comes from a page of another site, as its browser says.
pub(crate) fn is_foreign(headers: &HeaderMap) -> bool {
    match origin(headers) {
        // No page, or one that its browser does not name: then it says at least whether it is another site's.
        None => is_of_another_site(headers),
        Some(origin) => !origin.is_some_and(|origin| is_here(&origin, headers)),
    }
}

/// The page's origin, if it tells one; none in it if that is none, or if it tells several.
fn origin(headers: &HeaderMap) -> Option<Option<Uri>> {
    let mut told = headers.get_all(header::ORIGIN).iter();
    let origin = told.next()?;
    let is_one = told.next().is_none();
    Some(origin.to_str().ok().filter(|_| is_one).and_then(|origin| origin.parse().ok()))
}

/// Whether an origin is that of this house's own pages.
fn is_here(origin: &Uri, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_web = matches!(origin.scheme_str(), Some("http" | "https"));
    is_web && origin.authority().is_some_and(|authority| Some(authority.as_str()) == host)
}

/// Whether a browser says so itself.
fn is_of_another_site(headers: &HeaderMap) -> bool {
    headers
        .get_all("sec-fetch-site")
        .iter()
        .any(|site| matches!(site.as_bytes(), b"cross-site" | b"same-site"))
}

/// Whether the page that asks came over TLS: as all do where the house speaks it itself, and otherwise as far as its browser says, or
/// the proxy in front, which speaks plainly to this server.
pub(crate) fn is_https(app: &App, headers: &HeaderMap) -> bool {
    let told = |name: &str| headers.get_all(name).iter().next_back().and_then(|value| value.to_str().ok());
    let by_proxy =
        || told("x-forwarded-proto").is_some_and(|proto| proto.trim().eq_ignore_ascii_case("https"));
    let by_page = || told("origin").is_some_and(|origin| origin.starts_with("https://"));
    app.context.tls.is_some() || by_page() || app.context.admission.limits().behind_proxy && by_proxy()
}
