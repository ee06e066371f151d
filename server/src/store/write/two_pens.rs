//! Two pens: what writes to Postgres. One connection appends to the journals of games that go on, a statement at a time, and waits
//! for nobody; the other does all else in transactions, which may wait for locks, and sorts the staging log in meanwhile.
//!
//! One task shares the work out, and no journal is ever written to by both at once: a transaction begins between two statements, and what
//! belongs to its tables waits, as long as it is under way, for the next one.

use std::collections::HashSet;

use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::Queued;
use super::writer::{Committed, Writer, is_cut_at_the_stop, linger, refuse};
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
    // What the next transaction carries out: what was asked of it, and what moves had to leave to it. Of that each table has one at
    // most, so that it never becomes too much, and never keeps the other from being heard.
    let mut asked = Vec::with_capacity(limits::MAX_COMMIT_BATCH);
    let mut left = Vec::new();
    let mut stopping = false;
    while !stopping {
        rest = rest.begin(writer, [&mut asked, &mut left]);
        let settled = tokio::select! {
            (owner, committed) = rest.done() => {
                rest = Rest::Idle(owner);
                writer.settle(committed)?
            }
            _ = plain.recv_many(&mut group, limits::MAX_COMMIT_BATCH), if !plain.is_closed() || !plain.is_empty() => {
                linger(&mut plain, &mut group).await;
                leave(writer, &rest, &mut group, &mut left);
                if group.is_empty() {
                    continue;
                }
                writer.settle(writer.append(&mut moves, &mut group).await)?
            }
            taken = queue.recv_many(&mut asked, limits::MAX_COMMIT_BATCH), if asked.len() < limits::MAX_COMMIT_BATCH => {
                linger(&mut queue, &mut asked).await;
                stopping = taken == 0 || is_cut_at_the_stop(&mut asked);
                continue;
            }
        };
        if let Err(failed) = settled {
            // What ended one connection has often ended the other: both are looked after before anything else is kept.
            let owner = rest.after_all(writer).await?;
            writer.distrust_anew(&failed);
            let (of_moves, of_rest) = tokio::join!(moves.renew(), owner.renew());
            let connecting =
                async { tokio::try_join!(writer.connected(of_moves), writer.connected(of_rest)) };
            let refusing = async {
                asked.clear();
                left.clear();
                tokio::select! {
                    () = refuse(&mut queue) => {}
                    () = refuse(&mut plain) => {}
                }
            };
            let owner;
            tokio::select! {
                biased;
                connected = connecting => (moves, owner) = connected?,
                () = refusing => return Ok(None),
            }
            rest = Rest::Idle(Box::new(owner));
        }
    }
    // What was asked for before the end.
    while let Ok(append) = plain.try_recv() {
        left.push(append);
    }
    let mut owner = rest.after_all(writer).await?;
    asked.append(&mut left);
    while !asked.is_empty() {
        group.extend(asked.drain(..asked.len().min(limits::MAX_COMMIT_BATCH)));
        if let Err(_failed) = writer.settle(writer.commit(&mut owner, &mut group).await)? {
            break;
        }
    }
    if let Err(error) = moves.close().await {
        tracing::debug!(%error, "the connection was broken already");
    }
    Ok(Some(*owner))
}

/// Leaves to the next transaction, of appends to games that go on, those that need more than a statement: with the transaction that is
/// under way they have the table in common, or what comes next there has to be looked up, or the house was away.
fn leave(writer: &Writer, rest: &Rest, group: &mut Vec<Queued>, left: &mut Vec<Queued>) {
    let is_open = !writer.uptime.is_failing();
    let is_free = |tables: &[i64]| {
        is_open
            && !tables.iter().any(|table| rest.claims(*table))
            && writer.intake.is_ready_for(tables, limits::STAGING_HARD_BYTES)
    };
    let tables: Vec<i64> = group.iter().filter_map(Queued::table).collect();
    if !is_free(&tables) {
        left.extend(group.extract_if(.., |append| !append.table().is_some_and(|table| is_free(&[table]))));
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
    fn begin(self, writer: &Writer, waiting: [&mut Vec<Queued>; 2]) -> Self {
        // A house that is away comes back by what somebody asks for.
        let is_full = writer.intake.is_full() && !writer.uptime.is_failing();
        let is_wanted = is_full || waiting.iter().any(|writes| !writes.is_empty());
        match self {
            Self::Idle(mut owner) if is_wanted => {
                let mut group: Vec<Queued> = waiting
                    .into_iter()
                    .flat_map(|writes| writes.drain(..writes.len().min(limits::MAX_COMMIT_BATCH)))
                    .collect();
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
