//! What somebody's games add up to: by game and seat, by opponent, by day.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, Opponents, Player, PlayerActivity, PlayerResults};
use cydonia_rules::GameKind;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::app::App;
use super::extract::{ApiPath, ApiQuery};
use super::games::GameId;
use super::openapi::{Operation, Tag};
use super::players::no_player;
use super::problem::ApiError;
use super::query_error::QueryError;
use crate::store::{AddedUp, OwnGames};

/// Which of their games.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ResultsQuery {
    /// Games of this kind, by its id.
    game: Option<GameId>,
    /// Games against this player: how the two stand head to head.
    opponent: Option<Uuid>,
}

/// Which of their games.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GameQuery {
    /// Games of this kind, by its id.
    game: Option<GameId>,
}

const OF_HOW_MANY: &str = "Of the public ones of their last ten thousand games: `since` is the number of the first, and null where that is all.";

pub(super) fn operations() -> [Operation; 3] {
    let of_one = |operation: Operation| {
        operation
            .description(OF_HOW_MANY)
            .path::<Uuid>("id", "The player.")
            .errors([ErrorCode::NoPlayer, ErrorCode::BadQuery])
    };
    [
        of_one(Operation::get(Tag::Players, "/api/v1/players/{id}/results", "readResults", results).tagged())
            .summary("How somebody's games went")
            .query::<ResultsQuery>()
            .responds::<PlayerResults>("Won, drawn and lost, by game and seat."),
        of_one(
            Operation::get(Tag::Players, "/api/v1/players/{id}/opponents", "readOpponents", opponents)
                .tagged(),
        )
        .summary("Whom somebody has played against")
        .query::<GameQuery>()
        .responds::<Opponents>("The opponents, the one first whom they met most often."),
        of_one(
            Operation::get(Tag::Players, "/api/v1/players/{id}/activity", "readActivity", activity).tagged(),
        )
        .summary("When somebody has played")
        .query::<GameQuery>()
        .responds::<PlayerActivity>("The days on which a game of theirs ended, the last first."),
    ]
}

async fn results(
    State(app): State<Arc<App>>,
    id: ApiPath<Uuid>,
    query: ApiQuery<ResultsQuery>,
) -> Result<Json<PlayerResults>, ApiError> {
    let player = somebody(&app, id).await?;
    let opponent = match query.opponent {
        None => None,
        Some(id) if id == player.id => return Err(QueryError::OwnOpponent.into()),
        Some(id) => Some(app.context.store.player(id).await?.ok_or_else(no_player)?),
    };
    let of = OwnGames {
        player: player.id,
        game: kind(query.game.as_ref())?,
        opponent: opponent.as_ref().map(|one| one.id),
    };
    let AddedUp { since, sums } = app.context.store.results_of(of).await?;
    Ok(Json(PlayerResults { player, opponent, since, results: sums }))
}

async fn opponents(
    State(app): State<Arc<App>>,
    id: ApiPath<Uuid>,
    query: ApiQuery<GameQuery>,
) -> Result<Json<Opponents>, ApiError> {
    let player = somebody(&app, id).await?;
    let of = OwnGames { player: player.id, game: kind(query.game.as_ref())?, opponent: None };
    let AddedUp { since, sums } = app.context.store.opponents_of(of).await?;
    Ok(Json(Opponents { player, since, opponents: sums }))
}

async fn activity(
    State(app): State<Arc<App>>,
    id: ApiPath<Uuid>,
    query: ApiQuery<GameQuery>,
) -> Result<Json<PlayerActivity>, ApiError> {
    let player = somebody(&app, id).await?;
    let of = OwnGames { player: player.id, game: kind(query.game.as_ref())?, opponent: None };
    let AddedUp { since, sums } = app.context.store.activity_of(of).await?;
    Ok(Json(PlayerActivity { player, since, days: sums }))
}

async fn somebody(app: &App, id: ApiPath<Uuid>) -> Result<Player, ApiError> {
    let Path(id) = id.map_err(|_not_an_id| no_player())?;
    app.context.store.player(id).await?.ok_or_else(no_player)
}

fn kind(game: Option<&GameId>) -> Result<Option<&'static str>, QueryError> {
    game.map(|id| id.kind().map(GameKind::id)).transpose()
}
