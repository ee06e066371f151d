//! Martian Go: what its computer player knows and how it searches.

use crate::pointing::{Walls, Weights, search};
use crate::search::sampling::Sampling;

/// Pointing at others costs, and nobody gains by being pointed at: to wall in is to be safe.
const WEIGHTS: Weights = Weights {
    contest: 0.6,
    spend: 0.6,
    grow: 0.3,
    wall: 0.15,
    waste: 0.1,
    shortage: 1.5,
    margin: 0.1,
    invade: 0.0,
};

/// The search for that many seats.
pub(crate) fn engine(seats: u8) -> Sampling<Walls> {
    let playout_actions = if seats == 2 { 32 } else { 24 };
    search(Walls { weights: WEIGHTS, roots_against: None }, playout_actions)
}
