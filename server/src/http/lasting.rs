//! Answers that stay what they are: finished games do not change, so whoever has one need not be sent it again.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::ErrorCode;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::ApiError;

/// An answer and its tag.
pub(super) struct Lasting {
    media_type: &'static str,
    body: Bytes,
    is_private: bool,
}

impl Lasting {
    /// An answer in JSON; a private one is not for caches that others share.
    pub(super) fn json(value: &impl Serialize, is_private: bool) -> Result<Self, ApiError> {
        let body = serde_json::to_vec(value)
            .map_err(|_| ApiError::new(ErrorCode::Damaged, "this game cannot be written"))?;
        Ok(Self { media_type: "application/json", body: body.into(), is_private })
    }

    /// An answer in text.
    pub(super) fn text(text: String, is_private: bool) -> Self {
        Self { media_type: "text/plain; charset=utf-8", body: text.into(), is_private }
    }

    /// The answer; a bare 304 for whoever has just this. The tag is made of the bytes themselves: a later server that
    /// tells more of a game has another one.
    pub(super) fn answer(self, headers: &HeaderMap) -> Result<Response, ApiError> {
        let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&self.body)[..16]));
        let keep = if self.is_private { "private, no-cache" } else { "public, max-age=3600" };
        let is_known = headers.get_all(header::IF_NONE_MATCH).iter().any(|known| names(known, &tag));
        let head = [
            (header::ETAG, HeaderValue::from_str(&tag).map_err(|_| unspeakable())?),
            (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
        ];
        if is_known {
            return Ok((StatusCode::NOT_MODIFIED, head).into_response());
        }
        Ok((head, [(header::CONTENT_TYPE, self.media_type)], self.body).into_response())
    }
}

fn unspeakable() -> ApiError {
    ApiError::new(ErrorCode::Damaged, "this game has no tag")
}

/// Whether a list of tags holds this one. Whether it was weakened on its way, as by compression, does not matter here.
fn names(known: &HeaderValue, tag: &str) -> bool {
    let Ok(known) = known.to_str() else { return false };
    known.split(',').map(str::trim).any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag)
}

/// Compressed bytes are not the ones that the tag was made of: it then says no more than that they mean the same.
pub(super) async fn weaken(mut response: Response) -> Response {
    let headers = response.headers_mut();
    if headers.contains_key(header::CONTENT_ENCODING)
        && let Some(tag) = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok())
        && !tag.starts_with("W/")
        && let Ok(weak) = HeaderValue::from_str(&format!("W/{tag}"))
    {
        headers.insert(header::ETAG, weak);
    }
    response
}
