//! Replay buffer: what was told last, as it was encoded: whoever was away for a moment, and the many who come to watch at once,
//! need nothing worked out again.

use std::collections::VecDeque;

use crate::limits;
use crate::outbox::Frame;

/// The last things that were told of a table.
#[derive(Debug, Default)]
pub(super) struct ReplayBuffer {
    /// Frames with the events that follow each other up to the last.
    events: VecDeque<PastEvents>,
    /// The table as somebody without a seat was told of it since the last event.
    snapshot: Option<Frame>,
}

/// Events as they were told.
#[derive(Debug)]
struct PastEvents {
    /// After which event they come.
    after: u64,
    frame: Frame,
}

impl ReplayBuffer {
    /// Takes in what was told of the events after `after`. What is long is not kept.
    pub(super) fn told(&mut self, after: u64, events: &Frame) {
        self.snapshot = None;
        if events.len() > limits::RECENT_LENGTH {
            self.events.clear();
            return;
        }
        if self.events.len() == limits::RECENT {
            self.events.pop_front();
        }
        self.events.push_back(PastEvents { after, frame: events.clone() });
    }

    /// What was told after that event; none if it was told too long ago.
    pub(super) fn since(&self, event: u64) -> Option<impl Iterator<Item = &Frame>> {
        let first = self.events.iter().position(|told| told.after == event)?;
        Some(self.events.range(first..).map(|told| &told.frame))
    }

    /// The table as it stands, if somebody was told already.
    pub(super) fn snapshot(&self) -> Option<&Frame> {
        self.snapshot.as_ref()
    }

    /// The table has changed though there was no event.
    pub(super) fn forget_snapshot(&mut self) {
        self.snapshot = None;
    }

    /// Takes in how somebody without a seat was told of the table.
    pub(super) fn shown(&mut self, snapshot: &Frame) {
        self.snapshot = Some(snapshot.clone());
    }
}
