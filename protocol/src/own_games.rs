//! Own games: what is told to whoever follows theirs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What has happened at a table of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum OwnGameEvent {
    /// One has a seat there now, or one is kept for oneself, as in a rematch or a challenge.
    Seat,
    /// One has a seat there no more, and none is kept.
    Gone,
    /// The last seat was taken.
    Full,
    /// The game has begun.
    Start,
    /// It is one's turn: to act, to roll, or to give one's share of a roll. It may be told twice.
    Turn,
    /// It is one's turn no more: somebody else is waited for, or the game is paused.
    Wait,
    /// The game is over and kept.
    Finish,
    /// The game was ended before it had really begun, or nobody came.
    Abort,
}
