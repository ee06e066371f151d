//! Finished games, each packed into one row.

use std::collections::HashMap;

use cydonia_protocol::{MatchSeat, MatchSummary, Player};
use cydonia_rules::Reason;
use sqlx::{FromRow, SqliteConnection};
use uuid::Uuid;

use super::{Store, StoreError};
use crate::table::PackedLine;

/// A finished game. Its number is 0 until it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    /// What the lists show.
    pub summary: MatchSummary,
    /// Whether it is left out of public lists.
    pub private: bool,
    /// A private table's key.
    pub key: Option<String>,
    /// The table it was a rematch of.
    pub rematch_of: Option<Uuid>,
    /// The line.
    pub packed: PackedLine,
}

pub(super) async fn keep(
    connection: &mut SqliteConnection,
    table_number: i64,
    finished: &Finished,
) -> Result<(), StoreError> {
    let summary = &finished.summary;
    let kept: Option<(i64,)> = sqlx::query_as(
        "INSERT INTO matches (number, id, private, access_key, rematch_of, game, options, reason, plies, started_ms,
           finished_ms, record)
         VALUES ((SELECT coalesce(max(number), 0) + 1 FROM matches), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT DO NOTHING RETURNING number",
    )
    .bind(summary.id)
    .bind(finished.private)
    .bind(&finished.key)
    .bind(finished.rematch_of)
    .bind(&summary.game)
    .bind(serde_json::to_string(&summary.options).map_err(|_| damaged())?)
    .bind(summary.reason.name())
    .bind(i64::from(summary.plies))
    .bind(summary.started_ms)
    .bind(summary.finished_ms)
    .bind(serde_json::to_string(&finished.packed).map_err(|_| damaged())?)
    .fetch_optional(&mut *connection)
    .await?;
    if let Some((number,)) = kept {
        for (seat, sat) in (0i64..).zip(&summary.seats) {
            sqlx::query(
                "INSERT INTO match_seats (match_number, seat, player, name, score, rank) VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(number)
            .bind(seat)
            .bind(sat.player.id)
            .bind(&sat.player.name)
            .bind(i64::from(sat.score))
            .bind(i64::from(sat.rank))
            .execute(&mut *connection)
            .await?;
        }
    }
    sqlx::query("DELETE FROM events WHERE table_number = $1")
        .bind(table_number)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM tables WHERE number = $1").bind(table_number).execute(connection).await?;
    Ok(())
}

/// What of a row the lists show.
#[derive(FromRow)]
struct SummaryRow {
    number: i64,
    id: Uuid,
    game: String,
    options: String,
    reason: String,
    plies: i64,
    started_ms: i64,
    finished_ms: i64,
}

/// The rest of a row.
#[derive(FromRow)]
struct WholeRow {
    #[sqlx(flatten)]
    summary: SummaryRow,
    private: bool,
    access_key: Option<String>,
    rematch_of: Option<Uuid>,
    record: String,
}

#[derive(FromRow)]
struct SeatRow {
    match_number: i64,
    player: Uuid,
    name: String,
    score: i64,
    rank: i64,
}

fn damaged() -> StoreError {
    StoreError::Damaged("match")
}

impl SummaryRow {
    fn read(self, seats: Vec<MatchSeat>) -> Result<MatchSummary, StoreError> {
        Ok(MatchSummary {
            number: self.number,
            id: self.id,
            game: self.game,
            options: serde_json::from_str(&self.options).map_err(|_| damaged())?,
            seats,
            reason: Reason::from_name(&self.reason).ok_or_else(damaged)?,
            plies: u32::try_from(self.plies).map_err(|_| damaged())?,
            started_ms: self.started_ms,
            finished_ms: self.finished_ms,
        })
    }
}

impl SeatRow {
    fn read(self) -> Result<MatchSeat, StoreError> {
        Ok(MatchSeat {
            player: Player { id: self.player, name: self.name },
            score: i32::try_from(self.score).map_err(|_| damaged())?,
            rank: u8::try_from(self.rank).map_err(|_| damaged())?,
        })
    }
}

impl Store {
    /// One finished game.
    ///
    /// # Errors
    /// If the database fails or the row is damaged.
    pub(crate) async fn finished(&self, id: Uuid) -> Result<Option<Finished>, StoreError> {
        let row: Option<WholeRow> = sqlx::query_as("SELECT * FROM matches WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.reader)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let seats: Vec<SeatRow> =
            sqlx::query_as("SELECT * FROM match_seats WHERE match_number = $1 ORDER BY seat")
                .bind(row.summary.number)
                .fetch_all(&self.reader)
                .await?;
        let seats = seats.into_iter().map(SeatRow::read).collect::<Result<_, _>>()?;
        Ok(Some(Finished {
            summary: row.summary.read(seats)?,
            private: row.private,
            key: row.access_key,
            rematch_of: row.rematch_of,
            packed: serde_json::from_str(&row.record).map_err(|_| damaged())?,
        }))
    }

    /// Public finished games with a number below `before`, the last finished first.
    ///
    /// # Errors
    /// If the database fails or a row is damaged.
    pub(crate) async fn finished_before(
        &self,
        before: i64,
        limit: i64,
    ) -> Result<Vec<MatchSummary>, StoreError> {
        let rows: Vec<SummaryRow> = sqlx::query_as(
            "SELECT number, id, game, options, reason, plies, started_ms, finished_ms FROM matches
             WHERE NOT private AND number < $1 ORDER BY number DESC LIMIT $2",
        )
        .bind(before)
        .bind(limit)
        .fetch_all(&self.reader)
        .await?;
        let (Some(newest), Some(oldest)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
        let seats: Vec<SeatRow> = sqlx::query_as(
            "SELECT * FROM match_seats WHERE match_number BETWEEN $1 AND $2 ORDER BY match_number, seat",
        )
        .bind(oldest.number)
        .bind(newest.number)
        .fetch_all(&self.reader)
        .await?;
        let mut by_match: HashMap<i64, Vec<MatchSeat>> = HashMap::new();
        for seat in seats {
            by_match.entry(seat.match_number).or_default().push(seat.read()?);
        }
        rows.into_iter()
            .map(|row| {
                let seats = by_match.remove(&row.number).unwrap_or_default();
                row.read(seats)
            })
            .collect()
    }
}
