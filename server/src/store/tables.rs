//! Rows and journals of tables that are open or playing.

use std::array::TryFromSliceError;

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{SeatState, TableInfo, TableStatus};
use cydonia_table::journal::{CorruptData, Stamped, TableRow};
use uuid::Uuid;

use super::engine::{Connection, Lenient, Session};
use super::error::Place;
use super::sessions;
use super::staging;
use super::statement::Statement;
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// A table to be set up.
#[derive(Clone, Debug)]
pub(crate) struct NewTable {
    /// As the lobby shows it.
    pub info: TableInfo,
    /// A private table's key.
    pub key: Option<String>,
    /// The player who asked for it and that player's own id for the wish; none for a rematch, which there is but once.
    pub wish: Option<(Uuid, Uuid)>,
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
}

/// A row as the lobby reads it.
#[derive(sqlx::FromRow)]
struct ListedRow {
    number: i64,
    #[sqlx(flatten)]
    info: Lenient<InfoRow>,
}

#[derive(sqlx::FromRow)]
struct InfoRow {
    info: String,
}

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

async fn create(connection: &mut Connection<'_>, new: &NewTable, most: u32) -> Result<Made, StoreError> {
    if let Some((player, request)) = new.wish {
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
        if count_of(connection, player).await? >= most
            && !has_rematch(connection, new.info.rematch_of).await?
        {
            forget_wishes(connection, new.info.id).await?;
            return Ok(Made::TooMany);
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
        forget_wishes(connection, new.info.id).await?;
        let (first,): (Uuid,) = Statement::of("SELECT id FROM tables WHERE rematch_of = $1")
            .bind(new.info.rematch_of)
            .fetch_one(connection)
            .await?;
        return Ok(Made::Before(first));
    };
    let body = serde_json::to_string(&new.records).map_err(StoreError::unwritable("append"))?;
    Statement::of("INSERT INTO events (table_number, seq, body) VALUES ($1, 1, $2)")
        .bind(number)
        .bind(body)
        .execute(connection)
        .await?;
    Ok(Made::Now(number))
}

/// How many tables that are not over a player has wished for.
async fn count_of(connection: &mut Connection<'_>, player: Uuid) -> Result<u32, StoreError> {
    let (count,): (i64,) = Statement::of(
        "SELECT count(DISTINCT table_id) FROM wishes JOIN tables ON tables.id = wishes.table_id
         WHERE wishes.player = $1 AND wishes.seated AND NOT tables.closed",
    )
    .bind(player)
    .fetch_one(connection)
    .await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
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

/// Forgets whose wishes led to a table that there is not, or no more.
async fn forget_wishes(connection: &mut Connection<'_>, table: Uuid) -> Result<(), StoreError> {
    Statement::of("DELETE FROM wishes WHERE table_id = $1").bind(table).execute(connection).await?;
    Ok(())
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

    async fn apply(self, batch: &mut Batch<'_>) -> Result<bool, StoreError> {
        let Self { number, id, seq } = self;
        let connection = &mut batch.connection;
        let ends_there = batch.staging.ends_at(connection, number, seq).await?;
        if ends_there {
            forget(connection, &[number]).await?;
            forget_wishes(connection, id).await?;
            batch.delta.end(number);
        }
        Ok(ends_there)
    }
}

/// Forgets some wishes of tables that are gone and have ids below `before`; how many.
struct ForgetWishes {
    before: Uuid,
}

impl Write for ForgetWishes {
    type Output = u64;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<u64, StoreError> {
        Statement::of(
            "DELETE FROM wishes
             WHERE table_id IN (SELECT table_id FROM wishes WHERE table_id < $1
             AND NOT EXISTS (SELECT 1 FROM tables WHERE id = table_id) LIMIT $2)",
        )
        .bind(self.before)
        .bind(limits::WISHES_FORGOTTEN)
        .execute(&mut batch.connection)
        .await
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
        note_seated(connection, info).await?;
    }
    match info.status {
        TableStatus::Aborted => forget_secrets(connection, &[number]).await,
        // Later nobody gives a seat up.
        TableStatus::Open => {
            let seated: Vec<Uuid> =
                info.seats.iter().filter_map(SeatState::sitter).map(|player| player.id).collect();
            sessions::keep_seated(connection, number, &seated).await
        }
        TableStatus::Playing | TableStatus::Finished => Ok(()),
    }
}

/// Notes down whether whoever set a rematch up has a seat there: only then does it count as a table of theirs.
async fn note_seated(connection: &mut Connection<'_>, rematch: &TableInfo) -> Result<(), StoreError> {
    let holder = |seat: &SeatState| match seat {
        SeatState::Taken { player, .. } | SeatState::Reserved { player } => Some(player.id),
        SeatState::Free {} => None,
    };
    let holders: Vec<Uuid> = rematch.seats.iter().filter_map(holder).collect();
    let mut statement = Statement::of("UPDATE wishes SET seated = ");
    if holders.is_empty() {
        statement.text("FALSE");
    } else {
        statement.text("player IN ");
        statement.list(holders);
    }
    // The wish's id is the table's own.
    statement.bound(" WHERE request = table_id AND table_id = ", rematch.id);
    statement.execute(connection).await?;
    Ok(())
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

/// Notes down when a table next wants attention.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetDeadline {
    /// The table's number.
    pub table: i64,
    /// In milliseconds since 1970.
    pub deadline_ms: Option<i64>,
}

impl Write for SetDeadline {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        set_deadline(&mut batch.connection, self.table, self.deadline_ms).await
    }
}

pub(super) async fn set_deadline(
    connection: &mut Connection<'_>,
    number: i64,
    deadline_ms: Option<i64>,
) -> Result<(), StoreError> {
    Statement::of("UPDATE tables SET deadline_ms = $2 WHERE number = $1")
        .bind(number)
        .bind(deadline_ms)
        .execute(connection)
        .await?;
    Ok(())
}

/// Has a table that cannot be looked after now wait, though it may be in no state to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BackOff {
    /// The table.
    pub table: Uuid,
    /// Until when, in milliseconds since 1970.
    pub deadline_ms: i64,
}

