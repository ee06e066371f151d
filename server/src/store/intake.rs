//! The journal's way in. What a commit appends is kept as it comes, in one row of `intake`: a row of its own in its
//! table's journal would be a page to write for every move. Now and then all is sorted into the journals, many records
//! of a table in one row. Until then memory has it by table, for whoever reads, and knows of each table which record
//! comes next.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;

use super::engine::{Connection, Owner, Part, on};
use super::statement::{Statement, build};
use super::{Append, Damage, StoreError, uptime};
use crate::limits;

/// What waits to be sorted in.
#[derive(Debug, Default)]
pub(super) struct Intake {
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    /// Whether this is what the database holds; not before it is asked, nor after a commit whose outcome is unknown.
    is_known: bool,
    /// The tables that were written to since what waited was last sorted in, or not long before.
    tables: HashMap<i64, Journal>,
    /// Bytes of all rows of `intake`, those of games that are over since included.
    bytes: usize,
    /// The numbers of rows that cannot be read. They are left where they are.
    unreadable: Vec<i64>,
    /// When the last record was made.
    last_ms: i64,
}

/// The end of a table's journal.
#[derive(Debug)]
struct Journal {
    /// The number of the record that comes next.
    next: u64,
    rows: Vec<Row>,
}

/// Records of a table that follow each other.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The number of the first.
    seq: u64,
    count: u64,
    /// The records as JSON, with commas between them.
    records: String,
}

impl Row {
    /// The number of the first.
    pub(super) fn seq(&self) -> i64 {
        self.seq as i64
    }

    /// The records as `events` has them.
    pub(super) fn body(&self) -> String {
        format!("[{}]", self.records)
    }
}

/// What a commit changes, for memory to take in once it is made.
#[derive(Debug, Default)]
pub(super) struct Change {
    is_sorted: bool,
    rows: Vec<(i64, Row)>,
    bytes: usize,
    /// Tables that are new, and which of their records comes next.
    begun: Vec<(i64, u64)>,
    /// Tables that are there no longer.
    over: Vec<i64>,
    last_ms: i64,
}

impl Change {
    /// A table was set up, with so many records in its journal.
    pub(super) fn begin(&mut self, table: i64, records: u64) {
        self.begun.push((table, records + 1));
    }

    /// A table is gone.
    pub(super) fn end(&mut self, table: i64) {
        self.over.push(table);
    }

    /// When the last of a commit's records was made.
    pub(super) fn last_ms(&self) -> i64 {
        self.last_ms
    }
}

impl Intake {
    /// What was appended to a table's journal and is not sorted in yet; none if the database must be asked ([`rows_of`]).
    /// To be asked for before the journal is read: what is sorted in between the two is in both then, and never in neither.
    pub(super) fn of(&self, table: i64) -> Option<Vec<Row>> {
        let waiting = self.lock();
        let rows = || waiting.tables.get(&table).map(|journal| journal.rows.clone()).unwrap_or_default();
        waiting.is_known.then(rows)
    }

    /// When the last record was made that was appended.
    pub(super) fn last_ms(&self) -> i64 {
        self.lock().last_ms
    }

    /// After a commit whose outcome is unknown.
    pub(super) fn doubt(&self) {
        self.lock().is_known = false;
    }

    /// Whether more of these tables can be taken in without a look at the database.
    pub(super) fn is_ready_for(&self, tables: &[i64]) -> bool {
        let waiting = self.lock();
        waiting.is_known
            && waiting.bytes <= limits::UNSORTED
            && tables.iter().all(|table| waiting.tables.contains_key(table))
    }

    /// Sees to it that memory has what the database holds, and that it is not too much: then it is sorted in.
    pub(super) async fn prepare(&self, connection: &mut Connection<'_>) -> Result<Change, StoreError> {
        self.know(connection).await?;
        let is_too_much = self.lock().bytes > limits::UNSORTED;
        if is_too_much { self.sort(connection).await } else { Ok(Change::default()) }
    }

    /// Sorts in whatever is there, in a transaction of its own.
    pub(super) async fn sort_in(&self, owner: &mut Owner) -> Result<(), StoreError> {
        let mut transaction = owner.begin().await?;
        let mut connection = transaction.connection();
        self.know(&mut connection).await?;
        let change = self.sort(&mut connection).await?;
        transaction.commit().await?;
        self.take_in(change);
        Ok(())
    }

    async fn know(&self, connection: &mut Connection<'_>) -> Result<(), StoreError> {
        let is_known = self.lock().is_known;
        if !is_known {
            let read = read(connection).await?;
            *self.lock() = read;
        }
        Ok(())
    }

