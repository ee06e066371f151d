//! Ratings: one player's, how they came about, and who is rated highest.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum_extra::extract::WithRejection;
use cydonia_protocol::{
    ErrorCode, Leader, Leaderboard, PlayerRating, PlayerRatings, Pool, RatingHistory, RatingPoint,
};
use cydonia_rules::GameKind;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::app::App;
use super::extract::{ApiPath, ApiQuery};
use super::openapi::{Operation, Tag};
use super::players::no_player;
use super::problem::ApiError;
use super::query_error::{QueryError, page_size};
use crate::limits;
use crate::store::{LeaderRow, Point, RatedIn, Standings, StoreError};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PageQuery {
    /// Games of two or of more, among people or with computers.
    #[serde(default)]
    pool: Pool,
    /// Where the page before ended: its `next`.
    cursor: Option<String>,
    /// How many.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
}

impl PageQuery {
    /// What the cursor says, if there is one and it can be read.
    fn cursor<T>(&self, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, ApiError> {
        let read = |cursor: &String| read(cursor).ok_or_else(|| QueryError::Cursor.into());
        self.cursor.as_ref().map(read).transpose()
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LeaderQuery {
    /// Games of two or of more, among people or with computers.
    #[serde(default)]
    pool: Pool,
    /// Those who are not on the leaderboard yet, in its place.
    #[serde(default)]
    provisional: bool,
    /// Where the page before ended: its `next`.
    cursor: Option<String>,
    /// How many.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
}

pub(super) fn operations() -> [Operation; 3] {
    [read_ratings(), read_rating_history(), read_leaderboard()]
}

fn read_ratings() -> Operation {
    Operation::get(Tag::Players, "/api/v1/players/{id}/ratings", "readRatings", of_player)
        .tagged()
        .summary("Somebody's ratings")
        .description("One for each game and pool that they have played rated.")
        .path::<Uuid>("id", "The player.")
        .responds::<PlayerRatings>("The ratings.")
        .errors([ErrorCode::NoPlayer])
}

/// One player's ratings, in the order of the games.
async fn of_player(State(app): State<Arc<App>>, id: ApiPath<Uuid>) -> Result<Json<PlayerRatings>, ApiError> {
    let Path(id) = id.map_err(|_not_an_id| no_player())?;
    let player = app.context.store.player(id).await?.ok_or_else(no_player)?;
    Ok(Json(PlayerRatings { player, ratings: all_of(&app, id).await? }))
}

/// A player's ratings, in the order of the games.
pub(super) async fn all_of(app: &App, player: Uuid) -> Result<Vec<PlayerRating>, StoreError> {
    let now_ms = app.context.clock.now_ms();
    let rating = |rated: RatedIn| PlayerRating {
        rating: rated.standing.shown(now_ms),
        now: rated.standing.at(now_ms).exact(),
        last: rated.standing.exact(),
        games: rated.standing.games,
        last_ms: rated.standing.last_ms,
        game: rated.game,
        pool: rated.pool,
    };
    let mut ratings: Vec<PlayerRating> =
        app.context.store.ratings_of(player).await?.into_iter().map(rating).collect();
    let place = |game: &str| GameKind::ALL.iter().position(|kind| kind.id() == game);
    ratings.sort_by_key(|rating| (place(&rating.game), rating.pool));
    Ok(ratings)
}

fn read_rating_history() -> Operation {
    Operation::get(Tag::Players, "/api/v1/players/{id}/ratings/{game}", "readRatingHistory", history)
        .tagged()
        .summary("How a rating came about")
        .description("The rated games that made it what it is, the last first.")
        .path::<Uuid>("id", "The player.")
        .path::<String>("game", "The game, by its id.")
        .query::<PageQuery>()
        .responds::<RatingHistory>("A page.")
        .errors([ErrorCode::NoPlayer, ErrorCode::NotFound, ErrorCode::BadQuery])
}

/// The games that made a rating what it is, the last first. The cursor is the
/// finish number that a page ended with.
async fn history(
    State(app): State<Arc<App>>,
    path: ApiPath<(Uuid, String)>,
    query: ApiQuery<PageQuery>,
) -> Result<Json<RatingHistory>, ApiError> {
    let Path((id, game)) = path.map_err(|_not_an_id| no_player())?;
    let limit = page_size(query.limit)?;
    let kind = kind(&game)?;
    app.context.store.player(id).await?.ok_or_else(no_player)?;
    let before = query.cursor(|text| text.parse().ok().filter(|number: &i64| *number > 0))?;
    let (points, next) = app
        .context
        .store
        .rating_history(id, kind.id(), query.pool, before.unwrap_or(i64::MAX), limit)
        .await?;
    let point =
        |Point { number, id, ms, rating, exact }: Point| RatingPoint { number, id, ms, rating, exact };
    let points = points.into_iter().map(point).collect();
    Ok(Json(RatingHistory { points, next: next.map(|number| number.to_string()) }))
}

fn read_leaderboard() -> Operation {
    Operation::get(Tag::Players, "/api/v1/leaderboards/{game}", "readLeaderboard", leaders).tagged()
        .summary("Who is rated highest")
        .description(
            "Of those who have played ten rated games and one in the last ninety days, and whose rating \
             deviation was at most 110 after the last one. With `provisional`, of those who have played one in the last ninety days \
             and are not on that list yet; places count within the list.",
        )
        .path::<String>("game", "The game, by its id.")
        .query::<LeaderQuery>()
        .responds::<Leaderboard>("A page.")
        .errors([ErrorCode::NotFound, ErrorCode::BadQuery])
}

/// Who is rated highest. The cursor is where a page ended: a place, a rating to the last
/// bit, a player.
async fn leaders(
    State(app): State<Arc<App>>,
    game: ApiPath<String>,
    query: ApiQuery<LeaderQuery>,
) -> Result<Json<Leaderboard>, ApiError> {
    let Path(game) = game.map_err(|_not_a_game| no_game())?;
    let WithRejection(Query(LeaderQuery { pool, provisional, cursor, limit }), _) = query;
    let standings = if provisional { Standings::Provisional } else { Standings::Listed };
    let query = PageQuery { pool, cursor, limit };
    let limit = page_size(query.limit)?;
    let kind = kind(&game)?;
    let (passed, after) = query.cursor(read_place)?.map_or((0, None), |(place, at)| (place, Some(at)));
    let now_ms = app.context.clock.now_ms();
    let active_ms = now_ms - limits::ACTIVE.as_millis() as i64;
    let (rows, more) = app.context.store.leaders(kind.id(), pool, standings, active_ms, after, limit).await?;
    let last = passed.saturating_add(rows.len() as u32);
    let next = rows.last().filter(|_| more);
    let next =
        next.map(|row| format!("{last}.{:016x}.{}", row.standing.rating.to_bits(), row.player.id.simple()));
    let leader = |(place, row): (u32, LeaderRow)| Leader {
        place,
        player: row.player,
        rating: row.standing.shown(now_ms),
        now: row.standing.at(now_ms).exact(),
        last: row.standing.exact(),
        games: row.standing.games,
        last_ms: row.standing.last_ms,
    };
    let leaders = (passed.saturating_add(1)..).zip(rows).map(leader).collect();
    Ok(Json(Leaderboard { leaders, next }))
}

fn read_place(cursor: &str) -> Option<(u32, (f64, Uuid))> {
    let mut parts = cursor.split('.');
    let place: u32 = parts.next()?.parse().ok()?;
    let rating = f64::from_bits(u64::from_str_radix(parts.next()?, 16).ok()?);
    let player = parts.next()?.parse().ok()?;
    // No list is so long that its places could run out of numbers.
    let is_place = (1..=u32::MAX / 2).contains(&place);
    (is_place && parts.next().is_none() && rating.is_finite()).then_some((place, (rating, player)))
}

fn kind(game: &str) -> Result<GameKind, ApiError> {
    GameKind::from_id(game).ok_or_else(no_game)
}

fn no_game() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "there is no such game")
}
