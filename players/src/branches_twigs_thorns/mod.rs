//! Branches and Twigs and Thorns: what its computer player knows and how it searches.

mod opening;

use crate::pointing::{Walls, Weights, search};
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

/// The search for that many seats.
pub(crate) fn engine(seats: u8) -> Sampling<Walls> {
    if seats == 2 {
        search(Walls { weights: FOR_TWO, roots_against: Some(opening::roots_against) }, 32)
    } else {
        search(Walls { weights: FOR_MANY, roots_against: None }, 24)
    }
}
