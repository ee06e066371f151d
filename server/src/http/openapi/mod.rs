//! `GET /api/v1/openapi.json`: what can be asked here, for programs that make clients, forms and tests of it.

mod document;
mod operation;

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header;
use axum::response::IntoResponse;

pub(super) use operation::{Chapter, Operation};

use super::api;

/// The document as it is served, made when it is first asked for.
static DOCUMENT: LazyLock<Bytes> =
    LazyLock::new(|| Bytes::from(format!("{:#}\n", document::document(&api::operations()))));

async fn serve() -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "application/vnd.oai.openapi+json;version=3.1"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, DOCUMENT.clone())
}

/// The document tells of itself, too.
pub(super) fn operation() -> Operation {
    Operation::get(Chapter::House, "/api/v1/openapi.json", "readOpenApi", serve)
        .says(
            "This document",
            "OpenAPI 3.1, made from the code that answers. The page under `/api/` shows it, to be tried.",
        )
        .gives_as::<serde_json::Map<String, serde_json::Value>>(
            "application/vnd.oai.openapi+json",
            "The document.",
        )
}
