//! Statements: an SQL text and the values that are bound to it, the same for either engine. Every piece of text stands in the
//! program, also where it depends on what is asked or on how many rows there are.

use std::time::Duration;

use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, Database, Encode, SqlSafeStr, SqlStr, Type};
use tokio::time::timeout;
use uuid::Uuid;

use super::{Engine, Read, Session};
use crate::store::StoreError;

/// A value in a statement; all but flags may be missing.
#[derive(Clone, Debug)]
pub(in crate::store) enum Value {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    Id(Option<Uuid>),
    Real(Option<f64>),
    Flag(bool),
}

/// A statement with its values: one text, in which `$1` is the first of them, or pieces of text with a value behind some. (Of many
/// rows SQLite would look for each `$1` among all that came before it.)
#[derive(Clone, Debug)]
pub(in crate::store) struct Statement {
    text: &'static str,
    values: Vec<Value>,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
enum Piece {
    Text(&'static str),
    Value(Value),
}

impl Statement {
    pub(in crate::store) fn of(text: &'static str) -> Self {
        Self { text, values: Vec::new(), pieces: Vec::new() }
    }

    /// Gives the next value that its one text names.
    #[must_use]
    pub(in crate::store) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Goes on with more text.
    pub(in crate::store) fn text(&mut self, text: &'static str) {
        self.pieces.push(Piece::Text(text));
    }

    /// Goes on with more text and a value behind it.
    pub(in crate::store) fn bound(&mut self, text: &'static str, value: impl Into<Value>) {
        self.text(text);
        self.pieces.push(Piece::Value(value.into()));
    }

    pub(in crate::store) fn bound_if_any(&mut self, text: &'static str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.bound(text, value);
        }
    }

    /// Values in brackets: `(…, …)`.
    pub(in crate::store) fn list<V: Into<Value>>(&mut self, values: impl IntoIterator<Item = V>) {
        for (place, value) in values.into_iter().enumerate() {
            self.bound(if place == 0 { "(" } else { ", " }, value);
        }
        self.text(")");
    }

    /// Rows of values: `(…, …), (…, …)`. There must be one at least.
    pub(in crate::store) fn rows<const N: usize>(&mut self, rows: impl IntoIterator<Item = [Value; N]>) {
        for (place, row) in rows.into_iter().enumerate() {
            if place > 0 {
                self.text(", ");
            }
            self.list(row);
        }
    }

    /// Runs it; how many rows it touched.
    pub(in crate::store) async fn execute(self, on: &mut impl Session) -> Result<u64, StoreError> {
        let patience = on.patience();
        Ok(match on.connection() {
            Engine::Sqlite(connection) => {
                let (text, arguments) = self.into_parts::<SqliteArguments>()?;
                sqlx::query_with(text, arguments).execute(connection).await?.rows_affected()
            }
            Engine::Postgres(connection) => {
                let (text, arguments) = self.into_parts::<PgArguments>()?;
                within(patience, sqlx::query_with(text, arguments).execute(connection)).await?.rows_affected()
            }
        })
    }

    /// The one row that it gives.
    pub(in crate::store) async fn fetch_one<T: Read>(self, on: &mut impl Session) -> Result<T, StoreError> {
        Ok(self.fetch_optional(on).await?.ok_or(sqlx::Error::RowNotFound)?)
    }

    /// The row that it gives, if it gives one.
    pub(in crate::store) async fn fetch_optional<T: Read>(
        self,
        on: &mut impl Session,
    ) -> Result<Option<T>, StoreError> {
        let patience = on.patience();
        Ok(match on.connection() {
            Engine::Sqlite(connection) => {
                let (text, arguments) = self.into_parts::<SqliteArguments>()?;
                sqlx::query_as_with(text, arguments).fetch_optional(connection).await?
            }
            Engine::Postgres(connection) => {
                let (text, arguments) = self.into_parts::<PgArguments>()?;
                within(patience, sqlx::query_as_with(text, arguments).fetch_optional(connection)).await?
            }
        })
    }

