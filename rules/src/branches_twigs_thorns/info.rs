//! Metadata: what Branches and Twigs and Thorns says of itself.

use crate::pointing::BOARD_FULL;
use crate::{GameInfo, ReasonInfo, ScoreInfo};

/// The game's description.
pub const INFO: GameInfo = GameInfo {
    id: "branches-twigs-thorns",
    title: "Branches and Twigs and Thorns",
    designer: "Andrew Plotkin",
    summary: "Grow your tree over the board: leaning on somebody else's piece costs you its size and pays its owner the size of yours, and the most points win.",
    min_seats: 2,
    max_seats: 6,
    options: &[],
    score: Some(ScoreInfo { label: "points", help: "The most points win." }),
    dice: false,
    loser_begins: false,
    reasons: &[ReasonInfo { reason: BOARD_FULL, sentence: "Everybody has laid all their pieces." }],
    rules_version: 1,
};