    async fn sort(&self, connection: &mut Connection<'_>) -> Result<Change, StoreError> {
        let (mut rows, unreadable) = {
            let waiting = self.lock();
            let rows = waiting.tables.iter().flat_map(|(table, journal)| {
                journal.rows.iter().map(|row| [(*table).into(), row.seq().into(), row.body().as_str().into()])
            });
            (rows.collect::<Vec<_>>(), waiting.unreadable.clone())
        };
        // First, so that there is room for what comes.
        let mut delete = Statement::of("DELETE FROM intake");
        if !unreadable.is_empty() {
            delete.text(" WHERE number NOT IN ");
            delete.list(unreadable);
        }
        delete.run(connection).await?;
        while !rows.is_empty() {
            let mut insert = Statement::of("INSERT INTO events (table_number, seq, body) VALUES ");
            insert.rows(rows.drain(rows.len().saturating_sub(limits::ROWS)..));
            // Should somebody else have written there: what was acknowledged stands, and nobody else's game waits.
            insert.text(" ON CONFLICT (table_number, seq) DO UPDATE SET body = excluded.body");
            insert.run(connection).await?;
        }
        uptime::live(connection, self.last_ms()).await?;
        Ok(Change { is_sorted: true, ..Change::default() })
    }

    /// Keeps those of a group's appends that nobody was faster with and whose table is there; tells of each whether it
    /// is among them. Of a game that ends nothing need be kept here.
    pub(super) async fn keep(
        &self,
        connection: &mut Connection<'_>,
        appends: impl Iterator<Item = &Append> + Clone,
        change: &mut Change,
    ) -> Result<Vec<bool>, StoreError> {
        let mut next = self.next(connection, appends.clone().map(|append| append.table)).await?;
        let mut kept = Vec::new();
        let mut body = String::new();
        for append in appends {
            let Append { table, seq, records, finished, .. } = append;
            let fence = next.get_mut(table).filter(|next| **next <= *seq);
            kept.push(fence.is_some());
            let Some(fence) = fence else { continue };
            let count = records.len() as u64;
            *fence = seq + count;
            change.last_ms = records.iter().map(|(ms, _)| *ms).fold(change.last_ms, i64::max);
            if finished.is_some() {
                change.over.push(*table);
                continue;
            }
            let list = serde_json::to_string(records).map_err(|_| StoreError::Unwritable("append"))?;
            let records = without_brackets(&list).to_owned();
            body.push(if body.is_empty() { '[' } else { ',' });
            write!(body, "[{table},{seq},{list}]").map_err(|_| StoreError::Unwritable("append"))?;
            change.rows.push((*table, Row { seq: *seq, count, records }));
        }
        if !body.is_empty() {
            body.push(']');
            change.bytes += body.len();
            on!(connection, |c| sqlx::query("INSERT INTO intake (ms, body) VALUES ($1, $2)")
                .bind(change.last_ms)
                .bind(body)
                .execute(c)
                .await?
                .rows_affected());
        }
        Ok(kept)
    }

    /// Whether the next record of a table is the one of that number.
    pub(super) async fn ends_at(
        &self,
        connection: &mut Connection<'_>,
        table: i64,
        seq: u64,
    ) -> Result<bool, StoreError> {
        Ok(self.next(connection, std::iter::once(table)).await?.get(&table) == Some(&seq))
    }

    /// Takes in what a commit has changed.
    pub(super) fn take_in(&self, Change { is_sorted, rows, bytes, begun, over, last_ms }: Change) {
        let waiting = &mut *self.lock();
        if is_sorted {
            // Where nothing came since the last time, the database can be asked should anything come.
            waiting.tables.retain(|_, journal| !std::mem::take(&mut journal.rows).is_empty());
            waiting.bytes = 0;
        }
        waiting.bytes += bytes;
        for (table, next) in begun {
            waiting.tables.insert(table, Journal { next, rows: Vec::new() });
        }
        for (table, row) in rows {
            waiting.add(table, row);
        }
        for table in over {
            waiting.tables.remove(&table);
        }
        waiting.last_ms = waiting.last_ms.max(last_ms);
    }

