//! The list of public tables: rows of the store, read again when something changed, told as differences.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use cydonia_protocol::{ServerMessage, TableInfo};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::app::App;
use crate::limits;
use crate::socket::{Frame, Outbox};

/// The list as it was last told, and who follows it.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    changed: Notify,
    told: Mutex<Told>,
}

#[derive(Debug, Default)]
struct Told {
    version: u64,
    tables: Vec<TableInfo>,
    /// The list encoded, once somebody has asked for it.
    whole: Option<Frame>,
    followers: HashMap<u64, Outbox>,
}

impl Lobby {
    /// Says that some public table may have changed.
    pub(crate) fn touch(&self) {
        self.changed.notify_one();
    }

    /// Begins to tell a socket of the list, the whole of it first; or stops.
    pub(crate) fn follow(&self, outbox: &Outbox, on: bool) {
        let mut told = self.lock();
        if !on {
            told.followers.remove(&outbox.number());
            return;
        }
        outbox.push(told.whole());
        told.followers.insert(outbox.number(), outbox.clone());
    }

    /// Stops telling a socket.
    pub(crate) fn forget(&self, outbox: &Outbox) {
        self.lock().followers.remove(&outbox.number());
    }

    /// Keeps the list up to date until the server stops. Nobody else reads it, so it never goes back in time.
    pub(crate) async fn run(app: Arc<App>) {
        loop {
            tokio::select! {
                () = app.lobby.changed.notified() => app.lobby.refresh(&app).await,
                () = app.stopped() => return,
            }
            tokio::select! {
                () = app.clock.sleep(limits::LOBBY_PAUSE) => {}
                () = app.stopped() => return,
            }
        }
    }

    /// Reads the list once. For the start, and then for [`Lobby::run`] alone.
    pub(crate) async fn refresh(&self, app: &App) {
        match app.store.public_tables().await {
            Ok(tables) => self.tell(tables),
            // The list stays as it was; the next change reads it again.
            Err(error) => tracing::error!(%error, "the list of tables could not be read"),
        }
    }

    fn tell(&self, tables: Vec<TableInfo>) {
        let mut told = self.lock();
        let before: HashMap<Uuid, &TableInfo> = told.tables.iter().map(|table| (table.id, table)).collect();
        let set: Vec<_> =
            tables.iter().filter(|table| before.get(&table.id) != Some(table)).cloned().collect();
        let gone: Vec<_> =
            before.keys().copied().filter(|id| tables.iter().all(|table| table.id != *id)).collect();
        if set.is_empty() && gone.is_empty() {
            return;
        }
        told.version += 1;
        told.tables = tables;
        told.whole = None;
        let frame = Frame::of(&ServerMessage::LobbyDiff { version: told.version, set, gone });
        for outbox in told.followers.values() {
            outbox.push(frame.clone());
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Told> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Told {
    fn whole(&mut self) -> Frame {
        let (version, tables) = (self.version, &self.tables);
        let encode = || Frame::of(&ServerMessage::Lobby { version, tables: tables.clone() });
        self.whole.get_or_insert_with(encode).clone()
    }
}
