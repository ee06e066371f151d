//! Statement builder: statements whose parts depend on what is asked, or on how many rows there are: every text stands in the
//! program, and every value is bound.

use uuid::Uuid;

use super::StoreError;
use super::engine::{Connection, on};

/// Makes a [`Statement`] one of the engine on which it then runs.
macro_rules! build {
    ($statement:expr) => {{
        let mut builder = sqlx::QueryBuilder::new("");
        for (text, value) in $statement.0 {
            use $crate::store::statement::Value;
            builder.push(text);
            match value {
                None => {}
                Some(Value::Number(number)) => drop(builder.push_bind(number)),
                Some(Value::Text(text)) => drop(builder.push_bind(text)),
                Some(Value::Id(id)) => drop(builder.push_bind(id)),
                Some(Value::Real(real)) => drop(builder.push_bind(real)),
                Some(Value::Flag(flag)) => drop(builder.push_bind(flag)),
            }
        }
        builder
    }};
}
pub(super) use build;

/// A value in a statement.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(i64),
    Text(String),
    Id(Uuid),
    Real(Option<f64>),
    Flag(bool),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Uuid> for Value {
    fn from(id: Uuid) -> Self {
        Self::Id(id)
    }
}

impl From<f64> for Value {
    fn from(real: f64) -> Self {
        Self::Real(Some(real))
    }
}

impl From<Option<f64>> for Value {
    fn from(real: Option<f64>) -> Self {
        Self::Real(real)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

/// A statement in the making. [`build!`] makes it one of an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Statement(pub(super) Vec<(&'static str, Option<Value>)>);

impl Statement {
    pub(super) fn of(text: &'static str) -> Self {
        Self(vec![(text, None)])
    }

    pub(super) fn text(&mut self, text: &'static str) {
        self.0.push((text, None));
    }

    pub(super) fn bound(&mut self, text: &'static str, value: impl Into<Value>) {
        self.0.push((text, Some(value.into())));
    }

    pub(super) fn bound_if_any(&mut self, text: &'static str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.bound(text, value);
        }
    }

    /// Values in brackets: `(…, …)`.
    pub(super) fn list<V: Into<Value>>(&mut self, values: impl IntoIterator<Item = V>) {
        for (place, value) in values.into_iter().enumerate() {
            self.bound(if place == 0 { "(" } else { ", " }, value);
        }
        self.text(")");
    }

    /// Rows of values: `(…, …), (…, …)`. There must be one at least.
    pub(super) fn rows<const N: usize>(&mut self, rows: impl IntoIterator<Item = [Value; N]>) {
        for (place, row) in rows.into_iter().enumerate() {
            if place > 0 {
                self.text(", ");
            }
            self.list(row);
        }
    }

    /// Runs it, where nothing comes back.
    pub(super) async fn run(self, connection: &mut Connection<'_>) -> Result<(), StoreError> {
        on!(connection, |c| build!(self).build().execute(c).await?.rows_affected());
        Ok(())
    }
}
