//! A player as moderators see them: reports, sanctions, and how their rated games look.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, PlayerFile};
use uuid::Uuid;

use super::{MODERATORS, moderator};
use crate::http::app::App;
use crate::http::extract::{ApiPath, CurrentVisitor};
use crate::http::openapi::{Operation, Tag};
use crate::http::players::no_player;
use crate::http::problem::ApiError;
use crate::limits;
use crate::store::{Reports, Sanctions};

pub(super) fn operation() -> Operation {
    Operation::get(Tag::Moderation, "/api/v1/moderation/players/{id}", "readPlayerFile", read)
        .summary("A player, for moderators")
        .description(
            "The last reports of them, the sanctions that they ever had, and how their last rated games look: how many were given up \
             within a few moves, by them and by others, with whom they played most, and how many of these were played from one \
             address. The figures ask for a look at the games, and prove nothing.",
        )
        .path::<Uuid>("id", "The player.")
        .responds::<PlayerFile>("What is known.")
        .errors([&MODERATORS[..], &[ErrorCode::NoPlayer]].concat())
        .auth_required()
}

async fn read(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<PlayerFile>, ApiError> {
    moderator(&app, &visitor)?;
    let Ok(Path(id)) = id else { return Err(no_player()) };
    let store = &app.context.store;
    let player = store.player(id).await?.filter(|player| player.computer.is_none()).ok_or_else(no_player)?;
    Ok(Json(PlayerFile {
        player,
        online: app.context.sessions.is_here(id),
        reports: store.reports(Reports::Of(id), None, limits::FILED).await?.all,
        sanctions: store.sanctions(Sanctions::Of(id), None, limits::FILED).await?.all,
        fair_play: store.fair_play(id).await?,
    }))
}
