//! `GET /api/v1/matches/{id}`: one game whole.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::{
    ErrorCode, Event, EventKind, MatchRecord, RecordedMove, Standstill, StandstillReason,
};
use cydonia_rules::Seat;
use cydonia_table::Table;
use cydonia_table::journal::{CorruptData, Finished};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::cacheable::Cacheable;
use super::lookup::{load_visible, of_one, played};
use crate::background::yield_core;
use crate::http::app::App;
use crate::http::extract::{ApiPath, ApiQuery, CurrentVisitor};
use crate::http::openapi::Operation;
use crate::http::problem::ApiError;
use crate::http::work::{Work, json};
use crate::store::StoreError;

/// How it is told.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WholeQuery {
    /// Whether each entry of the line tells what its seat had left on the clock.
    #[serde(default)]
    clocks: bool,
    /// Whether each entry of the line tells the position in which it came.
    #[serde(default)]
    positions: bool,
}

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}", "readMatch", one)
        .summary("One game whole")
        .description("Its seats, options and clock, and everything that changed the position, with its time.")
        .query::<WholeQuery>()
        .responds::<MatchRecord>("The game.")
        .errors([ErrorCode::NoMatch, ErrorCode::BadQuery])
        .etag()
}

async fn one(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
    query: ApiQuery<WholeQuery>,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let name = format!("match {} {}", query.clocks, query.positions);
    let detail = LineDetail { clocks: query.clocks, positions: query.positions };
    let make = move |kept: Finished| {
        let (_, events) = played(&kept)?;
        json(&whole(kept, events, detail).map_err(StoreError::from)?)
    };
    Cacheable::json(kept, &name).answer(&headers, &work, make).await
}

/// A finished game as the document tells it.
///
/// # Errors
/// If its line does not replay.
pub(super) fn whole(
    kept: Finished,
    events: Vec<Event>,
    detail: LineDetail,
) -> Result<MatchRecord, CorruptData> {
    let mut positions = match detail.positions {
        true => Table::named_positions(&kept, yield_core)?,
        false => HashMap::new(),
    };
    let entry = |event: Event| {
        let position = positions.remove(&event.n);
        Some(RecordedMove { position, ..recorded(event, detail.clocks)? })
    };
    Ok(MatchRecord {
        standstills: standstills(&events),
        line: events.into_iter().filter_map(entry).collect(),
        summary: kept.summary,
        pie: kept.packed.pie,
        rules_version: kept.packed.rules_version,
    })
}

/// When no clock ran.
fn standstills(events: &[Event]) -> Vec<Standstill> {
    let mut found = Vec::new();
    let mut paused = None;
    for event in events {
        let stood = match event.what {
            EventKind::Pause {} => {
                paused = Some(event.ms);
                continue;
            }
            EventKind::Outage { credit_ms } => (StandstillReason::Outage, event.ms.saturating_sub(credit_ms)),
            // A pause ends with the game, too.
            EventKind::Resume { .. } | EventKind::Finish { .. } => match paused.take() {
                Some(from) => (StandstillReason::Pause, from),
                None => continue,
            },
            _ => continue,
        };
        found.push(Standstill { why: stood.0, from_ms: stood.1, until_ms: event.ms });
    }
    found
}

/// What is told with each entry of a line, beside what it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineDetail {
    /// What its seat had left on the clock.
    pub clocks: bool,
    /// The position in which it came.
    pub positions: bool,
}

/// An event as the document tells it, if it is part of the line.
fn recorded(event: Event, with_clocks: bool) -> Option<RecordedMove> {
    let Event { ms, clocks, wait_ms, .. } = event;
    let clocks = clocks.filter(|_| with_clocks);
    let left_ms =
        |seat: Seat| clocks.as_ref().and_then(|clocks| clocks.left_ms.get(usize::from(seat)).copied());
    let bare = |seat| RecordedMove {
        seat,
        ms,
        credit_ms: wait_ms,
        left_ms: left_ms(seat),
        ..RecordedMove::default()
    };
    match event.what {
        EventKind::Act { seat, action, lag_ms, .. } => Some(RecordedMove {
            action: Some(action),
            credit_ms: wait_ms.saturating_add(lag_ms),
            ..bare(seat)
        }),
        EventKind::Roll { seat, dice, .. } => Some(RecordedMove { roll: Some(dice), ..bare(seat) }),
        EventKind::Lost { seat, .. } => Some(RecordedMove { lost: true, ..bare(seat) }),
        EventKind::Swap { seat } => Some(RecordedMove { swap: true, ..bare(seat) }),
        EventKind::Undo { seat } => Some(RecordedMove { undo: true, ..bare(seat) }),
        EventKind::Takeback { seat, actions } => Some(RecordedMove { takeback: Some(actions), ..bare(seat) }),
        EventKind::Leave { seat, reason } => Some(RecordedMove { left: Some(reason), ..bare(seat) }),
        EventKind::Takeover { seat, of, .. } => Some(RecordedMove { takeover_of: Some(of), ..bare(seat) }),
        _ => None,
    }
}
