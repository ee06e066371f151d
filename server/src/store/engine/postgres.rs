//! Postgres: a database that other programs can see and somebody else keeps running. It may be gone for a while, and it
//! may be that nobody knows whether a commit was made.

pub(super) mod copying;

use std::sync::LazyLock;
use std::time::Duration;

use cydonia_cluster::Incarnation;
use include_dir::{Dir, include_dir};
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, PgPool, PgTransaction};

use super::migrations::embedded;
use super::{MigrationPolicy, Readers, from_row};
use crate::limits;
use crate::store::StoreError;

/// What brings a database to this program's version.
pub(in crate::store) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| embedded(&STEPS));

static STEPS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../migrations/postgres");

/// Begins a transaction that reads everything as it stood at one moment; by itself Postgres gives every statement a
/// moment of its own.
pub(in crate::store) const MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// Held by a server's writer as long as it is connected: two servers on one database would hide each other's moves from
/// their watchers. The word is “cydonia”.
const HOUSE_LOCK: i64 = 0x0063_7964_6f6e_6961;

/// Held by a node that joins others, until it has.
pub(in crate::store) const JOINING_LOCK: i64 = HOUSE_LOCK + 3;

/// Held by a node, while it opens its store, over what all nodes bring to their version there.
pub(in crate::store) const OPENING_LOCK: i64 = HOUSE_LOCK + 4;

/// Held by whoever numbers games until the end of the transaction, so that they are numbered in the order of their commits.
pub(in crate::store) const WRITING_LOCK: i64 = HOUSE_LOCK + 1;

/// A connection that writes, with a pen of its own.
#[derive(Debug)]
pub(crate) struct WriterConnection {
    connection: PgConnection,
    options: PgConnectOptions,
    lock: HouseLock,
    backend: Backend,
    pen: Pen,
}

/// What is left of an [`WriterConnection`] whose connection serves no more.
#[derive(Debug)]
pub(crate) struct Lost {
    options: PgConnectOptions,
    lock: HouseLock,
    backend: Backend,
    pen: Pen,
}

/// How a session holds [`HOUSE_LOCK`].
#[derive(Clone, Copy, Debug)]
pub(in crate::store) enum HouseLock {
    /// Not at all: another one of the same start does.
    Not,
    /// Alone on the database.
    Exclusive,
    /// With other nodes: a house that is alone keeps off them, and they off it.
    Shared,
}

/// Fencing token: a row of `pens`, one for each of this start's connections that write. Every commit updates its own, and whoever
/// takes the database over deletes them all: from that commit on none of this start's is made, whatever became of the session that
/// held the lock. As the two have no row in common, neither waits for the other.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Pen {
    /// The start's number among `nodes`.
    pub(in crate::store) node: i64,
    /// [`Pen::MOVES`] or [`Pen::REST`].
    pub(in crate::store) number: i64,
}

/// The process that serves a connection at the other end. It may outlive the connection for a while.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Backend {
    pid: i32,
    /// In microseconds since 1970, as numbers of processes are used again.
    started_us: i64,
}

from_row!(Backend: pid, started_us);

/// Settings of a connection that writes.
pub(in crate::store) fn writing(options: &PgConnectOptions, name: &str) -> PgConnectOptions {
    options.clone().disable_statement_logging().application_name(name).options([
        // What is acknowledged is on disk, however the database is set up otherwise.
        ("synchronous_commit", "on"),
        ("lock_timeout", &*limits::LOCK_TIMEOUT.as_millis().to_string()),
        // Longer than that no commit lasts: a server that stands still in the middle of one lets go of its pen and its lock.
        ("idle_in_transaction_session_timeout", &*limits::COMMIT.as_millis().to_string()),
        // A server that vanished without a word, machine and all, holds its lock no longer than this.
        ("tcp_keepalives_idle", "10"),
        ("tcp_keepalives_interval", "5"),
        ("tcp_keepalives_count", "3"),
    ])
}

/// The names of connections that write, by what they are for; of a node of several with its number.
pub(in crate::store) fn name(purpose: &str, node: Option<Incarnation>) -> String {
    match node {
        None => format!("cydonia {purpose}"),
        Some(node) => format!("cydonia {purpose} {node}"),
    }
}

