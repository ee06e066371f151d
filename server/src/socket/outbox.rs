//! The way to one socket, for whoever has something to tell it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use cydonia_protocol::{Player, ServerMessage};
use tokio::sync::{Notify, mpsc};

use crate::limits;

/// An encoded message. Cloning shares the bytes, so that a thousand watchers cost one encoding.
#[derive(Clone, Debug)]
pub(crate) struct Frame(pub(super) Utf8Bytes);

impl Frame {
    /// Encodes a message.
    #[must_use]
    pub(crate) fn of(message: &ServerMessage) -> Self {
        // Every message is made of types that JSON can hold: maps with text keys, whole numbers, text.
        Self(serde_json::to_string(message).expect("a server message is JSON").into())
    }
}

/// Puts frames into a socket's queue. Never waits: a socket that is too far behind is dropped, and resumes later.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    number: u64,
    player: Option<Arc<Player>>,
    queue: mpsc::Sender<Frame>,
    overflow: Arc<Notify>,
}

/// The socket's end of an [`Outbox`].
pub(super) struct Outgoing {
    pub(super) queue: mpsc::Receiver<Frame>,
    /// Told once when the queue was full.
    pub(super) overflow: Arc<Notify>,
}

impl Outbox {
    pub(super) fn new(player: Option<Player>) -> (Self, Outgoing) {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let (sender, queue) = mpsc::channel(limits::OUTBOX);
        let overflow = Arc::new(Notify::new());
        let outbox = Self {
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            player: player.map(Arc::new),
            queue: sender,
            overflow: Arc::clone(&overflow),
        };
        (outbox, Outgoing { queue, overflow })
    }

    /// Tells sockets apart; never used twice while the process lives.
    #[must_use]
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Who sits behind the socket.
    #[must_use]
    pub(crate) fn player(&self) -> Option<&Player> {
        self.player.as_deref()
    }

    /// Encodes and queues a message.
    pub(crate) fn send(&self, message: &ServerMessage) {
        self.push(Frame::of(message));
    }

    /// Queues a frame. For a socket that is gone this does nothing.
    pub(crate) fn push(&self, frame: Frame) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(frame) {
            self.overflow.notify_one();
        }
    }
}
