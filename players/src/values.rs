//! Values: what a position is worth to each seat.

use cydonia_rules::{MAX_SEATS, Outcome, Seat};
use smallvec::SmallVec;

/// For each seat the part of the victory that it can expect, from 0 to 1; together they make 1. A seat that is alone in front
/// at the end has 1, each of two that share the first rank ½.
#[derive(Clone, Debug, PartialEq)]
pub struct Values(pub SmallVec<[f32; MAX_SEATS]>);

impl Values {
    /// Of a game that is over.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Self {
        let first = outcome.ranks.iter().filter(|rank| **rank == 1).count() as f32;
        Self(outcome.ranks.iter().map(|rank| if *rank == 1 { 1.0 / first } else { 0.0 }).collect())
    }

    /// Of a position of which nothing is known: to everybody the same.
    #[must_use]
    pub fn even(seats: usize) -> Self {
        Self(SmallVec::from_elem(1.0 / seats as f32, seats))
    }

    /// What it is worth to that seat; nothing to one that there is not.
    #[must_use]
    pub fn to(&self, seat: Seat) -> f32 {
        self.0.get(usize::from(seat)).copied().unwrap_or(0.0)
    }
}
