//! Metadata: what Martian Go says of itself.

use crate::pointing::BOARD_FULL;
use crate::{Choice, GameInfo, OnlyChoices, OptionInfo, OptionKind, ReasonInfo, ScoreInfo, SeatAdvantage};

/// The game's description.
pub const INFO: GameInfo = GameInfo {
    id: "martian-go",
    title: "Martian Go",
    designer: "Andrew Plotkin",
    summary: "Grow your tree over the board, each piece pointing at one already laid: leaning on somebody else's costs you, and the fewest penalty points win.",
    min_seats: 2,
    max_seats: 6,
    options: &[OptionInfo {
        name: "setup",
        label: "Set-up",
        help: "What lies on the board before the first piece.",
        kind: OptionKind::Choices {
            choices: &[
                Choice {
                    value: "centre",
                    label: "Central root",
                    help: "The cells round the centre are roots from the start.",
                },
                Choice {
                    value: "free-root",
                    label: "Free root",
                    help: "Each player lays one root: the first anywhere, the others next to one that lies there.",
                },
                Choice {
                    value: "nulls",
                    label: "Nulls and roots",
                    help: "Half of the players each make a hole in the board, without splitting it; the others each lay a root anywhere.",
                },
            ],
        },
        only_seats: &[],
    }],
    score: Some(ScoreInfo { label: "penalty", help: "Penalty points: the fewest win." }),
    dice: false,
    loser_begins: false,
    advantages: &[
        SeatAdvantage {
            seats: 2,
            only: Some(OnlyChoices { option: "setup", values: &["free-root", "nulls"] }),
            wins: &[88, 12],
            sentence: "Between equals, whoever begins a game for two with this set-up won 88 of 100.",
        },
        SeatAdvantage {
            seats: 3,
            only: None,
            wins: &[49, 35, 16],
            sentence: "Between equals, of 100 games for three the first seat won 49, the second 35 and the third 16.",
        },
    ],
    reasons: &[ReasonInfo { reason: BOARD_FULL, sentence: "Everybody has laid all their pieces." }],
    rules_version: 1,
};
