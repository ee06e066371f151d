//! Bounded queue of frames: what waits to be sent to one socket, bounded in bytes.

use std::collections::VecDeque;
use std::sync::MutexGuard;
use std::task::{Context, Waker};

use bytes::Bytes;
use cydonia_protocol::Close;

use crate::limits;

#[derive(Debug, Default)]
pub(super) struct Queue {
    pub(super) frames: VecDeque<Bytes>,
    /// What all of them cost, but for the answer.
    pub(super) cost: usize,
    /// Where among them the answer is that is as long as it must be; there is no more than one.
    pub(super) answer: Option<usize>,
    /// Why the socket is to be closed. Once a frame was left out none may follow, or the client would see a gap.
    pub(super) given_up: Option<Close>,
    pub(super) is_closed: bool,
    /// Of the socket's task, while it waits for something here.
    waker: Option<Waker>,
}

/// What a frame takes of the room in a queue.
pub(super) fn cost(frame: &Bytes) -> usize {
    frame.len() + limits::FRAME_COST
}

impl Queue {
    /// The socket is gone: nothing is kept for it any more.
    pub(super) fn close(&mut self) {
        *self = Self { is_closed: true, ..Self::default() };
    }

    /// Takes frames out to be sent: no more at once than are to be in memory twice.
    pub(super) fn take(&mut self) -> VecDeque<Bytes> {
        if self.cost <= limits::WRITE_BUFFER {
            (self.cost, self.answer) = (0, None);
            return std::mem::take(&mut self.frames);
        }
        let mut frames = VecDeque::new();
        let mut bytes = 0;
        while bytes < limits::WRITE_BUFFER
            && let Some(frame) = self.pop()
        {
            bytes += frame.len();
            frames.push_back(frame);
        }
        frames
    }

    fn pop(&mut self) -> Option<Bytes> {
        let frame = self.frames.pop_front()?;
        if self.answer == Some(0) {
            self.answer = None;
        } else {
            self.cost -= cost(&frame);
            self.answer = self.answer.map(|place| place - 1);
        }
        Some(frame)
    }

    pub(super) fn wake_later(&mut self, context: &Context<'_>) {
        match &mut self.waker {
            Some(waker) => waker.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
    }
}

/// Has the socket's task look, if it waits.
pub(super) fn wake(mut queue: MutexGuard<'_, Queue>) {
    let waker = queue.waker.take();
    drop(queue);
    if let Some(waker) = waker {
        waker.wake();
    }
}
