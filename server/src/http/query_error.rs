//! Query errors: why what stands behind the `?` asks for no list.

use axum::extract::rejection::QueryRejection;
use axum::http::uri::InvalidUri;
use cydonia_protocol::ErrorCode;
use cydonia_rules::MAX_SEATS;

use super::problem::ApiError;
use crate::limits;

/// What is wrong with a query, in the sentence that is answered.
#[derive(Debug, thiserror::Error)]
pub(super) enum QueryError {
    /// It is no query string at all.
    #[error(transparent)]
    Uri(#[from] InvalidUri),
    /// A parameter is unknown, given twice, or its value is of another type.
    #[error("{}", .0.body_text())]
    Parameter(#[from] QueryRejection),
    /// The parameter belongs to the other form of the list.
    #[error("{0} is no parameter of this address")]
    Misplaced(&'static str),
    /// The page would be empty, or longer than one may ask for.
    #[error("limit is a number from 1 to {}", limits::MAX_PAGE_SIZE)]
    Limit,
    /// No such game.
    #[error("there is no such game")]
    NoGame,
    /// What is asked of a player who is not given.
    #[error("opponent and result say something of a player, who must be given")]
    NoPlayer,
    /// Player and opponent are one.
    #[error("nobody is their own opponent")]
    OwnOpponent,
    /// No game has so many seats.
    #[error("seats is a number from 2 to {MAX_SEATS}")]
    Seats,
    /// The days lie the wrong way round.
    #[error("finished_to lies before finished_from")]
    EndsBeforeBeginning,
    /// The parameter of that name is no time.
    #[error(
        "{0} is a day such as 2026-01-31, a time such as 2026-01-31T12:00:00Z, or milliseconds since 1970"
    )]
    NotATime(&'static str),
    /// Options without the game whose they are.
    #[error("options are those of a game, which must be given")]
    OptionsOfNoGame,
    /// The game has no option of that name.
    #[error("{title} has no option of that name")]
    NoOption {
        /// The game's title.
        title: &'static str,
    },
    /// The option takes no such value.
    #[error("the option {0} has no such value")]
    NoValue(String),
    /// One option, two values.
    #[error("the option {0} is given twice")]
    OptionTwice(String),
    /// The value of an option cannot be written as it is kept.
    #[error(transparent)]
    Unwritable(#[from] serde_json::Error),
    /// The cursor is none, or another list gave it.
    #[error("this list gave no such cursor")]
    Cursor,
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        Self::new(ErrorCode::BadQuery, error.to_string())
    }
}
