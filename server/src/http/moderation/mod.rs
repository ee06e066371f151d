//! Moderation: whom people report, what moderators do about it, and what whoever it is about is told.

mod audit;
mod players;
mod reports;
mod sanctions;
mod standing;

use cydonia_protocol::ErrorCode;
use schemars::JsonSchema;
use serde::Deserialize;

use super::app::App;
use super::cursor;
use super::openapi::Operation;
use super::problem::ApiError;
use super::query_error::{QueryError, page_size};
use crate::store::LiveSession;
use crate::text;
use crate::visitor::Visitor;

/// Whoever asks is somebody, here in person, and a moderator.
const MODERATORS: [ErrorCode; 4] =
    [ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope, ErrorCode::NoModerator];

pub(super) fn operations() -> Vec<Operation> {
    let mut all = vec![reports::report(), standing::operation()];
    all.extend(reports::operations());
    all.extend(sanctions::operations());
    all.push(audit::operation());
    all.extend(players::operations());
    all
}

/// Which page of a list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PageQuery {
    /// Where the page before ended: its `next`.
    #[schemars(regex(pattern = cursor::PATTERN))]
    cursor: Option<String>,
    /// How many on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
}

impl PageQuery {
    /// The number below which the page begins, if it is not the first, and how many are on it.
    ///
    /// # Errors
    /// If there is no such place in that list.
    fn of(&self, list: &str) -> Result<(Option<i64>, usize), QueryError> {
        let limit = page_size(self.limit)?;
        let below = self.cursor.as_deref().map(|cursor| cursor::read(cursor, list)).transpose()?;
        Ok((below, limit))
    }
}

/// The session of whoever asks, who must be a moderator, and here in person.
fn moderator<'v>(app: &App, visitor: &'v Visitor) -> Result<&'v LiveSession, ApiError> {
    let own = visitor.in_person()?;
    if !app.context.conduct.is_moderator(own.player.id) {
        return Err(ApiError::new(ErrorCode::NoModerator, "this is for the moderators of this house"));
    }
    Ok(own)
}

/// A text of a few sentences, as it is kept.
fn note(text: &str) -> Result<String, ApiError> {
    text::note(text).map_err(|error| ApiError::new(ErrorCode::BadText, error.to_string()))
}

/// The same where there may be none.
fn optional_note(text: Option<&str>) -> Result<Option<String>, ApiError> {
    text.filter(|text| !text.trim().is_empty()).map(note).transpose()
}
