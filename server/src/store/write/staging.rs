//! Write-ahead staging log, compacted into `events`: the journal's way in. What a commit appends is kept as it comes, in one
//! row of `intake`: a row of its own in its table's journal would be a page to write for every move. Now and then all is sorted
//! into the journals, many records of a table in one row. Until then memory has it by table, for whoever reads, and knows of
//! each table which record comes next.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cydonia_table::journal::CorruptData;

use super::Append;
use super::delta::CommitDelta;
use super::intake::{self, Body, IntakeRow, Kept, Row};
use super::segment::{Numbers, Segment};
use crate::limits;
use crate::store::engine::postgres::Pen;
use crate::store::engine::{Connection, RowPlace, Session, WriterConnection};
use crate::store::{StoreError, uptime};

/// What waits to be sorted in.
#[derive(Debug, Default)]
pub(in crate::store) struct JournalStaging {
    /// Who has appended it: the number of a node of several; 0 for a house alone.
    node: i64,
    waiting: Mutex<Staged>,
}

#[derive(Debug, Default)]
struct Staged {
    /// Whether this is what the database holds; not before it is asked, nor after a commit whose outcome is unknown.
    is_known: bool,
    /// Which record comes next, of the tables that were written to since what waited was last sorted in, or not long before.
    next: HashMap<i64, u64>,
    /// What commits add to.
    active: Segment,
    /// What is being sorted in, while others add to the active one.
    frozen: Option<Segment>,
    /// When the last record was made.
    last_ms: i64,
}

impl JournalStaging {
    /// Whose it is.
    pub(in crate::store) fn node(&self) -> i64 {
        self.node
    }

    /// What a node of several has appended.
    pub(in crate::store) fn of_node(node: i64) -> Self {
        Self { node, ..Self::default() }
    }

    /// What was appended to a table's journal and is not sorted in yet; none if the database must be asked ([`rows_of`](super::rows_of)).
    /// To be asked for before the journal is read: what is sorted in between the two is in both then, and never in neither.
    ///
    /// # Errors
    /// If something was put aside.
    pub(in crate::store) fn of(&self, table: i64) -> Result<Option<Vec<Row>>, CorruptData> {
        let waiting = self.lock();
        // Of several nodes it may be another that has appended there.
        let is_own = self.node == uptime::ALONE || waiting.next.contains_key(&table);
        if !waiting.is_known || !is_own {
            return Ok(None);
        }
        if let Some(row) = waiting.segments().find_map(|segment| segment.aside.get(&table)?.first()) {
            return Err(CorruptData::Conflict(row.seq));
        }
        let rows = waiting.segments().filter_map(|segment| segment.tables.get(&table)).flatten();
        Ok(Some(rows.cloned().collect()))
    }

    /// When the last record was made that was appended.
    pub(in crate::store) fn last_ms(&self) -> i64 {
        self.lock().last_ms
    }

    /// After a commit whose outcome is unknown.
    pub(in crate::store) fn invalidate(&self) {
        self.lock().is_known = false;
    }

    /// After a commit that was refused: what it was to sort in waits on.
    pub(in crate::store) fn unfreeze(&self) {
        self.lock().unfreeze();
    }

    /// Whether there is so much that it is to be sorted in.
    pub(in crate::store) fn is_full(&self) -> bool {
        let waiting = self.lock();
        waiting.is_known && waiting.active.bytes > limits::STAGING_MAX_BYTES
    }

    /// Whether more of these tables can be taken in without a look at the database, unless more than so many bytes wait already.
    pub(in crate::store) fn is_ready_for(&self, tables: &[i64], most_bytes: usize) -> bool {
        let waiting = self.lock();
        waiting.is_known
            && waiting.active.bytes <= most_bytes
            && tables.iter().all(|table| waiting.next.contains_key(table))
    }

    /// Sees to it that memory has what the database holds, and that it is not too much: then it is sorted in.
    pub(in crate::store) async fn prepare(
        &self,
        connection: &mut Connection<'_>,
    ) -> Result<CommitDelta, StoreError> {
        self.ensure_loaded(connection).await?;
        if self.is_full() { self.sort(connection).await } else { Ok(CommitDelta::default()) }
    }

    /// Sorts in whatever is there, in a transaction of its own.
    pub(in crate::store) async fn compact(&self, owner: &mut WriterConnection) -> Result<(), StoreError> {
        let mut transaction = owner.begin().await?;
        let change = self.sort_in(&mut transaction.connection()).await?;
        transaction.commit().await?;
        self.take_in(change);
        Ok(())
    }

