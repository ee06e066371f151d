//! `GET /api/v1/matches/{id}`: one game whole.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::{ErrorCode, Event, EventKind, MatchRecord, RecordedMove};
use cydonia_table::journal::Finished;
use uuid::Uuid;

use super::cacheable::Cacheable;
use super::lookup::{load_visible, of_one, played};
use crate::http::app::App;
use crate::http::extract::{ApiPath, CurrentVisitor};
use crate::http::openapi::Operation;
use crate::http::problem::ApiError;
use crate::http::work::{Work, json};

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}", "readMatch", one)
        .summary("One game whole")
        .description("Its seats, options and clock, and everything that changed the position, with its time.")
        .responds::<MatchRecord>("The game.")
        .errors([ErrorCode::NoMatch])
        .etag()
}

async fn one(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let make = |kept: Finished| {
        let (_, events) = played(&kept)?;
        json(&whole(kept, events))
    };
    Cacheable::json(kept, "match").answer(&headers, &work, make).await
}

/// A finished game as the document tells it.
pub(super) fn whole(kept: Finished, events: Vec<Event>) -> MatchRecord {
    MatchRecord {
        summary: kept.summary,
        first: kept.packed.first,
        clock: kept.packed.clock,
        pie: kept.packed.pie,
        rules_version: kept.packed.rules_version,
        line: events.into_iter().filter_map(recorded).collect(),
    }
}

/// An event as the document tells it, if it is part of the line.
fn recorded(event: Event) -> Option<RecordedMove> {
    let ms = event.ms;
    let bare = |seat| RecordedMove { seat, ms, ..RecordedMove::default() };
    match event.what {
        EventKind::Act { seat, action, .. } => Some(RecordedMove { action: Some(action), ..bare(seat) }),
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
