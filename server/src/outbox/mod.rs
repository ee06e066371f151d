//! Outbox: the bounded queue towards one socket, for whoever has something to tell it.

mod frame;
mod queue;
mod subscriptions;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use cydonia_protocol::{Close, Player, ServerMessage};
use cydonia_table::Rejection;
use uuid::Uuid;

use crate::admission::Address;
use crate::limits;
use crate::metrics::Metrics;
use crate::store::LiveSession;
use crate::visitor::Visitor;
pub(crate) use frame::Frame;
use queue::{Queue, cost, wake};
use subscriptions::Watched;

/// Puts frames into a socket's queue. Never waits: a socket that is too far behind is given up, and resumes later.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(Arc<State>);

#[derive(Debug)]
struct State {
    number: u64,
    visitor: Visitor,
    /// Whether its session has ended: then nobody sits behind it any more, whatever it has still asked for.
    is_nobodys: AtomicBool,
    address: Address,
    queue: Mutex<Queue>,
    /// How long its messages are under way, there and back.
    lag_ms: AtomicU32,
    /// Whether it has asked to watch a table and was not answered: it is not heard before.
    awaits: AtomicBool,
    /// Whether its last message was a move, and taken.
    plays: AtomicBool,
    /// Whether it is known that its player has finished a game in which they moved.
    has_played: AtomicBool,
    watched: Watched,
    /// Where it is counted what it is refused, if that is told here alone.
    metrics: Option<Metrics>,
}

/// The socket's end of an [`Outbox`].
pub(crate) struct Outgoing(Arc<State>);

/// The socket is to be closed, for that reason.
pub(crate) struct OutboxClosed(pub(crate) Close);

impl Outgoing {
    /// Waits for frames to be sent, and takes them.
    pub(crate) async fn next(&mut self) -> Result<VecDeque<Bytes>, OutboxClosed> {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &Context<'_>) -> Poll<Result<VecDeque<Bytes>, OutboxClosed>> {
        let mut queue = self.0.lock();
        if queue.frames.is_empty() {
            if let Some(close) = queue.given_up {
                return Poll::Ready(Err(OutboxClosed(close)));
            }
            queue.wake_later(context);
            return Poll::Pending;
        }
        Poll::Ready(Ok(queue.take()))
    }

    /// Waits until the socket has been given up, and gives the reason.
    pub(crate) async fn given_up(&mut self) -> Close {
        poll_fn(|context| {
            let mut queue = self.0.lock();
            if let Some(close) = queue.given_up {
                return Poll::Ready(close);
            }
            queue.wake_later(context);
            Poll::Pending
        })
        .await
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        self.0.lock().close();
    }
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outbox {
    /// Refusals that are sent are counted where `metrics` are given.
    pub(crate) fn new(visitor: Visitor, address: Address, metrics: Option<Metrics>) -> (Self, Outgoing) {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let state = Arc::new(State {
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            visitor,
            is_nobodys: AtomicBool::new(false),
            address,
            queue: Mutex::default(),
            lag_ms: AtomicU32::new(0),
            awaits: AtomicBool::new(false),
            plays: AtomicBool::new(false),
            has_played: AtomicBool::new(false),
            watched: Watched::default(),
            metrics,
        });
        (Self(Arc::clone(&state)), Outgoing(state))
    }

    /// Tells sockets apart; never used twice while the process lives.
    pub(crate) fn number(&self) -> u64 {
        self.0.number
    }

    /// Who sits behind the socket: nobody any more if their session has ended.
    pub(crate) fn visitor(&self) -> &Visitor {
        static NOBODY: LazyLock<Visitor> = LazyLock::new(Visitor::default);
        if self.0.is_nobodys.load(Ordering::Acquire) { &NOBODY } else { &self.0.visitor }
    }

    /// Who sits behind the socket, at that table.
    pub(crate) fn player_at(&self, table: Uuid) -> Option<&Player> {
        self.visitor().at(table)
    }

    /// The same of somebody who must be somebody there.
    pub(crate) fn seated_at(&self, table: Uuid) -> Result<&Player, Rejection> {
        self.visitor().seated_at(table)
    }

    /// Who sits behind the socket, for what is no matter of one table.
    pub(crate) fn signed_in(&self) -> Result<&Player, Rejection> {
        self.visitor().signed_in().map(|session| &session.player)
    }

    /// The session that the socket was opened with, though it may have ended.
    pub(crate) fn session(&self) -> Option<&LiveSession> {
        self.0.visitor.session()
    }

    /// Where the socket comes from.
    pub(crate) fn address(&self) -> Address {
        self.0.address
    }

    /// How long messages to the socket and back are under way, but no longer than is ever given back.
    pub(crate) fn lag_ms(&self) -> u32 {
        self.0.lag_ms.load(Ordering::Relaxed).min(limits::MAX_LAG_COMPENSATION.as_millis() as u32)
    }

    pub(crate) fn set_lag_ms(&self, lag_ms: u32) {
        self.0.lag_ms.store(lag_ms, Ordering::Relaxed);
    }

    /// Whether the last message that came was a move, and taken: then the next is heard at once.
    pub(crate) fn plays(&self) -> bool {
        self.0.plays.load(Ordering::Relaxed)
    }

    /// Notes down whether the last message was a move that was taken.
    pub(crate) fn set_plays(&self, plays: bool) {
        self.0.plays.store(plays, Ordering::Relaxed);
    }

    /// Whether it is known that its player has finished a game in which they moved.
    pub(crate) fn has_played(&self) -> bool {
        self.0.has_played.load(Ordering::Relaxed)
    }

    /// Notes that down: it stays so.
    pub(crate) fn set_has_played(&self) {
        self.0.has_played.store(true, Ordering::Relaxed);
    }

    /// The tables that the socket watches.
    pub(crate) fn watched(&self) -> &Watched {
        &self.0.watched
    }

    /// Whether the socket is gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.lock().is_closed
    }

