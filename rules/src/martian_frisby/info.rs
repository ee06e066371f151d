//! Metadata: what Martian Frisby says of itself.

use crate::{Choice, GameInfo, OptionInfo, OptionKind, Reason, ReasonInfo};

/// A seat brought both nests over.
pub const HOME: Reason = Reason::new("home");
/// Too many turns went by.
pub const NO_PROGRESS: Reason = Reason::new("no-progress");

/// The game's description.
pub const INFO: GameInfo = GameInfo {
    id: "martian-frisby",
    title: "Martian Frisby",
    designer: "Dan Efran",
    summary: "Race your two nests across the board: take them apart, roll them past the other player's, and build them up again on the far side.",
    min_seats: 2,
    max_seats: 2,
    options: &[OptionInfo {
        name: "columns",
        label: "Columns",
        help: "Whether a piece may change to the other column.",
        kind: OptionKind::Choices {
            choices: &[
                Choice { value: "closed", label: "Closed", help: "A piece stays in its column." },
                Choice { value: "open", label: "Open", help: "A move may end in either column." },
            ],
        },
        only_seats: &[],
    }],
    score: None,
    dice: true,
    loser_begins: true,
    advantages: &[],
    reasons: &[
        ReasonInfo { reason: HOME, sentence: "Both nests stand complete on the far side." },
        ReasonInfo { reason: NO_PROGRESS, sentence: "Nobody had come home after five hundred turns." },
    ],
    rules_version: 1,
};
