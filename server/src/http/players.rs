//! `GET /api/v1/players/{id}`: somebody who has played here.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, PlayerPage};
use uuid::Uuid;

use super::app::App;
use super::extract::ApiPath;
use super::openapi::{Operation, Tag};
use super::problem::ApiError;

pub(super) fn operation() -> Operation {
    Operation::get(Tag::Players, "/api/v1/players/{id}", "readPlayer", one)
        .summary("Somebody")
        .description(
            "Their name, since when they are known here, and how many public games they have finished.",
        )
        .path::<Uuid>("id", "The player.")
        .responds::<PlayerPage>("The player.")
        .errors([ErrorCode::NoPlayer])
}

async fn one(State(app): State<Arc<App>>, id: ApiPath<Uuid>) -> Result<Json<PlayerPage>, ApiError> {
    let missing = || ApiError::new(ErrorCode::NoPlayer, "there is no such player");
    let Ok(Path(id)) = id else { return Err(missing()) };
    Ok(Json(app.context.store.player_page(id).await?.ok_or_else(missing)?))
}
