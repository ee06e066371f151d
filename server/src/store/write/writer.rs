//! Single-writer actor with group commit: the one task that writes. Whatever waits when a commit is done shares the next one: a
//! busy house pays for one flush to disk per group, a calm one commits at once.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::append::append_all;
use super::staging::{CommitDelta, JournalStaging};
use super::{Answer, Batch, Queued};
use crate::clock::Clock;
use crate::limits;
use crate::metrics::Metrics;
use crate::store::StoreError;
use crate::store::engine::{Engine, Session, WriterConnection};
use crate::store::uptime::{self, Uptime};

/// Times that the writer yields before a group is closed, as long as the others ask for something.
const MAX_YIELDS: usize = 8;

/// Yields in a row in which nobody asks for anything, after which it is closed sooner. A message that has come in is read by
/// its socket in one, and goes through its table in the next.
const QUIET_YIELDS: usize = 2;

pub(in crate::store) async fn run(
    mut owner: WriterConnection,
    mut queue: mpsc::Receiver<Queued>,
    intake: Arc<JournalStaging>,
    uptime: Arc<Uptime>,
    clock: Clock,
    metrics: Metrics,
) -> Result<(), StoreError> {
    let mut group = Vec::with_capacity(limits::MAX_COMMIT_BATCH);
    let mut stopping = false;
    while !stopping && queue.recv_many(&mut group, limits::MAX_COMMIT_BATCH).await > 0 {
        linger(&mut queue, &mut group).await;
        if let Some(stop) = group.iter().position(|write| matches!(write, Queued::Stop)) {
            // What came later gets no answer, which its senders read as "unavailable".
            group.truncate(stop);
            stopping = true;
        }
        let mut answers = Vec::with_capacity(group.len());
        let comes_back = uptime.is_failing().then_some(&clock);
        let (writes, begun) = (group.len(), clock.instant());
        let outcome = commit_in_time(&mut owner, &intake, comes_back, &mut group, &mut answers).await;
        match &outcome {
            Ok(()) => metrics.committed(writes, clock.instant() - begun),
            Err(_) => metrics.commit_failed(),
        }
        // Before anybody is answered: whoever goes on then looks there whether time is to be given back.
        match &outcome {
            Ok(()) if comes_back.is_some() => uptime.recover(),
            // One of the group may have asked for what cannot be: the database is as well as ever.
            Ok(()) | Err(StoreError::Taken(_)) => {}
            Err(error) => {
                uptime.fail(error);
                intake.invalidate();
            }
        }
        let committed = outcome.is_ok();
        for answer in answers {
            answer(if committed { Ok(()) } else { Err(StoreError::Unavailable) });
        }
        match outcome {
            Ok(()) => {}
            Err(error @ StoreError::Taken(_)) => tracing::error!(%error, "a commit was refused"),
            // Fenced off: what this one remembers is out of date, and only a start helps.
            Err(error @ StoreError::InUse) => return Err(error),
            Err(error) => {
                tracing::error!(%error, "a commit failed");
                match connected(owner, &mut queue, &clock).await? {
                    Some(connected) => owner = connected,
                    None => return Ok(()),
                }
            }
        }
    }
    let sorting = tokio::time::timeout(limits::COMMIT, intake.compact(&mut owner));
    if let Err(error) = sorting.await.unwrap_or_else(|_| Err(StoreError::silent())) {
        tracing::warn!(%error, "the journals are sorted at the next start");
    }
    owner.close().await
}

/// Lets everybody who is about to ask for something ask first. A calm house has nobody to wait for; on a busy one the
/// groups are larger, and each costs a flush. What the turns gave is in `docs/performance.md#what-was-tried`.
async fn linger(queue: &mut mpsc::Receiver<Queued>, group: &mut Vec<Queued>) {
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

/// Sees to it that the connection serves again after something went wrong. Nothing is taken meanwhile. None if the
/// server stops before.
///
/// # Errors
/// [`StoreError::InUse`] if another server has taken the database. What this one remembers is out of date then, and
/// only a start helps.
async fn connected(
    owner: WriterConnection,
    queue: &mut mpsc::Receiver<Queued>,
    clock: &Clock,
) -> Result<Option<WriterConnection>, StoreError> {
    // At once, as most often no more is needed, and whoever asks for something in that moment need not be refused.
    let lost = match owner.renew().await {
        Ok(owner) => return Ok(Some(owner)),
        Err(lost) => lost,
    };
    let reconnecting = lost.reconnect(clock);
    tokio::pin!(reconnecting);
    let mut refused = Vec::with_capacity(limits::MAX_COMMIT_BATCH);
    loop {
        tokio::select! {
            outcome = &mut reconnecting => return Ok(Some(outcome?)),
            taken = queue.recv_many(&mut refused, limits::MAX_COMMIT_BATCH) => {
                // Without an answer, which their senders read as "unavailable".
                if taken == 0 || refused.drain(..).any(|write| matches!(write, Queued::Stop)) {
                    return Ok(None);
                }
            }
        }
    }
}

/// Commits. At the other end of a line to Postgres there may be nobody any more, which only a wait that is too long
/// shows; SQLite sees to that by itself.
async fn commit_in_time(
    owner: &mut WriterConnection,
    intake: &JournalStaging,
    comes_back: Option<&Clock>,
    group: &mut Vec<Queued>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    let is_afar = matches!(owner, Engine::Postgres(_));
    let committing = async {
        if comes_back.is_none() && is_one_statement(intake, group) {
            commit_appends(owner, intake, group.drain(..), answers).await
        } else {
            commit(owner, intake, comes_back, group.drain(..), answers).await
        }
    };
    if !is_afar {
        return committing.await;
    }
    tokio::time::timeout(limits::COMMIT, committing).await.unwrap_or_else(|_| Err(StoreError::silent()))
}

/// Commits a group that comes to one row of the intake: one statement is a transaction of its own. Each more would be two turns of two
/// threads with SQLite, and with Postgres a round trip.
async fn commit_appends(
    owner: &mut WriterConnection,
    intake: &JournalStaging,
    group: impl Iterator<Item = Queued>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    let mut change = CommitDelta::default();
    let appends = group.filter_map(Queued::append).collect();
    let pen = owner.pen();
    append_all(&mut owner.connection(), pen, intake, &mut change, appends, answers).await?;
    intake.take_in(change);
    Ok(())
}

/// Whether a group of writes comes to one row of the intake, and nothing else.
fn is_one_statement(intake: &JournalStaging, group: &[Queued]) -> bool {
    let plain = |write: &Queued| match write {
        Queued::Append(append, _) if append.is_plain() => Some(append.table),
        _ => None,
    };
    let tables: Option<Vec<i64>> = group.iter().map(plain).collect();
    tables.is_some_and(|tables| intake.is_ready_for(&tables))
}

async fn commit(
    owner: &mut WriterConnection,
    intake: &JournalStaging,
    comes_back: Option<&Clock>,
    group: impl Iterator<Item = Queued>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    let mut transaction = owner.begin().await?;
    let mut connection = transaction.connection();
    let delta = intake.prepare(&mut connection).await?;
    if let Some(clock) = comes_back {
        // Before anything else is kept: it would look as if the house had been open all the time.
        uptime::record_heartbeat(&mut connection, intake.last_ms()).await?;
        uptime::record_outage(&mut connection, clock.now_ms()).await?;
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
        uptime::record_heartbeat(&mut connection, last_ms).await?;
    }
    append_all(&mut connection, None, intake, &mut delta, appends, answers).await?;
    transaction.commit().await?;
    intake.take_in(delta);
    Ok(())
}