    /// Sorts in whatever is there.
    pub(in crate::store) async fn sort_in(
        &self,
        connection: &mut Connection<'_>,
    ) -> Result<CommitDelta, StoreError> {
        self.ensure_loaded(connection).await?;
        self.sort(connection).await
    }

    async fn ensure_loaded(&self, connection: &mut Connection<'_>) -> Result<(), StoreError> {
        let is_known = self.lock().is_known;
        if !is_known {
            let read = read(connection, self.node).await?;
            *self.lock() = read;
        }
        Ok(())
    }

    async fn sort(&self, connection: &mut Connection<'_>) -> Result<CommitDelta, StoreError> {
        let (pieces, numbers) = self.lock().freeze();
        // First, so that there is room for what comes.
        intake::remove(connection, numbers.ranges()).await?;
        let mut change = CommitDelta { is_sorted: true, ..CommitDelta::default() };
        for pieces in pieces.chunks(limits::ROWS) {
            for (table, row) in intake::insert(connection, pieces).await? {
                if !intake::is_there(connection, *table, row).await? {
                    self.put_aside(connection, &mut change, *table, row).await?;
                }
            }
        }
        uptime::record_heartbeat(connection, self.node, self.last_ms()).await?;
        Ok(change)
    }

    /// Keeps what has no place in its journal, because something else stands there: which of the two was acknowledged
    /// cannot be told here, so neither is lost, and nobody else's game waits.
    async fn put_aside(
        &self,
        connection: &mut Connection<'_>,
        change: &mut CommitDelta,
        table: i64,
        row: &Row,
    ) -> Result<(), StoreError> {
        tracing::error!(
            table,
            seq = row.seq,
            "what is stored is damaged: something else stands where these records belong; both are kept"
        );
        let body = format!(r#"{{"aside":[{table},{},{}]}}"#, row.seq, row.body());
        if self.node != uptime::ALONE {
            // The table may be another node's next.
            intake::add(connection, intake::ASIDE, None, self.last_ms(), &body).await?;
            change.damaged.push(table);
            return Ok(());
        }
        // Not among the bytes: to be sorted in once more makes nothing of it less.
        change.numbers.push(intake::add(connection, self.node, None, self.last_ms(), &body).await?);
        change.aside.entry(table).or_default().push(row.clone());
        Ok(())
    }

    /// Keeps those of a group's appends that nobody was faster with and whose table is there; tells of each whether it
    /// is among them. Of a game that ends nothing need be kept here. Without a transaction around it this is fenced by a pen.
    pub(in crate::store) async fn keep(
        &self,
        connection: &mut Connection<'_>,
        pen: Option<Pen>,
        appends: impl Iterator<Item = &Append> + Clone,
        change: &mut CommitDelta,
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
            let list = serde_json::to_string(records).map_err(StoreError::unwritable("append"))?;
            let records = intake::without_brackets(&list).to_owned();
            body.push(if body.is_empty() { '[' } else { ',' });
            write!(body, "[{table},{seq},{list}]").map_err(StoreError::unwritable("append"))?;
            change.rows.push((*table, Row { seq: *seq, count, records }));
        }
        if !body.is_empty() {
            body.push(']');
            change.bytes += body.len();
            change.numbers.push(intake::add(connection, self.node, pen, change.last_ms, &body).await?);
        }
        Ok(kept)
    }

    /// Whether the next record of a table is the one of that number.
    pub(in crate::store) async fn ends_at(
        &self,
        connection: &mut Connection<'_>,
        table: i64,
        seq: u64,
    ) -> Result<bool, StoreError> {
        Ok(self.next(connection, std::iter::once(table)).await?.get(&table) == Some(&seq))
    }

    /// Takes in what a commit has changed.
    pub(in crate::store) fn take_in(&self, change: CommitDelta) {
        let CommitDelta { is_sorted, is_let_go, aside, damaged, rows, numbers, bytes, begun, over, last_ms } =
            change;
        let waiting = &mut *self.lock();
        if is_sorted {
            waiting.forget_frozen(is_let_go);
            waiting.active.aside.extend(aside);
        }
        for number in numbers {
            waiting.active.numbers.push(number);
        }
        waiting.active.bytes += bytes;
        waiting.next.extend(begun);
        for (table, row) in rows {
            waiting.add(table, row);
        }
        for table in over {
            waiting.next.remove(&table);
            waiting.active.tables.remove(&table);
        }
        for table in damaged {
            waiting.next.remove(&table);
        }
        waiting.last_ms = waiting.last_ms.max(last_ms);
    }

