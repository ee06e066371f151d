//! The list as one filter shows it: told whole at first, and then by what differs.

use std::collections::{HashMap, HashSet};

use cydonia_protocol::{ListedTable, ServerMessage};
use uuid::Uuid;

use crate::outbox::Frame;

/// The list as it was last told by a filter, and how it is told.
#[derive(Debug, Default)]
pub(super) struct Published {
    pub(super) version: u64,
    pub(super) tables: Vec<ListedTable>,
    pub(super) total: u32,
    /// The list encoded, once somebody has asked for it.
    pub(super) whole: Option<Frame>,
}

impl Published {
    /// The whole list as a message.
    pub(super) fn whole(&mut self) -> Frame {
        let (version, total, tables) = (self.version, self.total, &self.tables);
        let encode = || Frame::of(&ServerMessage::Lobby { version, tables: tables.clone(), total });
        self.whole.get_or_insert_with(encode).clone()
    }

    /// Becomes the next list; gives the message that leads there, if anything differs.
    pub(super) fn change(&mut self, next: Self) -> Option<Frame> {
        let before: HashMap<Uuid, &ListedTable> =
            self.tables.iter().map(|table| (table.info.id, table)).collect();
        let is_new = |table: &&ListedTable| before.get(&table.info.id) != Some(table);
        let set: Vec<_> = next.tables.iter().filter(is_new).cloned().collect();
        let stays: HashSet<Uuid> = next.tables.iter().map(|table| table.info.id).collect();
        let gone: Vec<_> = before.into_keys().filter(|id| !stays.contains(id)).collect();
        if set.is_empty() && gone.is_empty() && next.total == self.total {
            return None;
        }
        let (version, total) = (self.version + 1, next.total);
        *self = Self { version, ..next };
        Some(Frame::of(&ServerMessage::LobbyDiff { version, set, gone, total }))
    }
}
