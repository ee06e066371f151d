//! Branches and Twigs and Thorns: what its computer player knows and how it searches.

use crate::pointing::{Walls, Weights};
use crate::search::sampling::{Parameters, Sampling};

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

/// The search for that many seats.
pub(crate) fn engine(seats: u8) -> Sampling<Walls> {
    let (weights, playout_actions) = if seats == 2 { (FOR_TWO, 32) } else { (FOR_MANY, 24) };
    let parameters = Parameters {
        exploration: 0.7,
        guess_unit: 1.0,
        reserve: 0.1,
        history: 0.5,
        playout_actions,
        tries: 3,
        most_nodes: 1 << 21,
    };
    Sampling::new(Walls { weights }, parameters)
}
