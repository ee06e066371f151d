//! Proof of a game: one file that holds its record, its dice and its ratings before and after, signed by the house and chained
//! to the game before by number. `docs/proof.md` tells of the form. `text` writes and reads it, `signing` is what is signed and
//! by which key, `check` compares its parts with each other and with the rules.

mod check;
mod error;
mod keys;
mod signing;
mod text;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Player;
use crate::dice::{Bytes32, DiceProof};

pub use check::{LineChecked, check_chain};
pub use error::{ProofError, ProofFormError, SigningKeysError};
pub use keys::{PublishedKey, SigningKeys};
pub use signing::{HouseKey, Signature};
pub use text::GameProof;

/// What every signed statement begins with, and the name of the form.
pub const PROOF_SCHEME: &str = "cydonia-proof-v1";

/// What the house says of a finished game: the first line of a proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProofStatement {
    /// The form's name.
    pub scheme: String,
    /// The game's place in the order of finishing, from 1.
    #[ts(type = "number")]
    pub number: i64,
    /// Its text, in the notation of records.
    pub record: String,
    /// The record of its dice; null for a game without dice, or from before they were proved.
    pub dice: Option<DiceProof>,
    /// Who sat at each seat at the end, and what the game did to their ratings.
    pub seats: Vec<ProofSeat>,
    /// The version of the rule by which it was rated; null if it was not.
    #[ts(type = "number | null")]
    pub rating_rule: Option<i64>,
}

/// One seat of a game's proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProofSeat {
    /// Who sat there.
    pub player: Player,
    /// What the game did to their rating; null if it was not rated.
    pub rating: Option<ProofRating>,
}

/// What a game did to one rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProofRating {
    /// As the player's last game in that pool left it; null for the first.
    pub before: Option<ProofStanding>,
    /// As this game left it.
    pub after: ProofStanding,
}

/// A rating as some game left it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProofStanding {
    /// In Glicko-2's scale around 1500, to six decimals.
    pub rating: f64,
    /// The rating deviation, to six decimals.
    pub deviation: f64,
    /// How much the player's strength goes up and down in a week, to nine decimals.
    pub volatility: f64,
    /// When that game ended, in milliseconds since 1970.
    #[ts(type = "number")]
    pub last_ms: i64,
}

impl ProofStanding {
    /// Figures as a proof tells them. So many decimals are read by every reader of JSON as they were written.
    #[must_use]
    pub fn of(rating: f64, deviation: f64, volatility: f64, last_ms: i64) -> Self {
        let to = |places: f64, figure: f64| (figure * places).round() / places;
        Self {
            rating: to(1e6, rating),
            deviation: to(1e6, deviation),
            volatility: to(1e9, volatility),
            last_ms,
        }
    }
}

/// What ties a statement to the games before it and to the house: the second line of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProofSeal {
    /// The sealed game before this one by number.
    pub before: ChainLink,
    /// The house's public key, of Ed25519.
    pub key: Bytes32,
    /// What that key has signed: both of the statement and of the game before.
    pub signature: Signature,
}

/// A game's place in the chain of all that the house has sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ChainLink {
    /// The game's number; 0 before the first.
    #[ts(type = "number")]
    pub number: i64,
    /// What its statement and all before it come to; zeros before the first.
    pub link: Bytes32,
}

impl ChainLink {
    /// Where the chain begins.
    pub const START: Self = Self { number: 0, link: Bytes32([0; 32]) };
}

/// What of a proof is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ProofPart {
    /// The line, played through by the rules.
    Line,
    /// The dice, against what was sealed and pledged and against the line.
    Dice,
    /// Seats, scores, ranks and reason.
    Result,
    /// The ratings after, worked out from those before.
    Ratings,
    /// The signature, over the very bytes of the statement.
    Signature,
    /// Whose key has signed.
    Key,
    /// The game before by number.
    Chain,
}

impl ProofPart {
    /// As it is spelt everywhere.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Dice => "dice",
            Self::Result => "result",
            Self::Ratings => "ratings",
            Self::Signature => "signature",
            Self::Key => "key",
            Self::Chain => "chain",
        }
    }
}

/// What was found of one part of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ProofFinding {
    /// Which part.
    pub part: ProofPart,
    /// Whether it was compared with anything: not the dice of a game without dice, nor a key that nobody vouches for.
    pub checked: bool,
    /// What was found, in one sentence.
    pub sentence: String,
}

impl ProofFinding {
    /// That a part fits.
    #[must_use]
    pub fn fits(part: ProofPart, sentence: impl Into<String>) -> Self {
        Self { part, checked: true, sentence: sentence.into() }
    }

    /// That there was nothing to compare a part with.
    #[must_use]
    pub fn unchecked(part: ProofPart, sentence: impl Into<String>) -> Self {
        Self { part, checked: false, sentence: sentence.into() }
    }
}

/// `POST /api/v1/check-proof`: what was found of a proof in which everything fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ProofCheck {
    /// The game's place in the order of finishing.
    #[ts(type = "number")]
    pub number: i64,
    /// Its id.
    pub id: uuid::Uuid,
    /// What was found, a finding a part.
    pub findings: Vec<ProofFinding>,
}
