//! A player as moderators see them: reports, sanctions, and how their rated games look; and their name, which may be taken away.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, PlayerFile};
use uuid::Uuid;

use super::{MODERATORS, moderator};
use crate::http::app::App;
use crate::http::extract::{ApiPath, CurrentVisitor, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::players::no_player;
use crate::http::problem::ApiError;
use crate::limits;
use crate::store::{Reports, Sanctions, TakeName};

const ONE: &str = "/api/v1/moderation/players/{id}";
const NAME: &str = "/api/v1/moderation/players/{id}/name";

pub(super) fn operations() -> [Operation; 2] {
    [read_file(), take_name()]
}

fn read_file() -> Operation {
    Operation::get(Tag::Moderation, ONE, "readPlayerFile", read)
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
    told(&app, id).await
}

fn take_name() -> Operation {
    Operation::delete(Tag::Moderation, NAME, "takeName", take)
        .summary("Take a player’s name away")
        .description(
            "They are called `Player` and the end of their id from then on, until they say another name; whoever is muted does not. Where they \
             sit already they keep the name, and in finished games. The name stands in the log.",
        )
        .path::<Uuid>("id", "The player.")
        .responds::<PlayerFile>("What is known of them.")
        .errors([&MODERATORS[..], &[ErrorCode::BadOrigin, ErrorCode::NoPlayer]].concat())
        .auth_required()
}

async fn take(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<PlayerFile>, ApiError> {
    let by = moderator(&app, &visitor)?.player.id;
    let Ok(Path(player)) = id else { return Err(no_player()) };
    let player = app.context.store.is_now(player).await?;
    let now_ms = app.context.clock.now_ms();
    if !app.context.store.write(TakeName { player, by, now_ms }).await? {
        return Err(no_player());
    }
    app.context.player_renewed(player);
    told(&app, player).await
}

async fn told(app: &App, id: Uuid) -> Result<Json<PlayerFile>, ApiError> {
    let store = &app.context.store;
    let id = store.is_now(id).await?;
    let player = store.player(id).await?.filter(|player| player.computer.is_none()).ok_or_else(no_player)?;
    Ok(Json(PlayerFile {
        player,
        online: app.context.sessions.is_here(id),
        reports: store.reports(Reports::Of(id), None, limits::FILED).await?.all,
        sanctions: store.sanctions(Sanctions::Of(id), None, limits::FILED).await?.all,
        fair_play: store.fair_play(id).await?,
    }))
}
