//! Durable baseline: the least that storing can cost: whatever waits is one transaction of bare inserts, and then everybody is told.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use axum::extract::ws::Utf8Bytes;
use rusqlite::Connection;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::Table;

/// A frame that is to be kept, and told to a table.
pub(super) struct Append {
    pub(super) number: i64,
    pub(super) frame: Utf8Bytes,
    pub(super) table: Arc<RwLock<Table>>,
}

/// The way to the one thread that writes.
pub(super) struct Writer(UnboundedSender<Append>);

impl Writer {
    /// Opens a database that nobody has used, with the house's own settings.
    pub(super) fn start(folder: &Path) -> rusqlite::Result<Self> {
        let connection = Connection::open(folder.join("blind.db"))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.execute("CREATE TABLE frames (number INTEGER, frame TEXT)", [])?;
        let (sender, queue) = unbounded_channel();
        std::thread::spawn(move || {
            // Nobody can be told anything any more: better no figure than a wrong one.
            if let Err(error) = write(&connection, queue) {
                eprintln!("a commit failed: {error}");
                std::process::exit(1);
            }
        });
        Ok(Self(sender))
    }

    /// Hands a frame on.
    pub(super) fn append(&self, append: Append) {
        // The thread ends only with the process.
        drop(self.0.send(append));
    }
}

fn write(connection: &Connection, mut queue: UnboundedReceiver<Append>) -> rusqlite::Result<()> {
    let mut insert = connection.prepare("INSERT INTO frames VALUES (?1, ?2)")?;
    let mut begin = connection.prepare("BEGIN IMMEDIATE")?;
    let mut commit = connection.prepare("COMMIT")?;
    let mut group = Vec::new();
    while queue.blocking_recv_many(&mut group, 1024) > 0 {
        begin.execute([])?;
        for append in &group {
            insert.execute((append.number, append.frame.as_str()))?;
        }
        commit.execute([])?;
        for Append { frame, table, .. } in group.drain(..) {
            table.read().unwrap_or_else(PoisonError::into_inner).tell(&frame);
        }
    }
    Ok(())
}
