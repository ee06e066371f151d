//! Lookup documents of the REST interface: finished games, live tables and players.

use cydonia_rules::{Layout, Outcome, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ListedTable, NamedPosition, Player, TableInfo};

/// A finished game's position after one of its plies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchPosition {
    /// How many actions and leavings it stands after; those taken back do not count.
    pub ply: u32,
    /// How many there are in all.
    pub plies: u32,
    /// The position.
    pub view: View,
    /// The same by name; none once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub position: Option<NamedPosition>,
    /// Where things are and what they are called, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layout: Option<Layout>,
}

/// What a record plays through to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RecordCheck {
    /// Which game, by its id.
    pub game: String,
    /// Actions that stand, and leavings.
    pub plies: u32,
    /// How the game ended; null if it goes on.
    pub outcome: Option<Outcome>,
    /// The last position.
    pub view: View,
}

/// Somebody, and how many games they have finished here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerPage {
    /// Who.
    pub player: Player,
    /// Since when they are known here, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since_ms: i64,
    /// How many public games they have finished, by the game's id.
    #[ts(type = "Record<string, number>")]
    pub finished: std::collections::BTreeMap<String, u32>,
}

/// Public tables, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TablePage {
    /// The tables.
    pub tables: Vec<ListedTable>,
    /// How many there are of that kind in all.
    pub total: u32,
}

/// A table that is open or where the game is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LiveTable {
    /// The table.
    pub info: TableInfo,
    /// The number of its last event.
    #[ts(type = "number")]
    pub n: u64,
    /// Where things are and what they are called.
    pub layout: Layout,
    /// The position: the first one, if the game is not on yet.
    pub view: View,
}
