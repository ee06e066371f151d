//! A finished game as the store takes it in and gives it out.

use cydonia_protocol::MatchSummary;

use super::packed_line::PackedLine;

/// A finished game. Its number is 0 until it is kept.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What the lists show.
    pub summary: MatchSummary,
    /// A private table's key.
    pub key: Option<String>,
    /// The line.
    pub packed: PackedLine,
}
