//! Session management: one's sessions: all of them, and the end of any.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, OwnSession, SessionList};

use super::app::App;
use super::extract::{ApiPath, CurrentVisitor, SameOrigin};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use crate::store::{EndSessions, LiveSession, StoreError};

const PATH: &str = "/api/v1/sessions";

pub(super) fn operations() -> [Operation; 3] {
    [list_sessions(), end_other_sessions(), end_session()]
}

fn list_sessions() -> Operation {
    Operation::get(Tag::Session, PATH, "listSessions", list)
        .summary("One's sessions")
        .description("Where one is signed in, and who plays for one's seats by a link.")
        .responds::<SessionList>("The sessions.")
        .errors([ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope])
        .auth_required()
}

async fn list(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<SessionList>, ApiError> {
    Ok(Json(listed(&app, visitor.in_person()?).await?))
}

fn end_other_sessions() -> Operation {
    Operation::delete(Tag::Session, PATH, "endOtherSessions", end_others)
        .summary("Sign out everywhere else")
        .description(
            "All of one's sessions end but the one that asks, and their sockets are closed; no link to a \
             seat of one's own opens it any more.",
        )
        .responds::<SessionList>("What is left: the one that asks.")
        .errors([ErrorCode::BadOrigin, ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope])
        .auth_required()
}

async fn end_others(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<SessionList>, ApiError> {
    let own = visitor.in_person()?;
    let others = EndSessions::Others { player: own.player.id, but: own.number };
    app.context.end_sessions(others).await?;
    Ok(Json(listed(&app, own).await?))
}

fn end_session() -> Operation {
    Operation::delete(Tag::Session, "/api/v1/sessions/{id}", "endSession", end_one)
        .summary("End a session")
        .description(
            "It ends at once, and its sockets are closed. If a seat's link has opened it, no link to that \
             seat opens it any more.",
        )
        .path::<i64>("id", "The session, by its id in the list.")
        .responds::<SessionList>("What is left.")
        .errors([
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NotFound,
        ])
        .auth_required()
}

async fn end_one(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<i64>,
) -> Result<Json<SessionList>, ApiError> {
    let own = visitor.in_person()?;
    let missing = || ApiError::new(ErrorCode::NotFound, "you have no such session");
    let Ok(Path(number)) = id else { return Err(missing()) };
    if !app.context.end_sessions(EndSessions::One { player: own.player.id, number }).await? {
        return Err(missing());
    }
    Ok(Json(listed(&app, own).await?))
}

pub(super) async fn listed(app: &App, own: &LiveSession) -> Result<SessionList, StoreError> {
    let told = |LiveSession { number: id, table, created_ms, used_ms, .. }: LiveSession| {
        let current = id == own.number;
        OwnSession { id, created_ms, used_ms, current, table }
    };
    let sessions = app.context.store.sessions_of(own.player.id).await?.into_iter().map(told).collect();
    Ok(SessionList { sessions })
}
