//! Martian Go: what its computer player knows and how it searches.

use crate::pointing::{Walls, Weights};
use crate::search::sampling::{Parameters, Sampling};

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
    let parameters = Parameters {
        exploration: 0.7,
        guess_unit: 1.0,
        reserve: 0.1,
        history: 0.5,
        playout_actions,
        tries: 3,
        most_nodes: 1 << 21,
    };
    Sampling::new(Walls { weights: WEIGHTS }, parameters)
}