    /// Encodes and queues a message.
    pub(crate) fn send(&self, message: &ServerMessage) {
        if let (ServerMessage::Error { code, .. }, Some(metrics)) = (message, &self.0.metrics) {
            metrics.refused_over_socket(*code);
        }
        self.push(Frame::of(message));
    }

    /// Queues a frame. For a socket that is gone or given up this does nothing.
    pub(crate) fn push(&self, Frame(frame): Frame) {
        let mut queue = self.0.lock();
        if queue.is_closed || queue.given_up.is_some() {
            return;
        }
        let cost = queue.cost + cost(&frame);
        if cost > limits::OUTBOX_BYTES {
            drop(queue);
            return self.give_up();
        }
        queue.cost = cost;
        queue.frames.push_back(frame);
        wake(queue);
    }

    /// Queues what was asked for, however long it is: the socket asks for nothing more before it has left.
    pub(crate) fn answer(&self, frame: Frame) {
        let mut queue = self.0.lock();
        if queue.answer.is_some() {
            // Nobody hears a socket so early. Should it be heard all the same, it has no more room than any other.
            drop(queue);
            return self.push(frame);
        }
        if queue.is_closed || queue.given_up.is_some() {
            return;
        }
        queue.answer = Some(queue.frames.len());
        queue.frames.push_back(frame.0);
        wake(queue);
    }

    /// Has the socket heard no more until what this gives is dropped: when it was answered, or nobody can answer it.
    pub(crate) fn await_answer(&self) -> Awaited {
        self.0.awaits.store(true, Ordering::Release);
        Awaited(self.clone())
    }

    /// Waits until nothing is awaited and no answer waits to be sent. To be polled beside [`Outgoing::next`], which has the
    /// task woken.
    pub(crate) async fn answered(&self) {
        poll_fn(|_| {
            let is_due = self.0.awaits.load(Ordering::Acquire) || self.0.lock().answer.is_some();
            if is_due { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
    }

    /// Has the socket closed as one that is too far behind.
    pub(crate) fn give_up(&self) {
        let mut queue = self.0.lock();
        queue.given_up = Some(Close::Slow);
        queue.frames = VecDeque::new();
        wake(queue);
    }

    /// Has the socket closed when what was said until now is sent: whoever it is comes back as they are by then.
    pub(crate) fn have_come_back(&self) {
        let mut queue = self.0.lock();
        queue.given_up.get_or_insert(Close::Restarting);
        wake(queue);
    }

    /// Has the socket closed as one whose session has ended, when what was said until now is sent. From now on nobody sits
    /// behind it.
    pub(crate) fn end(&self) {
        self.0.is_nobodys.store(true, Ordering::Release);
        let mut queue = self.0.lock();
        queue.given_up.get_or_insert(Close::Ended);
        wake(queue);
    }
}

/// A socket waits for an answer that may be long, and is not heard as long as this is kept.
#[derive(Debug)]
pub(crate) struct Awaited(Outbox);

impl Drop for Awaited {
    fn drop(&mut self) {
        let Self(Outbox(state)) = self;
        state.awaits.store(false, Ordering::Release);
        wake(state.lock());
    }
}
