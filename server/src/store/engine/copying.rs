//! Tables as either engine has them, to be copied from one to the other: their columns, their rows, and what is numbered next.

use std::collections::BTreeMap;

use futures_util::TryStreamExt;

use super::{Connection, Engine, postgres, sqlite};
use crate::store::StoreError;

/// A table, as the database itself describes it.
#[derive(Clone, Debug)]
pub(in crate::store) struct TableShape {
    pub(in crate::store) name: String,
    /// Its columns, in an order that is the same for all that is done with this.
    pub(super) columns: Vec<Column>,
    /// The tables in which its rows must have a row.
    pub(in crate::store) parents: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    /// The engine's name for its type.
    pub(super) kind: String,
    /// Its place in the primary key, from 1 on; 0 if it is no part of that.
    pub(super) key: i64,
}

/// What a database says of its tables.
pub(super) struct Described {
    /// Table, name, type, and place in the primary key of each column, table by table.
    pub(super) columns: Vec<(String, String, String, i64)>,
    /// Tables, and those in which their rows must have a row.
    pub(super) needs: Vec<(String, String)>,
}

impl Described {
    fn tables(self) -> Vec<TableShape> {
        let mut shapes: BTreeMap<String, TableShape> = BTreeMap::new();
        for (table, name, kind, key) in self.columns {
            let empty = || TableShape { name: table.clone(), columns: Vec::new(), parents: Vec::new() };
            shapes.entry(table.clone()).or_insert_with(empty).columns.push(Column { name, kind, key });
        }
        for (table, parent) in self.needs {
            if let Some(shape) = shapes.get_mut(&table) {
                shape.parents.push(parent);
            }
        }
        shapes.into_values().collect()
    }
}

/// A value of either engine. Flags are 0 and 1, and ids their 16 bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Null,
    Number(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Cell {
    /// About how much room it takes, in bytes.
    fn size(&self) -> usize {
        8 + match self {
            Self::Null | Self::Number(_) | Self::Real(_) => 0,
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }
}

/// What is of no other database: who writes to this one, and how they know each other.
const LEFT: [&str; 5] = ["nodes", "pens", "beats", "slots", "house"];

/// What is written at once, in bytes.
const BATCH: usize = 1024 * 1024;

impl TableShape {
    /// Names of columns, as both engines take them in statements.
    pub(super) fn column_list(&self) -> String {
        let quoted: Vec<String> = self.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
        quoted.join(", ")
    }
}

/// The tables of a house that are to be copied, each behind those that its rows need.
pub(in crate::store) async fn tables(of: &mut Connection<'_>) -> Result<Vec<TableShape>, StoreError> {
    let described = match of {
        Engine::Sqlite(connection) => sqlite::copying::describe(connection).await?,
        Engine::Postgres(connection) => postgres::copying::describe(connection).await?,
    };
    let mut left = described.tables();
    left.retain(|shape| !LEFT.contains(&shape.name.as_str()));
    let mut sorted: Vec<TableShape> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let is_ready = |shape: &TableShape| {
            shape.parents.iter().all(|parent| sorted.iter().any(|done| done.name == *parent))
        };
        let (ready, waiting): (Vec<_>, Vec<_>) = left.into_iter().partition(is_ready);
        // There are no circles among tables; should there be one some day, the engine refuses the rows.
        let is_stuck = ready.is_empty();
        sorted.extend(ready);
        left = waiting;
        if is_stuck {
            sorted.append(&mut left);
        }
    }
    Ok(sorted)
}

/// Copies all rows of a table; how many.
///
/// # Errors
/// If either database fails, or the target has other columns.
pub(in crate::store) async fn copy_rows(
    from: &mut Connection<'_>,
    shape: &TableShape,
    to: &mut Connection<'_>,
    target: &TableShape,
) -> Result<u64, StoreError> {
    let mut rows = match from {
        Engine::Sqlite(connection) => sqlite::copying::rows(connection, shape, target),
        Engine::Postgres(connection) => postgres::copying::rows(connection, shape, target),
    };
    let (mut batch, mut size, mut count) = (Vec::new(), 0, 0);
    loop {
        let row = rows.try_next().await?;
        let is_last = row.is_none();
        if let Some(row) = row {
            size += row.iter().map(Cell::size).sum::<usize>();
            count += 1;
            batch.push(row);
        }
        if (is_last || size >= BATCH) && !batch.is_empty() {
            match to {
                Engine::Sqlite(connection) => sqlite::copying::insert(connection, target, &batch).await?,
                Engine::Postgres(connection) => postgres::copying::insert(connection, target, &batch).await?,
            }
            batch.clear();
            size = 0;
        }
        if is_last {
            return Ok(count);
        }
    }
}

/// Removes all rows of a table.
pub(in crate::store) async fn clear(on: &mut Connection<'_>, shape: &TableShape) -> Result<(), StoreError> {
    let text = sqlx::AssertSqlSafe(format!("DELETE FROM \"{}\"", shape.name));
    match on {
        Engine::Sqlite(connection) => sqlx::query(text).execute(&mut **connection).await.map(|_| ())?,
        Engine::Postgres(connection) => sqlx::query(text).execute(&mut **connection).await.map(|_| ())?,
    }
    Ok(())
}

/// The last number that each table has given, which is never given again, though its row may be gone.
pub(in crate::store) async fn numbers(of: &mut Connection<'_>) -> Result<Vec<(String, i64)>, StoreError> {
    match of {
        Engine::Sqlite(connection) => sqlite::copying::numbers(connection).await,
        Engine::Postgres(connection) => postgres::copying::numbers(connection).await,
    }
}

/// Has a table go on numbering behind that, where it numbers by itself.
pub(in crate::store) async fn set_number(
    on: &mut Connection<'_>,
    table: &str,
    last: i64,
) -> Result<(), StoreError> {
    match on {
        Engine::Sqlite(connection) => sqlite::copying::set_number(connection, table, last).await,
        Engine::Postgres(connection) => postgres::copying::set_number(connection, table, last).await,
    }
}

/// The highest number that a table has, if it has a column of that name and any row.
pub(in crate::store) async fn highest_number(
    of: &mut Connection<'_>,
    shape: &TableShape,
) -> Result<Option<i64>, StoreError> {
    if !shape.columns.iter().any(|column| column.name == "number" && column.key == 1) {
        return Ok(None);
    }
    let text = sqlx::AssertSqlSafe(format!("SELECT max(number) FROM \"{}\"", shape.name));
    Ok(match of {
        Engine::Sqlite(connection) => sqlx::query_scalar(text).fetch_one(&mut **connection).await?,
        Engine::Postgres(connection) => sqlx::query_scalar(text).fetch_one(&mut **connection).await?,
    })
}
