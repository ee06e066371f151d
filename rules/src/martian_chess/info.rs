//! What Martian Chess says of itself.

use crate::{Choice, GameInfo, OptionInfo, OptionKind, Reason};

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
    dice: false,
    loser_begins: false,
    reasons: &[Reason::Empty, Reason::Clock, Reason::NoProgress],
    rules_version: 1,
};
