//! Record errors: what can be wrong with a record, and on which line.

use std::fmt;

use cydonia_rules::{Refusal, SetupError};

/// The first thing that is wrong with a record, and on which line of its text, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line; the one after the last where something is missing.
    pub line: u32,
    /// The first that was met; what comes after it was not looked at.
    pub kind: RecordErrorKind,
}

/// A closed list of what can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordErrorKind {
    /// A header is not made as `[Name "value"]`.
    NotAHeader,
    /// A header stands twice.
    Twice(&'static str),
    /// A header comes after the line has begun.
    LateHeader,
    /// A header that must be there is not.
    Missing(&'static str),
    /// A header's value cannot be read.
    BadValue(&'static str),
    /// There is no such game.
    NoSuchGame,
    /// The game cannot be set up like that.
    Setup(SetupError),
    /// It was played by other rules than this program knows.
    Rules {
        /// The version that this program knows.
        known: u16,
    },
    /// An entry is none that there is.
    NotAnEntry,
    /// An action or a leaving has another number than its own.
    Number {
        /// Counted from 1 over what stands: actions and leavings.
        own: u32,
    },
    /// A roll or a taking back has a number.
    NoNumber,
    /// The rules refuse it.
    Refused(Refusal),
    /// There is nothing in this turn that could be taken back.
    NothingToUndo,
    /// That seat has no turn that could be taken back by agreement.
    NothingToTakeBack,
    /// A roll is void where none is due.
    NoRollDue,
    /// Something comes after the end of the game.
    AfterTheEnd,
    /// The game is said to have ended, and has not.
    NotOver,
    /// The game is said to have ended in another way than it did.
    NotSo(&'static str),
}

impl fmt::Display for RecordErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAHeader => f.write_str("a header is made like [Game \"martian-chess\"]"),
            Self::Twice(name) => write!(f, "the header {name} stands here for the second time"),
            Self::LateHeader => f.write_str("headers come before the first entry of the line"),
            Self::Missing(name) => write!(f, "the header {name} is missing"),
            Self::BadValue(name) => write!(f, "this is no value of the header {name}"),
            Self::NoSuchGame => f.write_str("there is no such game"),
            Self::Setup(error) => error.fmt(f),
            Self::Rules { known } => write!(f, "the rules are known here in version {known} alone"),
            Self::NotAnEntry => f.write_str(
                "an entry is a number and an action or a leaving, or a roll, lost, undo, a takeback or draw",
            ),
            Self::Number { own } => write!(f, "this is number {own}"),
            Self::NoNumber => f.write_str("only actions and leavings are numbered"),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::NothingToUndo => f.write_str("there is no action of this turn to be taken back"),
            Self::NothingToTakeBack => f.write_str("this seat has no turn to be taken back"),
            Self::NoRollDue => f.write_str("no roll is due that could be void"),
            Self::AfterTheEnd => f.write_str("the game is over, and nothing comes after that"),
            Self::NotOver => f.write_str("the game is not over, whatever the headers say"),
            Self::NotSo(name) => write!(f, "the game has ended in another way than the header {name} says"),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl std::error::Error for RecordError {}

impl From<SetupError> for RecordErrorKind {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl From<Refusal> for RecordErrorKind {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
