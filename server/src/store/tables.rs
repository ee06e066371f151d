//! Rows of tables that are open or playing.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{SeatState, TableInfo, TableStatus};
use cydonia_table::journal::{CorruptData, Stamped};
use uuid::Uuid;

use super::engine::{Connection, Lenient, RowPlace, Statement, from_row};
use super::write::{Batch, Write};
use super::{Store, StoreError, codes, contacts, seated, sessions, wishes};
use crate::limits;

/// A table to be set up.
#[derive(Clone, Debug)]
pub(crate) struct NewTable {
    /// As the lobby shows it.
    pub info: TableInfo,
    /// A private table's key.
    pub key: Option<String>,
    /// The player who asked for it and that player's own id for the wish; a rematch's is the table's own.
    pub wish: (Uuid, Uuid),
    /// The first records of its journal.
    pub records: Vec<Stamped>,
    /// When it first wants attention.
    pub deadline_ms: i64,
}

/// What became of a table that was to be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// It was, and this is what the journal knows it by.
    Now(i64),
    /// The wish was carried out before, or somebody else has set the rematch up: with the table of that id.
    Before(Uuid),
    /// It was not, as whoever wished for it has as many as one may have.
    TooMany,
    /// It was not, as somebody who is challenged there has not answered as many challenges as one may have, or by one and the same person.
    TooManyChallenges,
}

/// A row as the lobby reads it.
pub(super) struct ListedRow {
    pub(super) number: i64,
    info: Lenient<InfoRow>,
}

from_row!(ListedRow: number; info);

impl ListedRow {
    /// The table; none if its row is damaged, which is logged, with what comes of it.
    pub(super) fn read_or_log(self, what: &'static str) -> Option<TableInfo> {
        let Self { number, info } = self;
        let read = || -> Result<TableInfo, StoreError> {
            Ok(read_info(number, &RowPlace("tables", number).part::<InfoRow>(info)?.info)?)
        };
        read().inspect_err(|error| tracing::error!(number, %error, "{what}")).ok()
    }
}

struct InfoRow {
    info: String,
}

from_row!(InfoRow: info);

/// Sets a table up, its first records included, unless there is one for that wish already, or the player has as many as
/// `most`. That is counted here, where nobody else writes: of many wishes at once no more are carried out.
#[derive(Debug)]
pub(crate) struct CreateTable {
    /// The table.
    pub table: NewTable,
    /// How many a player may have.
    pub most: u32,
}

impl Write for CreateTable {
    type Output = Made;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Made, StoreError> {
        let Self { table, most } = self;
        let made = create(&mut batch.connection, &table, most).await?;
        if let Made::Now(number) = made {
            batch.delta.begin(number, table.records.len() as u64);
        }
        batch.last_ms = table.records.iter().map(|(ms, _)| Some(*ms)).fold(batch.last_ms, Option::max);
        Ok(made)
    }
}

