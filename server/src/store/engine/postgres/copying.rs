//! What is copied from and to Postgres.

use std::fmt::Write as _;

use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, PgConnection, Row, ValueRef};
use uuid::Uuid;

use crate::store::StoreError;
use crate::store::engine::copying::{Cell, Column, Described, TableShape};

pub(in crate::store::engine) async fn describe(of: &mut PgConnection) -> Result<Described, StoreError> {
    let columns = sqlx::query_as(
        "SELECT class.relname::text, attribute.attname::text, type.typname::text,
                coalesce(array_position(key.indkey::int2[], attribute.attnum), 0)::bigint
         FROM pg_class AS class
         JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
         JOIN pg_type AS type ON type.oid = attribute.atttypid
         LEFT JOIN pg_index AS key ON key.indrelid = class.oid AND key.indisprimary
         WHERE class.relnamespace = current_schema()::regnamespace AND class.relkind = 'r'
           AND class.relname NOT LIKE '\\_sqlx\\_%'
         ORDER BY class.relname, attribute.attnum",
    )
    .fetch_all(&mut *of)
    .await?;
    let needs = sqlx::query_as(
        "SELECT DISTINCT child.relname::text, parent.relname::text FROM pg_constraint AS need
         JOIN pg_class AS child ON child.oid = need.conrelid JOIN pg_class AS parent ON parent.oid = need.confrelid
         WHERE need.contype = 'f' AND child.relnamespace = current_schema()::regnamespace",
    )
    .fetch_all(of)
    .await?;
    Ok(Described { columns, needs })
}

/// The rows of a table, with its columns in the order of the target's, and in the order of its key: what is kept by that is filled
/// from its beginning to its end.
pub(in crate::store::engine) fn rows<'c>(
    of: &'c mut PgConnection,
    shape: &TableShape,
    target: &TableShape,
) -> BoxStream<'c, Result<Vec<Cell>, StoreError>> {
    let kinds: Vec<String> = target.columns.iter().map(|column| kind_of(shape, &column.name)).collect();
    let mut key: Vec<&Column> = shape.columns.iter().filter(|column| column.key > 0).collect();
    key.sort_by_key(|column| column.key);
    let mut text = format!("SELECT {} FROM \"{}\"", target.column_list(), shape.name);
    for (place, column) in key.iter().enumerate() {
        let _ = write!(text, "{} \"{}\"", if place == 0 { " ORDER BY" } else { "," }, column.name);
    }
    let rows = sqlx::query(AssertSqlSafe(text)).fetch(of).map_err(StoreError::from);
    rows.and_then(move |row| std::future::ready(cells(&row, &kinds))).boxed()
}

/// The type of a column; without one what is read of it is refused.
fn kind_of(shape: &TableShape, name: &str) -> String {
    let column = shape.columns.iter().find(|column| column.name == name);
    column.map(|column| column.kind.clone()).unwrap_or_default()
}

fn cells(row: &PgRow, kinds: &[String]) -> Result<Vec<Cell>, StoreError> {
    let cell = |(place, kind): (usize, &String)| -> Result<Cell, sqlx::Error> {
        if row.try_get_raw(place)?.is_null() {
            return Ok(Cell::Null);
        }
        Ok(match kind.as_str() {
            "int8" => Cell::Number(row.try_get(place)?),
            "int4" => Cell::Number(row.try_get::<i32, _>(place)?.into()),
            "bool" => Cell::Number(row.try_get::<bool, _>(place)?.into()),
            "float8" => Cell::Real(row.try_get(place)?),
            "text" => Cell::Text(row.try_get(place)?),
            "bytea" => Cell::Bytes(row.try_get(place)?),
            "uuid" => Cell::Bytes(row.try_get::<Uuid, _>(place)?.as_bytes().to_vec()),
            other => return Err(sqlx::Error::Protocol(format!("no house has a column of the type {other}"))),
        })
    };
    Ok(kinds.iter().enumerate().map(cell).collect::<Result<_, _>>()?)
}

/// By `COPY`, in its text format, which takes some hundred thousand rows a second.
pub(in crate::store::engine) async fn insert(
    on: &mut PgConnection,
    shape: &TableShape,
    rows: &[Vec<Cell>],
) -> Result<(), StoreError> {
    let mut text = String::new();
    for row in rows {
        for (place, (cell, column)) in row.iter().zip(&shape.columns).enumerate() {
            if place > 0 {
                text.push('\t');
            }
            write_cell(&mut text, cell, &column.kind);
        }
        text.push('\n');
    }
    let statement = format!("COPY \"{}\" ({}) FROM STDIN", shape.name, shape.column_list());
    let mut copying = on.copy_in_raw(&statement).await?;
    copying.send(text.into_bytes()).await?;
    copying.finish().await?;
    Ok(())
}

/// A value as `COPY` reads it: <https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2>
fn write_cell(text: &mut String, cell: &Cell, kind: &str) {
    let written = match cell {
        Cell::Null => write!(text, "\\N"),
        Cell::Number(number) if kind == "bool" => write!(text, "{}", if *number == 0 { "f" } else { "t" }),
        Cell::Number(number) => write!(text, "{number}"),
        // The shortest that reads back to the same number.
        Cell::Real(number) => write!(text, "{number:?}"),
        Cell::Text(words) => {
            for sign in words.chars() {
                match sign {
                    '\\' => text.push_str("\\\\"),
                    '\t' => text.push_str("\\t"),
                    '\n' => text.push_str("\\n"),
                    '\r' => text.push_str("\\r"),
                    other => text.push(other),
                }
            }
            Ok(())
        }
        Cell::Bytes(bytes) if kind == "uuid" => write!(text, "{}", hex::encode(bytes)),
        Cell::Bytes(bytes) => write!(text, "\\\\x{}", hex::encode(bytes)),
    };
    debug_assert!(written.is_ok(), "memory takes whatever is written to it");
}

pub(in crate::store::engine) async fn numbers(
    of: &mut PgConnection,
) -> Result<Vec<(String, i64)>, StoreError> {
    let given: Vec<(String, Option<i64>)> = sqlx::query_as(
        "SELECT columns.table_name::text, pg_sequence_last_value(pg_get_serial_sequence(quote_ident(columns.table_name), columns.column_name)::regclass)
         FROM information_schema.columns AS columns
         WHERE columns.table_schema = current_schema() AND columns.is_identity = 'YES' ORDER BY 1",
    )
    .fetch_all(of)
    .await?;
    Ok(given.into_iter().filter_map(|(table, last)| Some((table, last?))).collect())
}

pub(in crate::store::engine) async fn set_number(
    on: &mut PgConnection,
    table: &str,
    last: i64,
) -> Result<(), StoreError> {
    let set = sqlx::query(
        "SELECT setval(pg_get_serial_sequence(quote_ident(table_name), column_name)::regclass, $2)
         FROM information_schema.columns
         WHERE table_schema = current_schema() AND is_identity = 'YES' AND table_name = $1",
    );
    set.bind(table).bind(last).execute(on).await?;
    Ok(())
}
