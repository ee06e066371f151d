//! Query errors: why what stands behind the `?` asks for no list.

use std::error::Error;

use axum::extract::rejection::QueryRejection;
use axum::http::uri::InvalidUri;
use cydonia_protocol::{ErrorCode, MAX_NUMBER};
use cydonia_rules::{MAX_SEATS, PositionError};

use super::problem::ApiError;
use crate::limits;

/// What is wrong with a query, in the sentence that is answered.
#[derive(Debug, thiserror::Error)]
pub(super) enum QueryError {
    /// It is no query string at all.
    #[error(transparent)]
    Uri(#[from] InvalidUri),
    /// There is no parameter of that name.
    #[error("{0} is no parameter of this address")]
    Unknown(String),
    /// A parameter that must be given is not.
    #[error("{0} must be given")]
    Missing(String),
    /// One parameter, two values.
    #[error("{0} is given twice")]
    Twice(String),
    /// The parameter takes no such value.
    #[error("{name} takes no such value: {why}")]
    Value {
        /// The parameter's name.
        name: String,
        /// Which values it takes, or what is wrong with this one.
        why: String,
    },
    /// It is no query at all.
    #[error("what stands behind the ? cannot be read")]
    Unreadable,
    /// The parameter belongs to the other form of the list.
    #[error("{0} is no parameter of this address")]
    Misplaced(&'static str),
    /// The page would be empty, or longer than one may ask for.
    #[error("limit is a number from 1 to {}", limits::MAX_PAGE_SIZE)]
    Limit,
    /// A stream of nothing, or of more than numbers tell.
    #[error("limit is a number from 1 to {MAX_NUMBER}")]
    StreamLimit,
    /// No game has that number.
    #[error("after is the number of a game, from 0 to {MAX_NUMBER}")]
    After,
    /// It is no number of an event.
    #[error("Last-Event-ID is a number that this stream has told")]
    LastEventId,
    /// No game has that number yet.
    #[error("no game has that number yet")]
    Ahead,
    /// It is told with the entries of a line.
    #[error("{0} are told of whole games: whole=true")]
    DetailOfNoLine(&'static str),
    /// It is no position.
    #[error("position: {0}")]
    Position(#[from] PositionError),
    /// No such game.
    #[error("there is no such game")]
    NoGame,
    /// What is asked of a player who is not given.
    #[error("opponent and result say something of a player, who must be given")]
    NoPlayer,
    /// Both ways to look for players, or neither.
    #[error("players are looked for by name or by ids")]
    NameOrIds,
    /// What is found by ids has no pages.
    #[error("what is asked for by ids comes at once: cursor and limit say nothing there")]
    PageOfIds,
    /// They are none, or too many.
    #[error("ids are ids with commas in between, {} at most", limits::MAX_PAGE_SIZE)]
    Ids,
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

impl From<QueryRejection> for QueryError {
    /// What serde says, `limit: invalid digit found in string`, in our words.
    fn from(rejection: QueryRejection) -> Self {
        let source = rejection.source().map(ToString::to_string).unwrap_or_default();
        let quoted = |text: &str| text.split('`').nth(1).map(str::to_owned);
        let (name, why) = source.split_once(": ").unwrap_or(("", &source));
        let known = if why.starts_with("unknown field") {
            quoted(why).map(Self::Unknown)
        } else if why.starts_with("missing field") {
            quoted(why).map(Self::Missing)
        } else if why.starts_with("duplicate field") {
            quoted(why).map(Self::Twice)
        } else if name == "limit" {
            Some(Self::Limit)
        } else if name.is_empty() || name == "?" {
            None
        } else {
            // Of a closed list the values are told, which stand behind what was said.
            let values = ["expected ", "was not "].iter().find_map(|before| why.split_once(before));
            let why = values.map_or(why, |(_, values)| values);
            Some(Self::Value { name: name.to_owned(), why: why.replace('`', "") })
        };
        known.unwrap_or(Self::Unreadable)
    }
}

/// How many are on a page: as many as are asked for, or as is usual.
///
/// # Errors
/// [`QueryError::Limit`].
pub(super) fn page_size(limit: Option<usize>) -> Result<usize, QueryError> {
    let limit = limit.unwrap_or(limits::DEFAULT_PAGE_SIZE);
    if (1..=limits::MAX_PAGE_SIZE).contains(&limit) { Ok(limit) } else { Err(QueryError::Limit) }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        Self::new(ErrorCode::BadQuery, error.to_string())
    }
}
