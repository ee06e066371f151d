//! Cheat errors: what gives a server away that does not tell the truth.

use std::fmt;

use cydonia_protocol::Clocks;

/// What a client has noticed in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheatError {
    /// Its number is not the next: one is missing, or came twice.
    Number,
    /// No such roll is due: its number is not the next, or it is not that seat's.
    Roll,
    /// Nothing proves the dice.
    Unproved,
    /// The secret that was opened is not the one that was sealed.
    Seal,
    /// The roller's share is not the one that was pledged.
    Pledge,
    /// The waiting seat's share is not the one that was given, or was not given at all.
    Waiting,
    /// The dice are not those that the secret and the shares give.
    Dice,
    /// A share that was not due: it is there already, no roll of the other's is next, or its seat adds nothing. Or one
    /// that should have come with the end of a turn and did not.
    Share,
    /// A seat that adds something is treated as one that does not, or the other way round.
    Plain,
    /// A seat has lost what it pledged more often than it may.
    Lost,
    /// An answer to something that is not on offer.
    Offer,
    /// What belongs before the start came after it.
    Begun,
    /// By the rules of the game it could not come now, or not lead where it is said to lead.
    Rules,
    /// Something is said in one's own name that one's seed does not give.
    NotMine,
    /// The clocks do not follow from the times of the events.
    Clocks {
        /// What they should show.
        expected: Option<Clocks>,
        /// What they are said to show.
        told: Option<Clocks>,
    },
}

impl fmt::Display for CheatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for CheatError {}
