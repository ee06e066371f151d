//! Branches and Twigs and Thorns: what its computer player knows and how it searches.

use std::sync::LazyLock;

use cydonia_rules::branches_twigs_thorns::BranchesTwigsThorns;

use crate::Engine;
use crate::evaluation::{Either, Evaluate, Net};
pub use crate::pointing::{Seen, Walls};
use crate::pointing::{Weights, judged, search};
use crate::search::sampling::Sampling;

/// Whoever has to point at another pays, and pays the other too: walls bring points.
const FOR_MANY: Weights = Weights {
    contest: 0.6,
    spend: 0.6,
    grow: 0.3,
    wall: 0.2,
    waste: 0.1,
    shortage: 3.0,
    margin: 0.1,
    invade: 0.0,
};

/// With one opponent whatever is taken is lost to that one: to get in among the other's cells is worth the price.
const FOR_TWO: Weights = Weights { grow: 0.9, invade: 0.33, ..FOR_MANY };

/// The strongest engine for two seats.
#[must_use]
pub fn engine() -> impl Engine<BranchesTwigsThorns> {
    engine_with(&*JUDGE)
}

/// The strongest engine for three seats and more.
pub(crate) fn engine_for_many() -> Sampling<Walls> {
    search(Walls { weights: FOR_MANY })
}

/// Units of the net's hidden layer.
pub const HIDDEN: usize = 32;

/// What `cydonia-train --game branches-twigs-thorns` has made.
pub const WEIGHTS: &[u8] = include_bytes!("net.weights");

/// A net, or what stands in for it.
pub type Judge = Either<Net<Seen, HIDDEN>, Walls>;

/// Read once.
static JUDGE: LazyLock<Judge> = LazyLock::new(|| judge(WEIGHTS));

/// The judge of these weights; if they cannot be read, the hand evaluation.
#[must_use]
pub fn judge(weights: &[u8]) -> Judge {
    Either::or(Net::from_bytes::<BranchesTwigsThorns>(weights), HAND)
}

/// The judge that a person thought of, for two seats.
#[must_use]
pub fn hand() -> Walls {
    HAND
}

/// The engine for two seats that judges by another evaluation.
#[must_use]
pub fn engine_with<E: Evaluate<BranchesTwigsThorns>>(evaluate: E) -> impl Engine<BranchesTwigsThorns> {
    judged(HAND, evaluate)
}

const HAND: Walls = Walls { weights: FOR_TWO };
