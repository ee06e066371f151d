//! Heartbeats: what each node says of itself, every half second, in a row of its own.

use std::fmt;

/// One start of one node. The database counts them up; none is ever used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Incarnation(pub i64);

impl fmt::Display for Incarnation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The last beat of a node that nobody has condemned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// Whose it is.
    pub node: Incarnation,
    /// How many it has made since it started.
    pub n: u64,
    /// Whom it has heard on the message bus within the last 1.25 seconds, itself included if its own letters come back to it.
    pub hears: Vec<Incarnation>,
    /// Whether it is on its way out, and wants nothing any more.
    pub leaving: bool,
    /// Its share of the slots, beside those of others; 0 owns none, and only holds sockets.
    pub weight: u32,
}

impl Beat {
    /// Whether two nodes hear each other.
    pub(crate) fn is_mutual(&self, other: &Self) -> bool {
        self.hears.contains(&other.node) && other.hears.contains(&self.node)
    }
}
