//! Database engines and connection pools: the two engines that can hold what is kept. Both take the same SQL, as a
//! [`Statement`], which is made one of either only where it is run. Where they differ is in [`sqlite`] and [`postgres`], and nowhere else.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{
    FromRow, PgConnection, PgPool, PgTransaction, Postgres, Sqlite, SqliteConnection, SqlitePool,
    SqliteTransaction,
};

use super::StoreError;
use crate::clock::Clock;
use crate::config::Database;
use crate::limits;

pub(super) mod copying;
mod migrations;
pub(super) mod postgres;
mod row;
pub(super) mod sqlite;
mod statement;

pub(super) use migrations::MigrationPolicy;
pub(super) use row::{Lenient, RowPlace, from_row, named};
use statement::within;
pub(super) use statement::{Statement, Value};

/// The same thing of either engine.
#[derive(Clone, Debug)]
pub(super) enum Engine<S, P> {
    Sqlite(S),
    Postgres(P),
}

/// The connections that only read.
pub(super) type Pool = Engine<SqlitePool, PgPool>;

/// The connections that only read, by how urgent that is.
#[derive(Clone, Debug)]
pub(super) struct Readers<P = Pool> {
    /// For what players wait for.
    pub(super) play: P,
    /// For what is looked up beside it, games as a whole and lists. SQLite reads in this process, where that gives way to play.
    pub(super) lookups: P,
}

/// One of them, given back when it is dropped.
pub(super) type PooledConnection = Engine<PoolConnection<Sqlite>, PoolConnection<Postgres>>;

/// A connection that somebody lends for a statement or several.
pub(super) type Connection<'c> = Engine<&'c mut SqliteConnection, &'c mut PgConnection>;

/// A transaction, undone if it is dropped.
pub(super) type Transaction<'c> = Engine<SqliteTransaction<'c>, PgTransaction<'c>>;

/// A connection that writes, and what keeps a second server from having one.
pub(super) type WriterConnection = Engine<sqlite::WriterConnection, postgres::WriterConnection>;

/// What is left of an [`WriterConnection`] whose connection is gone.
pub(super) type Lost = Engine<sqlite::Lost, postgres::Lost>;

/// Opens the database for this process.
pub(super) async fn open(
    database: &Database,
    opening: MigrationPolicy,
) -> Result<(WriterConnection, Readers), StoreError> {
    Ok(match database {
        Database::Sqlite { folder, most_megabytes } => {
            let (owner, readers) = sqlite::open(folder, *most_megabytes, opening).await?;
            (Engine::Sqlite(owner), readers.map(Engine::Sqlite))
        }
        Database::Postgres(url) | Database::Node(url, _) => {
            let (owner, readers) = postgres::open(url.options(), database.node(), opening).await?;
            (Engine::Postgres(owner), readers.map(Engine::Postgres))
        }
    })
}

/// What a row is read as, whichever engine gives it.
pub(super) trait Read:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin> Read for T {}

impl Pool {
    /// One connection, for one statement after another.
    pub(super) async fn lend(&self) -> Result<PooledConnection, StoreError> {
        Ok(match self {
            Self::Sqlite(pool) => Engine::Sqlite(pool.acquire().await?),
            Self::Postgres(pool) => Engine::Postgres(pool.acquire().await?),
        })
    }

    pub(super) async fn begin_snapshot(&self) -> Result<Snapshot, StoreError> {
        Ok(Snapshot(match self {
            Self::Sqlite(pool) => Engine::Sqlite(pool.begin().await?),
            Self::Postgres(pool) => {
                let begun = pool.begin_with(postgres::MOMENT);
                Engine::Postgres(within(Some(limits::ANSWER), begun).await?)
            }
        }))
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl<P> Readers<P> {
    pub(super) fn map<Q>(self, each: impl Fn(P) -> Q) -> Readers<Q> {
        Readers { play: each(self.play), lookups: each(self.lookups) }
    }
}

impl Readers {
    pub(super) async fn close(&self) {
        self.play.close().await;
        self.lookups.close().await;
    }
}

/// What a statement runs on.
pub(super) trait Session {
    /// The connection itself.
    fn connection(&mut self) -> Connection<'_>;

    /// How long each answer of a database server's is waited for; for as long as it takes if there is none, as where whoever asks sees to
    /// that for all of them together.
    fn patience(&self) -> Option<Duration> {
        None
    }
}

impl Session for Connection<'_> {
    fn connection(&mut self) -> Connection<'_> {
        match self {
            Self::Sqlite(connection) => Engine::Sqlite(connection),
            Self::Postgres(connection) => Engine::Postgres(connection),
        }
    }
}