    /// Which record comes next at each of some tables, as far as they are there.
    async fn next(
        &self,
        connection: &mut Connection<'_>,
        tables: impl Iterator<Item = i64>,
    ) -> Result<HashMap<i64, u64>, StoreError> {
        let mut next = HashMap::new();
        let mut unknown = Vec::new();
        {
            let waiting = self.lock();
            for table in tables {
                match waiting.tables.get(&table) {
                    Some(journal) => drop(next.insert(table, journal.next)),
                    None => unknown.push(table),
                }
            }
        }
        let ends = ends(connection, &unknown).await?;
        next.extend(ends.into_iter().filter_map(|(table, next)| Some((table, next?))));
        Ok(next)
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn add(&mut self, table: i64, row: Row) {
        let journal = self.tables.entry(table).or_insert(Journal { next: row.seq, rows: Vec::new() });
        journal.next = row.seq + row.count;
        match journal.rows.last_mut() {
            Some(last) if last.seq + last.count == row.seq => {
                last.count += row.count;
                last.records.push(',');
                last.records.push_str(&row.records);
            }
            _ => journal.rows.push(row),
        }
    }
}

/// What the database holds.
async fn read(connection: &mut Connection<'_>) -> Result<Waiting, StoreError> {
    let mut waiting = Waiting { is_known: true, ..Waiting::default() };
    for IntakeRow { number, ms, body } in rows(connection).await? {
        let Some((body, appends)) = body.0.ok().and_then(|Body { body }| Some((body.len(), appends(&body)?)))
        else {
            // It is the end of some journals, which will show a hole. No other game is to wait for that.
            tracing::error!(
                number,
                "what is stored is damaged: a row of the intake cannot be read, and stays"
            );
            waiting.unreadable.push(number);
            continue;
        };
        waiting.bytes += body;
        waiting.last_ms = waiting.last_ms.max(ms);
        for (table, row) in appends {
            waiting.add(table, row);
        }
    }
    // Tables whose games are over since are there no longer.
    let tables: Vec<i64> = waiting.tables.keys().copied().collect();
    let ends = ends(connection, &tables).await?;
    waiting.tables.retain(|table, _| ends.contains_key(table));
    Ok(waiting)
}

/// What the database holds of one table, for whoever reads while memory does not know.
pub(super) async fn rows_of(connection: &mut Connection<'_>, table: i64) -> Result<Vec<Row>, StoreError> {
    let bodies = rows(connection).await?.into_iter().filter_map(|row| row.body.0.ok());
    let appends = bodies.filter_map(|Body { body }| appends(&body)).flatten();
    Ok(appends.filter(|(of, _)| *of == table).map(|(_, row)| row).collect())
}

async fn rows(connection: &mut Connection<'_>) -> Result<Vec<IntakeRow>, StoreError> {
    Ok(on!(connection, |c| {
        sqlx::query_as("SELECT number, ms, body FROM intake ORDER BY number").fetch_all(c).await?
    }))
}

#[derive(sqlx::FromRow)]
struct IntakeRow {
    number: i64,
    ms: i64,
    #[sqlx(flatten)]
    body: Part<Body>,
}

#[derive(sqlx::FromRow)]
struct Body {
    body: String,
}

/// The appends that one commit made; none if they cannot be read.
fn appends(body: &str) -> Option<Vec<(i64, Row)>> {
    let appends: Vec<(i64, u64, &RawValue)> = serde_json::from_str(body).ok()?;
    let append = |(table, seq, list): (i64, u64, &RawValue)| {
        let records = without_brackets(list.get()).to_owned();
        Some((table, Row { seq, count: count(list.get()).ok()?, records }))
    };
    appends.into_iter().map(append).collect()
}

/// Which record comes next in the journals of some tables, as far as they are there; none where a journal's end cannot be
/// read, which concerns nobody else.
async fn ends(
    connection: &mut Connection<'_>,
    tables: &[i64],
) -> Result<HashMap<i64, Option<u64>>, StoreError> {
    let mut ends = HashMap::new();
    for tables in tables.chunks(limits::ROWS) {
        let mut select = Statement::of(
            "SELECT number, seq, body FROM tables JOIN events ON table_number = number
             AND seq = (SELECT max(seq) FROM events WHERE table_number = number) WHERE number IN ",
        );
        select.list(tables.iter().copied());
        let rows: Vec<EndRow> = on!(connection, |c| build!(select).build_query_as().fetch_all(c).await?);
        let end = |LastRow { seq, body }| Some(u64::try_from(seq).ok()? + count(&body).ok()?);
        ends.extend(rows.into_iter().map(|EndRow { number, last }| (number, last.0.ok().and_then(end))));
    }
    Ok(ends)
}

#[derive(sqlx::FromRow)]
struct EndRow {
    number: i64,
    #[sqlx(flatten)]
    last: Part<LastRow>,
}

#[derive(sqlx::FromRow)]
struct LastRow {
    seq: i64,
    body: String,
}

/// How many records a list has.
fn count(list: &str) -> Result<u64, Damage> {
    let records: Vec<&RawValue> = serde_json::from_str(list).map_err(|_| Damage::Value("journal"))?;
    Ok(records.len() as u64)
}

fn without_brackets(list: &str) -> &str {
    list.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or(list)
}
