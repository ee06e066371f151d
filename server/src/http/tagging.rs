//! Entity tags of lists: whoever asks again for what has not changed is told so, and sent nothing. What has a tag of its own, such as
//! a finished game, keeps it.

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::response::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use sha2::{Digest, Sha256};

use super::etag::{hold, weak};

/// Tags an answer in JSON by what it holds: weakly, as it may be packed yet.
pub(super) async fn tag(request: Request, next: Next) -> Response {
    let is_read = request.method() == Method::GET;
    let known: HeaderMap = request
        .headers()
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .map(|list| (header::IF_NONE_MATCH, list.clone()))
        .collect();
    let (mut parts, body) = next.run(request).await.into_parts();
    if !is_read || !is_untagged(&parts, &body) {
        return Response::from_parts(parts, body);
    }
    // It is there already, all of it.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&bytes)[..16]));
    if let Ok(told) = HeaderValue::try_from(weak(&tag)) {
        parts.headers.insert(header::ETAG, told);
    }
    // It may be another in a moment, and for somebody else: it is asked for again each time.
    parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    if hold(&known, &tag) {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_TYPE);
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, bytes.into())
}

/// Whether it is a whole document of which nothing was said yet of how long it may be kept.
fn is_untagged(parts: &Parts, body: &Body) -> bool {
    let is_json = parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let is_decided =
        [header::ETAG, header::CACHE_CONTROL].iter().any(|name| parts.headers.contains_key(name));
    parts.status == StatusCode::OK && is_json && !is_decided && body.size_hint().exact().is_some()
}
