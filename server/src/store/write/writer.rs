//! Single-writer actor with group commit: the one task that writes. Whatever waits when a commit is done shares the next one: a
//! busy house pays for one flush to disk per group, a calm one commits at once. With Postgres there are [two pens](two_pens).

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::append::append_all;
use super::delta::CommitDelta;
use super::staging::JournalStaging;
use super::{Answer, Batch, Queued, two_pens};
use crate::clock::Clock;
use crate::limits;
use crate::metrics::Metrics;
use crate::store::StoreError;
use crate::store::engine::{Engine, Lost, Session, WriterConnection};
use crate::store::uptime::{self, Uptime};

/// Times that the writer yields before a group is closed, as long as the others ask for something.
const MAX_YIELDS: usize = 8;

/// Yields in a row in which nobody asks for anything, after which it is closed sooner. A message that has come in is read by
/// its socket in one, and goes through its table in the next.
const QUIET_YIELDS: usize = 2;

/// What carries groups of writes out, whichever connection they go by.
#[derive(Clone, Debug)]
pub(in crate::store) struct Writer {
    pub intake: Arc<JournalStaging>,
    pub uptime: Arc<Uptime>,
    pub clock: Clock,
    pub metrics: Metrics,
}

/// What became of a group, of which nobody is told yet.
pub(super) struct Committed {
    outcome: Result<(), StoreError>,
    answers: Vec<Answer>,
    writes: usize,
    took: Duration,
    /// Whether it noted down that the house was away.
    comes_back: bool,
}

/// Why a commit failed of which nobody knows whether it was made: the connection is to be looked after.
pub(super) struct Failed(StoreError);

impl Writer {
    /// Writes what is asked for until it is told to stop. Records of games that go on come by the way of moves, if there is one.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another server has taken the database; or if it cannot be closed.
    pub(in crate::store) async fn run(
        self,
        owner: WriterConnection,
        mut queue: mpsc::Receiver<Queued>,
        moves: Option<(WriterConnection, mpsc::Receiver<Queued>)>,
    ) -> Result<(), StoreError> {
        let left = match moves {
            None => self.write_alone(owner, &mut queue).await?,
            Some(moves) => two_pens::write(&self, moves, (owner, queue)).await?,
        };
        let Some(mut owner) = left else { return Ok(()) };
        let sorting = tokio::time::timeout(limits::COMMIT, self.intake.compact(&mut owner));
        if let Err(error) = sorting.await.unwrap_or_else(|_| Err(StoreError::silent())) {
            tracing::warn!(%error, "the journals are sorted at the next start");
        }
        owner.close().await
    }

    /// Writes by one connection; gives it back, if it still serves.
    async fn write_alone(
        &self,
        mut owner: WriterConnection,
        queue: &mut mpsc::Receiver<Queued>,
    ) -> Result<Option<WriterConnection>, StoreError> {
        let mut group = Vec::with_capacity(limits::MAX_COMMIT_BATCH);
        let mut stopping = false;
        while !stopping && queue.recv_many(&mut group, limits::MAX_COMMIT_BATCH).await > 0 {
            linger(queue, &mut group).await;
            stopping = is_cut_at_the_stop(&mut group);
            let committed = if !self.uptime.is_failing() && self.is_one_statement(&group) {
                self.append(&mut owner, &mut group).await
            } else {
                self.commit(&mut owner, &mut group).await
            };
            if let Err(Failed(_)) = self.settle(committed)? {
                // At once, as most often no more is needed, and whoever asks for something in that moment need not be refused.
                let renewed = owner.renew().await;
                tokio::select! {
                    biased;
                    connected = self.connected(renewed) => owner = connected?,
                    () = refuse(queue) => return Ok(None),
                }
            }
        }
        Ok(Some(owner))
    }

    /// Tells those who asked. Before that the house knows how it stands: whoever goes on then looks there whether time is to be
    /// given back.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if it is fenced off: what this one remembers is out of date then, and only a start helps.
    pub(super) fn settle(&self, committed: Committed) -> Result<Result<(), Failed>, StoreError> {
        let Committed { outcome, answers, writes, took, comes_back } = committed;
        match &outcome {
            Ok(()) => {
                self.metrics.committed(writes, took);
                if comes_back {
                    self.uptime.recover();
                }
            }
            // One of the group has asked for what cannot be: the database is as well as ever.
            Err(error @ StoreError::Taken(_)) => {
                tracing::error!(%error, "a commit was refused");
                self.metrics.commit_failed();
                self.intake.unfreeze();
            }
            Err(error) => {
                self.metrics.commit_failed();
                self.distrust(error);
            }
        }
        let is_made = outcome.is_ok();
        for answer in answers {
            answer(if is_made { Ok(()) } else { Err(StoreError::Unavailable) });
        }
        match outcome {
            Ok(()) | Err(StoreError::Taken(_)) => Ok(Ok(())),
            Err(error @ StoreError::InUse) => Err(error),
            Err(error) => {
                tracing::error!(%error, "a commit failed");
                Ok(Err(Failed(error)))
            }
        }
    }

    /// Nothing that is remembered holds any more, and the house is away, until something is kept again.
    fn distrust(&self, error: &StoreError) {
        self.uptime.fail(error);
        self.intake.invalidate();
    }

    /// The same once more, when all that was under way beside the commit that failed has ended: it may have read what the database
    /// holds before that commit was known to be made or not.
    pub(super) fn distrust_anew(&self, Failed(error): &Failed) {
        self.distrust(error);
    }

    /// Sees to it that a connection serves again after something went wrong, however long that takes.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another server has taken the database. What this one remembers is out of date then, and
    /// only a start helps.
    pub(super) async fn connected(
        &self,
        renewed: Result<WriterConnection, Lost>,
    ) -> Result<WriterConnection, StoreError> {
        match renewed {
            Ok(owner) => Ok(owner),
            Err(lost) => lost.reconnect(&self.clock).await,
        }
    }

