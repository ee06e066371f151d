//! Positions by name: how a game goes on from any of them, and what was played there in the games that are kept.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{ErrorCode, Explorer, ExplorerMove, NamedPosition, PositionKey, WhatIf};
use cydonia_rules::AnyGame;
use schemars::JsonSchema;
use serde::Deserialize;

use super::app::App;
use super::extract::ApiQuery;
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::query_error::QueryError;
use super::what_if::WantedLine;
use super::work::Work;
use crate::limits;
use crate::store::{Counts, MatchFilter};

/// Which position, and which line from it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LineQuery {
    /// The position, as its text tells it; or a set-up alone, `martian-chess:2,rules=arcade`, for its start.
    position: String,
    /// Its entries with commas in between: actions, and `roll 3 5` where dice are due. A hundred at most.
    #[serde(default)]
    line: String,
    /// Whether to tell where things are, too: once is enough for a whole game.
    #[serde(default)]
    layout: bool,
}

/// Which position, and which games.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExplorerQuery {
    /// The position, as its text tells it; or a set-up alone, `martian-chess:2,rules=arcade`, for its start.
    position: String,
    /// Games in which computers played, or people alone; all, if nothing is said.
    computers: Option<bool>,
}

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get(Tag::Positions, "/api/v1/what-if", "playLine", play_line)
            .summary("How a game goes on from any position")
            .description(
                "A line is played by the rules from a position: what each of its entries does, how things stand after it, and every \
                 action that is legal then. Dice are as whoever asks would have them. Nothing is kept.",
            )
            .query::<LineQuery>()
            .responds::<WhatIf>("The line, and what can be done at its end.")
            .errors([
                ErrorCode::BadQuery,
                ErrorCode::BadNotation,
                ErrorCode::Illegal,
                ErrorCode::WrongPhase,
                ErrorCode::Over,
            ]),
        Operation::get(Tag::Positions, "/api/v1/explorer", "explore", explore).tagged()
            .summary("What was played from a position")
            .description(
                "Of all public games that are kept: each action in that position, how often it was played, who won, and with what \
                 rating it was played. Positions are counted as far as the fortieth action of a game, and once a game. Counts do not \
                 ask how long nothing has happened, so that the key without these counters is what positions are compared by.",
            )
            .query::<ExplorerQuery>()
            .responds::<Explorer>("The actions, the most frequent first, and some games.")
            .errors([ErrorCode::BadQuery]),
    ]
}

/// The game that stands so.
fn at(text: &str) -> Result<AnyGame, ApiError> {
    Ok(AnyGame::at(text).map_err(QueryError::from)?)
}

async fn play_line(work: Work, query: ApiQuery<LineQuery>) -> Result<Response, ApiError> {
    let game = at(&query.position)?;
    let line = WantedLine::read(&query.line, query.layout)?;
    let body = work.bytes(move || line.from(game)).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

async fn explore(
    State(app): State<Arc<App>>,
    query: ApiQuery<ExplorerQuery>,
) -> Result<Json<Explorer>, ApiError> {
    let game = at(&query.position)?;
    let over = || ApiError::new(ErrorCode::BadQuery, "nothing is played there any more: the game is over");
    let position = NamedPosition::of(&game).ok_or_else(over)?;
    let (key, store) = (PositionKey::of(&position.text), &app.context.store);
    let through = store.explored_through().await?;
    let moves = store.explored(key, query.computers).await?;
    let wanted = MatchFilter { position: Some(key), computers: query.computers, ..MatchFilter::default() };
    let examples = store.look_up(&wanted, None, limits::EXPLORER_EXAMPLES).await?.games;
    let moves: Vec<_> = moves.into_iter().map(|(action, counts)| told(&game, action, counts)).collect();
    let games = moves.iter().map(|one| one.games).sum();
    Ok(Json(Explorer { position, games, moves, examples, through }))
}

/// What became of an action in that position.
fn told(game: &AnyGame, action: String, counts: Counts) -> ExplorerMove {
    let Counts { games, drawn, won, rated: (rated, ratings) } = counts;
    let mut after = game.clone();
    // An action that cannot be played there was counted for a position of the same key: it leads nowhere from here.
    let leads_to = after.play(&action).ok().and_then(|_motions| NamedPosition::of(&after));
    ExplorerMove {
        action,
        games: games.unsigned_abs(),
        drawn: drawn.unsigned_abs(),
        won: won.iter().take(usize::from(game.seats().count())).map(|won| won.unsigned_abs()).collect(),
        rating: ratings.checked_div(rated).and_then(|mean| i32::try_from(mean).ok()),
        leads_to,
    }
}
