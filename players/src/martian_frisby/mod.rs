//! Martian Frisby: expectimax. What it needs to know of the game beyond its rules, and what it judges by.

mod hand;

use cydonia_rules::martian_frisby::MartianFrisby;
use cydonia_rules::{Game, Phase, fold};

pub use hand::Look;

use crate::evaluation::{Evaluate, Hand};
use crate::search::Expectimax;
use crate::search::expectimax::Stochastic;

/// The strongest engine.
#[must_use]
pub fn engine() -> Expectimax<MartianFrisby, impl Evaluate<MartianFrisby>> {
    engine_with(Hand::<Look>::new())
}

/// The same that judges by another evaluation.
#[must_use]
pub fn engine_with<E: Evaluate<MartianFrisby>>(evaluate: E) -> Expectimax<MartianFrisby, E> {
    Expectimax::new(evaluate)
}

impl Stochastic for MartianFrisby {
    /// Who stands in the other's way for ever never loses, and never wins.
    const DRAW: f32 = 0.3;

    fn key(&self) -> u64 {
        let [near, far] = [0, 1].map(|seat| {
            [1, 2, 3].into_iter().fold(0, |set, size| set << 16 | u64::from(self.pieces(seat, size)))
        });
        // A square is below 16, and no move ends where it began.
        let first = self.first_move().map_or(0, |first| first.from << 4 | first.to);
        let [one, two] = self.dice_left();
        let stage = match self.phase() {
            Phase::Act { .. } => 0,
            Phase::Roll { .. } => 1,
            Phase::Over => 2,
        };
        let rest = [first, one << 4 | two, stage, self.seats().to_act()].map(u64::from);
        let rest = rest.into_iter().fold(0, |all, part| all << 8 | part);
        fold([near | u64::from(self.turns_left()) << 48, far, rest])
    }
}
