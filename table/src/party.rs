//! Party: whoever asks something of a table, a person by their id or the computer at a seat. A computer may sit at several.

use cydonia_rules::Seat;
use uuid::Uuid;

/// Whoever asks something of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// Somebody, wherever they sit.
    Player(Uuid),
    /// The computer that sits there.
    Computer(Seat),
}

impl From<Uuid> for Party {
    fn from(player: Uuid) -> Self {
        Self::Player(player)
    }
}
