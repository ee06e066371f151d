//! `GET /api/v1/schema/{name}.json`: JSON Schema of what is said here, for whoever writes a client.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::{ErrorCode, schema};

use super::extract::ApiPath;
use super::openapi::{Operation, Tag};
use super::packed::Packed;
use super::problem::ApiError;

/// The documents as they are served, made when the first is asked for.
static FILES: LazyLock<BTreeMap<String, Packed>> = LazyLock::new(|| {
    let pack = |schema| Packed::pack("application/schema+json", "public, max-age=3600", schema);
    let file = |(name, schema)| (format!("{name}.json"), pack(format!("{schema:#}\n")));
    schema::documents().into_iter().map(file).collect()
});

pub(super) fn operation() -> Operation {
    Operation::get(Tag::House, "/api/v1/schema/{file}", "readSchema", one)
        .summary("A JSON Schema")
        .description("Of a message of the socket, or of a document of this interface.")
        .path::<String>(
            "file",
            "Its name and `.json`: `client.json` and `server.json` are the two directions of the socket.",
        )
        .responds_as::<serde_json::Map<String, serde_json::Value>>("application/schema+json", "The schema.")
        .errors([ErrorCode::NotFound])
}

async fn one(headers: HeaderMap, file: ApiPath<String>) -> Result<Response, ApiError> {
    let missing = || ApiError::new(ErrorCode::NotFound, "there is nothing under this address");
    let file = file.ok().and_then(|Path(file)| FILES.get(&file)).ok_or_else(missing)?;
    Ok(file.answer(&headers))
}