    /// Every row that it gives.
    pub(in crate::store) async fn fetch_all<T: Read>(
        self,
        on: &mut impl Session,
    ) -> Result<Vec<T>, StoreError> {
        let patience = on.patience();
        Ok(match on.connection() {
            Engine::Sqlite(connection) => {
                let (text, arguments) = self.into_parts::<SqliteArguments>()?;
                sqlx::query_as_with(text, arguments).fetch_all(connection).await?
            }
            Engine::Postgres(connection) => {
                let (text, arguments) = self.into_parts::<PgArguments>()?;
                within(patience, sqlx::query_as_with(text, arguments).fetch_all(connection)).await?
            }
        })
    }

    /// The text and the values as an engine takes them.
    ///
    /// # Errors
    /// If a value is too long for it.
    fn into_parts<A>(self) -> Result<(SqlStr, A), sqlx::Error>
    where
        A: Arguments,
        for<'t> Option<i64>: Encode<'t, A::Database> + Type<A::Database>,
        for<'t> Option<String>: Encode<'t, A::Database> + Type<A::Database>,
        for<'t> Option<Vec<u8>>: Encode<'t, A::Database> + Type<A::Database>,
        for<'t> Option<Uuid>: Encode<'t, A::Database> + Type<A::Database>,
        for<'t> Option<f64>: Encode<'t, A::Database> + Type<A::Database>,
        for<'t> bool: Encode<'t, A::Database> + Type<A::Database>,
        A::Database: Database,
    {
        let mut arguments = A::default();
        let add = |arguments: &mut A, value| {
            match value {
                Value::Number(number) => arguments.add(number),
                Value::Text(text) => arguments.add(text),
                Value::Bytes(bytes) => arguments.add(bytes),
                Value::Id(id) => arguments.add(id),
                Value::Real(real) => arguments.add(real),
                Value::Flag(flag) => arguments.add(flag),
            }
            .map_err(sqlx::Error::Encode)
        };
        for value in self.values {
            add(&mut arguments, value)?;
        }
        if self.pieces.is_empty() {
            return Ok((self.text.into_sql_str(), arguments));
        }
        let mut text = self.text.to_owned();
        for piece in self.pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Value(value) => {
                    add(&mut arguments, value)?;
                    // A string takes whatever it is given.
                    let _ = arguments.format_placeholder(&mut text);
                }
            }
        }
        // Of pieces that all stand in the program.
        Ok((AssertSqlSafe(text).into_sql_str(), arguments))
    }
}

/// An answer that comes in time, if there is a time for it.
pub(super) async fn within<T, E>(
    patience: Option<Duration>,
    answer: impl Future<Output = Result<T, E>>,
) -> Result<T, StoreError>
where
    StoreError: From<E>,
{
    match patience {
        Some(patience) => Ok(timeout(patience, answer).await.map_err(|_elapsed| StoreError::silent())??),
        None => Ok(answer.await?),
    }
}

/// Each type that is bound, and the value it is.
macro_rules! values {
    ($($type:ty => $variant:ident($value:ident: $made:expr),)*) => {$(
        impl From<$type> for Value {
            fn from($value: $type) -> Self {
                Self::$variant($made)
            }
        }
    )*};
}

values! {
    i64 => Number(number: Some(number)),
    &i64 => Number(number: Some(*number)),
    Option<i64> => Number(number: number),
    String => Text(text: Some(text)),
    &String => Text(text: Some(text.clone())),
    &str => Text(text: Some(text.to_owned())),
    &Option<String> => Text(text: text.clone()),
    Option<String> => Text(text: text),
    Option<&str> => Text(text: text.map(str::to_owned)),
    &[u8] => Bytes(bytes: Some(bytes.to_vec())),
    Option<&[u8]> => Bytes(bytes: bytes.map(<[u8]>::to_vec)),
    Option<Vec<u8>> => Bytes(bytes: bytes),
    Uuid => Id(id: Some(id)),
    &Uuid => Id(id: Some(*id)),
    Option<Uuid> => Id(id: id),
    f64 => Real(real: Some(real)),
    Option<f64> => Real(real: real),
    bool => Flag(flag: flag),
}
