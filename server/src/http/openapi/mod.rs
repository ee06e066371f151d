//! `GET /api/v1/openapi.json`: what can be asked here, for programs that make clients, forms and tests of it.

mod document;
mod operation;

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

pub(super) use operation::{Operation, Tag};

use super::api;
use super::packed::Packed;
use crate::base_path::BasePath;
use crate::http::app::App;

/// The document of a house that lives there.
pub(super) fn document(base: &BasePath) -> Packed {
    let here = match base.inner() {
        "" => "/",
        inner => inner,
    };
    let document = format!("{:#}\n", document::document(&api::operations()));
    let document = document.replacen(document::HERE, here, 1);
    Packed::pack("application/vnd.oai.openapi+json;version=3.1", "public, max-age=3600", document)
}

async fn serve(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    app.site.openapi().answer(&headers)
}

/// The document tells of itself, too.
pub(super) fn operation() -> Operation {
    Operation::get(Tag::House, "/api/v1/openapi.json", "readOpenApi", serve)
        .summary("This document")
        .description(
            "OpenAPI 3.1, made from the code that answers. The page under `/api/` shows it, to be tried.",
        )
        .responds_as::<serde_json::Map<String, serde_json::Value>>(
            "application/vnd.oai.openapi+json",
            "The document.",
        )
}