/// Opens the database, for a house alone or as a node of several that has joined them.
pub(in crate::store) async fn open(
    options: &PgConnectOptions,
    node: Option<Incarnation>,
    opening: MigrationPolicy,
) -> Result<(WriterConnection, Readers<PgPool>), StoreError> {
    let writing = writing(options, &name("writer", node));
    let lock = if node.is_some() { HouseLock::Shared } else { HouseLock::Exclusive };
    let (mut connection, backend) = connect(&writing, lock).await?;
    opening.check(&mut connection, &MIGRATIONS).await?;
    MIGRATIONS.run(&mut connection).await?;
    let pen = match node {
        Some(node) => Pen::take_own(&mut connection, node).await?,
        None => Pen::take_all(&mut connection).await?,
    };
    let flushes: String = sqlx::query_scalar("SHOW fsync").fetch_one(&mut connection).await?;
    if flushes != "on" {
        tracing::warn!(
            "the database does not wait for its disk (fsync = {flushes}): a power cut loses moves"
        );
    }
    let reading = options.clone().disable_statement_logging().application_name("cydonia reader").options([
        ("default_transaction_read_only", "on"),
        ("lock_timeout", &*limits::LOCK_TIMEOUT.as_millis().to_string()),
        ("statement_timeout", &*limits::READ.as_millis().to_string()),
        // Which index is the best one depends on what is looked up: a game that many play, or hardly anybody.
        ("plan_cache_mode", "force_custom_plan"),
    ]);
    let pool = PgPoolOptions::new().max_connections(limits::READERS).acquire_timeout(limits::CONNECT);
    // Where nothing comes back any more the place is wanted for a connection on which something does.
    let pool = pool.after_release(|connection, _| {
        Box::pin(async {
            match tokio::time::timeout(limits::CONNECT, connection.ping()).await {
                Ok(answered) => answered.map(|()| true),
                Err(_elapsed) => Err(sqlx::Error::PoolTimedOut),
            }
        })
    });
    let pool = pool.connect_with(reading).await?;
    let owner = WriterConnection { connection, options: writing, lock, backend, pen };
    // It reads in processes of its own, and the system shares the cores among them.
    Ok((owner, Readers { play: pool.clone(), lookups: pool }))
}

/// Connects, unless nobody answers for too long.
async fn reach(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    match tokio::time::timeout(limits::CONNECT, PgConnection::connect_with(options)).await {
        Ok(connected) => Ok(connected?),
        Err(_) => Err(StoreError::silent()),
    }
}

/// Connects, unless another server has the lock that is to be held. One that was killed this moment is waited for.
pub(in crate::store) async fn connect(
    options: &PgConnectOptions,
    lock: HouseLock,
) -> Result<(PgConnection, Backend), StoreError> {
    let mut connection = reach(options).await?;
    let backend = sqlx::query_as(
        "SELECT pid, (extract(epoch FROM backend_start) * 1000000)::bigint AS started_us
         FROM pg_stat_activity WHERE pid = pg_backend_pid()",
    )
    .fetch_one(&mut connection)
    .await?;
    let lock = match lock {
        HouseLock::Not => return Ok((connection, backend)),
        HouseLock::Exclusive => "SELECT pg_advisory_lock($1)",
        HouseLock::Shared => "SELECT pg_advisory_lock_shared($1)",
    };
    let held = sqlx::query(lock).bind(HOUSE_LOCK).execute(&mut connection).await;
    match held.map_err(StoreError::from) {
        Ok(_) => Ok((connection, backend)),
        Err(StoreError::Locked(_)) => Err(StoreError::InUse),
        Err(error) => Err(error),
    }
}

/// Notes down when a node that ends gave its last sign of life, or all that beat. Their beats and pens are to go after it.
pub(in crate::store) async fn end_nodes(
    connection: &mut PgConnection,
    node: Option<i64>,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE nodes SET ended_ms = coalesce((SELECT max(ms) FROM pens WHERE pens.node = number), beats.ms)
         FROM beats WHERE number = beats.node AND number = coalesce($1, number)",
    )
    .bind(node)
    .execute(connection)
    .await?;
    Ok(())
}

/// Numbers a start of a server, which has such a share of the slots.
pub(in crate::store) async fn number_start(
    connection: &mut PgConnection,
    weight: u32,
) -> Result<i64, StoreError> {
    let number = sqlx::query_scalar(
        "INSERT INTO nodes (begun_ms, weight)
         VALUES ((extract(epoch FROM clock_timestamp()) * 1000)::bigint, $1) RETURNING number",
    )
    .bind(i64::from(weight))
    .fetch_one(connection)
    .await?;
    Ok(number)
}

impl Pen {
    /// Of the connection that appends to the journals of games that go on, a statement at a time, and never waits for others.
    pub(in crate::store) const MOVES: i64 = 0;

    /// Of the connection that does all else, whose transactions may wait for locks.
    pub(in crate::store) const REST: i64 = 1;

    /// Takes both for a new start, and those of all starts before away. Commits of theirs that are under way are waited for. What they
    /// have left is this one's then, were they several or not.
    async fn take_all(connection: &mut PgConnection) -> Result<Self, StoreError> {
        let mut transaction = connection.begin().await?;
        // Of several nodes each gave signs of life of its own, and its tables stood still since its last.
        end_nodes(&mut transaction, None).await?;
        for away in [
            "INSERT INTO heartbeat (one, ms) SELECT 1, max(ended_ms) FROM nodes HAVING max(ended_ms) IS NOT NULL
             ON CONFLICT (one) DO UPDATE SET ms = greatest(heartbeat.ms, excluded.ms)",
            "INSERT INTO outages (slot, from_ms, to_ms)
             SELECT slot, ended_ms, ms FROM slots JOIN nodes ON number = node, heartbeat WHERE ended_ms < ms",
            "DELETE FROM pens",
            "DELETE FROM beats",
            "DELETE FROM slots",
            "UPDATE intake SET node = 0 WHERE node <> 0",
        ] {
            sqlx::query(away).execute(&mut *transaction).await?;
        }
        let node = number_start(&mut transaction, 0).await?;
        let pen = Self::take(&mut transaction, node).await?;
        transaction.commit().await?;
        Ok(pen)
    }

