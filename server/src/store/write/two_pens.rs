//! Two pens: what writes to Postgres. One connection appends to the journals of games that go on, a statement at a time, and waits
//! for nobody; the other does all else in transactions, which may wait for locks, and sorts the staging log in meanwhile.
//!
//! One task sees to both, and no journal is ever written to by both at once: a transaction begins between two statements, and what
//! belongs to its tables waits, as long as it is under way, for the next one.

use std::collections::HashSet;

use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::Queued;
use super::writer::{Committed, Failed, Writer, is_cut_at_the_stop, linger, refuse};
use crate::limits;
use crate::store::StoreError;
use crate::store::engine::WriterConnection;

/// Writes what is asked for until it is told to stop; gives the connection for transactions back, if it still serves.
pub(super) async fn write(
    writer: &Writer,
    (mut moves, mut plain): (WriterConnection, mpsc::Receiver<Queued>),
    (rest, mut queue): (WriterConnection, mpsc::Receiver<Queued>),
) -> Result<Option<WriterConnection>, StoreError> {
    let mut rest = Rest::Idle(Box::new(rest));
    let mut group = Vec::with_capacity(limits::MAX_COMMIT_BATCH);
    // What the next transaction carries out.
    let mut waiting = Vec::with_capacity(limits::MAX_COMMIT_BATCH);
    let mut stopping = false;
    while !stopping {
        rest = rest.begin(writer, &mut waiting);
        let settled = tokio::select! {
            (owner, committed) = rest.done() => {
                rest = Rest::Idle(owner);
                writer.settle(committed)?
            }
            taken = plain.recv_many(&mut group, limits::MAX_COMMIT_BATCH) => {
                linger(&mut plain, &mut group).await;
                hand_over(writer, &rest, &mut group, &mut waiting);
                stopping = taken == 0;
                if group.is_empty() {
                    continue;
                }
                writer.settle(writer.append(&mut moves, &mut group).await)?
            }
            taken = queue.recv_many(&mut waiting, limits::MAX_COMMIT_BATCH),
                if waiting.len() < limits::MAX_COMMIT_BATCH =>
            {
                linger(&mut queue, &mut waiting).await;
                stopping = taken == 0 || is_cut_at_the_stop(&mut waiting);
                continue;
            }
        };
        if let Err(Failed) = settled {
            // What ended one connection has often ended the other: both are looked after before anything else is kept.
            let owner = rest.after_all(writer).await?;
            let stopped = async {
                waiting.clear();
                tokio::select! {
                    () = refuse(&mut queue) => {}
                    () = refuse(&mut plain) => {}
                }
            };
            tokio::pin!(stopped);
            let Some(again) = writer.connected(moves, &mut stopped).await? else { return Ok(None) };
            moves = again;
            let Some(again) = writer.connected(*owner, &mut stopped).await? else { return Ok(None) };
            rest = Rest::Idle(Box::new(again));
        }
    }
    // What was asked for before the end.
    while let Ok(append) = plain.try_recv() {
        waiting.push(append);
    }
    let mut owner = rest.after_all(writer).await?;
    while !waiting.is_empty() {
        group.extend(waiting.drain(..waiting.len().min(limits::MAX_COMMIT_BATCH)));
        if let Err(Failed) = writer.settle(writer.commit(&mut owner, &mut group).await)? {
            break;
        }
    }
    if let Err(error) = moves.close().await {
        tracing::debug!(%error, "the connection was broken already");
    }
    Ok(Some(*owner))
}

/// Leaves of appends to games that go on those that need nothing but a statement. The others wait for a transaction: with those that
/// are under way they have the table in common, or what comes next there has to be looked up, or the house was away.
fn hand_over(writer: &Writer, rest: &Rest, group: &mut Vec<Queued>, waiting: &mut Vec<Queued>) {
    let is_open = !writer.uptime.is_failing();
    let is_free = |tables: &[i64]| {
        is_open
            && !tables.iter().any(|table| rest.claims(*table))
            && writer.intake.is_ready_for(tables, limits::STAGING_HARD_BYTES)
    };
    let tables: Vec<i64> = group.iter().filter_map(Queued::table).collect();
    if !is_free(&tables) {
        waiting.extend(group.extract_if(.., |append| !append.table().is_some_and(|table| is_free(&[table]))));
    }
}

/// The connection for transactions.
enum Rest {
    Idle(Box<WriterConnection>),
    /// What carries one out, which ends with this, and the tables that it is about.
    UnderWay(JoinSet<(Box<WriterConnection>, Committed)>, HashSet<i64>),
}

impl Rest {
    fn claims(&self, table: i64) -> bool {
        matches!(self, Self::UnderWay(_, tables) if tables.contains(&table))
    }

    /// Begins a transaction, if none is under way and there is something to do.
    fn begin(self, writer: &Writer, waiting: &mut Vec<Queued>) -> Self {
        let is_wanted = !waiting.is_empty() || writer.intake.is_full();
        match self {
            Self::Idle(mut owner) if is_wanted => {
                let mut group: Vec<Queued> =
                    waiting.drain(..waiting.len().min(limits::MAX_COMMIT_BATCH)).collect();
                let tables = group.iter().filter_map(Queued::table).collect();
                let writer = writer.clone();
                let mut transaction = JoinSet::new();
                transaction.spawn(async move {
                    let committed = writer.commit(&mut owner, &mut group).await;
                    (owner, committed)
                });
                Self::UnderWay(transaction, tables)
            }
            same => same,
        }
    }

    /// Waits for the end of the transaction that is under way; for ever if none is.
    async fn done(&mut self) -> (Box<WriterConnection>, Committed) {
        let Self::UnderWay(transaction, _) = self else { return std::future::pending().await };
        match transaction.join_next().await {
            Some(Ok(done)) => done,
            Some(Err(error)) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // The runtime ends, and this task with it.
            Some(Err(_)) | None => std::future::pending().await,
        }
    }

    /// The connection, once no transaction has it any more.
    async fn after_all(mut self, writer: &Writer) -> Result<Box<WriterConnection>, StoreError> {
        if let Self::Idle(owner) = self {
            return Ok(owner);
        }
        let (owner, committed) = self.done().await;
        // Should it have failed, whoever asked sees to the connection.
        let _ = writer.settle(committed)?;
        Ok(owner)
    }
}
