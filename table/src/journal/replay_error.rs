//! Why a record does not fit the table that it is said to be of.

use cydonia_rules::{InputError, Seat, SetupError};

/// A closed list. What a table itself records always fits, so this is met in damaged data, or in data of another
/// version of the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The table has no such seat.
    #[error("there is no seat {0}")]
    NoSuchSeat(Seat),
    /// Seats are taken and given up, and the game begins, only before it has begun.
    #[error("the game has begun before")]
    Begun,
    /// The game is none that this program knows.
    #[error("there is no such game")]
    NoSuchGame,
    /// The game was begun under rules that this program does not know.
    #[error("this program knows version {known} of the rules, and not {asked}")]
    Rules {
        /// The version that this program plays by.
        known: u16,
        /// The version that the game was begun under.
        asked: u16,
    },
    /// The game cannot be set up like this.
    #[error("the game cannot begin: {0}")]
    Setup(#[source] SetupError),
    /// No game has begun.
    #[error("the game has not begun")]
    NotBegun,
    /// The game does not take this now.
    #[error(transparent)]
    Refused(#[from] InputError),
    /// There is no action of this turn to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// There is no side to take: it is not the second player's first action that is due.
    #[error("there is no side to take")]
    NoSwap,
    /// A seat is taken over at which nobody sits, or a computer, or by one that there is not.
    #[error("seat {0} is not taken over by that")]
    NoTakeover(Seat),
    /// No roll is due, or none of dice that can be checked.
    #[error("no roll is due")]
    NoRoll,
    /// There is no such offer.
    #[error("there is no open offer {0}")]
    NoOffer(u64),
    /// A finish is told, but the game goes on.
    #[error("the game is not over")]
    NotOver,
    /// The finish was the last record.
    #[error("the game was finished before")]
    Finished,
}
