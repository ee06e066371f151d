//! Session management: one's sessions: all of them, and the end of any.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, OwnSession, SessionList};

use super::app::App;
use super::openapi::{Operation, Tag};
use super::{ApiError, CurrentVisitor, SameOrigin};
use crate::store::{EndSessions, LiveSession, StoreError};

pub(super) fn operations() -> [Operation; 3] {
    const PATH: &str = "/api/v1/sessions";
    [
        Operation::get(Tag::Session, PATH, "listSessions", list)
            .says("One's sessions", "Where one is signed in, and who plays for one's seats by a link.")
            .gives::<SessionList>("The sessions.")
            .refuses([ErrorCode::NoSession, ErrorCode::SeatOnly])
            .wants_session(),
        Operation::delete(Tag::Session, PATH, "endOtherSessions", end_others)
            .says(
                "Sign out everywhere else",
                "All of one's sessions end but the one that asks, and their sockets are closed; no link to a seat of one's \
                 own opens it any more.",
            )
            .gives::<SessionList>("What is left: the one that asks.")
            .refuses([ErrorCode::BadOrigin, ErrorCode::NoSession, ErrorCode::SeatOnly])
            .wants_session(),
        Operation::delete(Tag::Session, "/api/v1/sessions/{id}", "endSession", end_one)
            .says(
                "End a session",
                "It ends at once, and its sockets are closed. If a seat's link has opened it, no link to that seat opens it \
                 any more.",
            )
            .at::<i64>("id", "The session, by its id in the list.")
            .gives::<SessionList>("What is left.")
            .refuses([
                ErrorCode::BadOrigin,
                ErrorCode::NoSession,
                ErrorCode::SeatOnly,
                ErrorCode::NotFound,
            ])
            .wants_session(),
    ]
}

/// `GET /api/v1/sessions`
async fn list(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<SessionList>, ApiError> {
    Ok(Json(listed(&app, visitor.signed_in()?).await?))
}

/// `DELETE /api/v1/sessions`
async fn end_others(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<SessionList>, ApiError> {
    let own = visitor.signed_in()?;
    let others = EndSessions::Others { player: own.player.id, but: own.number };
    app.context.sessions.end(&app.context.store.write(others).await?);
    Ok(Json(listed(&app, own).await?))
}

/// `DELETE /api/v1/sessions/{id}`
async fn end_one(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: Result<Path<i64>, PathRejection>,
) -> Result<Json<SessionList>, ApiError> {
    let own = visitor.signed_in()?;
    let missing = || ApiError::new(ErrorCode::NotFound, "you have no such session");
    let Ok(Path(number)) = id else { return Err(missing()) };
    let ended = app.context.store.write(EndSessions::One { player: own.player.id, number }).await?;
    if ended.is_empty() {
        return Err(missing());
    }
    app.context.sessions.end(&ended);
    Ok(Json(listed(&app, own).await?))
}

async fn listed(app: &App, own: &LiveSession) -> Result<SessionList, StoreError> {
    let told = |LiveSession { number: id, table, created_ms, used_ms, .. }: LiveSession| {
        let current = id == own.number;
        OwnSession { id, created_ms, used_ms, current, table }
    };
    let sessions = app.context.store.sessions_of(own.player.id).await?.into_iter().map(told).collect();
    Ok(SessionList { sessions })
}
