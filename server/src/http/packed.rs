//! Static compression: what stays the same while a house is open: packed once, and sent again to nobody who has it.

use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::accept::{Coding, liked};
use super::encoder::{Effort, Encoder, packed};
use super::etag::{hold, weak};
use crate::limits;

/// A document or a file of the client, plain and packed.
#[derive(Debug)]
pub(super) struct Packed {
    media_type: &'static str,
    /// For how long it may be kept.
    keep: &'static str,
    plain: Bytes,
    /// The same packed, that first which is preferred.
    packed: Vec<(Coding, Bytes)>,
    /// Made when it is first asked for.
    tag: OnceLock<String>,
}

impl Packed {
    /// What is packed already, if that pays.
    pub(super) fn new(
        media_type: &'static str,
        keep: &'static str,
        plain: impl Into<Bytes>,
        packed: Vec<(Coding, Bytes)>,
    ) -> Self {
        Self { media_type, keep, plain: plain.into(), packed, tag: OnceLock::new() }
    }

    /// What is to be packed, well, as that is done once.
    pub(super) fn pack(media_type: &'static str, keep: &'static str, plain: String) -> Self {
        let packs = plain.len() >= limits::WORTH_PACKING;
        let codings = Encoder::CODINGS.into_iter().filter(|_| packs);
        // Without one it goes as it is.
        let packed = codings.filter_map(|coding| {
            Some((coding, packed(plain.as_bytes(), coding, Effort::Thorough).ok()?.into()))
        });
        let packed = packed.collect();
        Self::new(media_type, keep, plain, packed)
    }

    /// The answer, as the client likes it; a bare 304 if it has just this.
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        let tag = self.tag.get_or_init(|| {
            // With its type and how long it may be kept, which a client keeps beside it.
            let about = format!("{}\n{}\n", self.media_type, self.keep);
            let sum = Sha256::new().chain_update(about).chain_update(&self.plain).finalize();
            format!("\"{}\"", hex::encode(&sum[..16]))
        });
        let codings: Vec<Coding> = self.packed.iter().map(|(coding, _)| *coding).collect();
        let liked = liked(headers, &codings);
        let packed = self.packed.iter().find(|(coding, _)| Some(*coding) == liked);
        let told = if packed.is_some() { weak(tag) } else { tag.clone() };
        let told = HeaderValue::from_str(&told).unwrap_or(HeaderValue::from_static("\"\""));
        let head = [
            (header::ETAG, told),
            (header::CACHE_CONTROL, HeaderValue::from_static(self.keep)),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ];
        if hold(headers, tag) {
            return (StatusCode::NOT_MODIFIED, head).into_response();
        }
        let media_type = [(header::CONTENT_TYPE, self.media_type)];
        match packed {
            Some((coding, bytes)) => {
                (head, media_type, [(header::CONTENT_ENCODING, coding.name())], bytes.clone()).into_response()
            }
            None => (head, media_type, self.plain.clone()).into_response(),
        }
    }
}
