//! Game result: scores, ranks, and why the game ended.

use crate::GameKind;

/// Why a game ended, by its name in records, e.g. `no-progress`.
///
/// Each game declares its own in its folder and lists them in its info; games may share a name. Only the three
/// ways of leaving and the draw by agreement belong to no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(as = "String"))]
pub struct Reason(&'static str);

impl Reason {
    /// A seat resigned.
    pub const RESIGNED: Self = Self("resigned");
    /// A seat's time ran out.
    pub const TIMEOUT: Self = Self("timeout");
    /// A seat walked off.
    pub const ABANDONED: Self = Self("abandoned");
    /// The players agreed on a draw: known to tables, not to games.
    pub const AGREED: Self = Self("agreed");

    /// A game's own reason. Outside this crate reasons are only read, so that all there are can be found again.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// The reason as it stands in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// The reasons of leaving and agreeing, then those that the games list; some games share one.
    fn all() -> impl Iterator<Item = Self> {
        let own = GameKind::ALL.iter().flat_map(|kind| kind.info().reasons).map(|info| info.reason);
        [Self::RESIGNED, Self::TIMEOUT, Self::ABANDONED, Self::AGREED].into_iter().chain(own)
    }

    /// The reason of that name: one of leaving or agreeing, or one that some game lists.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|reason| reason.name() == name)
    }
}

#[cfg(feature = "wire")]
impl serde::Serialize for Reason {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "wire")]
impl<'de> serde::Deserialize<'de> for Reason {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::from_name(&name)
            .ok_or_else(|| serde::de::Error::invalid_value(serde::de::Unexpected::Str(&name), &"a reason"))
    }
}

#[cfg(feature = "wire")]
impl schemars::JsonSchema for Reason {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Reason".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: std::collections::BTreeSet<&str> = Self::all().map(Self::name).collect();
        schemars::json_schema!({
            "description": "Why a game ended: one of leaving or agreeing, or one that some game lists.",
            "type": "string",
            "enum": names,
        })
    }
}

/// Why a seat left a game that goes on without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
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
        let all = [Self::Resigned, Self::Timeout, Self::Abandoned];
        all.into_iter().find(|reason| Reason::from(*reason).name() == name)
    }
}

impl From<LeaveReason> for Reason {
    fn from(reason: LeaveReason) -> Self {
        match reason {
            LeaveReason::Resigned => Self::RESIGNED,
            LeaveReason::Timeout => Self::TIMEOUT,
            LeaveReason::Abandoned => Self::ABANDONED,
        }
    }
}

/// The result of a game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS))]
pub struct Outcome {
    /// One number a seat, in the game's own points.
    pub scores: Vec<i32>,
    /// One rank a seat, 1 is best; tied seats share a rank and the next rank counts the seats above it.
    pub ranks: Vec<u8>,
    /// Why it ended.
    pub reason: Reason,
}

/// Ranks seats by `merit`, the greatest first; equal merits share a rank (1, 1, 3).
///
/// # Examples
/// ```
/// assert_eq!(cydonia_rules::rank(&[7, 12, 7]), [2, 1, 2]);
/// assert_eq!(cydonia_rules::rank(&[12, 7, 12]), [1, 3, 1]);
/// ```
pub fn rank<T: Ord>(merit: &[T]) -> Vec<u8> {
    merit.iter().map(|own| 1 + merit.iter().filter(|other| *other > own).count() as u8).collect()
}
