//! Puzzles: the puzzle of the day, lists, one with its board, and attempts at it.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{
    ErrorCode, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleObjection, PuzzleOfTheDay, PuzzlePage,
    PuzzleSummary, Rating, Scope,
};
use cydonia_rules::{GameKind, Layout, View};
use schemars::JsonSchema;
use serde::Deserialize;
use time::OffsetDateTime;
use uuid::Uuid;

use super::app::App;
use super::extract::{ApiJson, ApiPath, ApiQuery, Caller, CurrentVisitor, SameOrigin};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::query_error::{QueryError, page_size};
use super::work::Work;
use crate::glicko::Standing;
use crate::puzzles::{Input, PuzzleError, PuzzleRecord, Source, set};
use crate::store::{AttemptPuzzle, OwnPuzzles, PuzzleStanding};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleQuery {
    /// Puzzles of this game, by its id.
    game: Option<String>,
    /// Where the page before ended: its `next`.
    cursor: Option<String>,
    /// How many.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ObjectionQuery {
    /// What was tried: an action, or the first tokens of one.
    action: String,
}

pub(super) fn operations() -> [Operation; 5] {
    [list_puzzles(), read_puzzle_of_the_day(), read_puzzle(), explain_puzzle(), attempt_puzzle()]
}

fn list_puzzles() -> Operation {
    Operation::get(Tag::Puzzles, "/api/v1/puzzles", "listPuzzles", list).tagged()
        .summary("Puzzles")
        .description(
            "Those that are part of the program, game by game, the easier first; then those out of the house's \
             own games, in the order in which they were found.",
        )
        .query::<PuzzleQuery>()
        .responds::<PuzzlePage>("A page.")
        .errors([ErrorCode::BadQuery])
        .auth_optional()
}

/// How far a list has been read: through so many of the program's own, or through the house's up to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    Set(usize),
    House(i64),
}

impl Reached {
    fn read(cursor: &str) -> Option<Self> {
        let (part, number) = cursor.split_once('-')?;
        // One spelling only, as it was given.
        let number: i64 =
            number.parse().ok().filter(|known: &i64| *known > 0 && known.to_string() == number)?;
        match part {
            "set" => usize::try_from(number).ok().filter(|place| *place <= set::all().len()).map(Self::Set),
            "house" => Some(Self::House(number)),
            _ => None,
        }
    }

    fn cursor(self) -> String {
        match self {
            Self::Set(place) => format!("set-{place}"),
            Self::House(number) => format!("house-{number}"),
        }
    }
}

async fn list(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    query: ApiQuery<PuzzleQuery>,
) -> Result<Json<PuzzlePage>, ApiError> {
    let limit = page_size(query.limit)?;
    let game = query.game.as_deref();
    if game.is_some_and(|game| GameKind::from_id(game).is_none()) {
        return Err(QueryError::NoGame.into());
    }
    let reached = query.cursor.as_deref().map(|cursor| Reached::read(cursor).ok_or(QueryError::Cursor));
    let reached = reached.transpose()?.unwrap_or(Reached::Set(0));
    let store = &app.context.store;
    let (mut puzzles, mut next) = match reached {
        Reached::Set(place) => of_set(game, place, limit),
        Reached::House(_) => (Vec::new(), None),
    };
    if next.is_none() {
        let after = if let Reached::House(number) = reached { number } else { 0 };
        // A page that the program's own fill goes on with the house's first, if there is one.
        let room = limit - puzzles.len();
        let of_house = if room > 0 {
            store.own_puzzles(game, after, room).await?
        } else {
            let more = store.own_puzzles(game, after, 1).await?;
            let is_more = !more.puzzles.is_empty() || more.next.is_some();
            next = is_more.then_some(Reached::Set(set::all().len()));
            OwnPuzzles::default()
        };
        puzzles.extend(of_house.puzzles);
        next = next.or(of_house.next.map(Reached::House));
    }
    let player = visitor.own().map(|own| own.player.id);
    let standings = store.puzzle_standings(puzzles.iter().map(|puzzle| puzzle.id).collect(), player).await?;
    let own = match player {
        Some(player) => store.solver_rating(player).await?,
        None => None,
    };
    let now_ms = app.context.clock.now_ms();
    let puzzles = puzzles.iter().map(|puzzle| summary(puzzle, &standings, now_ms)).collect();
    Ok(Json(PuzzlePage { puzzles, next: next.map(Reached::cursor), own }))
}

