//! `GET /api/v1/openapi.json`: what can be asked here, for programs that make clients, forms and tests of it.

mod document;
mod operation;

use std::sync::{Arc, OnceLock};

use axum::Extension;
use axum::http::HeaderMap;
use axum::response::Response;

pub(super) use operation::{Operation, Tag};

use super::packed::Packed;
use crate::base_path::BasePath;

/// The document of a house that lives there.
pub(super) struct OpenApi {
    operations: Vec<Operation>,
    base: BasePath,
    /// Made when it is first asked for.
    packed: OnceLock<Packed>,
}

impl OpenApi {
    pub(super) fn new(operations: Vec<Operation>, base: BasePath) -> Self {
        Self { operations, base, packed: OnceLock::new() }
    }

    fn pack(&self) -> Packed {
        let here = match self.base.inner() {
            "" => "/",
            inner => inner,
        };
        let document = format!("{:#}\n", document::document(&self.operations, here));
        Packed::pack("application/vnd.oai.openapi+json;version=3.1", "public, max-age=3600", document)
    }
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

async fn serve(Extension(openapi): Extension<Arc<OpenApi>>, headers: HeaderMap) -> Response {
    openapi.packed.get_or_init(|| openapi.pack()).answer(&headers)
}
