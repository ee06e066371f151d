//! `GET /api/v1/matches/{id}/replay`: one game as the events that its watchers saw.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use cydonia_protocol::{ErrorCode, Replay};

use super::{Id, find, of_one};
use crate::app::App;
use crate::http::openapi::Operation;
use crate::http::{ApiError, Who};

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}/replay", "replayMatch", replay)
        .says(
            "One game as its watchers saw it",
            "The events from `start` to `finish`, with differences and motions.",
        )
        .gives::<Replay>("The table and its events.")
        .refuses([ErrorCode::NoMatch])
}

/// Not to be kept, as it tells of the rematch, which may come later.
async fn replay(
    State(app): State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    id: Id,
) -> Result<Json<Replay>, ApiError> {
    let (_, mut table, events) = find(&app, who, &headers, id).await?;
    table.info.rematch = app.store.rematch_of(table.info.id).await?;
    Ok(Json(Replay { info: table.info, events }))
}