    /// Takes both for a node that has joined others.
    async fn take_own(connection: &mut PgConnection, node: Incarnation) -> Result<Self, StoreError> {
        let mut transaction = connection.begin().await?;
        let is_there = sqlx::query("SELECT 1 FROM beats WHERE node = $1 FOR KEY SHARE")
            .bind(node.0)
            .fetch_optional(&mut *transaction)
            .await?;
        if is_there.is_none() {
            return Err(StoreError::InUse);
        }
        let pen = Self::take(&mut transaction, node.0).await?;
        transaction.commit().await?;
        Ok(pen)
    }

    async fn take(connection: &mut PgConnection, node: i64) -> Result<Self, StoreError> {
        sqlx::query(
            "INSERT INTO pens (node, pen, ms)
             SELECT $1, pen, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM unnest($2::bigint[]) AS pen",
        )
            .bind(node)
            .bind(vec![Self::MOVES, Self::REST])
            .execute(connection)
            .await?;
        Ok(Self { node, number: Self::REST })
    }

    /// Sees to it that the transaction is not made unless this is still there, and that it is there until then.
    async fn fence(self, connection: &mut PgConnection) -> Result<(), StoreError> {
        let held = sqlx::query("UPDATE pens SET ms = ms WHERE node = $1 AND pen = $2")
            .bind(self.node)
            .bind(self.number)
            .execute(connection)
            .await?;
        if held.rows_affected() == 0 { Err(StoreError::InUse) } else { Ok(()) }
    }
}

impl WriterConnection {
    /// Another, that appends to the journals of games that go on.
    pub(in crate::store) async fn for_moves(&self) -> Result<Self, StoreError> {
        let pen = Pen { number: Pen::MOVES, ..self.pen };
        let node = matches!(self.lock, HouseLock::Shared).then_some(Incarnation(pen.node));
        let options = self.options.clone().application_name(&name("moves", node));
        let lock = HouseLock::Not;
        let (connection, backend) = connect(&options, lock).await?;
        Ok(Self { connection, options, lock, backend, pen })
    }

    pub(in crate::store) async fn begin(&mut self) -> Result<PgTransaction<'_>, StoreError> {
        let mut transaction = self.connection.begin().await?;
        self.pen.fence(&mut transaction).await?;
        Ok(transaction)
    }

    /// What a statement that is a transaction of its own is fenced by.
    pub(in crate::store) fn pen(&self) -> Pen {
        self.pen
    }

    /// The connection, for a statement that is a transaction of its own.
    pub(in crate::store) fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Tidies up after much was written, as Postgres would do by itself in a while.
    pub(in crate::store) async fn vacuum(&mut self) -> Result<(), StoreError> {
        sqlx::query("VACUUM ANALYZE").execute(&mut self.connection).await?;
        Ok(())
    }

    pub(in crate::store) async fn close(self) -> Result<(), StoreError> {
        Ok(self.connection.close().await?)
    }

    /// Sees whether the connection still serves, after a commit failed.
    pub(in crate::store) async fn renew(mut self) -> Result<Self, Lost> {
        match tokio::time::timeout(limits::CONNECT, self.connection.ping()).await {
            Ok(Ok(())) => Ok(self),
            _ => Err(Lost { options: self.options, lock: self.lock, backend: self.backend, pen: self.pen }),
        }
    }
}

impl Lost {
    /// Connects again.
    pub(in crate::store) async fn reopen(self) -> Result<WriterConnection, (Self, StoreError)> {
        match self.connect().await {
            Ok(owner) => Ok(owner),
            Err(error) => Err((self, error)),
        }
    }

    /// What served the connection before may still be there and hold the lock, and may still be about to commit: it is
    /// ended first.
    async fn connect(&self) -> Result<WriterConnection, StoreError> {
        let mut connection = reach(&self.options).await?;
        let ended: Option<bool> = sqlx::query_scalar(
            "SELECT pg_terminate_backend(pid, $3) FROM pg_stat_activity
             WHERE pid = $1 AND (extract(epoch FROM backend_start) * 1000000)::bigint = $2",
        )
        .bind(self.backend.pid)
        .bind(self.backend.started_us)
        .bind(Duration::as_millis(&limits::LOCK_TIMEOUT) as i64)
        .fetch_optional(&mut connection)
        .await?;
        connection.close().await?;
        if ended == Some(false) {
            return Err(StoreError::Unavailable);
        }
        let (mut connection, backend) = connect(&self.options, self.lock).await?;
        // Another may have had it meanwhile, and be gone again.
        self.pen.fence(&mut connection).await?;
        let Self { ref options, lock, pen, .. } = *self;
        Ok(WriterConnection { connection, options: options.clone(), lock, backend, pen })
    }
}
