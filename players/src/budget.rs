//! Budget: how much may be thought, and whether to stop.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a search is to end now, asked every few nodes: within some milliseconds.
pub trait Stop {
    /// Whether whoever asked wants no more of it.
    fn is_due(&self) -> bool;
}

impl Stop for AtomicBool {
    fn is_due(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// A search that nobody stops: its nodes alone end it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl Stop for Never {
    fn is_due(&self) -> bool {
        false
    }
}

/// What a search may use up.
pub struct Budget<'a> {
    nodes: u64,
    stop: &'a dyn Stop,
    is_over: bool,
    /// Whether it was told to stop.
    is_stopped: bool,
    /// What was done beside the nodes since it was last looked for that.
    aside: u64,
}

impl<'a> Budget<'a> {
    /// So many nodes between two looks at whether to stop: well below a millisecond.
    pub(crate) const NODES_BETWEEN: u64 = 256;

    /// So many positions, or until `stop`.
    pub fn new(nodes: u64, stop: &'a dyn Stop) -> Self {
        Self { nodes, stop, is_over: nodes == 0, is_stopped: false, aside: 0 }
    }

    /// Takes a node off; false if there is none left, or it is to stop.
    pub fn take(&mut self) -> bool {
        if !self.is_over {
            self.nodes -= 1;
            if self.nodes.is_multiple_of(Self::NODES_BETWEEN) && self.nodes > 0 {
                self.is_stopped = self.stop.is_due();
            }
            self.is_over = self.nodes == 0 || self.is_stopped;
        }
        !self.is_over
    }

    /// Looks now and then whether to stop, for work that takes as long as so many nodes and is none, or is more than one; false if so.
    pub fn look(&mut self, work: u64) -> bool {
        self.aside += work;
        if self.aside >= Self::NODES_BETWEEN && !self.is_stopped {
            self.aside = 0;
            self.is_stopped = self.stop.is_due();
            self.is_over |= self.is_stopped;
        }
        !self.is_stopped
    }

    /// Whether it was told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// So many nodes are left at most.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.nodes
    }

    /// Whether nothing is left of it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}
