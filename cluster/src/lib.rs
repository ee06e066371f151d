//! Membership and ownership: which of several nodes are there, which of them stay, and which owns which table.
//!
//! Pure: no I/O, no clock, no randomness. Each node feeds it with what its heartbeats read from the database ([`Membership::look`])
//! and does what it is told; the database decides whether that may be done. Safety never rests on anything here: an owner is an
//! owner because the database says so, and a commit is one because its fencing token was good. What is decided here is only *when* a
//! node is taken for dead, and to whom its tables go.

mod beat;
mod detector;
mod gossip;
mod line;
mod membership;
mod partition;
mod rendezvous;
mod slots;

pub use beat::{Beat, Incarnation};
pub use gossip::{Changes, Mirror, Mirrored, Published, Whole};
pub use line::{LineReceiver, LineSender, Place, Reception};
pub use membership::{Failure, Judgement, Membership};
pub use rendezvous::{Candidate, owner};
pub use slots::{Slot, SlotMap};

/// How long anything takes, in milliseconds of a node's own monotonic clock.
pub mod limits {
    /// Beats of one's own over which another's have to stand still before it is taken for dead.
    pub const STILL_BEATS: u32 = 4;

    /// And for how long, in milliseconds: whoever beats in haste is no quicker to judge.
    pub const STILL_MS: i64 = 2_000;

    /// Looks in a row at which a node does not belong to those who stay before it gives up what it owns.
    pub const PARTED_LOOKS: u32 = 3;

    /// After this without a beat of one's own that came through, in milliseconds, nothing is taken any more. No more than
    /// [`STILL_MS`]: whoever is taken for dead has stopped by itself, unless it stands still altogether.
    pub const CLOSED_MS: i64 = 2_000;

    /// Beats before a node that has just started is given anything.
    pub const SETTLED_BEATS: u64 = 4;

    /// Slots that are handed over in one transaction.
    pub const HANDED_OVER_AT_ONCE: usize = 32;
}
