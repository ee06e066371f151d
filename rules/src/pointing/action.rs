//! Action and notation of the pointing games: `c3-2-c4`, `root-d4`, `null-b2`.

use crate::Size;
use crate::wedge::{Cell, WedgeBoard};

/// What a seat decides in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Lay a piece from the stash on an empty cell, on its side.
    Lay {
        /// Empty before.
        cell: Cell,
        /// 1, 2 or 3; one that the stash still has.
        size: Size,
        /// The neighbour it points at.
        target: Cell,
    },
    /// Lay a root before play.
    Root(Cell),
    /// Lay a null before play.
    Null(Cell),
}

impl Action {
    pub(super) fn parse(board: &WedgeBoard, text: &str) -> Option<Self> {
        let (head, rest) = text.split_once('-')?;
        match head {
            "root" => Some(Self::Root(board.cell_named(rest)?)),
            "null" => Some(Self::Null(board.cell_named(rest)?)),
            _ => {
                let (size, target) = rest.split_once('-')?;
                let size = match size {
                    "1" => 1,
                    "2" => 2,
                    "3" => 3,
                    _ => return None,
                };
                Some(Self::Lay { cell: board.cell_named(head)?, size, target: board.cell_named(target)? })
            }
        }
    }

    pub(super) fn write(self, board: &WedgeBoard, text: &mut String) {
        match self {
            Self::Lay { cell, size, target } => {
                board.write_name(cell, text);
                text.push('-');
                text.push(char::from(b'0' + size));
                text.push('-');
                board.write_name(target, text);
            }
            Self::Root(cell) => {
                text.push_str("root-");
                board.write_name(cell, text);
            }
            Self::Null(cell) => {
                text.push_str("null-");
                board.write_name(cell, text);
            }
        }
    }
}
