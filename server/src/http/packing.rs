//! Compression middleware: answers that are made anew are packed on the threads for what takes long, where that pays and there
//! is room.

use std::sync::Arc;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::response::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;

use super::app::App;
use super::encoder::{Effort, Encoder, packed};
use super::etag::weaken_etag;
use super::extract::caller;
use super::work::Held;
use crate::limits;

/// Packs an answer, unless whoever made it has seen to that.
pub(super) async fn pack(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let coding = Encoder::liked(request.headers());
    let address = caller(&app, request.headers(), request.extensions());
    let (mut parts, body) = next.run(request).await.into_parts();
    if parts.status == StatusCode::NOT_MODIFIED {
        // What one has is one of those that the whole answer is told from by this.
        parts.headers.entry(header::VARY).or_insert(HeaderValue::from_static("accept-encoding"));
    }
    if !is_worth_it(&parts, &body) {
        return Response::from_parts(parts, body);
    }
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let Some(coding) = coding else {
        return Response::from_parts(parts, body);
    };
    // It is there already, all of it.
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    // Where there is no room it goes as it is, which costs this house nothing.
    let Ok(ticket) = app.context.workers.ticket(address) else {
        return Response::from_parts(parts, plain.into());
    };
    let bytes = plain.clone();
    match app.context.workers.serve(ticket, move || packed(&bytes, coding, Effort::Quick)).await {
        Ok((Ok(packed), place)) => {
            parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
            parts.headers.remove(header::CONTENT_LENGTH);
            weaken_etag(&mut parts.headers);
            Response::from_parts(parts, Bytes::from_owner(Held::new(packed, place)).into())
        }
        Ok((Err(_), _)) | Err(_) => Response::from_parts(parts, plain.into()),
    }
}

/// Whether it is text of some length, and nothing was said yet of how it is sent.
fn is_worth_it(parts: &Parts, body: &Body) -> bool {
    let headers = &parts.headers;
    let media_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_text = media_type.starts_with("text/") || media_type.contains("json");
    let is_decided = headers.contains_key(header::VARY) || headers.contains_key(header::CONTENT_ENCODING);
    let length = body.size_hint().exact().unwrap_or(0);
    parts.status == StatusCode::OK && is_text && !is_decided && length >= limits::WORTH_PACKING as u64
}
