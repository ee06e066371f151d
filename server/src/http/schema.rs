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

/// The documents as they are served, made when the first is asked for.
static FILES: LazyLock<BTreeMap<String, Bytes>> = LazyLock::new(|| {
    let file = |(name, schema)| (format!("{name}.json"), Bytes::from(format!("{schema:#}\n")));
    schema::documents().into_iter().map(file).collect()
});

pub(super) async fn one(file: Result<Path<String>, PathRejection>) -> Result<impl IntoResponse, ApiError> {
    let missing = || ApiError::new(ErrorCode::NotFound, "there is nothing under this address");
    let body = file.ok().and_then(|Path(file)| FILES.get(&file).cloned()).ok_or_else(missing)?;
    let headers =
        [(header::CONTENT_TYPE, "application/schema+json"), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, body))
}
