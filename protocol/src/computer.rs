//! Computer players: their ids, which mark them everywhere, and how they are named for the seats of a table.

use cydonia_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

/// The ids of the computer players, by level from 1 on. They are of a version (8) that no house gives to people.
pub const COMPUTERS: [Uuid; 8] = [id(1), id(2), id(3), id(4), id(5), id(6), id(7), id(8)];

const fn id(level: u128) -> Uuid {
    Uuid::from_u128(0x6379_646f_6e69_8a00_8063_6f6d_7075_7400 + level)
}

/// The level of the computer player with that id; none for people.
pub(crate) fn level_of(id: Uuid) -> Option<u8> {
    (1..).zip(COMPUTERS).find(|(_, computer)| *computer == id).map(|(level, _)| level)
}

/// A computer for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ComputerSeat {
    /// Which seat.
    pub seat: Seat,
    /// How strong: from 1 to 8.
    pub level: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computers_have_ids_of_the_version_for_ids_of_ones_own() {
        for (level, id) in (1_u8..).zip(COMPUTERS) {
            assert_eq!((id.get_version_num(), id.get_variant()), (8, uuid::Variant::RFC4122));
            assert_eq!(level_of(id), Some(level));
        }
        assert_eq!(level_of(Uuid::nil()), None);
    }
}
