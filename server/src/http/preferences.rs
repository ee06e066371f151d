//! `/api/v1/session/preferences`: how one likes the page, on every device.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use cydonia_protocol::{ErrorCode, Preferences};

use super::app::App;
use super::extract::{ApiJson, CurrentVisitor, SameOrigin};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use crate::store::KeepPreferences;

const PATH: &str = "/api/v1/session/preferences";

pub(super) fn operations() -> [Operation; 2] {
    [read_preferences(), keep_preferences()]
}

fn read_preferences() -> Operation {
    Operation::get(Tag::Session, PATH, "readPreferences", read)
        .summary("How one likes the page")
        .description("What one chose on any device; an empty object before one chose anything.")
        .responds::<Preferences>("What was chosen.")
        .errors([ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope])
        .auth_required()
}

async fn read(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<Preferences>, ApiError> {
    let player = visitor.in_person()?.player.id;
    Ok(Json(app.context.store.preferences(player).await?.unwrap_or_default()))
}

fn keep_preferences() -> Operation {
    Operation::put(Tag::Session, PATH, "keepPreferences", keep)
        .summary("Choose how one likes the page")
        .description("All of it, in place of what was chosen before: of two devices the one that writes last is right.")
        .json_body::<Preferences>()
        .responds::<Preferences>("What is kept.")
        .errors([ErrorCode::BadMessage, ErrorCode::BadOrigin, ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope])
        .auth_required()
}

async fn keep(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    body: Result<ApiJson<Preferences>, ApiError>,
) -> Result<Json<Preferences>, ApiError> {
    let player = visitor.in_person()?.player.id;
    let ApiJson(preferences) = body?;
    let now_ms = app.context.clock.now_ms();
    app.context.store.write(KeepPreferences { player, preferences: preferences.clone(), now_ms }).await?;
    Ok(Json(preferences))
}
