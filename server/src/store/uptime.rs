//! Heartbeats and outages: when the house was open, so that nobody's clock runs while it is not. It is not open either while it
//! can keep nothing: no move is taken then.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use cydonia_cluster::Slot;
use uuid::Uuid;

use super::engine::{Connection, Session, Statement, WriterConnection};
use super::write::{Batch, Write};
use super::{Store, StoreError};

/// Instead of a node's number, of a house that is the only one on its database.
pub(super) const ALONE: i64 = 0;

/// Whether the store takes anything in, as this process knows it.
#[derive(Debug, Default)]
pub(super) struct Uptime {
    is_failing: AtomicBool,
    /// Why, as long as it is.
    reason: Mutex<&'static str>,
    outages: AtomicU64,
}

impl Uptime {
    pub(super) fn is_failing(&self) -> bool {
        self.is_failing.load(Ordering::Acquire)
    }

    /// A commit failed: from the last sign of life on the house is closed.
    pub(super) fn fail(&self, error: &StoreError) {
        *self.reason.lock().unwrap_or_else(PoisonError::into_inner) = error.reason();
        self.is_failing.store(true, Ordering::Release);
    }

    /// A commit that noted down the outage was made.
    pub(super) fn recover(&self) {
        self.outages.fetch_add(1, Ordering::AcqRel);
        self.is_failing.store(false, Ordering::Release);
    }
}

/// Opens the books: if the house was open before, it was away since then.
pub(super) async fn open(owner: &mut WriterConnection, now_ms: i64) -> Result<(), StoreError> {
    let mut transaction = owner.begin().await?;
    let mut connection = transaction.connection();
    Statement::of("INSERT INTO heartbeat (one, ms) VALUES (1, $1) ON CONFLICT DO NOTHING")
        .bind(now_ms)
        .execute(&mut connection)
        .await?;
    record_outage(&mut connection, ALONE, now_ms).await?;
    transaction.commit().await
}

/// Notes down that the house was away since its last sign of life. Whatever waits for a time waits longer by as much. Of a node of
/// several it is its own tables that stood still, whose deadlines stay: they are woken too early, and wait on.
pub(super) async fn record_outage(
    connection: &mut Connection<'_>,
    node: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    if node != ALONE {
        Statement::of(
            "INSERT INTO outages (slot, from_ms, to_ms)
             SELECT slot, signs.ms, $2 FROM slots, (SELECT max(ms) AS ms FROM pens WHERE node = $1) AS signs
             WHERE slots.node = $1 AND signs.ms < $2",
        )
        .bind(node)
        .bind(now_ms)
        .execute(connection)
        .await?;
        return record_heartbeat(connection, node, now_ms).await;
    }
    for note in [
        "INSERT INTO outages (from_ms, to_ms) SELECT ms, $1 FROM heartbeat WHERE ms < $1",
        "UPDATE tables SET deadline_ms = deadline_ms + (SELECT $1 - ms FROM heartbeat)
         WHERE deadline_ms IS NOT NULL AND EXISTS (SELECT 1 FROM heartbeat WHERE ms < $1)",
        "UPDATE heartbeat SET ms = $1",
    ] {
        Statement::of(note).bind(now_ms).execute(connection).await?;
    }
    Ok(())
}

/// Notes down that the house is open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beat {
    /// In milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for Beat {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        record_heartbeat(&mut batch.connection, batch.staging.node(), self.now_ms).await
    }
}

/// A sign of life. Whatever is kept is one: no time that is seen in a journal ever falls into an outage. A node of several gives it with
/// the pen of the transaction that this is in.
pub(super) async fn record_heartbeat(
    connection: &mut Connection<'_>,
    node: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let sign = if node == ALONE {
        Statement::of("UPDATE heartbeat SET ms = $1 WHERE ms < $1").bind(now_ms)
    } else {
        Statement::of("UPDATE pens SET ms = $1 WHERE ms < $1 AND node = $2 AND pen = 1")
            .bind(now_ms)
            .bind(node)
    };
    sign.execute(connection).await?;
    Ok(())
}

impl Store {
    /// Whether the last commit failed: until a sign of life is kept nobody's time runs out.
    pub(crate) fn is_failing(&self) -> bool {
        self.uptime.is_failing()
    }

    /// Why the store can be neither read nor written, or only read; none if both can be done, as far as is known.
    pub(crate) async fn trouble(&self) -> Option<&'static str> {
        if self.is_failing() {
            return Some(*self.uptime.reason.lock().unwrap_or_else(PoisonError::into_inner));
        }
        let read = async { Statement::of("SELECT 1").execute(&mut self.readers.play.lend().await?).await };
        let read: Result<u64, StoreError> = read.await;
        read.err().map(|error| error.reason())
    }

    /// How often the house could keep nothing for a while since the process began.
    pub(crate) fn outages(&self) -> u64 {
        self.uptime.outages.load(Ordering::Acquire)
    }

    /// When a table's house, or of several nodes whoever owned it then, was not open since `since_ms`, from when to when, in
    /// milliseconds.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn outages_since(
        &self,
        table: Uuid,
        since_ms: i64,
    ) -> Result<Vec<(i64, i64)>, StoreError> {
        let spans: Vec<(i64, i64)> = Statement::of(
            "SELECT CASE WHEN from_ms > $1 THEN from_ms ELSE $1 END, to_ms FROM outages
             WHERE to_ms > $1 AND COALESCE(slot, $2) = $2 ORDER BY from_ms",
        )
        .bind(since_ms)
        .bind(i64::from(Slot::of(table).number()))
        .fetch_all(&mut self.readers.play.lend().await?)
        .await?;
        Ok(spans)
    }
}
