//! `GET /api/v1/games`: what can be played here, for lists and forms.

use axum::Json;
use cydonia_rules::{GameInfo, GameKind};

pub(super) async fn list() -> Json<Vec<&'static GameInfo>> {
    Json(GameKind::ALL.iter().map(|kind| kind.info()).collect())
}
