//! Subjects: the games of which a net can learn, and how it best does.

use std::marker::PhantomData;

use cydonia_players::evaluation::{Evaluate, Features};
use cydonia_players::pointing::{self, Known};
use cydonia_players::search::expectimax::Stochastic;
use cydonia_players::{Budget, Engine, Never};
use cydonia_players::{martian_backgammon, martian_chess, martian_chess_many, martian_frisby};
use cydonia_rules::martian_backgammon::MartianBackgammon;
use cydonia_rules::martian_chess::MartianChess;
use cydonia_rules::martian_frisby::MartianFrisby;
use cydonia_rules::pointing::Pointing;
use cydonia_rules::{Game, Phase, Setup};
use fastrand::Rng;

use crate::Manner;

/// A game, how its positions are put before a net, and who plays it.
pub trait Subject: Sync {
    /// The game.
    type Game: Game + Sync;
    /// What the net sees.
    type Features: Features<Self::Game> + Clone + Sync;
    /// How games are played to be learned from.
    const MANNER: Manner;
    /// How far a step goes at first, and at the end.
    const RATES: [f32; 2];
    /// Options, each of which is set in one game of eight, so that they are known as well.
    const VARIANTS: &'static [(&'static str, &'static str)];

    /// Whoever plays very many games by that judge: at so many nodes for an action at most, what the position is worth to the
    /// seat to act, and the position after its turn.
    fn quick<E: Evaluate<Self::Game>>(
        judge: E,
        nodes: u64,
    ) -> impl FnMut(&Self::Game, &mut Rng) -> Option<(f32, Self::Game)>;

    /// The engine that plays by that judge for others.
    fn engine<E: Evaluate<Self::Game>>(judge: E) -> impl Engine<Self::Game>;

    /// What the net is measured against.
    fn hand() -> impl Evaluate<Self::Game> + Clone + Sync;

    /// How many seats there are, by turns; the first is what is measured.
    const SEATS: &'static [u8] = &[2];

    /// The set-up of the game of that number.
    #[must_use]
    fn setup(number: u64) -> Setup {
        let turns = Self::SEATS.len() as u64;
        let setup = Setup::for_seats(Self::SEATS[(number % turns) as usize]);
        match Self::VARIANTS.get((7 - number / turns % 8) as usize) {
            Some((name, choice)) => setup.choose(name, choice),
            None => setup,
        }
    }
}

/// Martian Backgammon: the dice see to it that games differ.
#[derive(Clone, Copy, Debug)]
pub struct Backgammon;

impl Subject for Backgammon {
    type Game = MartianBackgammon;
    type Features = martian_backgammon::Seen;
    const MANNER: Manner = Manner {
        nodes: 1,
        opening: 0,
        whim: 0.0,
        greed: 0.0,
        is_fallible: false,
        lambda: 0.7,
        draw: MartianBackgammon::DRAW,
        discount: MartianBackgammon::DISCOUNT,
        samples: usize::MAX,
    };
    const RATES: [f32; 2] = [2e-3, 1e-4];
    const VARIANTS: &'static [(&'static str, &'static str)] = &[("landing", "strict")];

    fn quick<E: Evaluate<MartianBackgammon>>(
        judge: E,
        _: u64,
    ) -> impl FnMut(&MartianBackgammon, &mut Rng) -> Option<(f32, MartianBackgammon)> {
        let mut engine = martian_backgammon::engine_with(judge);
        move |game, _| engine.turn_at_sight(game)
    }

    fn engine<E: Evaluate<MartianBackgammon>>(judge: E) -> impl Engine<MartianBackgammon> {
        martian_backgammon::engine_with(judge)
    }

    fn hand() -> impl Evaluate<MartianBackgammon> + Clone + Sync {
        martian_backgammon::hand()
    }
}

/// Martian Frisby: a draw helps nobody, and a win is worth the more the sooner it comes, or both would learn to stand in each
/// other's way for ever.
#[derive(Clone, Copy, Debug)]
pub struct Frisby;

impl Subject for Frisby {
    type Game = MartianFrisby;
    type Features = martian_frisby::Seen;
    const MANNER: Manner = Manner {
        nodes: 1,
        opening: 0,
        whim: 0.02,
        greed: 0.0,
        is_fallible: false,
        lambda: 0.8,
        draw: MartianFrisby::DRAW,
        discount: MartianFrisby::DISCOUNT,
        samples: 120,
    };
    const RATES: [f32; 2] = [1e-3, 1e-4];
    const VARIANTS: &'static [(&'static str, &'static str)] = &[("columns", "open")];

    fn quick<E: Evaluate<MartianFrisby>>(
        judge: E,
        _: u64,
    ) -> impl FnMut(&MartianFrisby, &mut Rng) -> Option<(f32, MartianFrisby)> {
        let mut engine = martian_frisby::engine_with(judge);
        move |game, _| engine.turn_at_sight(game)
    }

