//! Evaluation: what a position is worth before anything is tried on it.

mod hand;
mod net;

use std::cmp::Ordering;

use cydonia_rules::{Game, Seat};

pub use hand::{Hand, Terms};
pub use net::{Either, Features, Net, WeightsError};

/// Thousandths of the log-odds of a victory: 0 is even, 1 000 is 73 : 27, 3 000 is 95 : 5.
pub type Score = i32;

/// A victory. Between this and [`SURE`] are victories in so many actions, one less for each.
pub const WIN: Score = 1_000_000;
/// Above this, and below its negative, stands what was seen to be so; in between what is only believed.
pub const SURE: Score = WIN - 1_000;
/// Up to this stand defeats.
pub(crate) const SURELY_LOST: Score = -SURE;

/// Judges positions of a two-seat game.
pub trait Evaluate<G: Game> {
    /// What a position that is not over is worth to that seat, to the other as much less; well inside ±[`SURE`].
    fn score(&self, game: &G, seat: Seat) -> Score;
}

impl<G: Game, E: Evaluate<G>> Evaluate<G> for &E {
    #[inline]
    fn score(&self, game: &G, seat: Seat) -> Score {
        (*self).score(game, seat)
    }
}

/// The part of the victory, from 0 to 1, that a score stands for.
#[must_use]
pub fn chance_of(score: Score) -> f32 {
    match score {
        SURE.. => 1.0,
        ..=SURELY_LOST => 0.0,
        believed => 1.0 / (1.0 + (believed as f32 / -1_000.0).exp()),
    }
}

/// The score that stands for a part of the victory, from 0 to 1, of which nobody is surer than a thousand to one.
#[must_use]
pub fn score_of(part: f32) -> Score {
    const SUREST: f32 = 0.999;
    let part = part.clamp(1.0 - SUREST, SUREST);
    (1_000.0 * (part / (1.0 - part)).ln()) as Score
}

/// How a two-seat game that is over has ended for that seat: greater if it has won. None if the game goes on.
#[must_use]
pub fn ended<G: Game>(game: &G, seat: Seat) -> Option<Ordering> {
    let outcome = game.outcome()?;
    let rank = |seat: Seat| outcome.ranks.get(usize::from(seat)).copied().unwrap_or(u8::MAX);
    Some(rank(1 - seat).cmp(&rank(seat)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_log_odds() {
        assert_eq!(chance_of(0), 0.5);
        assert!((chance_of(1_000) - 0.731).abs() < 0.001 && (chance_of(-1_000) - 0.269).abs() < 0.001);
        assert_eq!((chance_of(WIN - 30), chance_of(30 - WIN)), (1.0, 0.0));
    }
}
