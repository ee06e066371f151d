//! `GET /api/v1/games`: what can be played here, for lists and forms.

use axum::Json;
use cydonia_rules::{GameInfo, GameKind};
use schemars::JsonSchema;
use serde::Deserialize;

use super::openapi::{Operation, Tag};
use super::query_error::QueryError;

pub(super) fn operation() -> Operation {
    Operation::get(Tag::House, "/api/v1/games", "listGames", list)
        .tagged()
        .summary("The games that can be played here")
        .description("With their seats and options, for lists and forms.")
        .responds::<Vec<GameInfo>>("Every game.")
}

async fn list() -> Json<Vec<&'static GameInfo>> {
    Json(GameKind::ALL.iter().map(|kind| kind.info()).collect())
}

/// A game by its id, in a query.
#[derive(Debug, Deserialize)]
pub(super) struct GameId(String);

impl GameId {
    /// The game of that id.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn kind(&self) -> Result<GameKind, QueryError> {
        GameKind::from_id(&self.0).ok_or(QueryError::NoGame)
    }
}

impl JsonSchema for GameId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "GameId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let ids: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.id()).collect();
        schemars::json_schema!({ "type": "string", "enum": ids })
    }
}