    /// Commits a group that [is one statement](Self::is_one_statement), which is a transaction of its own. Each more would be two
    /// turns of two threads with SQLite, and with Postgres a round trip.
    pub(super) async fn append(&self, owner: &mut WriterConnection, group: &mut Vec<Queued>) -> Committed {
        let (writes, begun) = (group.len(), self.clock.instant());
        let mut answers = Vec::with_capacity(writes);
        let appends = group.drain(..).filter_map(Queued::append).collect();
        let is_afar = matches!(owner, Engine::Postgres(_));
        let appending = async {
            let (mut delta, pen) = (CommitDelta::default(), owner.pen());
            append_all(&mut owner.connection(), pen, &self.intake, &mut delta, appends, &mut answers).await?;
            self.intake.take_in(delta);
            Ok(())
        };
        let outcome = in_time(is_afar, appending).await;
        Committed { outcome, answers, writes, took: self.clock.instant() - begun, comes_back: false }
    }

    /// Commits a group of any writes. If the house was away, that is noted down before anything else is kept: it would look as if
    /// it had been open all the time.
    pub(super) async fn commit(&self, owner: &mut WriterConnection, group: &mut Vec<Queued>) -> Committed {
        let (writes, begun) = (group.len(), self.clock.instant());
        let mut answers = Vec::with_capacity(writes);
        let comes_back = self.uptime.is_failing();
        let is_afar = matches!(owner, Engine::Postgres(_));
        let committing = self.commit_all(owner, comes_back, group.drain(..), &mut answers);
        let outcome = in_time(is_afar, committing).await;
        Committed { outcome, answers, writes, took: self.clock.instant() - begun, comes_back }
    }

    async fn commit_all(
        &self,
        owner: &mut WriterConnection,
        comes_back: bool,
        group: impl Iterator<Item = Queued>,
        answers: &mut Vec<Answer>,
    ) -> Result<(), StoreError> {
        let intake = &*self.intake;
        let mut transaction = owner.begin().await?;
        let mut connection = transaction.connection();
        let delta = intake.prepare(&mut connection).await?;
        if comes_back {
            uptime::record_heartbeat(&mut connection, intake.node(), intake.last_ms()).await?;
            uptime::record_outage(&mut connection, intake.node(), self.clock.now_ms()).await?;
        }
        let mut batch = Batch { connection, staging: intake, delta, last_ms: None };
        let mut appends = Vec::new();
        for queued in group {
            match queued {
                Queued::Append(append, reply) => appends.push((append, reply)),
                Queued::Other(write) => write.apply(&mut batch, answers).await?,
                Queued::Stop => {}
            }
        }
        let Batch { mut connection, mut delta, last_ms, .. } = batch;
        if let Some(last_ms) = last_ms {
            uptime::record_heartbeat(&mut connection, intake.node(), last_ms).await?;
        }
        append_all(&mut connection, None, intake, &mut delta, appends, answers).await?;
        transaction.commit().await?;
        intake.take_in(delta);
        Ok(())
    }

    /// Whether a group of writes comes to one row of the intake, and nothing else.
    fn is_one_statement(&self, group: &[Queued]) -> bool {
        let plain = |write: &Queued| match write {
            Queued::Append(append, _) if append.is_plain() => Some(append.table),
            _ => None,
        };
        let tables: Option<Vec<i64>> = group.iter().map(plain).collect();
        tables.is_some_and(|tables| self.intake.is_ready_for(&tables, limits::STAGING_MAX_BYTES))
    }
}

/// Lets everybody who is about to ask for something ask first. A calm house has nobody to wait for; on a busy one the
/// groups are larger, and each costs a flush. What the turns gave is in `docs/performance.md#what-was-tried`.
pub(super) async fn linger(queue: &mut mpsc::Receiver<Queued>, group: &mut Vec<Queued>) {
    let mut quiet = 0;
    for _ in 0..MAX_YIELDS {
        let waiting = queue.len();
        tokio::task::yield_now().await;
        quiet = if queue.len() > waiting { 0 } else { quiet + 1 };
        if quiet == QUIET_YIELDS {
            break;
        }
    }
    while group.len() < limits::MAX_COMMIT_BATCH
        && let Ok(write) = queue.try_recv()
    {
        group.push(write);
    }
}

/// Whether a group has the end in it. What came later gets no answer, which its senders read as "unavailable".
pub(super) fn is_cut_at_the_stop(group: &mut Vec<Queued>) -> bool {
    let stop = group.iter().position(|write| matches!(write, Queued::Stop));
    group.truncate(stop.unwrap_or(group.len()));
    stop.is_some()
}

/// Takes what is asked for and gives no answer, which its senders read as "unavailable", until the server stops.
pub(super) async fn refuse(queue: &mut mpsc::Receiver<Queued>) {
    let mut refused = Vec::with_capacity(limits::MAX_COMMIT_BATCH);
    while queue.recv_many(&mut refused, limits::MAX_COMMIT_BATCH).await > 0
        && !is_cut_at_the_stop(&mut refused)
    {
        refused.clear();
    }
}

/// At the other end of a line to Postgres there may be nobody any more, which only a wait that is too long shows; SQLite sees to
/// that by itself.
async fn in_time(
    is_afar: bool,
    committing: impl Future<Output = Result<(), StoreError>>,
) -> Result<(), StoreError> {
    if !is_afar {
        return committing.await;
    }
    tokio::time::timeout(limits::COMMIT, committing).await.unwrap_or_else(|_| Err(StoreError::silent()))
}