pub(super) async fn create(
    connection: &mut Connection<'_>,
    new: &NewTable,
    most: u32,
) -> Result<Made, StoreError> {
    let (player, request) = new.wish;
    let added = Statement::of(
        "INSERT INTO wishes (player, request, table_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(player)
    .bind(request)
    .bind(new.info.id)
    .execute(connection)
    .await?;
    if added == 0 {
        let (first,): (Uuid,) =
            Statement::of("SELECT table_id FROM wishes WHERE player = $1 AND request = $2")
                .bind(player)
                .bind(request)
                .fetch_one(connection)
                .await?;
        return Ok(Made::Before(first));
    }
    if wishes::count(connection, player).await? >= most
        && !has_rematch(connection, new.info.rematch_of).await?
    {
        wishes::forget(connection, new.info.id).await?;
        return Ok(Made::TooMany);
    }
    for challenged in challenged(&new.info) {
        if contacts::has_too_many_challenges(connection, player, challenged).await? {
            wishes::forget(connection, new.info.id).await?;
            return Ok(Made::TooManyChallenges);
        }
    }
    let created: Option<(i64,)> = Statement::of(
        "INSERT INTO tables (id, private, access_key, rematch_of, info, deadline_ms)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING number",
    )
    .bind(new.info.id)
    .bind(new.info.private)
    .bind(&new.key)
    .bind(new.info.rematch_of)
    .bind(write_info(&new.info)?)
    .bind(new.deadline_ms)
    .fetch_optional(connection)
    .await?;
    let Some((number,)) = created else {
        // Somebody has set the rematch up already: of a table that there is not nothing is kept.
        wishes::forget(connection, new.info.id).await?;
        let (first,): (Uuid,) = Statement::of("SELECT id FROM tables WHERE rematch_of = $1")
            .bind(new.info.rematch_of)
            .fetch_one(connection)
            .await?;
        return Ok(Made::Before(first));
    };
    seated::note(connection, number, &new.info).await?;
    let body = serde_json::to_string(&new.records).map_err(StoreError::unwritable("append"))?;
    Statement::of("INSERT INTO events (table_number, seq, body) VALUES ($1, 1, $2)")
        .bind(number)
        .bind(body)
        .execute(connection)
        .await?;
    Ok(Made::Now(number))
}

/// The people for whom seats are kept at a table as they are challenged, and not for a rematch.
pub(super) fn challenged(info: &TableInfo) -> impl Iterator<Item = Uuid> {
    let is_challenge = info.rematch_of.is_none() && info.status == TableStatus::Open;
    info.seats.iter().filter(move |_| is_challenge).filter_map(SeatState::kept_for).map(|player| player.id)
}

/// Whether there is a rematch of that table already.
async fn has_rematch(connection: &mut Connection<'_>, of: Option<Uuid>) -> Result<bool, StoreError> {
    let Some(of) = of else { return Ok(false) };
    let found: Option<(i64,)> = Statement::of("SELECT number FROM tables WHERE rematch_of = $1")
        .bind(of)
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

/// Removes a table that was never played at, with all that belongs to it; false if its journal goes on: then it is
/// another's by now.
struct CloseTable {
    number: i64,
    id: Uuid,
    /// Which record would be its next.
    seq: u64,
}

impl Write for CloseTable {
    type Output = bool;

    fn closes(&self) -> Option<i64> {
        Some(self.number)
    }

    async fn apply(self, batch: &mut Batch<'_>) -> Result<bool, StoreError> {
        let Self { number, id, seq } = self;
        let connection = &mut batch.connection;
        let ends_there = batch.staging.ends_at(connection, number, seq).await?;
        if ends_there {
            forget(connection, &[number]).await?;
            wishes::forget(connection, id).await?;
            codes::forget(connection, id).await?;
            batch.delta.end(number);
        }
        Ok(ends_there)
    }
}

/// Keeps how a table stands, and when it next wants attention if that is to be noted down.
pub(super) async fn update(
    connection: &mut Connection<'_>,
    number: i64,
    info: &TableInfo,
    deadline: Option<Option<i64>>,
) -> Result<(), StoreError> {
    let closed = info.status == TableStatus::Aborted;
    Statement::of(
        "UPDATE tables
         SET info = $2, closed = $3, deadline_ms = CASE WHEN $4 THEN $5 ELSE deadline_ms END
         WHERE number = $1",
    )
    .bind(number)
    .bind(write_info(info)?)
    .bind(closed)
    .bind(deadline.is_some())
    .bind(deadline.flatten())
    .execute(connection)
    .await?;
    if info.rematch_of.is_some() {
        wishes::note_seated(connection, info).await?;
    }
    if !closed {
        seated::note(connection, number, info).await?;
    }
    match info.status {
        TableStatus::Aborted => {
            seated::abort(connection, number).await?;
            forget_secrets(connection, &[number]).await
        }
        // Later nobody gives a seat up.
        TableStatus::Open => {
            let seated: Vec<Uuid> =
                info.seats.iter().filter_map(SeatState::sitter).map(|player| player.id).collect();
            sessions::keep_seated(connection, number, &seated).await
        }
        TableStatus::Playing | TableStatus::Finished => Ok(()),
    }
}

/// Keeps what a table's dice are made from.
pub(super) async fn keep_dice_key(
    connection: &mut Connection<'_>,
    number: i64,
    key: &Bytes32,
) -> Result<(), StoreError> {
    Statement::of("INSERT INTO dice_keys (table_number, dice_key) VALUES ($1, $2)")
        .bind(number)
        .bind(key.0.as_slice())
        .execute(connection)
        .await?;
    Ok(())
}

/// Once a game is over nothing secret of its table is kept, and whoever came by a seat's link has nothing to be there for.
async fn forget_secrets(connection: &mut Connection<'_>, numbers: &[i64]) -> Result<(), StoreError> {
    for forget in [
        "DELETE FROM dice_keys WHERE table_number IN ",
        "DELETE FROM seat_keys WHERE table_number IN ",
        "DELETE FROM sessions WHERE table_number IN ",
    ] {
        delete(connection, forget, numbers).await?;
    }
    Ok(())
}

/// Forgets tables, whose games are over and kept elsewhere, and their journals.
pub(super) async fn forget(connection: &mut Connection<'_>, numbers: &[i64]) -> Result<(), StoreError> {
    forget_secrets(connection, numbers).await?;
    delete(connection, "DELETE FROM seated WHERE table_number IN ", numbers).await?;
    delete(connection, "DELETE FROM events WHERE table_number IN ", numbers).await?;
    delete(connection, "DELETE FROM tables WHERE number IN ", numbers).await
}

async fn delete(
    connection: &mut Connection<'_>,
    text: &'static str,
    numbers: &[i64],
) -> Result<(), StoreError> {
    let mut statement = Statement::of(text);
    statement.list(numbers.iter().copied());
    statement.execute(connection).await?;
    Ok(())
}

fn write_info(info: &TableInfo) -> Result<String, StoreError> {
    serde_json::to_string(info).map_err(StoreError::unwritable("table"))
}

pub(super) fn read_info(number: i64, json: &str) -> Result<TableInfo, CorruptData> {
    serde_json::from_str(json).map_err(RowPlace("tables", number).column("info"))
}

impl Store {
    /// Removes a table that was never played at and whose next record would be number `seq`.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] or [`StoreError::Unavailable`]; what the table remembers must then be read anew.
    pub(crate) async fn close_table(&self, number: i64, id: Uuid, seq: u64) -> Result<(), StoreError> {
        let is_closed = self.write(CloseTable { number, id, seq }).await?;
        if is_closed { Ok(()) } else { Err(StoreError::Fenced) }
    }

    /// Whether there is a table of that id, at whatever stage, or a finished game.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn has_table(&self, id: Uuid) -> Result<bool, StoreError> {
        // One statement, as a game that ends moves from the one to the other.
        let (count,): (i64,) = Statement::of(
            "SELECT CAST((SELECT count(*) FROM tables WHERE id = $1) + (SELECT count(*) FROM matches
             WHERE id = $1) AS BIGINT)",
        )
        .bind(id)
        .fetch_one(&mut self.readers.play.lend().await?)
        .await?;
        Ok(count > 0)
    }

    /// A table that is open or playing, without its journal.
    ///
    /// # Errors
    /// If the database fails or the row is damaged.
    pub(crate) async fn table_row(&self, id: Uuid) -> Result<Option<(i64, TableInfo)>, StoreError> {
        let found: Option<(i64, String)> =
            Statement::of("SELECT number, info FROM tables WHERE id = $1 AND NOT closed")
                .bind(id)
                .fetch_optional(&mut self.readers.play.lend().await?)
                .await?;
        let read = |(number, info): (i64, String)| Ok((number, read_info(number, &info)?));
        found.map(read).transpose()
    }

    /// Every table that is open or playing, public or not, by number and id.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn live_tables(&self) -> Result<Vec<(i64, Uuid)>, StoreError> {
        Statement::of("SELECT number, id FROM tables WHERE NOT closed ORDER BY number")
            .fetch_all(&mut self.readers.lookups.lend().await?)
            .await
    }

    /// The public tables that are open or playing, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn public_tables(&self) -> Result<Vec<TableInfo>, StoreError> {
        let rows: Vec<ListedRow> = Statement::of(
            "SELECT number, info FROM tables WHERE NOT private AND NOT closed
             ORDER BY number DESC LIMIT $1",
        )
        .bind(limits::LOBBY_KNOWN as i64)
        .fetch_all(&mut self.readers.play.lend().await?)
        .await?;
        // One damaged row must not hide all others.
        Ok(rows.into_iter().filter_map(|row| row.read_or_log("a table is left out of the lobby")).collect())
    }

    /// The rematch of a finished table, wherever it stands now.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn rematch_of(&self, id: Uuid) -> Result<Option<Uuid>, StoreError> {
        let found: Option<(Uuid,)> = Statement::of(
            "SELECT id FROM tables WHERE rematch_of = $1 UNION ALL SELECT id FROM matches
             WHERE rematch_of = $1",
        )
        .bind(id)
        .fetch_optional(&mut self.readers.play.lend().await?)
        .await?;
        Ok(found.map(|(id,)| id))
    }
}
