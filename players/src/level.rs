//! Levels: how strong a computer player is, and what it does wrong.

use cydonia_rules::{AnyGame, GameKind};

/// From 1, which a child can beat, to 8, the best that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The highest.
    pub const MAX: Self = Self(8);

    /// Every level, the lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX.0).map(Self)
    }

    /// That level, from 1 to 8.
    #[must_use]
    pub fn new(level: u8) -> Option<Self> {
        (1..=Self::MAX.0).contains(&level).then_some(Self(level))
    }

    /// Its number, from 1 to 8.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// How many nodes a player of this level has for an action of that game, as the game's own search counts them.
    #[must_use]
    pub fn nodes(self, game: &AnyGame) -> u64 {
        self.rung(game).nodes
    }

    /// How a player of this level plays that game.
    pub(crate) fn rung(self, game: &AnyGame) -> Rung {
        let kind = game.kind();
        let is_for_two = game.seats().count() == 2;
        let known = LADDERS.iter().find(|ladder| ladder.kind == kind && ladder.is_for_two == is_for_two);
        known.map_or(&UNKNOWN, |ladder| &ladder.rungs)[usize::from(self.0 - 1)]
    }
}

/// What makes a level: how far it looks, and how it errs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rung {
    /// Positions that are looked at, as the game's own search counts them.
    pub nodes: u64,
    /// How little it matters by how much one action is better than another: of two that differ by so much, the better is
    /// taken 2.7 times as often. Nothing: the best is taken.
    pub temperature: f32,
    /// How likely an action is not seen at all, unless it brings more at once than any other.
    pub overlooked: f32,
    /// What it is believed to be worth to take the most that can be taken at once, in parts of a victory.
    pub greed: f32,
}

const fn rung(nodes: u64, temperature: f32, overlooked: f32, greed: f32) -> Rung {
    Rung { nodes, temperature, overlooked, greed }
}

/// The levels of one game.
struct Ladder {
    kind: GameKind,
    /// For two seats, or else for three and more.
    is_for_two: bool,
    rungs: [Rung; 8],
}

/// Of games that no ladder was made for.
const UNKNOWN: [Rung; 8] = [
    rung(40, 0.25, 0.5, 0.3),
    rung(80, 0.12, 0.35, 0.2),
    rung(200, 0.06, 0.2, 0.1),
    rung(500, 0.03, 0.1, 0.05),
    rung(1_500, 0.015, 0.05, 0.0),
    rung(5_000, 0.005, 0.0, 0.0),
    rung(15_000, 0.0, 0.0, 0.0),
    rung(60_000, 0.0, 0.0, 0.0),
];

/// Of both pointing games for three and more.
const POINTING_FOR_MANY: [Rung; 8] = [
    rung(30, 0.4, 0.9, 0.2),
    rung(100, 0.065, 0.7, 0.12),
    rung(200, 0.045, 0.52, 0.08),
    rung(400, 0.03, 0.38, 0.04),
    rung(1_000, 0.02, 0.26, 0.0),
    rung(2_000, 0.012, 0.155, 0.0),
    rung(5_000, 0.005, 0.065, 0.0),
    rung(60_000, 0.0, 0.0, 0.0),
];

