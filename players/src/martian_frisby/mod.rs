//! Martian Frisby: expectimax. What it needs to know of the game beyond its rules, and what it judges by.

mod features;
mod hand;

use std::sync::LazyLock;

use cydonia_rules::martian_frisby::MartianFrisby;
use cydonia_rules::{Game, Phase, fold};

pub use features::Seen;
pub use hand::Look;

use crate::evaluation::{Either, Evaluate, Hand, Net};
use crate::search::Expectimax;
use crate::search::expectimax::Stochastic;

/// The strongest engine.
#[must_use]
pub fn engine() -> Expectimax<MartianFrisby, impl Evaluate<MartianFrisby>> {
    engine_with(&*JUDGE)
}

/// Units of the net's hidden layer.
pub const HIDDEN: usize = 32;

/// A net, or what stands in for it.
pub type Judge = Either<Net<Seen, HIDDEN>, Hand<Look>>;

/// What `cydonia-train --game martian-frisby` has made.
pub const WEIGHTS: &[u8] = include_bytes!("net.weights");

/// Read once.
static JUDGE: LazyLock<Judge> = LazyLock::new(|| judge(WEIGHTS));

/// The judge of these weights; if they cannot be read, the hand evaluation.
#[must_use]
pub fn judge(weights: &[u8]) -> Judge {
    Either::or(Net::from_bytes::<MartianFrisby>(weights), hand())
}

/// The judge that a person thought of.
#[must_use]
pub fn hand() -> Hand<Look> {
    Hand::<Look>::new::<MartianFrisby>()
}

/// The same that judges by another evaluation.
#[must_use]
pub fn engine_with<E: Evaluate<MartianFrisby>>(evaluate: E) -> Expectimax<MartianFrisby, E> {
    Expectimax::new(evaluate)
}

impl Stochastic for MartianFrisby {
    /// Who stands in the other's way for ever never loses, and never wins.
    const DRAW: f32 = 0.3;

    /// Half of a lead is gone after some 45 rolls, which is half a game.
    const DISCOUNT: f32 = 0.985;

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