    fn engine<E: Evaluate<MartianFrisby>>(judge: E) -> impl Engine<MartianFrisby> {
        martian_frisby::engine_with(judge)
    }

    fn hand() -> impl Evaluate<MartianFrisby> + Clone + Sync {
        martian_frisby::hand()
    }
}

/// Martian Chess for two seats: what is learned is what a small search of the same net says.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Subject for Chess {
    type Game = MartianChess;
    type Features = martian_chess::Seen;
    const MANNER: Manner = Manner {
        nodes: 200,
        opening: 4,
        whim: 0.05,
        greed: 0.0,
        is_fallible: false,
        lambda: 0.7,
        draw: 0.5,
        discount: 1.0,
        samples: usize::MAX,
    };
    const RATES: [f32; 2] = [2e-3, 1e-4];
    const VARIANTS: &'static [(&'static str, &'static str)] = &[("rules", "arcade")];

    fn quick<E: Evaluate<MartianChess>>(
        judge: E,
        nodes: u64,
    ) -> impl FnMut(&MartianChess, &mut Rng) -> Option<(f32, MartianChess)> {
        searched(martian_chess::engine_with(judge), nodes)
    }

    fn engine<E: Evaluate<MartianChess>>(judge: E) -> impl Engine<MartianChess> {
        martian_chess::engine_with(judge)
    }

    fn hand() -> impl Evaluate<MartianChess> + Clone + Sync {
        martian_chess::hand()
    }
}

/// Martian Chess for three seats and more.
#[derive(Clone, Copy, Debug)]
pub struct ChessForMany;

impl Subject for ChessForMany {
    type Game = MartianChess;
    type Features = martian_chess_many::SeenByOneOfMany;
    /// Who errs here takes what is there to be taken, mostly.
    const MANNER: Manner = Manner { opening: 4, whim: 0.3, greed: 0.7, ..BY_MANY };
    const RATES: [f32; 2] = [2e-3, 1e-4];
    const VARIANTS: &'static [(&'static str, &'static str)] = &[("rules", "arcade")];
    const SEATS: &'static [u8] = pointing::MANY;

    fn quick<E: Evaluate<MartianChess>>(
        judge: E,
        nodes: u64,
    ) -> impl FnMut(&MartianChess, &mut Rng) -> Option<(f32, MartianChess)> {
        searched(martian_chess_many::engine_with(judge), nodes)
    }

    fn engine<E: Evaluate<MartianChess>>(judge: E) -> impl Engine<MartianChess> {
        martian_chess_many::engine_with(judge)
    }

    fn hand() -> impl Evaluate<MartianChess> + Clone + Sync {
        martian_chess_many::ByPoints
    }
}

/// The turn of a game without dice that a search of so many nodes takes, and what it says that the position is worth.
fn searched<G: Game>(mut engine: impl Engine<G>, nodes: u64) -> impl FnMut(&G, &mut Rng) -> Option<(f32, G)> {
    move |game, chance| {
        let Phase::Act { seat } = game.phase() else { return None };
        let verdict = engine.think(game, &mut Budget::new(nodes, &Never), chance);
        let best = verdict.first()?;
        let mut after = game.clone();
        after.apply(best.action);
        Some((best.values.to(seat), after))
    }
}

/// A pointing game for two seats or for more, on all its grounds. As who begins is ahead, games begin by chance.
#[derive(Clone, Copy, Debug)]
pub struct PointingGame<K>(PhantomData<K>);

/// How pointing games are played by two.
const BY_TWO: Manner = Manner {
    nodes: 60,
    opening: 2,
    whim: 0.06,
    greed: 0.0,
    is_fallible: false,
    lambda: 0.8,
    draw: 0.5,
    discount: 1.0,
    samples: usize::MAX,
};

/// Among many nobody plays as another would: what a position is worth hangs on what they do wrong, and for whom.
const BY_MANY: Manner = Manner { whim: 0.2, is_fallible: true, ..BY_TWO };

impl<K> Subject for PointingGame<K>
where
    K: Known<Features: Clone + Sync> + Sync,
    K::Rules: Sync,
{
    type Game = Pointing<K::Rules>;
    type Features = K::Features;
    const MANNER: Manner = if K::IS_FOR_TWO { BY_TWO } else { BY_MANY };
    const RATES: [f32; 2] = [2e-3, 1e-4];
    const VARIANTS: &'static [(&'static str, &'static str)] = K::VARIANTS;
    const SEATS: &'static [u8] = K::SEATS;

    fn quick<E: Evaluate<Self::Game>>(
        judge: E,
        nodes: u64,
    ) -> impl FnMut(&Self::Game, &mut Rng) -> Option<(f32, Self::Game)> {
        searched(pointing::engine_with::<K, _>(judge), nodes)
    }

    fn engine<E: Evaluate<Self::Game>>(judge: E) -> impl Engine<Self::Game> {
        pointing::engine_with::<K, _>(judge)
    }

    fn hand() -> impl Evaluate<Self::Game> + Clone + Sync {
        K::HAND
    }
}
