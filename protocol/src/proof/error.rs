//! What can be wrong with a proof.

use super::ProofPart;
use crate::dice::DiceProofError;
use crate::record::RecordError;

/// Why a text is no proof of a game at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofFormError {
    /// It has not two lines.
    #[error("this is no proof of a game: it has two lines, a statement and its seal, and each ends")]
    Lines,
    /// A line is no statement or no seal.
    #[error("line {0} of the proof cannot be read")]
    Unreadable(u32),
    /// A line says what it says in another way than houses do.
    #[error("line {0} of the proof is not written as a house writes it")]
    Spelling(u32),
    /// It is of another form.
    #[error("the proof is of another form than this program knows")]
    Scheme,
}

/// A closed list of what does not fit in a proof that can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The line does not play through by the rules.
    #[error("the record does not play through: {0}")]
    Record(#[from] RecordError),
    /// The record is not written as houses write records: it may hold what nobody looks at.
    #[error("the record is not written as a house writes it")]
    RecordSpelling,
    /// The dice do not fit what was sealed and pledged.
    #[error("the dice do not fit: {0}")]
    Dice(#[from] DiceProofError),
    /// The dice are of another table.
    #[error("the dice are of another game")]
    OtherDice,
    /// There are dice, and the game has none.
    #[error("there is a record of dice, and the game has none")]
    NoDice,
    /// A roll of the line is not that of the record of dice.
    #[error("roll {0}: the line and the record of dice tell of different rolls")]
    Rolls(u64),
    /// A share was given for a roll that was never due.
    #[error("a share is left over for a roll that was not due when the game ended")]
    Unused,
    /// The record does not tell the game's id, when it ended, or how.
    #[error("the record does not tell which game it is of, when it ended, or how")]
    Unfinished,
    /// The seats are not those of the record.
    #[error("those who sit there are not those of the record")]
    Seats,
    /// The game is rated at some seats only, or without a rule.
    #[error("a game is rated at every seat and by a rule, or not at all")]
    RatedInPart,
    /// It was rated by another rule than this program's.
    #[error("the game was rated by rule {found}, and this program knows rule {known}")]
    Rule {
        /// The rule of the proof.
        found: i64,
        /// The one of this program.
        known: i64,
    },
    /// A seat's rating cannot have come of games.
    #[error("seat {0}: no games lead to such a rating")]
    Standing(u8),
    /// A seat's rating is not what follows from the game.
    #[error("seat {0}: the rating is not what follows from those before the game")]
    Rating(u8),
    /// The signature is none of that key, over that statement, behind that game.
    #[error("the signature is not that of the key over this statement")]
    Signature,
    /// The key is none of those that are trusted.
    #[error("the proof is signed by a key that is none of those given")]
    Key,
    /// The key did not sign games of that number.
    #[error("the key that signed the proof was not the house's for a game of that number")]
    KeyNumber,
    /// The game before is another one than the proof says.
    #[error("the proof of game {0} is not the one that this proof is chained to")]
    Chain(i64),
}

impl ProofError {
    /// The part of the proof that does not fit.
    #[must_use]
    pub fn part(&self) -> ProofPart {
        match self {
            Self::Record(_) | Self::RecordSpelling => ProofPart::Line,
            Self::Dice(_) | Self::OtherDice | Self::NoDice | Self::Rolls(_) | Self::Unused => ProofPart::Dice,
            Self::Unfinished | Self::Seats => ProofPart::Result,
            Self::RatedInPart | Self::Rule { .. } | Self::Standing(_) | Self::Rating(_) => ProofPart::Ratings,
            Self::Signature => ProofPart::Signature,
            Self::Key | Self::KeyNumber => ProofPart::Key,
            Self::Chain(_) => ProofPart::Chain,
        }
    }
}

/// What does not fit in a list of a house's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SigningKeysError {
    /// There is none, or they are not in order.
    #[error("the keys are not in order from the first on")]
    Order,
    /// A key is not signed by the one before.
    #[error("the key from game {0} on is not signed by the one before")]
    Signature(i64),
}