/// Up to so many of the program's own puzzles behind a place, and where they end if there are more.
fn of_set(game: Option<&str>, place: usize, limit: usize) -> (Vec<PuzzleRecord>, Option<Reached>) {
    let rest = set::all().iter().enumerate().skip(place);
    let mut fitting = rest.filter(|(_, puzzle)| game.is_none_or(|game| puzzle.game == game));
    let page: Vec<(usize, &PuzzleRecord)> = fitting.by_ref().take(limit).collect();
    let end = page.last().map(|(place, _)| Reached::Set(place + 1));
    let more = fitting.next().is_some();
    (page.into_iter().map(|(_, puzzle)| puzzle.clone()).collect(), end.filter(|_| more))
}

fn summary(puzzle: &PuzzleRecord, standings: &HashMap<Uuid, PuzzleStanding>, now_ms: i64) -> PuzzleSummary {
    let PuzzleStanding { rating, solved } = standings.get(&puzzle.id).copied().unwrap_or_default();
    let standing = rating.unwrap_or_else(|| Standing::guessed(f64::from(puzzle.rating), now_ms));
    PuzzleSummary {
        id: puzzle.id,
        game: puzzle.game.clone(),
        seats: puzzle.players,
        rating: Rating::of(standing.rating, standing.deviation),
        attempts: standing.games,
        solved,
    }
}

fn read_puzzle_of_the_day() -> Operation {
    Operation::get(Tag::Puzzles, "/api/v1/puzzles/today", "readPuzzleOfTheDay", today)
        .summary("The puzzle of the day")
        .description(
            "The same for everybody from midnight to midnight (UTC): one game after the other, and none a \
             second time before all that are part of the program have had their day.",
        )
        .responds::<PuzzleOfTheDay>("The day and its puzzle.")
        .auth_optional()
}

async fn today(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    work: Work,
) -> Result<Json<PuzzleOfTheDay>, ApiError> {
    let now_ms = app.context.clock.now_ms();
    let day = now_ms.div_euclid(DAY_MS);
    let date = OffsetDateTime::from_unix_timestamp(day * DAY_MS / 1_000).map(OffsetDateTime::date);
    let puzzle = set::of_day(day).ok_or_else(no_puzzle)?.clone();
    let day = date.map(|date| date.to_string()).map_err(|_beyond_all_days| no_puzzle())?;
    Ok(Json(PuzzleOfTheDay { day, puzzle: shown(&app, who, work, puzzle).await? }))
}

fn read_puzzle() -> Operation {
    Operation::get(Tag::Puzzles, "/api/v1/puzzles/{id}", "readPuzzle", one)
        .summary("A puzzle")
        .description("Its board, and every legal action. The solution is told with the answer to an attempt.")
        .path::<Uuid>("id", "The puzzle.")
        .responds::<Puzzle>("The puzzle.")
        .errors([ErrorCode::NoPuzzle])
        .auth_optional()
}

async fn one(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    id: ApiPath<Uuid>,
    work: Work,
) -> Result<Json<Puzzle>, ApiError> {
    let puzzle = find(&app, id).await?;
    Ok(Json(shown(&app, who, work, puzzle).await?))
}

/// A puzzle by its id: one of the program's own, or of the house's.
async fn find(app: &App, id: ApiPath<Uuid>) -> Result<PuzzleRecord, ApiError> {
    let Ok(Path(id)) = id else { return Err(no_puzzle()) };
    if let Some(puzzle) = set::find(id) {
        return Ok(puzzle.clone());
    }
    app.context.store.own_puzzle(id).await?.ok_or_else(no_puzzle)
}

/// A puzzle as it is shown to somebody.
async fn shown(
    app: &App,
    CurrentVisitor(visitor): CurrentVisitor,
    work: Work,
    puzzle: PuzzleRecord,
) -> Result<Puzzle, ApiError> {
    let player = visitor.own().map(|own| own.player.id);
    let standings = app.context.store.puzzle_standings(vec![puzzle.id], player).await?;
    let summary = summary(&puzzle, &standings, app.context.clock.now_ms());
    let played = work.run(move || {
        let game = puzzle.position()?;
        let board: (Layout, View) = (game.layout(), game.view());
        Ok::<_, PuzzleError>((puzzle, board, game.actions(), game.score_changes()))
    });
    let (puzzle, (layout, view), choices, scores) = played.await?.map_err(|error| damaged(&error))?;
    let acts = puzzle.line.iter().filter(|input| matches!(input, Input::Act(_))).count();
    let from_match = match puzzle.source {
        Source::Match { id } => Some(id),
        Source::SelfPlay { .. } => None,
    };
    Ok(Puzzle {
        summary,
        options: puzzle.options,
        seat: puzzle.seat,
        from_match,
        ply: u32::try_from(acts).unwrap_or(u32::MAX),
        layout,
        view,
        choices,
        scores,
    })
}

