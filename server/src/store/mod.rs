//! Store: what outlives the process: players, tables, the journal and finished games, in SQLite or in Postgres.
//!
//! One task holds the only connection that writes, and commits what many senders ask for together
//! ([`writer`]); a pool of others reads. An answer to a write means that it is durable.

mod archive;
mod chat;
mod engine;
mod error;
mod history;
mod matches;
mod migrations;
mod players;
mod postgres;
mod ratings;
mod recompute;
mod seat_keys;
mod sessions;
mod sqlite;
mod staging;
mod statement;
mod tables;
#[cfg(test)]
mod tests;
mod uptime;
mod writer;

use std::sync::Arc;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

pub use archive::Archive;
pub(crate) use chat::NewLine;
pub use error::{StoreError, Unique};
pub(crate) use history::{GameResult, MatchFilter, OptionFilter, Order};
pub(crate) use matches::Kept;
pub(crate) use players::{NewPlayer, TokenHash};
pub(crate) use ratings::{LeaderRow, Point, RatedIn};
pub use recompute::{Recomputed, recompute_ratings};
pub(crate) use sessions::{LiveSession, SeatOpened, SessionEnd};
pub(crate) use tables::{Made, NewTable};
pub(crate) use writer::Append;

use crate::background::Background;
use crate::clock::Clock;
use crate::config::Database;
use crate::limits;
use engine::{Engine, Readers, WriterConnection};
use migrations::MigrationPolicy;
use staging::JournalStaging;
use statement::Statement;
use uptime::Uptime;
use writer::Write;

/// Opens the database for this process alone.
async fn open(
    database: &Database,
    opening: MigrationPolicy,
) -> Result<(WriterConnection, Readers), StoreError> {
    Ok(match database {
        Database::Sqlite { folder, most_megabytes } => {
            let (owner, readers) = sqlite::open(folder, *most_megabytes, opening).await?;
            (Engine::Sqlite(owner), readers.map(Engine::Sqlite))
        }
        Database::Postgres(url) => {
            let (owner, readers) = postgres::open(url.options(), opening).await?;
            (Engine::Postgres(owner), readers.map(Engine::Postgres))
        }
    })
}

/// A handle to the store; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    readers: Readers,
    background: Background,
    writes: mpsc::Sender<Write>,
    intake: Arc<JournalStaging>,
    uptime: Arc<Uptime>,
}

impl Store {
    /// Opens the database, made if missing where that is up to this program, and brings it to this program's version.
    /// The task that writes ends, and closes the database whole, after [`Store::stop`]; or before, if another server
    /// has taken the database.
    ///
    /// # Errors
    /// If the database cannot be opened, is newer than this program, or another server has it.
    pub(crate) async fn open(
        database: &Database,
        clock: Clock,
    ) -> Result<(Self, JoinHandle<Result<(), StoreError>>), StoreError> {
        let (mut owner, readers) = open(database, MigrationPolicy::Migrate).await?;
        let intake = Arc::new(JournalStaging::default());
        intake.compact(&mut owner).await?;
        uptime::open(&mut owner, clock.now_ms()).await?;
        let (writes, queue) = mpsc::channel(limits::WRITE_QUEUE_LEN);
        let uptime = Arc::new(Uptime::default());
        let writer = writer::run(owner, queue, Arc::clone(&intake), Arc::clone(&uptime), clock);
        let writer = tokio::spawn(writer);
        Ok((Self { readers, background: Background::new(), writes, intake, uptime }, writer))
    }

    /// Appends records of one table to its journal, and moves a finished game to the matches.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] or [`StoreError::Unavailable`]; what the table remembers must then be read anew.
    pub(crate) async fn append(&self, append: impl Into<Box<Append>>) -> Result<(), StoreError> {
        self.write(|reply| Write::Append { append: append.into(), reply }).await
    }

    /// Sets up a table, its first records included, unless there is one for that wish already, or the player has as many
    /// as `most`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn create_table(&self, table: NewTable, most: u32) -> Result<Made, StoreError> {
        self.write(|reply| Write::CreateTable { table: Box::new(table), most, reply }).await
    }

    /// Removes a table that was never played at and whose next record would be number `seq`.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] or [`StoreError::Unavailable`]; what the table remembers must then be read anew.
    pub(crate) async fn close_table(&self, number: i64, id: uuid::Uuid, seq: u64) -> Result<(), StoreError> {
        let is_closed = self.write(|reply| Write::CloseTable { number, id, seq, reply }).await?;
        if is_closed { Ok(()) } else { Err(StoreError::Fenced) }
    }

    /// Forgets what was wished for, if its table is gone and was set up before that time; all of it, in several goes.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub(crate) async fn forget_wishes(&self, before_ms: i64) -> Result<(), StoreError> {
        // The least id of that time.
        let ms = u64::try_from(before_ms).unwrap_or(0);
        let before = uuid::Uuid::from_u128(u128::from(ms) << 80);
        while self.write(|reply| Write::ForgetWishes { before, reply }).await? > 0 {}
        Ok(())
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
    pub(crate) async fn back_off(&self, table: uuid::Uuid, deadline_ms: i64) -> Result<(), StoreError> {
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

    /// Whether the database answers, and took what it was last given.
    ///
    /// # Errors
    /// If it does not.
    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        if self.is_failing() {
            return Err(StoreError::Unavailable);
        }
        self.readers.play.execute(Statement::of("SELECT 1")).await?;
        Ok(())
    }

    /// Carries out what was asked before and ends the task that writes.
    pub(crate) async fn stop(&self) {
        // A writer that has stopped already is just what is wanted.
        drop(self.writes.send(Write::Stop).await);
        self.readers.close().await;
    }

    /// Waits until nothing is written any more.
    pub(crate) async fn ended(&self) {
        self.writes.closed().await;
    }

    /// What is done on threads of low priority, lookups among it.
    pub(crate) fn background(&self) -> &Background {
        &self.background
    }

    /// Looks something up in the background: SQLite hands over row by row, and each would wake the thread that plays.
    async fn look<T: Send + 'static>(
        &self,
        lookup: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.background.carry(lookup).await.unwrap_or(Err(StoreError::Unavailable))
    }

    async fn write<T>(
        &self,
        ask: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Write,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        match self.writes.try_send(ask(reply)) {
            Ok(()) => {}
            Err(TrySendError::Full(write)) => {
                Box::pin(self.writes.send(write)).await.map_err(|_| StoreError::Unavailable)?;
            }
            Err(TrySendError::Closed(_)) => return Err(StoreError::Unavailable),
        }
        answer.await.map_err(|_| StoreError::Unavailable)?
    }
}
