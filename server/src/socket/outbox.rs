//! The way to one socket, for whoever has something to tell it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use bytes::Bytes;
use cydonia_protocol::{Player, ServerMessage};
use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use super::watched::Watched;
use crate::limits;

/// An encoded message. Cloning shares the bytes, so that a thousand watchers cost one encoding.
#[derive(Clone, Debug)]
pub(crate) struct Frame(pub(super) Bytes);

impl Frame {
    /// Encodes a message.
    #[must_use]
    pub(crate) fn of(message: &ServerMessage) -> Self {
        // Every message is made of types that JSON can hold: maps with text keys, whole numbers, text.
        Self(serde_json::to_string(message).expect("a server message is JSON").into())
    }
}

/// Puts frames into a socket's queue. Never waits: a socket that is too far behind is given up, and resumes later.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    number: u64,
    player: Option<Arc<Player>>,
    queue: mpsc::Sender<Frame>,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Bytes that wait in the queue.
    waiting: AtomicUsize,
    /// How long a message was last under way, there and back.
    lag_ms: AtomicU32,
    watched: Watched,
    /// Once a frame was left out none may follow, or the client would see a gap.
    given_up: CancellationToken,
}

/// The socket's end of an [`Outbox`].
pub(super) struct Outgoing {
    queue: mpsc::Receiver<Frame>,
    state: Arc<State>,
}

impl Outgoing {
    /// The next frame to send.
    pub(super) async fn next(&mut self) -> Option<Frame> {
        let frame = self.queue.recv().await?;
        Some(self.taken(frame))
    }

    /// The next frame, if one waits.
    pub(super) fn try_next(&mut self) -> Option<Frame> {
        self.queue.try_recv().ok().map(|frame| self.taken(frame))
    }

    fn taken(&self, frame: Frame) -> Frame {
        self.state.waiting.fetch_sub(frame.0.len(), Ordering::Relaxed);
        frame
    }

    /// Waits until the socket has been given up.
    pub(super) fn given_up(&self) -> WaitForCancellationFutureOwned {
        self.state.given_up.clone().cancelled_owned()
    }
}

impl Outbox {
    pub(super) fn new(player: Option<Player>) -> (Self, Outgoing) {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let (sender, queue) = mpsc::channel(limits::OUTBOX);
        let state = Arc::new(State::default());
        let outbox = Self {
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            player: player.map(Arc::new),
            queue: sender,
            state: Arc::clone(&state),
        };
        (outbox, Outgoing { queue, state })
    }

    /// Tells sockets apart; never used twice while the process lives.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Who sits behind the socket.
    pub(crate) fn player(&self) -> Option<&Player> {
        self.player.as_deref()
    }

    /// How long a message to the socket and back was last under way, but no longer than is ever given back.
    pub(crate) fn lag_ms(&self) -> u32 {
        self.state.lag_ms.load(Ordering::Relaxed).min(limits::LAG.as_millis() as u32)
    }

    pub(super) fn set_lag_ms(&self, lag_ms: u32) {
        self.state.lag_ms.store(lag_ms, Ordering::Relaxed);
    }

    /// The tables that the socket watches.
    pub(crate) fn watched(&self) -> &Watched {
        &self.state.watched
    }

    /// Whether the socket is gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }

    /// Encodes and queues a message.
    pub(crate) fn send(&self, message: &ServerMessage) {
        self.push(Frame::of(message));
    }

    /// Queues a frame. For a socket that is gone or given up this does nothing.
    pub(crate) fn push(&self, frame: Frame) {
        if self.state.given_up.is_cancelled() {
            return;
        }
        let size = frame.0.len();
        let waiting = self.state.waiting.fetch_add(size, Ordering::Relaxed);
        // A single long frame may pass; a queue of them may not.
        let too_much = waiting > 0 && waiting + size > limits::OUTBOX_BYTES;
        if too_much || matches!(self.queue.try_send(frame), Err(mpsc::error::TrySendError::Full(_))) {
            self.give_up();
        }
    }

    /// Has the socket closed as one that is too far behind.
    pub(crate) fn give_up(&self) {
        self.state.given_up.cancel();
    }
}