/// Every game's levels. Nodes alone would not do for the lower half: with a few hundred the searches below play better already
/// than most people, and what they do wrong looks like nothing that people do. So the lower levels see well enough, overlook
/// much and are tempted; from the middle on they only look less far, but where there are dice. The highest has what a second on one
/// core allows.
/// `docs/players.md` has what the tournament makes of each step.
const LADDERS: [Ladder; 9] = [
    // A little search sees most of what matters, as the gains tell so much; the first steps lie in what is overlooked.
    Ladder {
        kind: GameKind::MartianGo,
        is_for_two: true,
        rungs: [
            rung(30, 0.4, 0.85, 0.2),
            rung(120, 0.07, 0.45, 0.12),
            rung(300, 0.045, 0.26, 0.08),
            rung(600, 0.028, 0.16, 0.04),
            rung(1_500, 0.01, 0.05, 0.0),
            rung(4_000, 0.0, 0.0, 0.0),
            rung(60_000, 0.0, 0.0, 0.0),
            rung(300_000, 0.0, 0.0, 0.0),
        ],
    },
    Ladder { kind: GameKind::MartianGo, is_for_two: false, rungs: POINTING_FOR_MANY },
    // Whoever begins wins among those who err little, so that of two levels without errors each would win its half: up to the
    // highest there are some.
    Ladder {
        kind: GameKind::BranchesTwigsThorns,
        is_for_two: true,
        rungs: [
            rung(30, 0.8, 0.93, 0.2),
            rung(120, 0.14, 0.66, 0.12),
            rung(300, 0.07, 0.45, 0.08),
            rung(600, 0.05, 0.3, 0.05),
            rung(1_200, 0.036, 0.195, 0.02),
            rung(3_000, 0.022, 0.115, 0.0),
            rung(15_000, 0.003, 0.015, 0.0),
            rung(300_000, 0.0, 0.0, 0.0),
        ],
    },
    Ladder { kind: GameKind::BranchesTwigsThorns, is_for_two: false, rungs: POINTING_FOR_MANY },
    // Captures tempt: the lower levels take what they see, and see less of who takes back.
    Ladder {
        kind: GameKind::MartianChess,
        is_for_two: false,
        rungs: [
            rung(40, 0.3, 0.8, 0.3),
            rung(80, 0.1, 0.45, 0.2),
            rung(120, 0.05, 0.25, 0.12),
            rung(600, 0.015, 0.11, 0.05),
            rung(3_000, 0.003, 0.02, 0.0),
            rung(12_000, 0.0, 0.0, 0.0),
            rung(50_000, 0.0, 0.0, 0.0),
            rung(250_000, 0.0, 0.0, 0.0),
        ],
    },
    // Alpha-beta counts positions, not playouts, and sees a tactic or does not: the steps are larger.
    Ladder {
        kind: GameKind::MartianChess,
        is_for_two: true,
        rungs: [
            rung(100, 0.3, 0.7, 0.3),
            rung(300, 0.12, 0.45, 0.2),
            rung(1_000, 0.06, 0.25, 0.1),
            rung(4_000, 0.03, 0.12, 0.05),
            rung(15_000, 0.015, 0.05, 0.0),
            rung(60_000, 0.0, 0.0, 0.0),
            rung(300_000, 0.0, 0.0, 0.0),
            rung(2_000_000, 0.0, 0.0, 0.0),
        ],
    },
    Ladder {
        kind: GameKind::MartianMudWrestling,
        is_for_two: true,
        rungs: [
            rung(100, 0.3, 0.7, 0.2),
            rung(300, 0.12, 0.45, 0.15),
            rung(1_000, 0.06, 0.25, 0.1),
            rung(4_000, 0.03, 0.12, 0.05),
            rung(15_000, 0.015, 0.05, 0.0),
            rung(60_000, 0.0, 0.0, 0.0),
            rung(300_000, 0.0, 0.0, 0.0),
            rung(2_000_000, 0.0, 0.0, 0.0),
        ],
    },
    // The nests must be built to the point: whoever overlooks much never ends a game, so that the steps are small.
    Ladder {
        kind: GameKind::MartianFrisby,
        is_for_two: true,
        rungs: [
            rung(50, 0.02, 0.6, 0.0),
            rung(100, 0.01, 0.39, 0.0),
            rung(150, 0.006, 0.32, 0.0),
            rung(200, 0.005, 0.255, 0.0),
            rung(300, 0.004, 0.175, 0.0),
            rung(400, 0.003, 0.11, 0.0),
            rung(1_000, 0.001, 0.065, 0.0),
            rung(1_000_000, 0.0, 0.0, 0.0),
        ],
    },
    // One die changes little, so that whoever told actions hardly apart would wander up and down for ever; and the net sees at
    // once most of what there is. So the steps lie in what is overlooked, nearly up to the top.
    Ladder {
        kind: GameKind::MartianBackgammon,
        is_for_two: true,
        rungs: [
            rung(50, 0.05, 0.85, 0.2),
            rung(100, 0.036, 0.74, 0.15),
            rung(150, 0.03, 0.63, 0.1),
            rung(200, 0.022, 0.52, 0.05),
            rung(300, 0.017, 0.41, 0.0),
            rung(300, 0.012, 0.29, 0.0),
            rung(500, 0.008, 0.16, 0.0),
            rung(1_000_000, 0.0, 0.0, 0.0),
        ],
    },
];
