//! Metadata: what Martian Mud Wrestling says of itself.

use crate::{GameInfo, Reason, ReasonInfo};

/// Neither seat can move.
pub const BOTH_STUCK: Reason = Reason::new("both-stuck");
/// The seat to move cannot.
pub const STUCK: Reason = Reason::new("stuck");
/// The same position came up for the third time.
pub const REPETITION: Reason = Reason::new("repetition");
/// Too many actions in a row sank nothing.
pub const NO_PROGRESS: Reason = Reason::new("no-progress");

/// The game's description.
pub const INFO: GameInfo = GameInfo {
    id: "martian-mud-wrestling",
    title: "Martian Mud Wrestling",
    designer: "Elliott C. Evans",
    summary: "Pile pyramids on a field of mud: a stack that carries too much sinks, and whoever cannot move loses.",
    min_seats: 2,
    max_seats: 2,
    options: &[],
    score: None,
    dice: false,
    loser_begins: false,
    advantages: &[],
    reasons: &[
        ReasonInfo { reason: BOTH_STUCK, sentence: "Nobody has a piece left to move, so both lose." },
        ReasonInfo { reason: STUCK, sentence: "The player to move had no piece on top of a stack." },
        ReasonInfo { reason: REPETITION, sentence: "The same position came up for the third time." },
        ReasonInfo { reason: NO_PROGRESS, sentence: "Nothing had sunk for a hundred moves." },
    ],
    rules_version: 1,
};
