//! How a game ended.

/// Why a game ended. One closed list for all games; each game's info names those it can end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(rename_all = "kebab-case"))]
pub enum Reason {
    /// A wedge was emptied.
    Empty,
    /// The players' own countdown ran out.
    Clock,
    /// Too many actions in a row changed nothing that matters.
    NoProgress,
    /// A seat resigned.
    Resigned,
    /// A seat's time ran out.
    Timeout,
    /// A seat walked off.
    Abandoned,
}

impl Reason {
    /// Every reason, in the order of declaration.
    pub const ALL: [Self; 6] =
        [Self::Empty, Self::Clock, Self::NoProgress, Self::Resigned, Self::Timeout, Self::Abandoned];

    /// The reason as it stands in records, e.g. `no-progress`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Clock => "clock",
            Self::NoProgress => "no-progress",
            Self::Resigned => "resigned",
            Self::Timeout => "timeout",
            Self::Abandoned => "abandoned",
        }
    }

    /// The reason of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// Why a seat left a game that goes on without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(rename_all = "kebab-case"))]
pub enum LeaveReason {
    /// It gave up.
    Resigned,
    /// Its time ran out.
    Timeout,
    /// It walked off.
    Abandoned,
}

impl LeaveReason {
    /// The leave reason of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "resigned" => Some(Self::Resigned),
            "timeout" => Some(Self::Timeout),
            "abandoned" => Some(Self::Abandoned),
            _ => None,
        }
    }
}

impl From<LeaveReason> for Reason {
    fn from(reason: LeaveReason) -> Self {
        match reason {
            LeaveReason::Resigned => Self::Resigned,
            LeaveReason::Timeout => Self::Timeout,
            LeaveReason::Abandoned => Self::Abandoned,
        }
    }
}

/// The result of a game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, ts_rs::TS))]
pub struct Outcome {
    /// One number a seat, in the game's own points.
    pub scores: Vec<i32>,
    /// One rank a seat, 1 is best; tied seats share a rank and the next rank counts the seats above it.
    pub ranks: Vec<u8>,
    /// Why it ended.
    pub reason: Reason,
}

/// Ranks seats by `merit`, the greatest first; equal merits share a rank (1, 1, 3).
pub fn rank<T: Ord>(merit: &[T]) -> Vec<u8> {
    merit.iter().map(|own| 1 + merit.iter().filter(|other| *other > own).count() as u8).collect()
}
