//! Analysis of games, and hints.

use cydonia_rules::{Motion, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

/// What the strongest computer player makes of a finished game, or of what was played so far of one that is on. What a position is
/// worth to a seat is the part of the victory that it can expect, from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchAnalysis {
    /// The game: the id of its table.
    pub id: Uuid,
    /// The version of the players that it was made by. Better ones make it anew.
    pub version: u32,
    /// Of a game that is on: the number of the event by which all allowed it. What came before that is analysed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub until: Option<u64>,
    /// How many nodes each position was searched with.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Every position in which a seat acted, in order; actions that were taken back are left out.
    pub positions: Vec<AnalysedPosition>,
    /// What the game was to each seat at its end; of one that is on, what it was worth where what is analysed ends.
    pub end: Vec<f64>,
    /// The moves that changed most, the worst first, by their places in `positions`.
    pub turning_points: Vec<u32>,
}

/// One position of a game, what was done in it, and what would have been best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AnalysedPosition {
    /// How many entries of the game's `line` came before: what was done is the next one.
    pub step: u32,
    /// Of a game that is on: the number of the event that was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub n: Option<u64>,
    /// The seat that acted.
    pub seat: Seat,
    /// What the position was worth to each seat.
    pub values: Vec<f64>,
    /// What was done, in notation.
    pub action: String,
    /// What the position after it was worth to the seat that acted; never more than before.
    pub value: f64,
    /// How much of the victory that gave away.
    pub loss: f64,
    /// How it might have gone on, up to the next roll; the first of these is the best action. In a game that is on it ends where
    /// the game stands.
    pub line: Vec<LineMove>,
}

/// An action as it would be taken in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LineMove {
    /// The seat.
    pub seat: Seat,
    /// The action, in notation.
    pub action: String,
    /// What the pieces would do, to be drawn.
    pub motions: Vec<Motion>,
}

/// How far the analysis of a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AnalysisProgress {
    /// Positions that were looked at.
    pub done: u32,
    /// All there are; 0 while the game is still to be read.
    pub all: u32,
    /// Whether it can be read now.
    pub ready: bool,
    /// Of a game that is on: the number of the event by which all allowed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub until: Option<u64>,
}
