//! Action and notation of Martian Frisby: `a1-a5`, `end`, `pass`.

use super::board::GRID;
use crate::grid::Move;

/// What a seat decides at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move a piece by an unspent die; the distance tells which.
    Move(Move),
    /// Be done, with both dice used.
    End,
    /// Do nothing, when the dice cannot both be used.
    Pass,
}

impl Action {
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text {
            "end" => Some(Self::End),
            "pass" => Some(Self::Pass),
            _ => GRID.parse_move(text).map(Self::Move),
        }
    }

    pub(super) fn write(self, text: &mut String) {
        match self {
            Self::Move(taken) => GRID.write_move(taken, text),
            Self::End => text.push_str("end"),
            Self::Pass => text.push_str("pass"),
        }
    }
}
