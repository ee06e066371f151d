//! Messages: what comes into a table's mailbox.

use cydonia_protocol::Command;
use cydonia_table::UnixMs;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::matchmaking::Quick;
use crate::outbox::{Awaited, Outbox};

/// What a table is told.
#[derive(Debug)]
pub(crate) enum TableMessage {
    /// Boxed, as a mailbox has room for many and is mostly empty.
    Request(Box<Request>),
    /// Its deadline has passed.
    Wake,
    /// The socket of that number is gone.
    Gone(u64),
    /// That player was deleted, and their name is gone from what is kept.
    Erased(Uuid),
    /// One of the two has blocked the other.
    Parted(Uuid, Uuid),
    /// That player was banned.
    Banned(Uuid),
    /// Another node owns it from now on: it ends here.
    LetGo,
    /// A socket that follows its player's own games is to be told if it is their turn.
    Followed {
        /// Which.
        outbox: Outbox,
        /// Dropped when that is done.
        done: oneshot::Sender<()>,
    },
}

/// A request to one table.
#[derive(Debug)]
pub(crate) struct Request {
    /// Who asks.
    pub from: Asker,
    /// What is asked.
    pub ask: Ask,
}

/// Who asks a table for something, and when that came.
#[derive(Debug)]
pub(crate) struct Asker {
    /// The socket that asks: it gets the answer, and events if it watches.
    pub outbox: Outbox,
    /// The message's id, to be repeated in the answer.
    pub id: u64,
    /// When it came in: what it waits here from then on is not its player's to pay.
    pub came: UnixMs,
    /// Until this is gone the socket says nothing more: the answer may be long.
    pub awaited: Option<Awaited>,
}

impl Asker {
    /// Somebody whose next messages are heard before this one is answered.
    pub(crate) fn new(outbox: Outbox, id: u64, came: UnixMs) -> Self {
        Self { outbox, id, came, awaited: None }
    }
}

/// What is asked of a table.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Ask {
    /// What a client has said, as it was said.
    Command(Command),
    /// Take a seat if it can be had at once, or go on to the next of these tables.
    Quick(Quick),
    /// Sit down where a seat is kept, unless that was done before.
    Join,
    /// Be told once more of the table that one has set up.
    Recall,
}

impl Ask {
    /// Whether it changes who watches.
    pub(super) fn is_about_watching(&self) -> bool {
        matches!(self, Self::Command(Command::Watch { .. } | Command::Unwatch { .. }))
    }
}
