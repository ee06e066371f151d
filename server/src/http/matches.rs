//! Finished games.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use cydonia_protocol::dice::DiceReport;
use cydonia_protocol::{ErrorCode, Event, EventKind, MatchPage, MatchRecord, RecordedMove, Replay};
use serde::Deserialize;
use tracing::Instrument;
use uuid::Uuid;

use super::{ApiError, Who};
use crate::app::App;
use crate::limits;
use crate::store::{Finished, StoreError};
use crate::table::{Table, dice_proof};

/// Where a private game's key is looked for.
const KEY_HEADER: &str = "x-table-key";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListQuery {
    cursor: Option<String>,
    limit: Option<i64>,
}

/// `GET /api/v1/matches`: public games, the last finished first. The cursor is the finish number that a page ended
/// with, so that games which end meanwhile neither repeat nor hide any.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Json<MatchPage>, ApiError> {
    let refuse = |why: String| ApiError::new(ErrorCode::BadQuery, why);
    let Query(query) = query.map_err(|rejection| refuse(rejection.body_text()))?;
    let (usual, most) = limits::PAGE;
    let limit = query.limit.unwrap_or(usual);
    if !(1..=most).contains(&limit) {
        return Err(refuse(format!("limit is a number from 1 to {most}")));
    }
    let before = match query.cursor {
        None => i64::MAX,
        Some(cursor) => {
            let number = cursor.parse().ok().filter(|number| *number > 0);
            number.ok_or_else(|| refuse("this list gave no such cursor".to_owned()))?
        }
    };
    let (matches, next) = app.store.finished_before(before, limit).await?;
    Ok(Json(MatchPage { matches, next: next.map(|number| number.to_string()) }))
}

/// `GET /api/v1/matches/{id}`: one game whole.
pub(super) async fn one(
    State(app): State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    id: Result<Path<Uuid>, PathRejection>,
) -> Result<Json<MatchRecord>, ApiError> {
    let (kept, _, events) = find(&app, who, &headers, id).await?;
    Ok(Json(MatchRecord {
        summary: kept.summary,
        first: kept.packed.first,
        clock: kept.packed.clock,
        rules_version: kept.packed.rules_version,
        line: events.into_iter().filter_map(recorded).collect(),
    }))
}

/// An event as the document tells it, if it is part of the line.
fn recorded(event: Event) -> Option<RecordedMove> {
    let ms = event.ms;
    let bare = |seat| RecordedMove { seat, ms, ..RecordedMove::default() };
    match event.what {
        EventKind::Act { seat, action, .. } => Some(RecordedMove { action: Some(action), ..bare(seat) }),
        EventKind::Roll { seat, dice, .. } => Some(RecordedMove { roll: Some(dice), ..bare(seat) }),
        EventKind::Lost { seat, .. } => Some(RecordedMove { lost: true, ..bare(seat) }),
        EventKind::Undo { seat } => Some(RecordedMove { undo: true, ..bare(seat) }),
        EventKind::Takeback { seat, actions } => Some(RecordedMove { takeback: Some(actions), ..bare(seat) }),
        EventKind::Leave { seat, reason } => Some(RecordedMove { left: Some(reason), ..bare(seat) }),
        _ => None,
    }
}

/// `GET /api/v1/matches/{id}/dice`: what proves one game's dice, and whether it fits.
pub(super) async fn dice(
    State(app): State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    id: Result<Path<Uuid>, PathRejection>,
) -> Result<Json<DiceReport>, ApiError> {
    let (_, table, events) = find(&app, who, &headers, id).await?;
    let proof = dice_proof(table.info.id, &events)
        .ok_or_else(|| ApiError::new(ErrorCode::NoDice, "this game has no dice that could be checked"))?;
    Ok(Json(DiceReport::of(proof)))
}

/// `GET /api/v1/matches/{id}/replay`: one game as the events that its watchers saw.
pub(super) async fn replay(
    State(app): State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    id: Result<Path<Uuid>, PathRejection>,
) -> Result<Json<Replay>, ApiError> {
    let (_, mut table, events) = find(&app, who, &headers, id).await?;
    table.info.rematch = app.store.rematch_of(table.info.id).await?;
    Ok(Json(Replay { info: table.info, events }))
}

/// A finished game as it is kept and as it was played, for whoever may see it.
async fn find(
    app: &App,
    Who(player): Who,
    headers: &HeaderMap,
    id: Result<Path<Uuid>, PathRejection>,
) -> Result<(Finished, Table, Vec<Event>), ApiError> {
    let missing =
        || ApiError::new(ErrorCode::NoMatch, "there is no such game, or it is private and wants its key");
    let Ok(Path(id)) = id else { return Err(missing()) };
    let key = headers.get(KEY_HEADER).and_then(|key| key.to_str().ok());
    let read = async {
        let kept = app.store.finished(id).await?.ok_or_else(missing)?;
        if !Table::of_match(&kept).admits(player.map(|player| player.id), key) {
            return Err(missing());
        }
        let (table, events) = Table::of_finished(&kept).map_err(StoreError::from)?;
        Ok((kept, table, events))
    };
    read.instrument(tracing::info_span!("match", %id)).await
}
