//! `GET /api/v1/schema/{name}.json`: JSON Schema of what is said here, for whoever writes a client.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header;
use axum::response::IntoResponse;
use cydonia_protocol::{ErrorCode, schema};

use super::ApiError;
use super::openapi::{Chapter, Operation};

/// The documents as they are served, made when the first is asked for.
static FILES: LazyLock<BTreeMap<String, Bytes>> = LazyLock::new(|| {
    let file = |(name, schema)| (format!("{name}.json"), Bytes::from(format!("{schema:#}\n")));
    schema::documents().into_iter().map(file).collect()
});

pub(super) fn operation() -> Operation {
    Operation::get(Chapter::House, "/api/v1/schema/{file}", "readSchema", one)
        .says("A JSON Schema", "Of a message of the socket, or of a document of this interface.")
        .at::<String>(
            "file",
            "Its name and `.json`: `client.json` and `server.json` are the two directions of the socket.",
        )
        .gives_as::<serde_json::Map<String, serde_json::Value>>("application/schema+json", "The schema.")
        .refuses([ErrorCode::NotFound])
}

async fn one(file: Result<Path<String>, PathRejection>) -> Result<impl IntoResponse, ApiError> {
    let missing = || ApiError::new(ErrorCode::NotFound, "there is nothing under this address");
    let body = file.ok().and_then(|Path(file)| FILES.get(&file).cloned()).ok_or_else(missing)?;
    let headers =
        [(header::CONTENT_TYPE, "application/schema+json"), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, body))
}
