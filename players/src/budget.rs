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
}

impl<'a> Budget<'a> {
    /// So many nodes between two looks at whether to stop: well below a millisecond.
    const NODES_BETWEEN: u64 = 256;

    /// So many positions, or until `stop`.
    pub fn new(nodes: u64, stop: &'a dyn Stop) -> Self {
        Self { nodes, stop, is_over: nodes == 0 }
    }

    /// Takes a node off; false if there is none left, or it is to stop.
    pub fn take(&mut self) -> bool {
        if !self.is_over {
            self.nodes -= 1;
            self.is_over =
                self.nodes == 0 || (self.nodes.is_multiple_of(Self::NODES_BETWEEN) && self.stop.is_due());
        }
        !self.is_over
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
