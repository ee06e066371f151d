//! What can be wrong with what is stored. Trying again does not help: it stays so until somebody mends the data.

use std::error::Error;
use std::fmt::Display;

use super::replay_error::ReplayError;

/// Why what is stored of a table or a finished game cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CorruptData {
    /// A value is not what this program writes there, or does not fit the others.
    #[error(transparent)]
    Value(Box<CorruptValue>),
    /// A row of which nothing more is known holds a value that is not even of its column's type.
    #[error("a value is of the wrong type: {0}")]
    Type(#[source] Box<dyn Error + Send + Sync>),
    /// The journal's rows do not follow one another.
    #[error("its journal does not go on with record {0}")]
    Gap(u64),
    /// Two writers have written different records there. Both are kept.
    #[error("its journal has two different records {0}")]
    Conflict(u64),
    /// The packed line is not JSON, or not of its form.
    #[error("its line cannot be read: {0}")]
    Line(#[source] serde_json::Error),
    /// The packed line is of a form that this program does not know.
    #[error("its line is packed in the unknown form {0}")]
    Form(u8),
    /// The packed line cannot begin with a record of that number.
    #[error("its line cannot begin with record {0}")]
    Start(u64),
    /// The packed line does not tell what came when: a pause is missing, left over or out of all bounds.
    #[error("the pauses of its line do not fit its moves")]
    Pauses,
    /// The packed line has proofs of more rolls than it holds.
    #[error("the proofs of its dice do not fit its rolls")]
    Proofs,
    /// An entry of the packed line is none.
    #[error("its line holds “{}”", .0.escape_debug())]
    Entry(String),
    /// A record does not fit what came before it.
    #[error("its record {n} does not fit: {error}")]
    Record {
        /// The record's number.
        n: u64,
        /// Why.
        #[source]
        error: ReplayError,
    },
    /// What its dice are made from is missing, or is not what was sealed.
    #[error("the key of its dice does not fit the seal of the next roll")]
    DiceKey,
    /// The records do not lead to where the table or the game is said to stand.
    #[error("its records lead elsewhere than to where it stands")]
    End,
}

/// A value that cannot be used, and where it stands.
#[derive(Debug, thiserror::Error)]
#[error("{table}.{column} of {row} cannot be used: {source}")]
pub struct CorruptValue {
    /// The database's table.
    pub table: &'static str,
    /// Its column.
    pub column: String,
    /// The key of the row, or of what it belongs to.
    pub row: String,
    /// What is wrong.
    pub source: Box<dyn Error + Send + Sync>,
}

impl CorruptData {
    /// A value that is not what this program writes there.
    pub fn value(
        table: &'static str,
        column: &str,
        row: impl Display,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        let (column, row, source) = (column.to_owned(), row.to_string(), source.into());
        Self::Value(CorruptValue { table, column, row, source }.into())
    }
}
