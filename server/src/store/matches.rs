//! Finished games, each packed into one row.

use cydonia_protocol::{MatchSeat, MatchSummary, Player};
use cydonia_rules::{Options, Reason};
use sqlx::{FromRow, SqliteConnection};
use uuid::Uuid;

use super::{Store, StoreError};
use crate::table::PackedLine;

/// A finished game to be kept; its number is given when it is stored.
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

/// A finished game as it is kept.
pub(crate) type KeptMatch = Finished;

pub(super) async fn keep(
    connection: &mut SqliteConnection,
    table_number: i64,
    finished: &Finished,
) -> Result<(), StoreError> {
    let damaged = |_| StoreError::Damaged("match");
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
    .bind(serde_json::to_string(&summary.options).map_err(damaged)?)
    .bind(summary.reason.name())
    .bind(i64::from(summary.plies))
    .bind(summary.started_ms)
    .bind(summary.finished_ms)
    .bind(serde_json::to_string(&finished.packed).map_err(damaged)?)
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
            .bind(sat.score)
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

#[derive(FromRow)]
struct Row {
    number: i64,
    id: Uuid,
    private: bool,
    access_key: Option<String>,
    rematch_of: Option<Uuid>,
    game: String,
    options: String,
    reason: String,
    plies: i64,
    started_ms: i64,
    finished_ms: i64,
    record: String,
}

impl Row {
    fn read(self, seats: Vec<MatchSeat>) -> Result<KeptMatch, StoreError> {
        let damaged = || StoreError::Damaged("match");
        let options: Options = serde_json::from_str(&self.options).map_err(|_| damaged())?;
        Ok(KeptMatch {
            summary: MatchSummary {
                number: self.number,
                id: self.id,
                game: self.game,
                options,
                seats,
                reason: Reason::from_name(&self.reason).ok_or_else(damaged)?,
                plies: u32::try_from(self.plies).map_err(|_| damaged())?,
                started_ms: self.started_ms,
                finished_ms: self.finished_ms,
            },
            private: self.private,
            key: self.access_key,
            rematch_of: self.rematch_of,
            packed: serde_json::from_str(&self.record).map_err(|_| damaged())?,
        })
    }
}

impl Store {
    /// One finished game.
    ///
    /// # Errors
    /// If the database fails or the row is damaged.
    pub(crate) async fn finished(&self, id: Uuid) -> Result<Option<KeptMatch>, StoreError> {
        let row: Option<Row> = sqlx::query_as("SELECT * FROM matches WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.reader)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let seats = self.match_seats(row.number).await?;
        row.read(seats).map(Some)
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
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT * FROM matches WHERE NOT private AND number < $1 ORDER BY number DESC LIMIT $2",
        )
        .bind(before)
        .bind(limit)
        .fetch_all(&self.reader)
        .await?;
        let mut matches = Vec::with_capacity(rows.len());
        for row in rows {
            let seats = self.match_seats(row.number).await?;
            matches.push(row.read(seats)?.summary);
        }
        Ok(matches)
    }

    async fn match_seats(&self, number: i64) -> Result<Vec<MatchSeat>, StoreError> {
        let rows: Vec<(Uuid, String, i32, i64)> = sqlx::query_as(
            "SELECT player, name, score, rank FROM match_seats WHERE match_number = $1 ORDER BY seat",
        )
        .bind(number)
        .fetch_all(&self.reader)
        .await?;
        let seat = |(id, name, score, rank)| {
            let rank = u8::try_from(rank).map_err(|_| StoreError::Damaged("match"))?;
            Ok(MatchSeat { player: Player { id, name }, score, rank })
        };
        rows.into_iter().map(seat).collect()
    }
}
