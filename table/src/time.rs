//! Time: a moment of the day, and a length of time. They are types of their own, so that neither is taken for the other.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Sub, SubAssign};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A moment: milliseconds since 1970.
///
/// # Examples
/// ```
/// use cydonia_table::{Millis, UnixMs};
///
/// let start = UnixMs(1_000);
/// assert_eq!(start + Millis(500), UnixMs(1_500));
/// assert_eq!(UnixMs(1_500) - start, Millis(500));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnixMs(pub i64);

/// A length of time in milliseconds; below zero is what is owed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub i64);

/// From one moment to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(UnixMs, UnixMs)", into = "(UnixMs, UnixMs)")]
pub struct Span {
    /// When it begins.
    pub from: UnixMs,
    /// When it ends.
    pub to: UnixMs,
}

impl UnixMs {
    /// A moment so much earlier, or the first that there is.
    #[must_use]
    pub fn saturating_sub(self, length: Millis) -> Self {
        Self(self.0.saturating_sub(length.0))
    }
}

impl Millis {
    /// No time at all.
    pub const ZERO: Self = Self(0);
}

impl Span {
    /// From one moment to another, in milliseconds since 1970.
    #[must_use]
    pub const fn of_ms(from: i64, to: i64) -> Self {
        Self { from: UnixMs(from), to: UnixMs(to) }
    }

    /// How long it is.
    #[must_use]
    pub fn length(self) -> Millis {
        self.to - self.from
    }
}

impl From<(UnixMs, UnixMs)> for Span {
    fn from((from, to): (UnixMs, UnixMs)) -> Self {
        Self { from, to }
    }
}

impl From<Span> for (UnixMs, UnixMs) {
    fn from(Span { from, to }: Span) -> Self {
        (from, to)
    }
}

impl From<Duration> for Millis {
    fn from(length: Duration) -> Self {
        Self(i64::try_from(length.as_millis()).unwrap_or(i64::MAX))
    }
}

impl From<u32> for Millis {
    fn from(ms: u32) -> Self {
        Self(ms.into())
    }
}

impl Sub for UnixMs {
    type Output = Millis;

    fn sub(self, before: Self) -> Millis {
        Millis(self.0 - before.0)
    }
}

impl Add<Millis> for UnixMs {
    type Output = Self;

    fn add(self, length: Millis) -> Self {
        Self(self.0 + length.0)
    }
}

impl Sub<Millis> for UnixMs {
    type Output = Self;

    fn sub(self, length: Millis) -> Self {
        Self(self.0 - length.0)
    }
}

impl AddAssign<Millis> for UnixMs {
    fn add_assign(&mut self, length: Millis) {
        self.0 += length.0;
    }
}

impl SubAssign<Millis> for UnixMs {
    fn sub_assign(&mut self, length: Millis) {
        self.0 -= length.0;
    }
}

impl Add for Millis {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self(self.0 + more.0)
    }
}

impl Sub for Millis {
    type Output = Self;

    fn sub(self, less: Self) -> Self {
        Self(self.0 - less.0)
    }
}

impl Div<i64> for Millis {
    type Output = Self;

    fn div(self, parts: i64) -> Self {
        Self(self.0 / parts)
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, more: Self) {
        self.0 += more.0;
    }
}

impl SubAssign for Millis {
    fn sub_assign(&mut self, less: Self) {
        self.0 -= less.0;
    }
}

impl Sum for Millis {
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Self::ZERO, Add::add)
    }
}
