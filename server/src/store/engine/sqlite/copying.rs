//! What is copied from and to SQLite.

use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Arguments, AssertSqlSafe, Row, SqliteConnection, TypeInfo, ValueRef};

use crate::store::StoreError;
use crate::store::engine::copying::{Cell, Described, TableShape};

/// Rows of one statement: it is prepared once, and goes to SQLite's thread with all of them.
const ROWS: usize = 64;

pub(in crate::store::engine) async fn describe(of: &mut SqliteConnection) -> Result<Described, StoreError> {
    let columns = sqlx::query_as(
        "SELECT tables.name, columns.name, columns.type, columns.pk
         FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND tables.name NOT LIKE '_sqlx_%'
         ORDER BY tables.name, columns.cid",
    )
    .fetch_all(&mut *of)
    .await?;
    let needs = sqlx::query_as(
        "SELECT DISTINCT tables.name, needed.\"table\"
         FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS needed WHERE tables.type = 'table'",
    )
    .fetch_all(of)
    .await?;
    Ok(Described { columns, needs })
}

/// The rows of a table, with its columns in the order of the target's.
pub(in crate::store::engine) fn rows<'c>(
    of: &'c mut SqliteConnection,
    shape: &TableShape,
    target: &TableShape,
) -> BoxStream<'c, Result<Vec<Cell>, StoreError>> {
    let text = format!("SELECT {} FROM \"{}\"", target.column_list(), shape.name);
    let rows = sqlx::query(AssertSqlSafe(text)).fetch(of).map_err(StoreError::from);
    rows.and_then(|row| std::future::ready(cells(&row))).boxed()
}

fn cells(row: &SqliteRow) -> Result<Vec<Cell>, StoreError> {
    let cell = |place: usize| -> Result<Cell, sqlx::Error> {
        let value = row.try_get_raw(place)?;
        if value.is_null() {
            return Ok(Cell::Null);
        }
        // SQLite says of each value what it is, whatever its column was declared to be.
        Ok(match value.type_info().name() {
            "REAL" => Cell::Real(row.try_get_unchecked(place)?),
            "TEXT" => Cell::Text(row.try_get_unchecked(place)?),
            "BLOB" => Cell::Bytes(row.try_get_unchecked(place)?),
            _ => Cell::Number(row.try_get_unchecked(place)?),
        })
    };
    Ok((0..row.len()).map(cell).collect::<Result<_, _>>()?)
}

pub(in crate::store::engine) async fn insert(
    on: &mut SqliteConnection,
    shape: &TableShape,
    rows: &[Vec<Cell>],
) -> Result<(), StoreError> {
    let row = format!("({})", vec!["?"; shape.columns.len()].join(", "));
    for rows in rows.chunks(ROWS) {
        let places = vec![row.as_str(); rows.len()].join(", ");
        let text = format!("INSERT INTO \"{}\" ({}) VALUES {places}", shape.name, shape.column_list());
        let mut arguments = SqliteArguments::default();
        for cell in rows.iter().flatten() {
            let added = match cell {
                Cell::Null => arguments.add(None::<i64>),
                Cell::Number(number) => arguments.add(*number),
                Cell::Real(number) => arguments.add(*number),
                Cell::Text(text) => arguments.add(text.clone()),
                Cell::Bytes(bytes) => arguments.add(bytes.clone()),
            };
            added.map_err(sqlx::Error::Encode)?;
        }
        sqlx::query_with(AssertSqlSafe(text), arguments).execute(&mut *on).await?;
    }
    Ok(())
}

/// Only where a number is never to come again SQLite notes it down; elsewhere it goes on behind the highest that there is.
pub(in crate::store::engine) async fn numbers(
    of: &mut SqliteConnection,
) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(sqlx::query_as("SELECT name, seq FROM sqlite_sequence ORDER BY name").fetch_all(of).await?)
}

pub(in crate::store::engine) async fn set_number(
    on: &mut SqliteConnection,
    table: &str,
    last: i64,
) -> Result<(), StoreError> {
    let declared = "SELECT count(*) FROM sqlite_schema WHERE name = ?1 AND sql LIKE '%AUTOINCREMENT%'";
    let notes: i64 = sqlx::query_scalar(declared).bind(table).fetch_one(&mut *on).await?;
    if notes > 0 {
        sqlx::query("DELETE FROM sqlite_sequence WHERE name = ?1").bind(table).execute(&mut *on).await?;
        let note = sqlx::query("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)");
        note.bind(table).bind(last).execute(on).await?;
    }
    Ok(())
}
