//! Lenient rows: what can be read of a row is, and where the rest stands is told.

use std::error::Error;
use std::fmt::Display;

use cydonia_table::journal::CorruptData;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as NameError;
use sqlx::{FromRow, Row};

use crate::store::StoreError;

/// A part of a row that may be damaged without hiding its other parts, or other rows.
#[derive(Debug)]
pub(in crate::store) struct Lenient<T>(pub(in crate::store) Result<T, sqlx::Error>);

impl<'r, R: Row, T: FromRow<'r, R>> FromRow<'r, R> for Lenient<T> {
    fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
        Ok(Self(T::from_row(row)))
    }
}

/// Has a struct read from a row of either engine: each field from the column of its name, and behind the semicolon what is read
/// from the same row as a whole. It stands in for sqlx's derive, with which both drivers, and SQLite itself, are built a second
/// time for the compiler's use.
macro_rules! from_row {
    (@$engine:ty, $of:ident: $($column:ident),+ $(; $part:ident)?) => {
        impl sqlx::FromRow<'_, $engine> for $of {
            fn from_row(row: &$engine) -> Result<Self, sqlx::Error> {
                Ok(Self {
                    $($column: sqlx::Row::try_get(row, stringify!($column))?,)+
                    $($part: sqlx::FromRow::from_row(row)?,)?
                })
            }
        }
    };
    ($of:ident: $($column:ident),+ $(; $part:ident)?) => {
        from_row!(@sqlx::sqlite::SqliteRow, $of: $($column),+ $(; $part)?);
        from_row!(@sqlx::postgres::PgRow, $of: $($column),+ $(; $part)?);
    };
}
pub(in crate::store) use from_row;

/// What is kept by the name that it has on the wire.
pub(in crate::store) fn named<T: for<'de> Deserialize<'de>>(name: &str) -> Result<T, NameError> {
    T::deserialize(name.into_deserializer())
}

/// Where a row stands: the table, and its key or that of what it belongs to.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct RowPlace<K>(pub(in crate::store) &'static str, pub(in crate::store) K);

impl<K: Display> RowPlace<K> {
    /// What is wrong with a column of that row.
    pub(in crate::store) fn column<E: Into<Box<dyn Error + Send + Sync>>>(
        &self,
        column: &str,
    ) -> impl FnOnce(E) -> CorruptData {
        move |source| CorruptData::value(self.0, column, &self.1, source)
    }

    /// A part of that row, with what is wrong with it if it cannot be read.
    pub(in crate::store) fn part<T>(&self, part: Lenient<T>) -> Result<T, StoreError> {
        part.0.map_err(|error| match error {
            sqlx::Error::ColumnDecode { index, source } => {
                self.column(index.trim_matches('"'))(source).into()
            }
            error => error.into(),
        })
    }
}
