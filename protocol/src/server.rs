//! What the server says over the socket.

use cydonia_rules::{Layout, Outcome, Seat, View};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{ErrorCode, Event, Player, TableInfo};

/// Every message from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message on every socket.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The version of the server.
        server: String,
        /// Who the session says one is; none for somebody who only watches.
        player: Option<Player>,
        /// A client that has nothing to say should ping at least this often, in milliseconds.
        #[ts(type = "number")]
        ping_every_ms: u64,
    },
    /// A message was carried out.
    Ok {
        /// The message's id.
        #[ts(type = "number")]
        id: u64,
        /// The table that was made, for `create` and `rematch`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        table: Option<Uuid>,
        /// The seat that was taken, for `create`, `sit` and `rematch`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<Seat>,
        /// The key of a private table, for `create` and `rematch`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        key: Option<String>,
    },
    /// A message was refused, and nothing has changed.
    Error {
        /// The message's id; null if it could not be read.
        #[ts(type = "number | null")]
        id: Option<u64>,
        /// Why, for programs.
        code: ErrorCode,
        /// Why, for people.
        message: String,
    },
    /// The public tables, newest first: the whole list, when one begins to follow it.
    Lobby {
        /// Counts the list's versions.
        #[ts(type = "number")]
        version: u64,
        /// The tables.
        tables: Vec<TableInfo>,
    },
    /// What differs from the list's last version.
    LobbyDiff {
        /// The version that this leads to.
        #[ts(type = "number")]
        version: u64,
        /// Tables that are new or have changed.
        set: Vec<TableInfo>,
        /// Tables that are no longer listed.
        gone: Vec<Uuid>,
    },
    /// A table as it stands: the answer to `watch` without `since`, or with one out of reach.
    Table {
        /// The number of its last event.
        #[ts(type = "number")]
        n: u64,
        /// The table.
        info: TableInfo,
        /// The key of a private table, for who sits there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        key: Option<String>,
        /// The game, once it has started.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        game: Option<Box<GameState>>,
    },
    /// Events of a table, in order and without gaps.
    Events {
        /// The table.
        table: Uuid,
        /// The events.
        events: Vec<Event>,
    },
    /// What the seat to act can do; sent to its own sockets alone.
    Choices {
        /// The table.
        table: Uuid,
        /// The position this is for: what `act` quotes.
        #[ts(type = "number")]
        at: u64,
        /// Every legal action.
        actions: Vec<String>,
        /// Those that end the turn but not the game, in games with dice; in the others every action ends the turn,
        /// and the list is empty.
        ends: Vec<String>,
        /// Whether an action of this turn can be taken back.
        undo: bool,
    },
    /// Somebody set up a rematch.
    Rematch {
        /// The finished table.
        table: Uuid,
        /// The new one.
        next: Uuid,
    },
}

/// A game in a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GameState {
    /// Where things are.
    pub layout: Layout,
    /// The position.
    pub view: View,
    /// The number of the last event that changed it.
    #[ts(type = "number")]
    pub at: u64,
    /// How many rolls there were: the number of the next.
    #[ts(type = "number")]
    pub rolls: u64,
    /// The line so far: actions, rolls, undoings and leavings, without differences and motions.
    pub line: Vec<Event>,
    /// The result, if it is over.
    pub outcome: Option<Outcome>,
}
