//! Pages of other sites may not use a visitor's session here.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Uri, header};
use cydonia_protocol::ErrorCode;

use super::ApiError;

/// Admits requests that do not come from another site's page. Programs send no origin and are admitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SameOrigin {
    /// Whether the page came over TLS, as far as its browser says. A proxy in front speaks plainly to this server, which
    /// sees nothing of that itself.
    pub(super) is_https: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for SameOrigin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(origin) = parts.headers.get(header::ORIGIN) else {
            return Ok(Self { is_https: false });
        };
        let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
        let host = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let is_https = origin.as_ref().and_then(Uri::scheme_str) == Some("https");
        match origin.as_ref().and_then(Uri::authority) {
            Some(authority) if Some(authority.as_str()) == host => Ok(Self { is_https }),
            _ => Err(ApiError::new(ErrorCode::BadOrigin, "this request comes from another site's page")),
        }
    }
}
