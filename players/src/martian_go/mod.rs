//! Martian Go: what its computer player knows and how it searches.

use std::sync::LazyLock;

use cydonia_rules::martian_go::MartianGo;

use crate::Engine;
use crate::evaluation::{Either, Evaluate, Net};
pub use crate::pointing::{Seen, Walls};
use crate::pointing::{Weights, judged, search};
use crate::search::sampling::Sampling;

/// Pointing at others costs, and nobody gains by being pointed at: to wall in is to be safe.
const GUIDE: Weights = Weights {
    contest: 0.6,
    spend: 0.6,
    grow: 0.3,
    wall: 0.15,
    waste: 0.1,
    shortage: 1.5,
    margin: 0.1,
    invade: 0.0,
};

/// The strongest engine for two seats.
#[must_use]
pub fn engine() -> impl Engine<MartianGo> {
    engine_with(&*JUDGE)
}

/// The strongest engine for three seats and more.
pub(crate) fn engine_for_many() -> Sampling<Walls> {
    search(Walls { weights: GUIDE })
}

/// Units of the net's hidden layer.
pub const HIDDEN: usize = 32;

/// What `cydonia-train --game martian-go` has made.
pub const WEIGHTS: &[u8] = include_bytes!("net.weights");

/// A net, or what stands in for it.
pub type Judge = Either<Net<Seen, HIDDEN>, Walls>;

/// Read once.
static JUDGE: LazyLock<Judge> = LazyLock::new(|| judge(WEIGHTS));

/// The judge of these weights; if they cannot be read, the hand evaluation.
#[must_use]
pub fn judge(weights: &[u8]) -> Judge {
    Either::or(Net::from_bytes::<MartianGo>(weights), HAND)
}

/// The judge that a person thought of, for two seats.
#[must_use]
pub fn hand() -> Walls {
    HAND
}

/// The engine for two seats that judges by another evaluation.
#[must_use]
pub fn engine_with<E: Evaluate<MartianGo>>(evaluate: E) -> impl Engine<MartianGo> {
    judged(HAND, evaluate)
}

const HAND: Walls = Walls { weights: GUIDE };
