//! Puzzles: positions in which one action is clearly better than all others, to be found.

use cydonia_rules::{Layout, Objection, Options, ScoreChange, Seat, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{Event, Rating, RatingChange};

/// What a list tells of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleSummary {
    /// The puzzle: `/puzzles/{id}`.
    pub id: Uuid,
    /// Which game, by its id.
    pub game: String,
    /// How many seats play.
    pub seats: u8,
    /// How hard it is: its rating, moved by the first attempt of everybody who has a name.
    pub rating: Rating,
    /// How many first attempts that is from.
    #[ts(type = "number")]
    pub attempts: i64,
    /// Whether one's own first attempt was right; null without one.
    pub solved: Option<bool>,
}

/// `GET /api/v1/puzzles`: puzzles, those of the program first, game by game, the easier first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzlePage {
    /// The puzzles.
    pub puzzles: Vec<PuzzleSummary>,
    /// `?cursor=` of the next page; null at the end.
    pub next: Option<String>,
    /// One's own rating in puzzles; null before one's first attempt.
    pub own: Option<Rating>,
}

/// `GET /api/v1/puzzles/{id}`: a puzzle as it is shown; the solution is not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Puzzle {
    /// What lists tell of it.
    #[serde(flatten)]
    pub summary: PuzzleSummary,
    /// The options that were chosen.
    #[ts(type = "Record<string, OptionValue>")]
    pub options: Options,
    /// The seat that is to act.
    pub seat: Seat,
    /// The finished game that the position is from: `/games/{id}`; null if computers played it for the puzzle's sake.
    #[serde(rename = "match")]
    pub from_match: Option<Uuid>,
    /// After how many actions and leavings of that game it stands.
    pub ply: u32,
    /// Where things are and what they are called.
    pub layout: Layout,
    /// The position.
    pub view: View,
    /// Every legal action, sorted.
    pub choices: Vec<String>,
    /// What they bring in scores, those that bring the same together.
    pub scores: Vec<ScoreChange>,
}

/// `GET /api/v1/puzzles/{id}/objection?action=…`: why an action, or one that begins so, may not be taken there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleObjection {
    /// Why; null if it may.
    pub objection: Option<Objection>,
}

/// `GET /api/v1/puzzles/today`: the puzzle of the day, the same for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleOfTheDay {
    /// The day (UTC), as `2026-01-31`.
    pub day: String,
    /// Its puzzle.
    pub puzzle: Puzzle,
}

/// `POST /api/v1/puzzles/{id}/attempts`: the action that one takes for the best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PuzzleAttempt {
    /// Its notation.
    pub action: String,
}

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PuzzleAnswer {
    /// Whether the action was the solution.
    pub right: bool,
    /// Whether it was one's first attempt, the one that counts.
    pub counted: bool,
    /// The best action.
    pub solution: String,
    /// The solution and how it may go on from there, as the events that a table's watchers would see.
    pub line: Vec<Event>,
    /// The part of the victory that the seat can expect after the solution, in percent.
    pub best: u8,
    /// The same after the second best action.
    pub second: u8,
    /// The puzzle's rating now.
    pub rating: Rating,
    /// One's own rating in puzzles: as one's first attempt at this one found and left it. Null without a name.
    pub own: Option<RatingChange>,
}
