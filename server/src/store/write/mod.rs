//! Commands to the writer: each thing that is written is a struct which says, in one place, what is kept and what its sender
//! is told.

mod append;
mod delta;
mod intake;
mod segment;
mod staging;
mod two_pens;
mod writer;

use std::pin::Pin;

use tokio::sync::oneshot;

use super::StoreError;
use super::engine::Connection;
pub(crate) use append::Append;
pub(super) use delta::CommitDelta;
pub(super) use intake::{ASIDE, rows_of};
pub(super) use staging::JournalStaging;
pub(super) use writer::Writer;

/// Something to be written.
pub(crate) trait Write: Send + 'static {
    /// What its sender is told once it is durable.
    type Output: Send + 'static;

    /// The number of the table that is gone after it, if there is one: nobody appends to its journal meanwhile.
    fn closes(&self) -> Option<i64> {
        None
    }

    /// Carries it out in the transaction of its batch, which is lost if that fails.
    fn apply(self, batch: &mut Batch<'_>) -> impl Future<Output = Result<Self::Output, StoreError>> + Send;
}

/// What is committed together.
pub(crate) struct Batch<'b> {
    /// In the transaction.
    pub(super) connection: Connection<'b>,
    pub(super) staging: &'b JournalStaging,
    /// What `staging` takes in once it is committed.
    pub(super) delta: CommitDelta,
    /// When the last of the first records of new tables was made.
    pub(super) last_ms: Option<i64>,
}

/// Tells a sender what became of a write.
pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Answers are held back until the commit that makes them true.
pub(super) type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// What waits for the writer.
pub(super) enum Queued {
    /// Records of a table. A batch makes one row of all that it has.
    Append(Box<Append>, Reply<()>),
    /// Anything else.
    Other(Box<dyn AnyWrite>),
    /// The end.
    Stop,
}

impl Queued {
    pub(super) fn of<W: Write>(write: W, reply: Reply<W::Output>) -> Self {
        Self::Other(Box::new((write, reply)))
    }

    pub(super) fn append(self) -> Option<(Box<Append>, Reply<()>)> {
        match self {
            Self::Append(append, reply) => Some((append, reply)),
            Self::Other(_) | Self::Stop => None,
        }
    }

    /// The number of the table whose journal it is about.
    fn table(&self) -> Option<i64> {
        match self {
            Self::Append(append, _) => Some(append.table),
            Self::Other(write) => write.closes(),
            Self::Stop => None,
        }
    }
}

/// A write of any type, with whom to tell.
pub(super) trait AnyWrite: Send {
    /// See [`Write::closes`].
    fn closes(&self) -> Option<i64>;

    /// Carries it out, and keeps the answer for after the commit. A failed statement spoils its whole batch, as the
    /// transaction is lost; whoever asked for what cannot be is told so.
    fn apply<'a>(
        self: Box<Self>,
        batch: &'a mut Batch<'_>,
        answers: &'a mut Vec<Answer>,
    ) -> Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send + 'a>>;
}

impl<W: Write> AnyWrite for (W, Reply<W::Output>) {
    fn closes(&self) -> Option<i64> {
        self.0.closes()
    }

    fn apply<'a>(
        self: Box<Self>,
        batch: &'a mut Batch<'_>,
        answers: &'a mut Vec<Answer>,
    ) -> Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send + 'a>> {
        Box::pin(async move {
            let (write, reply) = *self;
            // Whoever asked may have gone; the write stands all the same.
            match write.apply(batch).await {
                Ok(value) => {
                    answers.push(Box::new(move |committed| drop(reply.send(committed.map(|()| value)))));
                    Ok(())
                }
                Err(StoreError::Taken(unique)) => {
                    drop(reply.send(Err(StoreError::Taken(unique))));
                    Err(StoreError::Taken(unique))
                }
                Err(error) => Err(error),
            }
        })
    }
}
