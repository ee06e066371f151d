//! Keyset cursors: a place in a list, marked with the list that it is a place in. They keep no secret: the mark is there so that a cursor
//! which was meant for another list, or was put together by hand, is refused, and not taken for a place in this one.

use cydonia_protocol::MAX_NUMBER;
use sha2::{Digest, Sha256};

use super::query_error::QueryError;

/// The pattern of them.
pub(super) const PATTERN: &str = "^(0|[1-9][0-9]*)-[0-9a-f]{8}$";

/// The cursor after that number, in the list that answers a query.
pub(super) fn write(query: &str, number: i64) -> String {
    format!("{number}-{}", checksum(query, number))
}

/// The number after which the list that answers a query goes on.
///
/// # Errors
/// [`QueryError::Cursor`] if that list gave no such cursor.
pub(super) fn read(cursor: &str, query: &str) -> Result<i64, QueryError> {
    let read = |(number, sum): (&str, &str)| {
        let is_plain =
            number.bytes().all(|byte| byte.is_ascii_digit()) && (number == "0" || !number.starts_with('0'));
        let number =
            number.parse::<i64>().ok().filter(|number| is_plain && number.unsigned_abs() <= MAX_NUMBER)?;
        (checksum(query, number) == sum).then_some(number)
    };
    cursor.split_once('-').and_then(read).ok_or(QueryError::Cursor)
}

/// A short sum over all that makes a list what it is, and a place in it.
fn checksum(query: &str, number: i64) -> String {
    hex::encode(&Sha256::digest(format!("{number}&{query}"))[..4])
}
