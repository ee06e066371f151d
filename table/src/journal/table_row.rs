//! A table that is not over as the store gives it out, but for its journal.

use cydonia_protocol::TableInfo;
use cydonia_protocol::dice::Bytes32;

/// A table's row.
#[derive(Debug)]
pub struct TableRow {
    /// What the journal knows it by.
    pub number: i64,
    /// As the lobby shows it.
    pub info: TableInfo,
    /// A private table's key.
    pub key: Option<String>,
    /// What its dice are made from, while its game is on.
    pub dice_key: Option<Bytes32>,
    /// When it next wants attention, as was last written.
    pub deadline_ms: Option<i64>,
}
