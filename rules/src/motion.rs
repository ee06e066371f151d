//! Animation steps: what happened, piece by piece, for animation and for speech. They never decide what is shown: the
//! view does.

use crate::{Pyramid, Size, TrayKind};

/// One piece's part in an event. Several are told in order: a piece arrives first, then what it met is captured,
/// merged, hit or sunk. Followed one after another they lead from the view before to the view after.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(tag = "type", rename_all = "snake_case"))]
pub enum Motion {
    /// The topmost piece of a space moved along a path of spaces, its first and last included, onto whatever is there.
    Move {
        /// The piece.
        piece: Pyramid,
        /// The spaces it passed.
        path: Vec<u16>,
    },
    /// A piece was laid from the acting seat's stash.
    Lay {
        /// The piece.
        piece: Pyramid,
        /// Where.
        space: u16,
    },
    /// A piece was captured by the acting seat, and lies in its tray.
    Capture {
        /// The piece.
        piece: Pyramid,
        /// Where it stood.
        space: u16,
    },
    /// Two pieces became one, as large as both together.
    Merge {
        /// The size that they became.
        #[cfg_attr(feature = "wire", schemars(range(min = 1, max = 3)))]
        size: Size,
        /// Where.
        space: u16,
    },
    /// A whole stack left the game, and is seen no more.
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

impl Motion {
    /// Whether pieces met, which the action's notation does not tell.
    #[must_use]
    pub fn is_meeting(&self) -> bool {
        match self {
            Self::Capture { .. } | Self::Merge { .. } | Self::Sink { .. } | Self::Hit { .. } => true,
            Self::Move { .. } | Self::Lay { .. } | Self::Enter { .. } | Self::Exit { .. } => false,
        }
    }
}
