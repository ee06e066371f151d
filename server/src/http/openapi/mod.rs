//! `GET /api/v1/openapi.json`: what can be asked here, for programs that make clients, forms and tests of it.

mod document;
mod operation;

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

pub(super) use operation::{Chapter, Operation};

use super::api;
use crate::app::App;

/// The document, made when it is first asked for.
static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| format!("{:#}\n", document::document(&api::operations())));

async fn serve(State(app): State<Arc<App>>) -> impl IntoResponse {
    let here = match app.base.inner() {
        "" => "/",
        inner => inner,
    };
    let headers = [
        (header::CONTENT_TYPE, "application/vnd.oai.openapi+json;version=3.1"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, DOCUMENT.replacen(document::HERE, here, 1))
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
