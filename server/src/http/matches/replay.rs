//! `GET /api/v1/matches/{id}/replay`: one game as the events that its watchers saw.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{ErrorCode, Replay};
use uuid::Uuid;

use super::lookup::{load_visible, of_one, played};
use crate::http::app::App;
use crate::http::extract::{ApiPath, CurrentVisitor};
use crate::http::openapi::Operation;
use crate::http::problem::ApiError;
use crate::http::work::{Work, json};
use crate::store::StoreError;

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}/replay", "replayMatch", replay)
        .summary("One game as its watchers saw it")
        .description("The events from `start` to `finish`, with differences and motions.")
        .responds::<Replay>("The table and its events.")
        .errors([ErrorCode::NoMatch])
}

/// Not to be kept, as it tells of the rematch, which may come later.
async fn replay(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let rematch = app.context.store.rematch_of(kept.summary.id).await?;
    let make = move || {
        let span = tracing::info_span!("match", id = %kept.summary.id);
        span.in_scope(|| {
            let (mut table, events) = played(&kept.read().map_err(StoreError::from)?)?;
            table.set_rematch(rematch);
            json(&Replay { info: table.info(), events })
        })
    };
    let body = work.bytes(make).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}
