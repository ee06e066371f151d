//! What can be wrong with what is stored. Trying again does not help: it stays so until somebody mends the data.

use super::replay_error::ReplayError;

/// Why what is stored of a table or a finished game cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CorruptData {
    /// A value is not even of its column's type.
    #[error("a value is of the wrong type: {0}")]
    Type(Box<dyn std::error::Error + Send + Sync>),
    /// A value is not what this program writes there.
    #[error("its {0} cannot be read")]
    Value(&'static str),
    /// The journal's rows do not follow one another.
    #[error("its journal does not go on with record {0}")]
    Gap(u64),
    /// Two writers have written different records there. Both are kept.
    #[error("its journal has two different records {0}")]
    Conflict(u64),
    /// The packed line is of a form that this program does not know.
    #[error("its line is packed in the unknown form {0}")]
    Form(u8),
    /// The packed line does not tell what came when: a pause is missing, left over or out of all bounds.
    #[error("the pauses of its line do not fit its moves")]
    Pauses,
    /// An entry of the packed line is none.
    #[error("its line holds “{}”", .0.escape_debug())]
    Entry(String),
    /// A record does not fit what came before it.
    #[error("its record {n} does not fit: {error}")]
    Record {
        /// The record's number.
        n: u64,
        /// Why.
        error: ReplayError,
    },
    /// The records do not lead to where the table or the game is said to stand.
    #[error("its records lead elsewhere than to where it stands")]
    End,
}
