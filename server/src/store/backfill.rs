//! Backfill: what newer columns tell of games that were kept, and of players who were known, before there were such: worked out when the
//! house opens. Some hundreds are done in a transaction: whatever interrupts it, the next opening goes on from there.

use cydonia_rules::{GameKind, Options, Setup};
use cydonia_table::journal::PackedLine;

use super::engine::{Lenient, RowPlace, Session, Statement, WriterConnection, from_row};
use super::tables::ListedRow;
use super::{StoreError, seated};
use crate::text;

/// Rows in a transaction.
const BATCH: i64 = 500;
/// Games after which it is said how far it is.
const SAID_EVERY: u64 = 100_000;

/// A game that lacks something.
struct IncompleteRow {
    number: i64,
    told: Lenient<Told>,
}

from_row!(IncompleteRow: number; told);

/// What of a game the columns follow from.
struct Told {
    game: String,
    options: String,
    seats: i64,
    record: String,
}

from_row!(Told: game, options, seats, record);

/// What was missing.
struct Columns {
    first: i64,
    clock: String,
}

impl IncompleteRow {
    fn columns(self) -> Result<Columns, StoreError> {
        let (at, line) = (RowPlace("matches", self.number), RowPlace("match_lines", self.number));
        let told = at.part(self.told)?;
        let packed = PackedLine::read(&told.record).map_err(line.column("record"))?;
        let clock = serde_json::to_string(&packed.clock).map_err(line.column("record"))?;
        let options: Options = serde_json::from_str(&told.options).map_err(at.column("options"))?;
        let seats = u8::try_from(told.seats).map_err(at.column("seats"))?;
        let kind = GameKind::from_id(&told.game).ok_or_else(|| at.column("game")("there is no such game"))?;
        let first = packed.began(kind, &Setup { seats, options, first: packed.first })?;
        Ok(Columns { first: first.into(), clock })
    }
}

/// Completes every row that lacks something.
pub(super) async fn run(owner: &mut WriterConnection) -> Result<(), StoreError> {
    complete_games(owner).await?;
    complete_players(owner).await?;
    complete_tables(owner).await
}

/// Has everybody find the tables at which they sit. Those at which nobody does are looked at each time, and are few.
async fn complete_tables(owner: &mut WriterConnection) -> Result<(), StoreError> {
    let mut after = 0;
    loop {
        let mut transaction = owner.begin().await?;
        let rows: Vec<ListedRow> = Statement::of(
            "SELECT number, info FROM tables WHERE NOT closed AND number > $1
             AND NOT EXISTS (SELECT 1 FROM seated WHERE table_number = number) ORDER BY number LIMIT $2",
        )
        .bind(after)
        .bind(BATCH)
        .fetch_all(&mut transaction)
        .await?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.number;
        for row in rows {
            let number = row.number;
            if let Some(info) = row.read_or_log("nobody is told that they sit at a table") {
                seated::note(&mut transaction.connection(), number, &info).await?;
            }
        }
        transaction.commit().await?;
    }
}

/// Has every player found by name.
async fn complete_players(owner: &mut WriterConnection) -> Result<(), StoreError> {
    loop {
        let mut transaction = owner.begin().await?;
        let rows: Vec<(i64, String)> =
            Statement::of("SELECT number, name FROM players WHERE search IS NULL LIMIT $1")
                .bind(BATCH)
                .fetch_all(&mut transaction)
                .await?;
        if rows.is_empty() {
            return Ok(());
        }
        for (number, name) in rows {
            let complete = Statement::of("UPDATE players SET search = $1 WHERE number = $2");
            complete.bind(text::search_key(&name)).bind(number).execute(&mut transaction).await?;
        }
        transaction.commit().await?;
    }
}

/// Completes every game. One whose line is damaged is told to the log and left as it is.
async fn complete_games(owner: &mut WriterConnection) -> Result<(), StoreError> {
    let (mut after, mut done) = (0, 0_u64);
    loop {
        let mut transaction = owner.begin().await?;
        let rows: Vec<IncompleteRow> = Statement::of(
            "SELECT number, game, options, seats, record FROM matches JOIN match_lines USING (number)
             WHERE clock IS NULL AND number > $1 ORDER BY number LIMIT $2",
        )
        .bind(after)
        .bind(BATCH)
        .fetch_all(&mut transaction)
        .await?;
        let Some(last) = rows.last() else { break };
        after = last.number;
        for row in rows {
            let number = row.number;
            match row.columns() {
                Ok(Columns { first, clock }) => {
                    let complete =
                        Statement::of("UPDATE matches SET first = $1, clock = $2 WHERE number = $3");
                    complete.bind(first).bind(clock).bind(number).execute(&mut transaction).await?;
                    done += 1;
                }
                Err(damage) => {
                    tracing::error!(number, %damage, "a game is not listed, as its line does not tell who began");
                }
            }
        }
        transaction.commit().await?;
        if done > 0 && done % SAID_EVERY < BATCH.unsigned_abs() {
            tracing::info!(done, "kept games are brought to this program's version");
        }
    }
    Ok(())
}
