//! Metadata: what Martian Backgammon says of itself.

use crate::{Choice, GameInfo, OptionInfo, OptionKind, Reason, ReasonInfo, ScoreInfo};

/// A seat has all its pieces out.
pub const ALL_OUT: Reason = Reason::new("all-out");
/// Too many turns in a row in which nobody moved, or in which no piece went out.
pub const NO_PROGRESS: Reason = Reason::new("no-progress");

/// The game's description.
pub const INFO: GameInfo = GameInfo {
    id: "martian-backgammon",
    title: "Martian Backgammon",
    designer: "Kristin Looney",
    summary: "Two crowds in one hallway: lead your fifteen pieces round the bend and out in the right order, and mind who is left standing alone.",
    min_seats: 2,
    max_seats: 2,
    options: &[OptionInfo {
        name: "landing",
        label: "Empty spaces",
        help: "Whether a piece may stop on a space where nobody stands.",
        kind: OptionKind::Choices {
            choices: &[
                Choice {
                    value: "open",
                    label: "Open",
                    help: "A piece may stop on any empty space of its way.",
                },
                Choice {
                    value: "strict",
                    label: "Strict",
                    help: "Of the empty spaces only your own safe spot may be stopped on; many games end drawn.",
                },
            ],
        },
        only_seats: &[],
    }],
    score: Some(ScoreInfo {
        label: "pieces out",
        help: "Pieces that are out: whoever has all fifteen out wins.",
    }),
    dice: true,
    loser_begins: false,
    advantages: &[],
    reasons: &[
        ReasonInfo { reason: ALL_OUT, sentence: "All fifteen pieces of one player are out." },
        ReasonInfo {
            reason: NO_PROGRESS,
            sentence: "For too many turns nobody had moved or no piece had gone out.",
        },
    ],
    rules_version: 1,
};
