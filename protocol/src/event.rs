//! A table's numbered events: the one feed for playing, watching, catching up and replay.

use cydonia_rules::{Layout, LeaveReason, Motion, Outcome, Seat, View, ViewDiff};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Player;

/// Something that happened at a table. Events are numbered from 1 without gaps, and are durable before anyone sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Event {
    /// Its number.
    #[ts(type = "number")]
    pub n: u64,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// What happened.
    #[serde(flatten)]
    pub what: EventKind,
    /// What it changed in the view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub diff: Option<ViewDiff>,
    /// What the pieces did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Motion>>")]
    pub motions: Vec<Motion>,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventKind {
    /// A seat was taken.
    Sit {
        /// Which.
        seat: Seat,
        /// By whom.
        player: Player,
    },
    /// A seat was given up before the start.
    Stand {
        /// Which.
        seat: Seat,
    },
    /// The game began.
    Start {
        /// Where things are, for the whole game.
        layout: Box<Layout>,
        /// The first position.
        view: Box<View>,
    },
    /// A seat acted.
    Act {
        /// Which.
        seat: Seat,
        /// The action's notation.
        action: String,
    },
    /// Dice were rolled.
    Roll {
        /// For which seat's turn.
        seat: Seat,
        /// The number of the roll at this table, from 0.
        #[ts(type = "number")]
        k: u64,
        /// What they show.
        dice: [u8; 2],
    },
    /// A seat took its last action back.
    Undo {
        /// Which.
        seat: Seat,
    },
    /// A seat left the game.
    Leave {
        /// Which.
        seat: Seat,
        /// Why.
        reason: LeaveReason,
    },
    /// The game ended: always the last event.
    Finish {
        /// How.
        outcome: Outcome,
    },
}

impl EventKind {
    /// Whether this changes the position, so that actions quote its number.
    #[must_use]
    pub fn moves_position(&self) -> bool {
        match self {
            Self::Start { .. }
            | Self::Act { .. }
            | Self::Roll { .. }
            | Self::Undo { .. }
            | Self::Leave { .. } => true,
            Self::Sit { .. } | Self::Stand { .. } | Self::Finish { .. } => false,
        }
    }
}
