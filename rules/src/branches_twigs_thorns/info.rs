//! Metadata: what Branches and Twigs and Thorns says of itself.

use crate::pointing::BOARD_FULL;
use crate::{GameInfo, ReasonInfo, ScoreInfo, SeatAdvantage};

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
    advantages: &[SeatAdvantage {
        seats: 2,
        only: None,
        wins: &[93, 7],
        sentence: "Between equals, whoever begins a game for two won 93 of 100.",
    }],
    reasons: &[ReasonInfo { reason: BOARD_FULL, sentence: "Everybody has laid all their pieces." }],
    rules_version: 1,
};