impl Write for BackOff {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        Statement::of("UPDATE tables SET deadline_ms = $2 WHERE id = $1 AND deadline_ms < $2")
            .bind(self.table)
            .bind(self.deadline_ms)
            .execute(&mut batch.connection)
            .await?;
        Ok(())
    }
}

/// Notes down that a wish was carried out at that table.
pub(super) async fn keep_wish(
    connection: &mut Connection<'_>,
    number: i64,
    (player, request): (Uuid, Uuid),
) -> Result<(), StoreError> {
    Statement::of(
        "INSERT INTO wishes (player, request, table_id) SELECT $1, $2, id FROM tables
         WHERE number = $3 ON CONFLICT DO NOTHING",
    )
    .bind(player)
    .bind(request)
    .bind(number)
    .execute(connection)
    .await?;
    Ok(())
}

fn write_info(info: &TableInfo) -> Result<String, StoreError> {
    serde_json::to_string(info).map_err(StoreError::unwritable("table"))
}

fn read_info(number: i64, json: &str) -> Result<TableInfo, CorruptData> {
    serde_json::from_str(json).map_err(Place("tables", number).column("info"))
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

    /// Forgets what was wished for, if its table is gone and was set up before that time; all of it, in several goes.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn forget_wishes(&self, before_ms: i64) -> Result<(), StoreError> {
        // The least id of that time.
        let ms = u64::try_from(before_ms).unwrap_or(0);
        let before = Uuid::from_u128(u128::from(ms) << 80);
        while self.write(ForgetWishes { before }).await? > 0 {}
        Ok(())
    }

    /// The row of a table that is open or playing and its whole journal. The table itself, which alone writes them, has
    /// both as they are; for others the row may be a commit behind the journal.
    ///
    /// # Errors
    /// If the database fails or a row is damaged.
    pub(crate) async fn table(&self, id: Uuid) -> Result<Option<(TableRow, Vec<Stamped>)>, StoreError> {
        type Row = (i64, String, Option<String>, Option<Vec<u8>>, Option<i64>);
        let mut loan = self.readers.play.lend().await?;
        let mut connection = loan.connection();
        let found: Option<Row> = Statement::of(
            "SELECT number, info, access_key, dice_key, deadline_ms FROM tables
             LEFT JOIN dice_keys ON table_number = number WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(&mut connection)
        .await?;
        let Some((number, info, key, dice_key, deadline_ms)) = found else { return Ok(None) };
        let journal = self.read_journal(&mut connection, number).await?;
        let dice_key = dice_key.map(|bytes| bytes.as_slice().try_into().map(Bytes32)).transpose();
        let dice_key = dice_key
            .map_err(|error: TryFromSliceError| CorruptData::value("dice_keys", "dice_key", number, error))?;
        Ok(Some((TableRow { number, info: read_info(number, &info)?, key, dice_key, deadline_ms }, journal)))
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

    /// The tables whose deadline has passed, the longest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn overdue(&self, now_ms: i64) -> Result<Vec<Uuid>, StoreError> {
        let rows: Vec<(Uuid,)> =
            Statement::of("SELECT id FROM tables WHERE deadline_ms <= $1 ORDER BY deadline_ms LIMIT $2")
                .bind(now_ms)
                .bind(limits::WAKE_BATCH)
                .fetch_all(&mut self.readers.play.lend().await?)
                .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// A table's whole journal, in order.
    ///
    /// # Errors
    /// If the database fails or a row is damaged.
    pub(crate) async fn journal(&self, number: i64) -> Result<Vec<Stamped>, StoreError> {
        self.read_journal(&mut self.readers.play.lend().await?.connection(), number).await
    }

    /// The table with which a wish was carried out, if it was.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn wished(&self, player: Uuid, request: Uuid) -> Result<Option<Uuid>, StoreError> {
        let found: Option<(Uuid,)> =
            Statement::of("SELECT table_id FROM wishes WHERE player = $1 AND request = $2")
                .bind(player)
                .bind(request)
                .fetch_optional(&mut self.readers.play.lend().await?)
                .await?;
        Ok(found.map(|(id,)| id))
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
        let read = |number, row| -> Result<TableInfo, StoreError> {
            Ok(read_info(number, &Place("tables", number).part::<InfoRow>(row)?.info)?)
        };
        let readable = |ListedRow { number, info }| {
            // One damaged row must not hide all others.
            read(number, info)
                .inspect_err(|error| tracing::error!(number, %error, "a table is left out of the lobby"))
                .ok()
        };
        Ok(rows.into_iter().filter_map(readable).collect())
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

    /// A table's whole journal: what is there, and what waits to be sorted in.
    async fn read_journal(
        &self,
        connection: &mut Connection<'_>,
        number: i64,
    ) -> Result<Vec<Stamped>, StoreError> {
        // Asked for first: then it is here, or in the journal, or in both.
        let at = Place("events", number);
        let waiting = match self.intake.of(number).map_err(at.column("seq"))? {
            Some(waiting) => waiting,
            None => staging::rows_of(connection, number).await?,
        };
        let rows: Vec<(i64, String)> =
            Statement::of("SELECT seq, body FROM events WHERE table_number = $1 ORDER BY seq")
                .bind(number)
                .fetch_all(connection)
                .await?;
        let mut records: Vec<Stamped> = Vec::new();
        let add = |records: &mut Vec<Stamped>, seq: i64, append: Vec<Stamped>| {
            let next = records.len() as u64 + 1;
            if u64::try_from(seq) != Ok(next) || append.is_empty() {
                return Err(at.column("seq")(CorruptData::Gap(next)));
            }
            records.extend(append);
            Ok(())
        };
        for (seq, body) in &rows {
            let append = serde_json::from_str(body).map_err(at.column("body"))?;
            add(&mut records, *seq, append)?;
        }
        for row in &waiting {
            let append = row.records().map_err(at.column("body"))?;
            // What was sorted in since it was asked for is there already.
            let place = usize::try_from(row.seq() - 1).unwrap_or(usize::MAX);
            match records.get(place..) {
                Some(there) if !there.is_empty() => {
                    if !there.starts_with(&append) {
                        let conflict = CorruptData::Conflict(place as u64 + 1);
                        return Err(at.column("seq")(conflict).into());
                    }
                }
                _ => add(&mut records, row.seq(), append)?,
            }
        }
        Ok(records)
    }
}
