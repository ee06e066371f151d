//! The event-sourced journal: what is kept of a table, and of a game that is over.

mod corrupt_data;
mod finished;
mod packed_line;
mod record;
mod replay_error;
mod table_row;

pub use corrupt_data::{CorruptData, CorruptValue};
pub use finished::Finished;
pub(crate) use packed_line::pack_entry;
pub use packed_line::{PackedDice, PackedLine};
pub use record::{Record, RollProof, Stamped};
pub use replay_error::ReplayError;
pub use table_row::TableRow;
