//! What a client may say over the socket.

use cydonia_rules::{Options, Seat};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use ts_rs::TS;
use uuid::Uuid;

/// Every message from a client: what to do, and a number of the client's own that the answer repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Envelope {
    /// The client's own number for this message, below 2^53.
    #[ts(type = "number")]
    pub id: u64,
    /// What to do.
    #[serde(rename = "do")]
    pub command: Command,
}

/// What a client may ask for. Each is answered with `ok` or an error; whatever it brings about arrives before the `ok`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Is the line still good?
    Ping {},
    /// Follow the list of public tables, or stop.
    Lobby {
        /// Follow or stop.
        on: bool,
    },
    /// Set up a table and sit down at it.
    Create {
        /// The client's own id for this wish: a repeat gets the first answer.
        request: Uuid,
        /// Which game, by its id.
        game: String,
        /// How many seats.
        seats: u8,
        /// Options that differ from the default.
        #[serde(default)]
        #[ts(optional, type = "Record<string, OptionValue>")]
        options: Options,
        /// Whether it is reached by its key only.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        private: bool,
        /// Which seat to take oneself.
        #[serde(default)]
        #[ts(optional, as = "Option<Seat>")]
        seat: Seat,
    },
    /// Take a seat. When the last one is taken, the game starts.
    Sit {
        /// The table.
        table: Uuid,
        /// Which seat; the one reserved for oneself, or else the first free one, if absent.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<Seat>,
        /// A private table's key.
        #[serde(default)]
        #[ts(optional)]
        key: Option<String>,
    },
    /// Give one's seat up before the start.
    Stand {
        /// The table.
        table: Uuid,
    },
    /// Follow a table.
    Watch {
        /// The table.
        table: Uuid,
        /// The last event already known; a snapshot is sent if absent or out of reach.
        #[serde(default)]
        #[ts(optional, type = "number")]
        since: Option<u64>,
        /// A private table's key; who sits there needs none.
        #[serde(default)]
        #[ts(optional)]
        key: Option<String>,
    },
    /// Stop following a table.
    Unwatch {
        /// The table.
        table: Uuid,
    },
    /// Take an action.
    Act {
        /// The table.
        table: Uuid,
        /// The number of the last event that changed the position.
        #[ts(type = "number")]
        at: u64,
        /// The action's notation.
        action: String,
    },
    /// Have the dice rolled that open one's turn.
    Roll {
        /// The table.
        table: Uuid,
        /// The number of the roll: how many there were at this table before.
        #[ts(type = "number")]
        k: u64,
    },
    /// Take one's last action of this turn back. Nothing that happened before the turn's dice can be undone.
    Undo {
        /// The table.
        table: Uuid,
        /// The number of the last event that changed the position.
        #[ts(type = "number")]
        at: u64,
    },
    /// Give the game up.
    Resign {
        /// The table.
        table: Uuid,
    },
    /// Set up a rematch of a finished game one sat at, and sit down at it. Asked twice, or by several, it is one table.
    Rematch {
        /// The finished table.
        table: Uuid,
    },
}

/// A frame that is no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The message's id, if at least that could be read.
    pub id: Option<u64>,
    /// What is wrong with it.
    pub message: String,
}

/// Reads a frame. Unknown fields and types are refused.
///
/// # Errors
/// [`Unreadable`], with the id wherever it can be read, so that even a wrong message is answered.
pub fn read(frame: &str) -> Result<Envelope, Unreadable> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer<'a> {
        id: u64,
        #[serde(rename = "do", borrow)]
        command: &'a RawValue,
    }
    #[derive(Deserialize)]
    struct OnlyId {
        id: u64,
    }
    let not_an_object = |id| Unreadable {
        id,
        message: "a message is a JSON object, and so is what it asks to do".to_owned(),
    };
    if !is_object(frame) {
        return Err(not_an_object(None));
    }
    let readable = |id: u64| (id < 1 << 53).then_some(id);
    let outer: Outer<'_> = serde_json::from_str(frame).map_err(|error| Unreadable {
        id: serde_json::from_str(frame).ok().and_then(|OnlyId { id }| readable(id)),
        message: error.to_string(),
    })?;
    let Some(id) = readable(outer.id) else {
        return Err(Unreadable { id: None, message: "an id is a whole number below 2^53".to_owned() });
    };
    if !is_object(outer.command.get()) {
        return Err(not_an_object(Some(id)));
    }
    match serde_json::from_str(outer.command.get()) {
        Ok(command) => Ok(Envelope { id, command }),
        Err(error) => Err(Unreadable { id: Some(id), message: error.to_string() }),
    }
}

/// Whether JSON text begins as an object. Serde would read an array as a struct whose fields come in order, and that
/// is no part of any protocol here.
#[must_use]
pub fn is_object(json: &str) -> bool {
    json.trim_start_matches([' ', '\t', '\r', '\n']).starts_with('{')
}
