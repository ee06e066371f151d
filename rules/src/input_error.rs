//! Input errors: why an input to a running game was refused. A refusal never changes the state.

use std::fmt;

use crate::Seat;

/// A closed list; each has a stable [`code`](InputError::code) and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputError {
    /// The game has ended.
    Over,
    /// The input belongs to another phase: an action while dice are due, or dice while an action is.
    WrongPhase,
    /// The text is no action of this game at all.
    BadNotation(String),
    /// The text is an action of this game, but not a legal one now.
    Illegal(String),
    /// The dice are not two numbers from 1 to 6.
    BadDice,
    /// There is no such seat, or it has left already.
    BadSeat(Seat),
}

impl InputError {
    /// The stable name of this refusal, as in the referee's answers.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::InputError;
    ///
    /// let refusal = InputError::Illegal("a1-a2".to_owned());
    /// assert_eq!(refusal.code(), "illegal"); // for programs
    /// assert_eq!(refusal.to_string(), "“a1-a2” is not legal now"); // for people
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::WrongPhase => "wrong_phase",
            Self::BadNotation(_) => "bad_notation",
            Self::Illegal(_) => "illegal",
            Self::BadDice => "bad_dice",
            Self::BadSeat(_) => "bad_seat",
        }
    }
}

/// What is quoted back of an input: 24 characters at most, odd ones escaped.
pub(crate) fn excerpt(text: &str) -> String {
    text.chars().take(24).flat_map(char::escape_debug).collect()
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("the game is over"),
            Self::WrongPhase => f.write_str("this is not what the game is waiting for"),
            Self::BadNotation(text) => write!(f, "“{}” is no action of this game", excerpt(text)),
            Self::Illegal(text) => write!(f, "“{}” is not legal now", excerpt(text)),
            Self::BadDice => f.write_str("dice are two numbers from 1 to 6"),
            Self::BadSeat(seat) => write!(f, "seat {seat} is not in this game"),
        }
    }
}

impl std::error::Error for InputError {}
