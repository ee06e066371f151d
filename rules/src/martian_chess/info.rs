//! Metadata: what Martian Chess says of itself.

use crate::{Choice, GameInfo, OptionInfo, OptionKind, Reason, ReasonInfo, ScoreInfo};

/// A wedge was emptied.
pub const EMPTY: Reason = Reason::new("empty");
/// The players' own countdown ran out.
pub const CLOCK: Reason = Reason::new("clock");
/// Too many actions in a row captured nothing.
pub const NO_PROGRESS: Reason = Reason::new("no-progress");

/// The game's description.
pub const INFO: GameInfo = GameInfo {
    id: "martian-chess",
    title: "Martian Chess",
    designer: "Andrew Looney",
    summary: "Chess without armies: a piece belongs to whoever's ground it stands on, so every capture hands your piece over.",
    min_seats: 2,
    max_seats: 6,
    options: &[
        OptionInfo {
            name: "rules",
            label: "Rules",
            help: "Which of the two published rule sets is played.",
            kind: OptionKind::Choices {
                choices: &[
                    Choice { value: "classic", label: "Classic", help: "The original rules." },
                    Choice {
                        value: "arcade",
                        label: "Arcade",
                        help: "Pieces merge inside your own ground, and a quiet game may be put on a countdown of seven.",
                    },
                ],
            },
            only_seats: &[],
        },
        OptionInfo {
            name: "teams",
            label: "Teams",
            help: "Two against two, partners opposite each other; a team's points are added up.",
            kind: OptionKind::Switch { default: false },
            only_seats: &[4],
        },
    ],
    score: Some(ScoreInfo { label: "points", help: "The points of the pieces captured: the most win." }),
    dice: false,
    loser_begins: false,
    advantages: &[],
    reasons: &[
        ReasonInfo { reason: EMPTY, sentence: "One side of the board is empty." },
        ReasonInfo { reason: CLOCK, sentence: "The countdown ran out." },
        ReasonInfo {
            reason: NO_PROGRESS,
            sentence: "Nothing had been captured for too long, so it was scored as it stood.",
        },
    ],
    rules_version: 1,
};
