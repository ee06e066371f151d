//! Conditional requests for finished games. These do not change: whoever has one need not be sent it again, nor is it played
//! through again to find that out.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::ErrorCode;
use cydonia_table::journal::Finished;
use sha2::{Digest, Sha256};

use crate::http::etag::{hold, knows};
use crate::http::problem::ApiError;
use crate::http::work::Work;
use crate::store::{DOCUMENTS, Kept, StoreError};

/// A finished game, and what is asked of it.
pub(in crate::http) struct Cacheable {
    kept: Kept,
    tag: String,
    media_type: &'static str,
    /// For how long anybody may keep it.
    keep: &'static str,
}

impl Cacheable {
    /// A document in JSON, told apart from all others of the same game by its name.
    pub(super) fn json(kept: Kept, name: &str) -> Self {
        Self::new(kept, name, "application/json")
    }

    /// A document in text.
    pub(super) fn text(kept: Kept, name: &str) -> Self {
        Self::new(kept, name, "text/plain; charset=utf-8")
    }

    /// A document of lines, each of them JSON.
    pub(super) fn lines(kept: Kept, name: &str) -> Self {
        Self::new(kept, name, "application/x-ndjson")
    }

    /// A picture. Whoever shows one again and again need not ask whether it is the same still: that game is over.
    pub(in crate::http) fn picture(kept: Kept, name: &str, media_type: &'static str) -> Self {
        Self { keep: "public, max-age=31536000, immutable", ..Self::new(kept, name, media_type) }
    }

    fn new(kept: Kept, name: &str, media_type: &'static str) -> Self {
        // A new version of this program is another one in any case.
        let documents = DOCUMENTS.to_string();
        // As it is listed: all that is in the row beside its line.
        let summary = serde_json::to_string(&kept.summary).unwrap_or_default();
        let mut sum = Sha256::new();
        for part in [env!("CARGO_PKG_VERSION"), &documents, name, &summary, kept.record()] {
            sum.update((part.len() as u64).to_le_bytes());
            sum.update(part);
        }
        let tag = format!("\"{}\"", hex::encode(&sum.finalize()[..16]));
        Self { kept, tag, media_type, keep: "public, max-age=3600" }
    }

    /// The answer, made of the game by `make`; a bare 304, made of nothing, for whoever has just this. The tag follows from the
    /// row as it is kept: what is not played through has none, as nobody was ever sent one.
    pub(in crate::http) async fn answer(
        self,
        headers: &HeaderMap,
        work: &Work,
        make: impl FnOnce(Finished) -> Result<Vec<u8>, ApiError> + Send + 'static,
    ) -> Result<Response, ApiError> {
        let keep = if self.kept.summary.private { "private, no-cache" } else { self.keep };
        let head = [
            (header::ETAG, HeaderValue::from_str(&self.tag).map_err(|_not_a_header| unencodable())?),
            (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
        ];
        let not_modified = || (StatusCode::NOT_MODIFIED, head.clone()).into_response();
        if knows(headers, &self.tag) {
            return Ok(not_modified());
        }
        let kept = self.kept;
        let body = work
            .bytes(move || {
                let span = tracing::info_span!("match", id = %kept.summary.id);
                span.in_scope(|| make(kept.read().map_err(StoreError::from)?))
            })
            .await?;
        // Whoever has anything has this, now that there is something.
        if hold(headers, &self.tag) {
            return Ok(not_modified());
        }
        Ok((head, [(header::CONTENT_TYPE, self.media_type)], body).into_response())
    }
}

fn unencodable() -> ApiError {
    ApiError::new(ErrorCode::Damaged, "this game has no tag")
}
