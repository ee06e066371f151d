//! Series: when a game of several ends, the next table is kept with it, and everybody is told where to go.

use cydonia_protocol::{ServerMessage, TableInfo};
use cydonia_table::{Table, UnixMs};

use super::actor::TableActor;
use super::own_games;
use crate::outbox::Frame;
use crate::store::NewTable;

impl TableActor {
    /// The table that follows one whose game has just ended, if its series goes on.
    pub(super) fn next_game(&self, table: &Table, now: UnixMs) -> Option<Box<NewTable>> {
        let id = || self.registry.new_table_id(now.0);
        let (info, records) = table.series_goes_on().then(|| table.next_game(id(), now)).flatten()?;
        // It counts as a table of whoever sits in its first seat: so nobody has more tables than one may for long.
        let first = info.seats.first()?.sitter()?.id;
        let wish = (first, info.id);
        // As it is looked at then, it says itself when it next wants attention.
        let deadline_ms = now.0;
        Some(Box::new(NewTable { key: table.key.clone(), info, wish, records, deadline_ms }))
    }

    /// Has the next table of the series awake, and shows the way to it.
    pub(super) async fn go_on_at(&mut self, next: TableInfo) {
        own_games::note_new(&self.context, &next, 0);
        let next = next.id;
        if let Some(table) = &mut self.table {
            table.set_rematch(Some(next));
        }
        self.recent.forget_snapshot();
        // From an older table to a younger: no circle can close.
        self.registry.wake(next).await;
        let frame = Frame::of(&ServerMessage::Rematch { table: self.id, next });
        for watcher in &self.watchers {
            watcher.outbox.push(frame.clone());
        }
    }
}
