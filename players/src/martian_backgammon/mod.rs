//! Martian Backgammon: expectimax. What it needs to know of the game beyond its rules, and what it judges by.

mod features;
mod hand;
mod hurry;

use std::sync::LazyLock;

use cydonia_rules::martian_backgammon::MartianBackgammon;
use cydonia_rules::{Game, Phase, fold};

pub use features::Seen;
pub use hand::Look;
use hurry::Hurry;

use crate::evaluation::{Either, Evaluate, Hand, Net};
use crate::search::Expectimax;
use crate::search::expectimax::Stochastic;

/// The strongest engine.
#[must_use]
pub fn engine() -> Expectimax<MartianBackgammon, impl Evaluate<MartianBackgammon>> {
    engine_with(&*JUDGE)
}

/// The same for who plays that position on, and is to end the game: the longer no piece has gone out, the more it is worth to bring one
/// out, or a won game would be waited with until it is drawn.
#[must_use]
pub fn player(
    game: &MartianBackgammon,
) -> Expectimax<MartianBackgammon, impl Evaluate<MartianBackgammon> + use<>> {
    engine_with(Hurry::from(game, &*JUDGE))
}

/// Units of the net's hidden layer.
pub const HIDDEN: usize = 64;

/// A net, or what stands in for it.
pub type Judge = Either<Net<Seen, HIDDEN>, Hand<Look>>;

/// What `cydonia-train --game martian-backgammon` has made.
pub const WEIGHTS: &[u8] = include_bytes!("net.weights");

/// Read once.
static JUDGE: LazyLock<Judge> = LazyLock::new(|| judge(WEIGHTS));

/// The judge of these weights; if they cannot be read, the hand evaluation.
#[must_use]
pub fn judge(weights: &[u8]) -> Judge {
    Either::or(Net::from_bytes::<MartianBackgammon>(weights), hand())
}

/// The judge that a person thought of.
#[must_use]
pub fn hand() -> Hand<Look> {
    Hand::<Look>::new::<MartianBackgammon>()
}

/// The same that judges by another evaluation.
#[must_use]
pub fn engine_with<E: Evaluate<MartianBackgammon>>(evaluate: E) -> Expectimax<MartianBackgammon, E> {
    Expectimax::new(evaluate)
}

impl Stochastic for MartianBackgammon {
    /// Half of a lead is gone after some 70 rolls: whoever has the upper hand for good is to bring the pieces out.
    const DISCOUNT: f32 = 0.99;

    fn key(&self) -> u64 {
        // No more than five of a size are there: three bits each, nine a step. Seven steps fill a number.
        let packed = |seat: u8| -> [u64; 2] {
            let track = self.track(seat);
            let (front, back) = track.split_at(6);
            [front, back]
                .map(|steps| steps.iter().flatten().fold(0, |all, count| all << 3 | u64::from(*count)))
        };
        let [a, b] = packed(0);
        let [c, d] = packed(1);
        let stage = match self.phase() {
            Phase::Act { .. } => 0,
            Phase::Roll { .. } => 1,
            Phase::Over => 2,
        };
        let dice = self.dice_left().into_iter().fold(0, |all, face| all << 3 | u64::from(face));
        let (moved, went_out) = self.turn_so_far();
        let (idle, dry) = self.turns_left();
        let rest = [stage, self.seats().to_act(), u8::from(moved > 0), u8::from(went_out), idle, dry];
        let rest = rest.into_iter().fold(dice, |all, part| all << 8 | u64::from(part));
        // Pieces that are out are those that are on no step.
        fold([a, b, c, d, rest])
    }
}
