//! Record errors: what can be wrong with a record, and on which line.

use cydonia_rules::{InputError, SetupError};

/// The first thing that is wrong with a record, and on which line of its text, from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct RecordError {
    /// The line; the one after the last where something is missing.
    pub line: u32,
    /// The first that was met; what comes after it was not looked at.
    #[source]
    pub kind: RecordErrorKind,
}

/// A closed list of what can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordErrorKind {
    /// A header is not made as `[Name "value"]`.
    #[error("a header is made like [Game \"martian-chess\"]")]
    NotAHeader,
    /// A header stands twice.
    #[error("the header {0} stands here for the second time")]
    Twice(&'static str),
    /// A header comes after the line has begun.
    #[error("headers come before the first entry of the line")]
    LateHeader,
    /// A header that must be there is not.
    #[error("the header {0} is missing")]
    Missing(&'static str),
    /// A header's value cannot be read.
    #[error("this is no value of the header {0}")]
    BadValue(&'static str),
    /// There is no such game.
    #[error("there is no such game")]
    NoSuchGame,
    /// The game cannot be set up like that.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// It was played by other rules than this program knows.
    #[error("the rules are known here in version {known} alone")]
    Rules {
        /// The version that this program knows.
        known: u16,
    },
    /// An entry is none that there is.
    #[error(
        "an entry is a number and an action or a leaving, or a roll, lost, undo, swap, a takeover, takeback or draw"
    )]
    NotAnEntry,
    /// An action or a leaving has another number than its own.
    #[error("this is number {own}")]
    Number {
        /// Counted from 1 over what stands: actions and leavings.
        own: u32,
    },
    /// A roll or a taking back has a number.
    #[error("only actions and leavings are numbered")]
    NoNumber,
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] InputError),
    /// There is nothing in this turn that could be taken back.
    #[error("there is no action of this turn to be taken back")]
    NothingToUndo,
    /// That seat has no turn that could be taken back by agreement.
    #[error("this seat has no turn to be taken back")]
    NothingToTakeBack,
    /// No side can be taken there.
    #[error("a swap stands in the place of the second player's first action, in a game of two without dice")]
    NoSwap,
    /// A roll is void where none is due.
    #[error("no roll is due that could be void")]
    NoRollDue,
    /// Something comes after the end of the game.
    #[error("the game is over, and nothing comes after that")]
    AfterTheEnd,
    /// The game is said to have ended, and has not.
    #[error("the game is not over, whatever the headers say")]
    NotOver,
    /// The game is said to have ended in another way than it did.
    #[error("the game has ended in another way than the header {0} says")]
    NotSo(&'static str),
}
