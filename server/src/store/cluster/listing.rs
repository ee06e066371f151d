//! Listing: which nodes there are, for whoever keeps the house.

use crate::config::DatabaseUrl;
use crate::store::StoreError;
use crate::store::engine::postgres::{self, HouseLock};

/// A node that has not ended.
#[derive(Clone, Debug)]
pub(crate) struct ListedNode {
    /// Its number.
    pub number: i64,
    /// When it was started, in milliseconds since 1970.
    pub begun_ms: i64,
    /// Its share of the slots, beside those of others.
    pub weight: i64,
    /// How many slots it owns.
    pub slots: i64,
    /// How long ago it has beaten, by the database's clock, in milliseconds.
    pub silent_ms: i64,
    /// JSON: the numbers of those whom it hears.
    pub hears: String,
    /// Whether it is on its way out.
    pub leaving: bool,
}

/// All of them, in the order in which they were started.
///
/// # Errors
/// If the database cannot be reached, or is not of this program's version.
pub(crate) async fn nodes(url: &DatabaseUrl) -> Result<Vec<ListedNode>, StoreError> {
    let options = postgres::writing(url.options(), "cydonia nodes");
    let (mut connection, _) = postgres::connect(&options, HouseLock::Not).await?;
    let rows: Vec<(i64, i64, i64, i64, i64, String, bool)> = sqlx::query_as(
        "SELECT number, begun_ms, weight, (SELECT count(*) FROM slots WHERE slots.node = number),
           (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ms, hears, leaving
         FROM beats JOIN nodes ON number = node ORDER BY number",
    )
    .fetch_all(&mut connection)
    .await?;
    let read = |(number, begun_ms, weight, slots, silent_ms, hears, leaving)| ListedNode {
        number,
        begun_ms,
        weight,
        slots,
        silent_ms,
        hears,
        leaving,
    };
    Ok(rows.into_iter().map(read).collect())
}
