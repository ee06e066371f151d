//! Levels: how strong a computer player is.

/// From 1, which a child can beat, to 8, the best that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The highest.
    pub const MAX: Self = Self(8);

    /// Every level, the lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX.0).map(Self)
    }

    /// That level, from 1 to 8.
    #[must_use]
    pub fn new(level: u8) -> Option<Self> {
        (1..=Self::MAX.0).contains(&level).then_some(Self(level))
    }

    /// Its number, from 1 to 8.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }
}
