//! Martian Go: what its computer player knows.

use std::sync::LazyLock;

use cydonia_rules::martian_go::{MartianGo, Penalties};

use crate::evaluation::{Net, WeightsError};
use crate::pointing::{Judge, Known, MANY, Seen, SeenByOneOfMany, Walls, Weights, judge};

/// Pointing at others costs, and nobody gains by being pointed at: to wall in is to be safe.
const GUIDE: Weights = Weights { contest: 0.6, spend: 0.6, grow: 0.3, wall: 0.15, waste: 0.1, shortage: 1.5 };

/// Grounds that it is played on beside the usual one.
const GROUNDS: &[(&str, &str)] = &[("setup", "free-root"), ("setup", "nulls")];

/// With two seats.
#[derive(Clone, Copy, Debug)]
pub struct ForTwo;

impl ForTwo {
    /// Units of the net's hidden layer.
    pub const HIDDEN: usize = 32;
}

impl Known for ForTwo {
    type Rules = Penalties;
    type Features = Seen;
    type Net = Net<Seen, { Self::HIDDEN }>;
    const SEATS: &'static [u8] = &[2];
    const VARIANTS: &'static [(&'static str, &'static str)] = GROUNDS;
    const HAND: Walls = Walls { weights: GUIDE };
    const WEIGHTS: &'static [u8] = include_bytes!("for_two.weights");

    fn read(weights: &[u8]) -> Result<Self::Net, WeightsError> {
        Net::from_bytes::<MartianGo>(weights)
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
    type Rules = Penalties;
    type Features = SeenByOneOfMany;
    type Net = Net<SeenByOneOfMany, { Self::HIDDEN }>;
    const SEATS: &'static [u8] = MANY;
    const VARIANTS: &'static [(&'static str, &'static str)] = GROUNDS;
    const HAND: Walls = Walls { weights: GUIDE };
    const WEIGHTS: &'static [u8] = include_bytes!("for_many.weights");

    fn read(weights: &[u8]) -> Result<Self::Net, WeightsError> {
        Net::from_bytes::<MartianGo>(weights)
    }

    fn judge() -> &'static Judge<Self> {
        static JUDGE: LazyLock<Judge<ForMany>> = LazyLock::new(|| judge::<ForMany>(ForMany::WEIGHTS));
        &JUDGE
    }
}
