//! Branches and Twigs and Thorns: what its computer player knows.

use std::sync::LazyLock;

use cydonia_rules::branches_twigs_thorns::{BranchesTwigsThorns, Thorns};

use crate::evaluation::{Net, WeightsError};
use crate::pointing::{Judge, Known, MANY, Seen, SeenByOneOfMany, Walls, Weights, judge};

/// Whoever has to point at another pays, and pays the other too: walls bring points.
const FOR_MANY: Weights =
    Weights { contest: 0.6, spend: 0.6, grow: 0.3, wall: 0.2, waste: 0.1, shortage: 3.0 };

/// With one opponent whatever is taken is lost to that one: to get in among the other's cells is worth the price.
const FOR_TWO: Weights = Weights { grow: 0.9, ..FOR_MANY };

/// With two seats.
#[derive(Clone, Copy, Debug)]
pub struct ForTwo;

impl ForTwo {
    /// Units of the net's hidden layer.
    pub const HIDDEN: usize = 32;
}

impl Known for ForTwo {
    type Rules = Thorns;
    type Features = Seen;
    type Net = Net<Seen, { Self::HIDDEN }>;
    const SEATS: &'static [u8] = &[2];
    const HAND: Walls = Walls { weights: FOR_TWO };
    const WEIGHTS: &'static [u8] = include_bytes!("for_two.weights");

    fn read(weights: &[u8]) -> Result<Self::Net, WeightsError> {
        Net::from_bytes::<BranchesTwigsThorns>(weights)
    }

    fn judge() -> &'static Judge<Self> {
        static JUDGE: LazyLock<Judge<ForTwo>> = LazyLock::new(|| judge::<ForTwo>(ForTwo::WEIGHTS));
        &JUDGE
    }
}

/// With three seats and more.
#[derive(Clone, Copy, Debug)]
pub struct ForMany;

impl ForMany {
    /// Units of the net's hidden layer.
    pub const HIDDEN: usize = 64;
}

impl Known for ForMany {
    type Rules = Thorns;
    type Features = SeenByOneOfMany;
    type Net = Net<SeenByOneOfMany, { Self::HIDDEN }>;
    const SEATS: &'static [u8] = MANY;
    const HAND: Walls = Walls { weights: FOR_MANY };
    const WEIGHTS: &'static [u8] = include_bytes!("for_many.weights");

    fn read(weights: &[u8]) -> Result<Self::Net, WeightsError> {
        Net::from_bytes::<BranchesTwigsThorns>(weights)
    }

    fn judge() -> &'static Judge<Self> {
        static JUDGE: LazyLock<Judge<ForMany>> = LazyLock::new(|| judge::<ForMany>(ForMany::WEIGHTS));
        &JUDGE
    }
}
