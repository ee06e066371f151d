//! What happened, piece by piece, for animation and for speech. Motions never decide what is shown: the view does.

use crate::{Pyramid, Size, TrayKind};

/// One piece's part in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(tag = "type", rename_all = "snake_case"))]
pub enum Motion {
    /// A piece moved along a path of spaces, its first and last included.
    Move {
        /// The piece.
        piece: Pyramid,
        /// The spaces it passed.
        path: Vec<u16>,
    },
    /// A piece was laid from the stash.
    Lay {
        /// The piece.
        piece: Pyramid,
        /// Where.
        space: u16,
    },
    /// A piece was captured by the acting seat.
    Capture {
        /// The piece.
        piece: Pyramid,
        /// Where it stood.
        space: u16,
    },
    /// Two pieces became one of another size.
    Merge {
        /// The size that they became.
        size: Size,
        /// Where.
        space: u16,
    },
    /// A whole stack left the game.
    Sink {
        /// Where it stood.
        space: u16,
    },
    /// A piece was sent to a tray of its owner.
    Hit {
        /// The piece.
        piece: Pyramid,
        /// Where it stood.
        space: u16,
        /// Where it went.
        tray: TrayKind,
    },
    /// A piece came from a tray of the acting seat onto the board.
    Enter {
        /// The piece.
        piece: Pyramid,
        /// Where it lay.
        tray: TrayKind,
        /// Where it came.
        space: u16,
    },
    /// A piece left the board for a tray of the acting seat.
    Exit {
        /// The piece.
        piece: Pyramid,
        /// Where it stood.
        space: u16,
        /// Where it went.
        tray: TrayKind,
    },
}
