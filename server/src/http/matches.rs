//! Finished games.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use cydonia_protocol::{ErrorCode, MatchPage, MatchRecord, RecordedMove, Replay};
use cydonia_rules::Seat;
use serde::Deserialize;
use uuid::Uuid;

use super::{ApiError, Who};
use crate::app::App;
use crate::limits;
use crate::store::{Finished, StoreError};
use crate::table::{Record, Table};

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
    // One more than asked tells whether there is a next page.
    let mut matches = app.store.finished_before(before, limit + 1).await?;
    let more = matches.len() as i64 > limit;
    matches.truncate(limit as usize);
    let next = matches.last().filter(|_| more).map(|last| last.number.to_string());
    Ok(Json(MatchPage { matches, next }))
}

/// `GET /api/v1/matches/{id}`: one game whole.
pub(super) async fn one(
    State(app): State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    id: Result<Path<Uuid>, PathRejection>,
) -> Result<Json<MatchRecord>, ApiError> {
    let kept = find(&app, &who, &headers, id).await?;
    let records = kept.packed.unpack().ok_or(StoreError::Damaged("match"))?;
    let mut table = Table::of_match(&kept);
    let mut line = Vec::new();
    for (ms, record) in &records {
        let seat = table.seat_to_act().or(table.seat_to_roll());
        if let Some(entry) = recorded(record, seat, *ms) {
            line.push(entry);
        }
        table.apply(*ms, record)?;
    }
    Ok(Json(MatchRecord {
        summary: kept.summary,
        first: kept.packed.first,
        rules_version: kept.packed.rules_version,
        line,
    }))
}

/// A record as the document tells it, if it is part of the line; `at_turn` is the seat to act or to roll.
fn recorded(record: &Record, at_turn: Option<Seat>, ms: i64) -> Option<RecordedMove> {
    let bare = |seat| RecordedMove { seat, action: None, roll: None, undo: false, left: None, ms };
    match record {
        Record::Act { action } => Some(RecordedMove { action: Some(action.clone()), ..bare(at_turn?) }),
        Record::Roll { dice } => Some(RecordedMove { roll: Some(*dice), ..bare(at_turn?) }),
        Record::Undo {} => Some(RecordedMove { undo: true, ..bare(at_turn?) }),
        Record::Leave { seat, reason } => Some(RecordedMove { left: Some(*reason), ..bare(*seat) }),
        Record::Sit { .. } | Record::Stand { .. } | Record::Start { .. } | Record::Finish {} => None,
    }
}

/// `GET /api/v1/matches/{id}/replay`: one game as the events that its watchers saw.
pub(super) async fn replay(
    State(app): State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    id: Result<Path<Uuid>, PathRejection>,
) -> Result<Json<Replay>, ApiError> {
    let kept = find(&app, &who, &headers, id).await?;
    let records = kept.packed.unpack().ok_or(StoreError::Damaged("match"))?;
    let mut table = Table::of_match(&kept);
    let events = records.iter().map(|(ms, record)| table.apply(*ms, record)).collect::<Result<_, _>>()?;
    table.info.rematch = app.store.rematch_of(table.info.id).await?;
    Ok(Json(Replay { info: table.info, events }))
}

async fn find(
    app: &App,
    Who(player): &Who,
    headers: &HeaderMap,
    id: Result<Path<Uuid>, PathRejection>,
) -> Result<Finished, ApiError> {
    let missing =
        || ApiError::new(ErrorCode::NoMatch, "there is no such game, or it is private and wants its key");
    let Ok(Path(id)) = id else { return Err(missing()) };
    let kept = app.store.finished(id).await?.ok_or_else(missing)?;
    let key = headers.get(KEY_HEADER).and_then(|key| key.to_str().ok());
    let admitted = Table::of_match(&kept).admits(player.as_ref().map(|player| player.id), key);
    if admitted { Ok(kept) } else { Err(missing()) }
}
