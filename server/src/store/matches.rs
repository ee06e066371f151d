//! Finished games, each packed into one row.

use std::collections::HashMap;

use cydonia_protocol::{MatchSeat, MatchSummary, Player};
use cydonia_rules::Reason;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row, SqliteConnection};
use uuid::Uuid;

use super::{Damage, Store, StoreError, tables};
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
    .bind(serde_json::to_string(&summary.options).map_err(|_| StoreError::Unwritable("options"))?)
    .bind(summary.reason.name())
    .bind(i64::from(summary.plies))
    .bind(summary.started_ms)
    .bind(summary.finished_ms)
    .bind(serde_json::to_string(&finished.packed).map_err(|_| StoreError::Unwritable("line"))?)
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
    tables::forget_secrets(&mut *connection, table_number).await?;
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
    seat: i64,
    player: Uuid,
    name: String,
    score: i64,
    rank: i64,
}

impl SummaryRow {
    fn read(self, seats: Vec<MatchSeat>) -> Result<MatchSummary, Damage> {
        Ok(MatchSummary {
            number: self.number,
            id: self.id,
            game: self.game,
            options: serde_json::from_str(&self.options).map_err(|_| Damage::Value("options"))?,
            seats,
            reason: Reason::from_name(&self.reason).ok_or(Damage::Value("reason"))?,
            plies: u32::try_from(self.plies).map_err(|_| Damage::Value("plies"))?,
            started_ms: self.started_ms,
            finished_ms: self.finished_ms,
        })
    }
}

/// The seats of one game, from its rows in order.
fn read_seats<'a>(rows: impl IntoIterator<Item = &'a SqliteRow>) -> Result<Vec<MatchSeat>, StoreError> {
    let damaged = Damage::Value;
    let read = |(place, row)| -> Result<MatchSeat, StoreError> {
        let row = SeatRow::from_row(row)?;
        if row.seat != place {
            return Err(damaged("seats").into());
        }
        Ok(MatchSeat {
            player: Player { id: row.player, name: row.name },
            score: i32::try_from(row.score).map_err(|_| damaged("score"))?,
            rank: u8::try_from(row.rank).map_err(|_| damaged("rank"))?,
        })
    };
    let seats: Vec<MatchSeat> = (0i64..).zip(rows).map(read).collect::<Result<_, _>>()?;
    if seats.is_empty() { Err(damaged("seats").into()) } else { Ok(seats) }
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
        let seats = sqlx::query("SELECT * FROM match_seats WHERE match_number = $1 ORDER BY seat")
            .bind(row.summary.number)
            .fetch_all(&self.reader)
            .await?;
        Ok(Some(Finished {
            summary: row.summary.read(read_seats(&seats)?)?,
            private: row.private,
            key: row.access_key,
            rematch_of: row.rematch_of,
            packed: PackedLine::read(&row.record)?,
        }))
    }

    /// Up to `limit` public finished games with a number below `before`, the last finished first; and, if there are
    /// more, the number that they are all below.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn finished_before(
        &self,
        before: i64,
        limit: i64,
    ) -> Result<(Vec<MatchSummary>, Option<i64>), StoreError> {
        // One more than asked tells whether there are more.
        let mut rows = sqlx::query(
            "SELECT number, id, game, options, reason, plies, started_ms, finished_ms FROM matches
             WHERE NOT private AND number < $1 ORDER BY number DESC LIMIT $2",
        )
        .bind(before)
        .bind(limit + 1)
        .fetch_all(&self.reader)
        .await?;
        let more = rows.len() as i64 > limit;
        rows.truncate(limit as usize);
        let numbers = rows.iter().map(|row| row.try_get("number")).collect::<Result<Vec<i64>, _>>()?;
        let (Some(newest), Some(oldest)) = (numbers.first(), numbers.last()) else {
            return Ok((Vec::new(), None));
        };
        let seats = sqlx::query(
            "SELECT * FROM match_seats WHERE match_number BETWEEN $1 AND $2 ORDER BY match_number, seat",
        )
        .bind(oldest)
        .bind(newest)
        .fetch_all(&self.reader)
        .await?;
        let mut seats_of: HashMap<i64, Vec<&SqliteRow>> = HashMap::new();
        for seat in &seats {
            seats_of.entry(seat.try_get("match_number")?).or_default().push(seat);
        }
        let read = |number, row| -> Result<MatchSummary, StoreError> {
            let seats = seats_of.get(&number).into_iter().flatten().copied();
            Ok(SummaryRow::from_row(row)?.read(read_seats(seats)?)?)
        };
        let readable = |(number, row)| {
            // One damaged row must not hide all others.
            read(number, row)
                .inspect_err(|error| tracing::error!(number, %error, "a game is left out of the list"))
                .ok()
        };
        let summaries = numbers.iter().copied().zip(&rows).filter_map(readable).collect();
        Ok((summaries, numbers.last().copied().filter(|_| more)))
    }
}