    /// Which record comes next at each of some tables, as far as they are there, and nothing of theirs is put aside.
    async fn next(
        &self,
        connection: &mut Connection<'_>,
        tables: impl Iterator<Item = i64>,
    ) -> Result<HashMap<i64, u64>, StoreError> {
        let mut next = HashMap::new();
        let mut unknown = Vec::new();
        {
            let waiting = self.lock();
            let is_aside = |table: &i64| waiting.segments().any(|segment| segment.aside.contains_key(table));
            for table in tables.filter(|table| !is_aside(table)) {
                match waiting.next.get(&table) {
                    Some(number) => drop(next.insert(table, *number)),
                    None => unknown.push(table),
                }
            }
        }
        if self.node != uptime::ALONE && !unknown.is_empty() {
            let damaged = intake::damaged(connection).await?;
            unknown.retain(|table| !damaged.contains(table));
        }
        let ends = intake::ends(connection, &unknown).await?;
        next.extend(ends.into_iter().filter_map(|(table, next)| Some((table, next?))));
        Ok(next)
    }

    fn lock(&self) -> MutexGuard<'_, Staged> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Staged {
    /// The older one first.
    fn segments(&self) -> impl Iterator<Item = &Segment> {
        self.frozen.iter().chain([&self.active])
    }

    fn add(&mut self, table: i64, row: Row) {
        self.next.insert(table, row.seq + row.count);
        self.active.add(table, row);
    }

    /// Begins to sort in: what, and which rows of `intake` it is made of.
    fn freeze(&mut self) -> (Vec<(i64, Row)>, Numbers) {
        self.unfreeze();
        let frozen = self.frozen.insert(std::mem::take(&mut self.active));
        (frozen.pieces(), frozen.numbers.clone())
    }

    /// What was being sorted in waits on, before all that came since.
    fn unfreeze(&mut self) {
        let Some(frozen) = self.frozen.take() else { return };
        let since = std::mem::replace(&mut self.active, frozen);
        self.active.extend(since);
    }

    /// What was being sorted in is in its journals. Where nothing came since, the database can be asked should anything come
    /// again; and of tables that may be others' now it must be.
    fn forget_frozen(&mut self, is_let_go: bool) {
        let Some(frozen) = self.frozen.take() else { return };
        let active = &self.active.tables;
        let is_own = |table: &i64| !is_let_go && frozen.tables.contains_key(table);
        self.next.retain(|table, _| is_own(table) || active.contains_key(table));
    }
}

/// What the database holds.
async fn read(connection: &mut Connection<'_>, node: i64) -> Result<Staged, StoreError> {
    let mut waiting = Staged { is_known: true, ..Staged::default() };
    for IntakeRow { number, ms, body } in intake::rows(connection, Some(node)).await? {
        let at = RowPlace("intake", number);
        let read = |Body { body }: Body| Ok((body.len(), intake::kept(&body).map_err(at.column("body"))?));
        let (body, kept) = match at.part(body).and_then(read) {
            Ok(read) => read,
            Err(error) => {
                // It is the end of some journals, which will show a hole. No other game is to wait for that.
                tracing::error!(
                    number,
                    %error,
                    "what is stored is damaged: a row of the intake cannot be read, and stays"
                );
                continue;
            }
        };
        waiting.active.numbers.push(number);
        waiting.last_ms = waiting.last_ms.max(ms);
        match kept {
            Kept::Appends(appends) => {
                waiting.active.bytes += body;
                appends.into_iter().for_each(|(table, row)| waiting.add(table, row));
            }
            Kept::Aside(table, row) => waiting.active.aside.entry(table).or_default().push(row),
        }
    }
    // Tables whose games are over since are there no longer.
    let Segment { tables, aside, .. } = &mut waiting.active;
    let written: Vec<i64> = tables.keys().chain(aside.keys()).copied().collect();
    let ends = intake::ends(connection, &written).await?;
    tables.retain(|table, _| ends.contains_key(table));
    aside.retain(|table, _| ends.contains_key(table));
    waiting.next.retain(|table, _| ends.contains_key(table));
    Ok(waiting)
}
