//! Time controls and clocks: how much time a seat has, and how it stands.

use cydonia_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How much time each seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// As much as it likes.
    None {},
    /// So much for the whole game, and some more with every turn that it ends.
    Fischer {
        /// For the whole game, in seconds: from ten seconds to three hours.
        #[schemars(range(min = *TimeControl::INITIAL_S.start(), max = *TimeControl::INITIAL_S.end()))]
        initial_s: u32,
        /// With every turn, in seconds: up to three minutes.
        #[schemars(range(min = *TimeControl::INCREMENT_S.start(), max = *TimeControl::INCREMENT_S.end()))]
        increment_s: u32,
    },
    /// So many days for each turn, by the calendar.
    Correspondence {
        /// For one turn, in days: up to two weeks.
        #[schemars(range(min = *TimeControl::DAYS.start(), max = *TimeControl::DAYS.end()))]
        days: u8,
    },
}

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Why a time control is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a clock has {} to {} seconds for the game and {} to {} more with each turn, or {} to {} days for a turn",
    TimeControl::INITIAL_S.start(),
    TimeControl::INITIAL_S.end(),
    TimeControl::INCREMENT_S.start(),
    TimeControl::INCREMENT_S.end(),
    TimeControl::DAYS.start(),
    TimeControl::DAYS.end()
)]
pub struct ClockError;

impl Default for TimeControl {
    fn default() -> Self {
        Self::None {}
    }
}

impl TimeControl {
    /// Seconds for the whole game.
    pub const INITIAL_S: std::ops::RangeInclusive<u32> = 10..=10_800;
    /// Seconds with every turn.
    pub const INCREMENT_S: std::ops::RangeInclusive<u32> = 0..=180;
    /// Days for a turn.
    pub const DAYS: std::ops::RangeInclusive<u8> = 1..=14;

    /// Checks that the figures are in their ranges.
    ///
    /// # Errors
    /// [`ClockError`].
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::{ClockError, TimeControl};
    ///
    /// let blitz = TimeControl::Fischer { initial_s: 300, increment_s: 5 };
    /// assert_eq!(blitz.check(), Ok(()));
    /// assert_eq!(TimeControl::Correspondence { days: 15 }.check(), Err(ClockError));
    /// ```
    pub fn check(self) -> Result<(), ClockError> {
        let good = match self {
            Self::None {} => true,
            Self::Fischer { initial_s, increment_s } => {
                Self::INITIAL_S.contains(&initial_s) && Self::INCREMENT_S.contains(&increment_s)
            }
            Self::Correspondence { days } => Self::DAYS.contains(&days),
        };
        if good { Ok(()) } else { Err(ClockError) }
    }

    /// What each seat has at the start, in milliseconds; none without a clock.
    #[must_use]
    pub fn initial_ms(self) -> Option<i64> {
        match self {
            Self::None {} => None,
            Self::Fischer { initial_s, .. } => Some(i64::from(initial_s) * 1_000),
            Self::Correspondence { days } => Some(i64::from(days) * DAY_MS),
        }
    }

    /// What a seat has after it has ended a turn with so much left.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::TimeControl;
    ///
    /// let blitz = TimeControl::Fischer { initial_s: 300, increment_s: 5 };
    /// assert_eq!(blitz.after_turn(61_000), 66_000);
    /// let by_post = TimeControl::Correspondence { days: 1 };
    /// assert_eq!(by_post.after_turn(61_000), 24 * 60 * 60 * 1_000); // all its time again
    /// ```
    #[must_use]
    pub fn after_turn(self, left_ms: i64) -> i64 {
        let more_ms = match self {
            Self::Fischer { increment_s, .. } => i64::from(increment_s) * 1_000,
            Self::None {} | Self::Correspondence { .. } => 0,
        };
        self.after_stop(left_ms) + more_ms
    }

    /// What a seat has with so much left when another's clock begins to run instead of its own: by correspondence it
    /// has all its days again, whatever made it the other's turn.
    #[must_use]
    pub fn after_stop(self, left_ms: i64) -> i64 {
        match self {
            Self::None {} | Self::Fischer { .. } => left_ms.max(0),
            Self::Correspondence { days } => i64::from(days) * DAY_MS,
        }
    }

    /// Whether people sit at it together: a clock that counts in minutes.
    #[must_use]
    pub fn is_live(self) -> bool {
        matches!(self, Self::Fischer { .. })
    }
}

/// The clocks as they stand at an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Clocks {
    /// What each seat has left at the time of the event, in milliseconds. Below zero only while a message that was sent
    /// in time may still be under way.
    #[ts(type = "number[]")]
    pub left_ms: Vec<i64>,
    /// The seat whose clock runs from then on: it owes what comes next. None while all stand still.
    pub running: Option<Seat>,
}
