//! The staging log as the database holds it: rows of `intake`, and how they come to be rows of `events`.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use cydonia_table::journal::{CorruptData, Stamped};
use serde_json::value::RawValue;

use crate::limits;
use crate::store::StoreError;
use crate::store::engine::postgres::Pen;
use crate::store::engine::{Connection, Engine, Lenient, Session, Statement, from_row};

/// Instead of a node's number, of what any of several has put aside.
pub(in crate::store) const ASIDE: i64 = -1;

/// So many ranges of numbers are removed one by one, and more by a list.
const FEW_RANGES: usize = 8;

/// Records of a table that follow each other.
#[derive(Clone, Debug)]
pub(in crate::store) struct Row {
    /// The number of the first.
    pub(super) seq: u64,
    pub(super) count: u64,
    /// The records as JSON, with commas between them.
    pub(super) records: String,
}

impl Row {
    /// The number of the first.
    pub(in crate::store) fn seq(&self) -> i64 {
        self.seq as i64
    }

    /// The records as `events` has them.
    pub(in crate::store) fn body(&self) -> String {
        format!("[{}]", self.records)
    }

    /// The records.
    pub(in crate::store) fn records(&self) -> serde_json::Result<Vec<Stamped>> {
        serde_json::from_str(&self.body())
    }
}

/// What the database holds of one table, for whoever reads while memory does not have it.
pub(in crate::store) async fn rows_of(
    connection: &mut impl Session,
    table: i64,
) -> Result<Vec<Row>, StoreError> {
    let bodies = rows(connection, None).await?.into_iter().filter_map(|row| row.body.0.ok());
    let mut rows = Vec::new();
    for kept in bodies.filter_map(|Body { body }| kept(&body).ok()) {
        match kept {
            Kept::Appends(appends) => rows.extend(appends.into_iter().filter(|(of, _)| *of == table)),
            Kept::Aside(of, row) if of == table => return Err(CorruptData::Conflict(row.seq).into()),
            Kept::Aside(..) => {}
        }
    }
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// The tables of which nodes have put something aside.
pub(super) async fn damaged(connection: &mut Connection<'_>) -> Result<HashSet<i64>, StoreError> {
    // As its index has it, which is nearly always empty.
    let bodies: Vec<Lenient<Body>> =
        Statement::of("SELECT body FROM intake WHERE node = -1").fetch_all(connection).await?;
    let aside =
        bodies.into_iter().filter_map(|body| body.0.ok()).filter_map(|Body { body }| match kept(&body) {
            Ok(Kept::Aside(table, _)) => Some(table),
            _ => None,
        });
    Ok(aside.collect())
}

/// The rows that a node has appended, or all nodes.
pub(super) async fn rows(
    connection: &mut impl Session,
    node: Option<i64>,
) -> Result<Vec<IntakeRow>, StoreError> {
    Statement::of("SELECT number, ms, body FROM intake WHERE node = COALESCE($1, node) ORDER BY number")
        .bind(node)
        .fetch_all(connection)
        .await
}

pub(super) struct IntakeRow {
    pub(super) number: i64,
    pub(super) ms: i64,
    pub(super) body: Lenient<Body>,
}

from_row!(IntakeRow: number, ms; body);

pub(super) struct Body {
    pub(super) body: String,
}

from_row!(Body: body);

/// What a row of `intake` holds.
pub(super) enum Kept {
    /// The appends that one commit made.
    Appends(Vec<(i64, Row)>),
    /// Records whose place in that table's journal is taken.
    Aside(i64, Row),
}

pub(super) fn kept(body: &str) -> serde_json::Result<Kept> {
    type Append<'a> = (i64, u64, &'a RawValue);
    #[derive(serde::Deserialize)]
    struct Aside<'a> {
        #[serde(borrow)]
        aside: Append<'a>,
    }
    let row = |(table, seq, list): Append<'_>| {
        let count = count(list.get())?;
        // Numbers begin with 1, and the last is one that both engines hold.
        if seq == 0 || seq.saturating_add(count) > i64::MAX as u64 {
            return Err(serde::de::Error::custom("the number of a record is out of all bounds"));
        }
        Ok((table, Row { seq, count, records: without_brackets(list.get()).to_owned() }))
    };
    // Serde would take a list of one append for such an object, too.
    if body.starts_with('{') {
        let Aside { aside } = serde_json::from_str(body)?;
        return row(aside).map(|(table, row)| Kept::Aside(table, row));
    }
    let appends: Vec<Append<'_>> = serde_json::from_str(body)?;
    appends.into_iter().map(row).collect::<Result<_, _>>().map(Kept::Appends)
}

