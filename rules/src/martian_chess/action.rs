//! Action and notation of Martian Chess: `b2-c3`, `A23-B11`, `b2-c3-clock`, `pass`.

use crate::wedge::{Cell, WedgeBoard};

/// What a seat decides in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move, capture or merge.
    Move {
        /// A cell of the acting seat's own wedge, with a piece on it.
        from: Cell,
        /// Another cell: empty, another seat's piece to capture, or one's own to merge with.
        to: Cell,
        /// Whether the action also starts the clock.
        clock: bool,
    },
    /// Do nothing, when nothing can be done.
    Pass,
}

impl Action {
    pub(super) fn parse(board: &WedgeBoard, text: &str) -> Option<Self> {
        if text == "pass" {
            return Some(Self::Pass);
        }
        let (from, rest) = text.split_once('-')?;
        let (to, clock) = match rest.split_once('-') {
            Some((to, "clock")) => (to, true),
            Some(_) => return None,
            None => (rest, false),
        };
        Some(Self::Move { from: board.cell_named(from)?, to: board.cell_named(to)?, clock })
    }

    pub(super) fn write(self, board: &WedgeBoard, text: &mut String) {
        match self {
            Self::Pass => text.push_str("pass"),
            Self::Move { from, to, clock } => {
                board.write_name(from, text);
                text.push('-');
                board.write_name(to, text);
                if clock {
                    text.push_str("-clock");
                }
            }
        }
    }
}
