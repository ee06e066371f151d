//! `GET /api/v1/matches/{id}/record`: one game as text.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::ErrorCode;
use cydonia_table::journal::Finished;
use uuid::Uuid;

use super::cacheable::Cacheable;
use super::lookup::{load_visible, of_one, played};
use crate::http::app::App;
use crate::http::extract::{ApiPath, CurrentVisitor};
use crate::http::openapi::Operation;
use crate::http::problem::ApiError;
use crate::http::work::Work;
use crate::proof::record_text;
use crate::store::StoreError;

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}/record", "readRecord", record)
        .summary("One game as text")
        .description("Headers and the line, in the notation that `docs/record.md` tells of.")
        .responds_as::<String>("text/plain", "The record.")
        .errors([ErrorCode::NoMatch])
        .etag()
}

async fn record(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let make = |kept: Finished| {
        let (_, events) = played(&kept)?;
        Ok(record_text(kept, events).map_err(StoreError::from)?.into_bytes())
    };
    Cacheable::text(kept, "record").answer(&headers, &work, make).await
}