/// Adds a row to `intake` that is a node's, or with 0 a house's that is alone; gives its number. A statement that is a transaction of its
/// own is fenced by a pen.
///
/// # Errors
/// [`StoreError::InUse`] if that is gone.
pub(super) async fn add(
    connection: &mut Connection<'_>,
    node: i64,
    pen: Option<Pen>,
    ms: i64,
    body: &str,
) -> Result<i64, StoreError> {
    Ok(match connection {
        // Not by RETURNING: alone, such a statement is carried out before it is committed, and tells its number though
        // the commit then fails.
        Engine::Sqlite(c) => sqlx::query("INSERT INTO intake (ms, body) VALUES ($1, $2)")
            .bind(ms)
            .bind(body)
            .execute(&mut **c)
            .await?
            .last_insert_rowid(),
        Engine::Postgres(c) => {
            let add = match pen {
                Some(pen) => sqlx::query_scalar(
                    "WITH fence AS (UPDATE pens SET ms = greatest(ms, $1) WHERE node = $4 AND pen = $5 RETURNING 1)
                     INSERT INTO intake (ms, body, node) SELECT $1, $2, $3 FROM fence RETURNING number",
                )
                .bind(ms)
                .bind(body)
                .bind(node)
                .bind(pen.node)
                .bind(pen.number),
                None => {
                    sqlx::query_scalar("INSERT INTO intake (ms, body, node) VALUES ($1, $2, $3) RETURNING number")
                        .bind(ms)
                        .bind(body)
                        .bind(node)
                }
            };
            // To the end of the answer, and not to its row alone: the end is told when the commit is made.
            let numbers: Vec<i64> = add.fetch_all(&mut **c).await?;
            numbers.into_iter().next().ok_or(StoreError::InUse)?
        }
    })
}

/// Removes rows by their numbers. Those of one server mostly follow each other; those of several come by turns, and each range would be
/// a round trip.
pub(super) async fn remove(
    connection: &mut Connection<'_>,
    ranges: Vec<RangeInclusive<i64>>,
) -> Result<(), StoreError> {
    if ranges.len() > FEW_RANGES {
        let numbers: Vec<i64> = ranges.into_iter().flatten().collect();
        for numbers in numbers.chunks(limits::ROWS) {
            let mut delete = Statement::of("DELETE FROM intake WHERE number IN ");
            delete.list(numbers.iter().copied());
            delete.execute(connection).await?;
        }
        return Ok(());
    }
    for range in ranges {
        Statement::of("DELETE FROM intake WHERE number BETWEEN $1 AND $2")
            .bind(range.start())
            .bind(range.end())
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Adds to the journals what has its place there; gives the others. Nothing that stands there is ever written over.
pub(super) async fn insert<'p>(
    connection: &mut Connection<'_>,
    pieces: &'p [(i64, Row)],
) -> Result<Vec<&'p (i64, Row)>, StoreError> {
    let mut insert = Statement::of("INSERT INTO events (table_number, seq, body) VALUES ");
    insert.rows(
        pieces.iter().map(|(table, row)| [(*table).into(), row.seq().into(), row.body().as_str().into()]),
    );
    insert.text(" ON CONFLICT (table_number, seq) DO NOTHING RETURNING table_number, seq");
    let added: Vec<(i64, i64)> = insert.fetch_all(connection).await?;
    let mut added: HashSet<(i64, i64)> = added.into_iter().collect();
    Ok(pieces.iter().filter(|(table, row)| !added.remove(&(*table, row.seq()))).collect())
}

/// Whether a journal has the very same records in one row.
pub(super) async fn is_there(
    connection: &mut Connection<'_>,
    table: i64,
    row: &Row,
) -> Result<bool, StoreError> {
    let (count,): (i64,) =
        Statement::of("SELECT count(*) FROM events WHERE table_number = $1 AND seq = $2 AND body = $3")
            .bind(table)
            .bind(row.seq())
            .bind(row.body())
            .fetch_one(connection)
            .await?;
    Ok(count > 0)
}

/// Which record comes next in the journals of some tables, as far as they are there; none where a journal's end cannot be
/// read, which concerns nobody else.
pub(super) async fn ends(
    connection: &mut Connection<'_>,
    tables: &[i64],
) -> Result<HashMap<i64, Option<u64>>, StoreError> {
    let mut ends = HashMap::new();
    for tables in tables.chunks(limits::ROWS) {
        let mut select = Statement::of(
            "SELECT number, seq, body FROM tables LEFT JOIN events ON table_number = number
             AND seq = (SELECT max(seq) FROM events WHERE table_number = number) WHERE number IN ",
        );
        select.list(tables.iter().copied());
        let rows: Vec<EndRow> = select.fetch_all(connection).await?;
        let end = |LastRow { seq, body }| Some(u64::try_from(seq).ok()? + count(&body).ok()?);
        ends.extend(rows.into_iter().map(|EndRow { number, last }| (number, last.0.ok().and_then(end))));
    }
    Ok(ends)
}

struct EndRow {
    number: i64,
    last: Lenient<LastRow>,
}

from_row!(EndRow: number; last);

struct LastRow {
    seq: i64,
    body: String,
}

from_row!(LastRow: seq, body);

/// How many records a list has.
fn count(list: &str) -> serde_json::Result<u64> {
    Ok(serde_json::from_str::<Vec<&RawValue>>(list)?.len() as u64)
}

pub(super) fn without_brackets(list: &str) -> &str {
    list.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or(list)
}