impl Connection<'_> {
    /// Keeps all others from numbering games until the transaction ends. With SQLite nobody else writes meanwhile.
    pub(super) async fn number_alone(&mut self) -> Result<(), StoreError> {
        if let Self::Postgres(connection) = self {
            sqlx::query("SELECT pg_advisory_xact_lock($1)")
                .bind(postgres::WRITING_LOCK)
                .execute(&mut **connection)
                .await?;
        }
        Ok(())
    }
}

impl Session for PooledConnection {
    fn connection(&mut self) -> Connection<'_> {
        match self {
            Self::Sqlite(loan) => Engine::Sqlite(loan),
            Self::Postgres(loan) => Engine::Postgres(loan),
        }
    }

    fn patience(&self) -> Option<Duration> {
        Some(limits::ANSWER)
    }
}

/// A transaction in which everything is read as it stood at one moment.
pub(super) struct Snapshot(Transaction<'static>);

impl Snapshot {
    /// Gives its connection back.
    pub(super) async fn end(self) -> Result<(), StoreError> {
        within(self.patience(), self.0.commit()).await
    }
}

impl Session for Snapshot {
    fn connection(&mut self) -> Connection<'_> {
        self.0.connection()
    }

    fn patience(&self) -> Option<Duration> {
        Some(limits::ANSWER)
    }
}

impl Session for Transaction<'_> {
    fn connection(&mut self) -> Connection<'_> {
        match self {
            Self::Sqlite(transaction) => Engine::Sqlite(transaction),
            Self::Postgres(transaction) => Engine::Postgres(transaction),
        }
    }
}

impl Transaction<'_> {
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(transaction) => transaction.commit().await?,
            Self::Postgres(transaction) => transaction.commit().await?,
        }
        Ok(())
    }
}

impl WriterConnection {
    /// A second one, for what never waits; none with SQLite, where one writes at a time.
    pub(super) async fn for_moves(&self) -> Result<Option<Self>, StoreError> {
        match self {
            Self::Sqlite(_) => Ok(None),
            Self::Postgres(owner) => Ok(Some(Engine::Postgres(owner.for_moves().await?))),
        }
    }

    /// A transaction that writes, once nobody else does. At once for writing: whoever waits, waits here, and what time
    /// it is shows only then.
    pub(super) async fn begin(&mut self) -> Result<Transaction<'_>, StoreError> {
        Ok(match self {
            Self::Sqlite(owner) => Engine::Sqlite(owner.begin().await?),
            Self::Postgres(owner) => Engine::Postgres(owner.begin().await?),
        })
    }

    /// The connection, for a statement that is a transaction of its own.
    pub(super) fn connection(&mut self) -> Connection<'_> {
        match self {
            Self::Sqlite(owner) => Engine::Sqlite(owner.connection()),
            Self::Postgres(owner) => Engine::Postgres(owner.connection()),
        }
    }

    /// What a statement that is a transaction of its own is fenced by; none with SQLite, where a lock of the file sees to that.
    pub(super) fn pen(&self) -> Option<postgres::Pen> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(owner) => Some(owner.pen()),
        }
    }

    pub(super) async fn close(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(owner) => owner.close().await,
            Self::Postgres(owner) => owner.close().await,
        }
    }

    /// After a commit failed: the same if its connection still serves, and otherwise with another.
    pub(super) async fn renew(self) -> Result<Self, Lost> {
        match self {
            Self::Sqlite(owner) => owner.renew().await.map(Engine::Sqlite).map_err(Engine::Sqlite),
            Self::Postgres(owner) => owner.renew().await.map(Engine::Postgres).map_err(Engine::Postgres),
        }
    }
}

impl Lost {
    /// Connects again, however long that takes.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another server has taken the database meanwhile.
    pub(super) async fn reconnect(mut self, clock: &Clock) -> Result<WriterConnection, StoreError> {
        let mut pause = limits::RECONNECT;
        loop {
            match self.reopen().await {
                Ok(owner) => {
                    tracing::info!("the database is back");
                    return Ok(owner);
                }
                Err((_, StoreError::InUse)) => return Err(StoreError::InUse),
                Err((lost, error)) => {
                    tracing::warn!(%error, ?pause, "the database is tried again after a pause");
                    self = lost;
                }
            }
            clock.sleep(pause).await;
            pause = (pause * 2).min(limits::RECONNECT_MAX_BACKOFF);
        }
    }

    async fn reopen(self) -> Result<WriterConnection, (Self, StoreError)> {
        match self {
            Self::Sqlite(lost) => match lost.reopen().await {
                Ok(owner) => Ok(Engine::Sqlite(owner)),
                Err((lost, error)) => Err((Engine::Sqlite(lost), error)),
            },
            Self::Postgres(lost) => match lost.reopen().await {
                Ok(owner) => Ok(Engine::Postgres(owner)),
                Err((lost, error)) => Err((Engine::Postgres(lost), error)),
            },
        }
    }
}
