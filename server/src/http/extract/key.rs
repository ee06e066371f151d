//! Key headers: secrets that open a private table or a seat.

use axum::http::HeaderMap;

/// Where a private table's or game's key is looked for.
pub(crate) const TABLE_KEY: &str = "x-table-key";

/// Where a seat's key is looked for by whoever only looks at it.
pub(crate) const SEAT_KEY: &str = "x-seat-key";

/// The key that came in that header.
pub(crate) fn key<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|key| key.to_str().ok())
}
