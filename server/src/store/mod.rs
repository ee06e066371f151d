//! What outlives the process: players, tables, the journal and finished games, in SQLite.
//!
//! One task holds the only connection that writes, and commits what many senders ask for together
//! ([`writer`]); a pool of others reads. An answer to a write means that it is durable.

mod chat;
mod damage;
mod matches;
mod players;
mod seat_keys;
mod tables;
mod uptime;
mod writer;

use std::fs::File;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

pub(crate) use chat::NewLine;
pub use damage::Damage;
pub(crate) use matches::Finished;
pub(crate) use players::{NewPlayer, TokenHash};
pub(crate) use tables::{NewTable, TableRow};
pub(crate) use writer::Append;

use crate::clock::Clock;
use crate::limits;
use uptime::Uptime;
use writer::Write;

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused or failed.
    #[error("the database failed: {0}")]
    Database(#[source] sqlx::Error),
    /// The database could not be brought to this program's version.
    #[error("the database cannot be used by this version of the program: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The folder for the data could not be made or written to.
    #[error("the data folder cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    /// Another server has this data open.
    #[error("another server has this data open")]
    InUse,
    /// What is stored does not read back, or its records do not replay.
    #[error("what is stored is damaged: {0}")]
    Damaged(#[from] Damage),
    /// Something could not be brought into the form in which it is stored.
    #[error("the {0} cannot be written")]
    Unwritable(&'static str),
    /// Another writer has written to this table: what this one remembers is out of date.
    #[error("another writer was faster")]
    Fenced,
    /// The store has stopped, or a commit failed and nothing is known of its outcome.
    #[error("the store did not take it")]
    Unavailable,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Damage::Type(error).into(),
            other => Self::Database(other),
        }
    }
}

/// A handle to the store; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    reader: SqlitePool,
    writes: mpsc::Sender<Write>,
    uptime: Arc<Uptime>,
    /// Locked while this server runs: two on one database would hide each other's moves from their watchers.
    _lock: Arc<File>,
}

impl Store {
    /// Opens the database in `folder`, made if missing, and brings it to this program's version.
    /// The task that writes ends, and closes the database whole, after [`Store::stop`].
    ///
    /// # Errors
    /// If the folder or the database cannot be opened, or the database is newer than this program.
    pub(crate) async fn open(folder: &Path, clock: Clock) -> Result<(Self, JoinHandle<()>), StoreError> {
        std::fs::create_dir_all(folder)?;
        let lock = File::create(folder.join("cydonia.lock"))?;
        lock.try_lock().map_err(|_| StoreError::InUse)?;
        let path = folder.join("cydonia.db");
        let options = SqliteConnectOptions::from_str("sqlite:")?
            .filename(&path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // FULL is what makes an acknowledged move survive a power cut, not just a crash of the process.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(limits::BUSY)
            .disable_statement_logging();
        let mut connection = sqlx::SqliteConnection::connect_with(&options).await?;
        sqlx::migrate!("../migrations/sqlite").run(&mut connection).await?;
        uptime::open(&mut connection, clock.now_ms()).await?;
        let reader = SqlitePoolOptions::new()
            .max_connections(limits::READERS)
            .connect_with(options.read_only(true))
            .await?;
        let (writes, queue) = mpsc::channel(limits::WRITES);
        let uptime = Arc::new(Uptime::default());
        let writer = tokio::spawn(writer::run(connection, queue, Arc::clone(&uptime), clock));
        Ok((Self { reader, writes, uptime, _lock: Arc::new(lock) }, writer))
    }

    /// Appends records of one table to its journal, and moves a finished game to the matches.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] or [`StoreError::Unavailable`]; what the table remembers must then be read anew.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(|reply| Write::Append { append: Box::new(append), reply }).await
    }

    /// Sets up a table, its first records included. A repeated request gives the first table's id.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn create_table(&self, table: NewTable) -> Result<uuid::Uuid, StoreError> {
        self.write(|reply| Write::CreateTable { table: Box::new(table), reply }).await
    }

    /// Keeps a new player and the hash of its session's token.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn create_player(&self, player: NewPlayer) -> Result<(), StoreError> {
        self.write(|reply| Write::CreatePlayer { player, reply }).await
    }

    /// Gives a player another name.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn rename_player(&self, id: uuid::Uuid, name: String) -> Result<(), StoreError> {
        self.write(|reply| Write::RenamePlayer { id, name, reply }).await
    }

    /// Notes down when a table next wants attention.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn set_deadline(&self, table: i64, deadline_ms: Option<i64>) -> Result<(), StoreError> {
        self.write(|reply| Write::Deadline { table, deadline_ms, reply }).await
    }

    /// Has a table that cannot be looked after now wait until `deadline_ms`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn put_off(&self, table: uuid::Uuid, deadline_ms: i64) -> Result<(), StoreError> {
        self.write(|reply| Write::PutOff { table, deadline_ms, reply }).await
    }

    /// Notes down that the house is open.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn beat(&self, now_ms: i64) -> Result<(), StoreError> {
        self.write(|reply| Write::Heartbeat { now_ms, reply }).await
    }

    /// Keeps a secret link to a player's seat, hashed. It goes when the game is over.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn keep_seat_key(
        &self,
        table: i64,
        player: uuid::Uuid,
        key: TokenHash,
    ) -> Result<(), StoreError> {
        self.write(|reply| Write::SeatKey { table, player, key, reply }).await
    }

    /// Keeps another session of a player who is known.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn create_session(
        &self,
        player: uuid::Uuid,
        token: TokenHash,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.write(|reply| Write::CreateSession { player, token, now_ms, reply }).await
    }

    /// Keeps what somebody said and gives its number in its room; none if it was said before.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn say(&self, line: NewLine) -> Result<Option<u64>, StoreError> {
        self.write(|reply| Write::Say { line: Box::new(line), reply }).await
    }

    /// Forgets what was said before that time.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn forget_chat(&self, before_ms: i64) -> Result<(), StoreError> {
        self.write(|reply| Write::ForgetChat { before_ms, reply }).await
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// If it does not.
    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.reader).await?;
        Ok(())
    }

    /// Carries out what was asked before and ends the task that writes.
    pub(crate) async fn stop(&self) {
        // A writer that has stopped already is just what is wanted.
        drop(self.writes.send(Write::Stop).await);
        self.reader.close().await;
    }

    async fn write<T>(
        &self,
        ask: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Write,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.writes.send(ask(reply)).await.map_err(|_| StoreError::Unavailable)?;
        answer.await.map_err(|_| StoreError::Unavailable)?
    }
}
