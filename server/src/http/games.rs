//! `GET /api/v1/games`: what can be played here, for lists and forms.

use axum::Json;
use cydonia_rules::{GameInfo, GameKind};

use super::openapi::{Operation, Tag};

pub(super) fn operation() -> Operation {
    Operation::get(Tag::House, "/api/v1/games", "listGames", list)
        .summary("The games that can be played here")
        .description("With their seats and options, for lists and forms.")
        .responds::<Vec<GameInfo>>("Every game.")
}

async fn list() -> Json<Vec<&'static GameInfo>> {
    Json(GameKind::ALL.iter().map(|kind| kind.info()).collect())
}
