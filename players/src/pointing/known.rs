//! What is known of each pointing game, for two seats and for more: a guide by hand, and a net that judges.

use cydonia_rules::pointing::{Pointing, Rules};

use super::judged::{NARROW, WIDE, judged};
use super::{Judged, Walls};
use crate::evaluation::{Either, Evaluate, Features, WeightsError};
use crate::search::sampling::Sampling;

/// A pointing game with two seats, or with three and more.
pub trait Known {
    /// Which game.
    type Rules: Rules;
    /// What its net sees.
    type Features: Features<Pointing<Self::Rules>>;
    /// A net of these features.
    type Net: Evaluate<Pointing<Self::Rules>>;

    /// How many seats there are in the games that it learns from, by turns.
    const SEATS: &'static [u8];

    /// Whether it is of two seats alone.
    const IS_FOR_TWO: bool = matches!(Self::SEATS, [2]);

    /// Options that change the rules, each with a choice that is not the default.
    const VARIANTS: &'static [(&'static str, &'static str)] = &[];

    /// The guide to its playouts and first guesses, which judges where no net does.
    const HAND: Walls;

    /// What the trainer has made.
    const WEIGHTS: &'static [u8];

    /// Reads a net.
    ///
    /// # Errors
    /// If that is none, or one of something else.
    fn read(weights: &[u8]) -> Result<Self::Net, WeightsError>;

    /// The judge of [`WEIGHTS`](Self::WEIGHTS), which are read once.
    fn judge() -> &'static Judge<Self>;
}

/// The seats of the games that a net for many learns from: four mostly.
pub const MANY: &[u8] = &[4, 3, 4, 5, 4, 3, 4, 6];

/// A net, or what stands in for it.
pub type Judge<K> = Either<<K as Known>::Net, Walls>;

/// The judge of these weights; if they cannot be read, the hand evaluation.
#[must_use]
pub fn judge<K: Known + ?Sized>(weights: &[u8]) -> Judge<K> {
    Either::or(K::read(weights), K::HAND)
}

/// The strongest engine.
#[must_use]
pub fn engine<K: Known + 'static>() -> Sampling<Judged<&'static Judge<K>>> {
    let parameters = if K::IS_FOR_TWO { WIDE } else { NARROW };
    judged(K::HAND, K::judge(), parameters).varied()
}

/// The engine that judges by another evaluation. Nets learn by it and are compared by it, for two seats as well: what the trainer makes
/// of a seed does not change with how widely the strongest looks about.
#[must_use]
pub fn engine_with<K: Known, E: Evaluate<Pointing<K::Rules>>>(evaluate: E) -> Sampling<Judged<E>> {
    judged(K::HAND, evaluate, NARROW)
}