fn explain_puzzle() -> Operation {
    Operation::get(Tag::Puzzles, "/api/v1/puzzles/{id}/objection", "explainPuzzle", explain)
        .summary("Why not")
        .description(
            "Why an action, or one that begins so, may not be taken in a puzzle's position: what a table says to \
             `explain`. It is no attempt, and tells nothing of the solution.",
        )
        .path::<Uuid>("id", "The puzzle.")
        .query::<ObjectionQuery>()
        .responds::<PuzzleObjection>("Why, if there is anything against it.")
        .errors([ErrorCode::BadQuery, ErrorCode::NoPuzzle])
}

async fn explain(
    State(app): State<Arc<App>>,
    id: ApiPath<Uuid>,
    work: Work,
    query: ApiQuery<ObjectionQuery>,
) -> Result<Json<PuzzleObjection>, ApiError> {
    let puzzle = find(&app, id).await?;
    let action = query.action.clone();
    let played = work.run(move || puzzle.position().map(|game| game.objection(&action)));
    let objection = played.await?.map_err(|error| damaged(&error))?;
    Ok(Json(PuzzleObjection { objection }))
}

fn attempt_puzzle() -> Operation {
    Operation::post(Tag::Puzzles, "/api/v1/puzzles/{id}/attempts", "attemptPuzzle", attempt)
        .summary("Try to solve a puzzle")
        .description(
            "The first attempt of whoever has a name counts, right or wrong, and moves the puzzle's rating and \
             their own in puzzles; later ones change nothing. Without a name nothing is kept.",
        )
        .path::<Uuid>("id", "The puzzle.")
        .json_body::<PuzzleAttempt>()
        .responds::<PuzzleAnswer>("Whether it was right, and the solution.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::NoPuzzle,
            ErrorCode::BadNotation,
            ErrorCode::Illegal,
            ErrorCode::BadOrigin,
            ErrorCode::NoScope,
            ErrorCode::TooFast,
        ])
        .auth_optional()
}

async fn attempt(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    id: ApiPath<Uuid>,
    work: Work,
    body: Result<ApiJson<PuzzleAttempt>, ApiError>,
) -> Result<Json<PuzzleAnswer>, ApiError> {
    let ApiJson(PuzzleAttempt { action }) = body?;
    visitor.check_scope(Scope::Play)?;
    if let Err(wait) = app.context.admission.admits_attempt(address) {
        let why = "as many puzzles were tried from this address as may be in a minute: take your time";
        return Err(ApiError::new(ErrorCode::TooFast, why).come_again_in(wait));
    }
    let puzzle = find(&app, id).await?;
    let played = work.run(move || {
        // On a copy, and only for its refusal.
        let refused = puzzle.position()?.play(&action).err();
        let line = puzzle.events(&puzzle.solution)?;
        Ok::<_, PuzzleError>((puzzle.is_solved_by(&action), puzzle, line, refused))
    });
    let (right, puzzle, line, refused) = played.await?.map_err(|error| damaged(&error))?;
    if let Some(refused) = refused {
        return Err(cydonia_table::Rejection::from(refused).into());
    }
    let now_ms = app.context.clock.now_ms();
    let (rating, counted, own) = match visitor.own() {
        Some(session) => {
            let guess = f64::from(puzzle.rating);
            let player = session.player.id;
            let attempt = AttemptPuzzle { player, puzzle: puzzle.id, guess, solved: right, now_ms };
            let attempted = app.context.store.write(attempt).await?;
            (attempted.puzzle, attempted.counted, Some(attempted.own))
        }
        None => {
            let standings = app.context.store.puzzle_standings(vec![puzzle.id], None).await?;
            (summary(&puzzle, &standings, now_ms).rating, false, None)
        }
    };
    let [best, second] = puzzle.values.map(|value| (value.clamp(0.0, 1.0) * 100.0).round() as u8);
    let solution = puzzle.solution.into_iter().next().unwrap_or_default();
    Ok(Json(PuzzleAnswer { right, counted, solution, line, best, second, rating, own }))
}

fn no_puzzle() -> ApiError {
    ApiError::new(ErrorCode::NoPuzzle, "there is no such puzzle")
}

/// It was read before, so that this is a fault of the program's.
fn damaged(error: &PuzzleError) -> ApiError {
    tracing::error!(%error, "a puzzle cannot be shown");
    ApiError::new(ErrorCode::Damaged, "what is stored of this is damaged, and somebody has to mend it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_given_and_no_other_way() {
        for reached in [Reached::Set(1), Reached::House(1), Reached::House(i64::MAX)] {
            assert_eq!(Reached::read(&reached.cursor()), Some(reached));
        }
        for wrong in
            ["", "set", "set-", "set-0", "set--1", "set-01", "set-+1", "set-1000000", "house-0", "1", "own-1"]
        {
            assert_eq!(Reached::read(wrong), None, "{wrong}");
        }
    }
}
