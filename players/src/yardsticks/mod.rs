//! Yardsticks: opponents that stay as they are, so that what the others become can be measured by them.
//!
//! They were made before anything was tuned and share no code with what is. Whoever changes one makes every figure in
//! `docs/players.md` worthless that was measured by it.

mod greedy;
mod race;
mod random;
mod sampling;

use cydonia_rules::{AnyGame, Game, Phase, PositionVisitor};

use self::sampling::Plan;

/// One of the opponents that stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// Takes any legal action, each as likely.
    Random,
    /// Takes what brings the most at once.
    Greedy,
    /// Samples 8 000 plain playouts.
    Sampling8000,
}

impl Yardstick {
    /// Every one, the weakest first.
    pub const ALL: [Self; 3] = [Self::Random, Self::Greedy, Self::Sampling8000];

    /// Its name in a tournament.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Sampling8000 => "sampling-8000",
        }
    }

    /// The action that it takes, in notation; none if no seat is to act. The same for the same seed.
    #[must_use]
    pub fn choose(self, game: &AnyGame, seed: u64) -> Option<String> {
        let chooser = Chooser { yardstick: self, chance: fastrand::Rng::with_seed(seed) };
        match game {
            AnyGame::MartianFrisby(game) => chooser.choose(game, &Plan::race(race::frisby)),
            AnyGame::MartianBackgammon(game) => chooser.choose(game, &Plan::race(race::backgammon)),
            game => game.visit(chooser),
        }
    }
}

struct Chooser {
    yardstick: Yardstick,
    chance: fastrand::Rng,
}

impl PositionVisitor for Chooser {
    type Output = Option<String>;

    fn visit<G: Game>(self, game: &G) -> Option<String> {
        self.choose(game, &Plan::plain())
    }
}

impl Chooser {
    fn choose<G: Game>(mut self, game: &G, plan: &Plan<G>) -> Option<String> {
        let Phase::Act { seat } = game.phase() else { return None };
        let action = match self.yardstick {
            Yardstick::Random => random::choose(game, &mut self.chance),
            Yardstick::Greedy => greedy::choose(game, seat, &mut self.chance),
            Yardstick::Sampling8000 => sampling::choose(game, seat, plan, &mut self.chance),
        };
        Some(game.notation(action))
    }
}
