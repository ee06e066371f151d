//! Positions by name: the text of a position, its key, and what was played from it.

use std::fmt;
use std::str::FromStr;

use cydonia_rules::{AnyGame, hashed};
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::MatchSummary;

/// The key of a position: the first eight bytes of the SHA-256 of its text up to the last slash, as sixteen hexadecimal digits. What
/// stands behind that slash only counts towards an end of the game.
///
/// # Examples
/// ```
/// use cydonia_protocol::PositionKey;
///
/// let key = PositionKey::of("martian-frisby:2/a1.010203,b1.010203,a8.111213,b8.111213/0/roll/0");
/// assert_eq!(key, PositionKey::of("martian-frisby:2/a1.010203,b1.010203,a8.111213,b8.111213/0/roll/17"));
/// assert_eq!(key.to_string().parse(), Ok(key));
/// assert!("0".parse::<PositionKey>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey(u64);

/// The text is no key: sixteen hexadecimal digits in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPositionKey;

impl PositionKey {
    /// The key of a position's text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let digest = Sha256::digest(hashed(text));
        Self(digest.iter().take(8).fold(0, |key, byte| key << 8 | u64::from(*byte)))
    }

    /// The key of the position in which something is waited for; none once the game is over.
    #[must_use]
    pub fn at(game: &AnyGame) -> Option<Self> {
        Some(Self::of(&game.position()?))
    }

    /// The same bits as a signed number, as databases have them.
    #[must_use]
    pub fn signed(self) -> i64 {
        self.0.cast_signed()
    }
}

impl fmt::Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for PositionKey {
    type Err = NoPositionKey;

    fn from_str(text: &str) -> Result<Self, NoPositionKey> {
        let is_plain = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_plain {
            return Err(NoPositionKey);
        }
        u64::from_str_radix(text, 16).map(Self).map_err(|_no_number| NoPositionKey)
    }
}

impl Serialize for PositionKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PositionKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_no_key| D::Error::custom("no key of a position"))
    }
}

/// A position by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NamedPosition {
    /// Its text, as `docs/positions.md` describes it: there is one text for each position.
    pub text: String,
    /// Its key: the first eight bytes of the SHA-256 of the text up to its last slash.
    #[schemars(regex(pattern = "^[0-9a-f]{16}$"))]
    pub key: String,
}

impl NamedPosition {
    /// The position in which something is waited for; none once the game is over.
    #[must_use]
    pub fn of(game: &AnyGame) -> Option<Self> {
        let text = game.position()?;
        let key = PositionKey::of(&text).to_string();
        Some(Self { text, key })
    }
}

/// `GET /api/v1/explorer`: what was played from a position in the public games that are kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Explorer {
    /// The position.
    pub position: NamedPosition,
    /// In how many games it stood, and somebody acted.
    #[ts(type = "number")]
    pub games: u64,
    /// What was played there, the most frequent first: the first time that the position stood in a game.
    pub moves: Vec<ExplorerMove>,
    /// Some of the last games in which it stood, the newest first: of the last two thousand, those with or without computers as was asked.
    pub examples: Vec<MatchSummary>,
    /// The number of the last game that was counted: newer ones follow within moments.
    #[ts(type = "number")]
    pub through: i64,
}

/// What became of games in which somebody acted so in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExplorerMove {
    /// The action.
    pub action: String,
    /// How many games.
    #[ts(type = "number")]
    pub games: u64,
    /// Of these, those that several won together, without being a team.
    #[ts(type = "number")]
    pub drawn: u64,
    /// How many of them each seat won.
    #[ts(type = "Array<number>")]
    pub won: Vec<u64>,
    /// The mean rating before the game of those who acted so, in games that were rated; none if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<i32>,
    /// The position that it leads to; none where the game is over then, or where the counters of the position that was asked for do not
    /// allow the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub leads_to: Option<NamedPosition>,
}
