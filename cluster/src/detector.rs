//! Failure detector: whose beats stand still, as one observer counts it.
//!
//! No clock is compared with another's. A beat is old when it has not changed over several beats of one's own that came through: while
//! the database answers nobody, nobody's do, and nobody is taken for dead.

use std::collections::HashMap;

use crate::{Beat, Incarnation, limits};

/// What was last seen of a node, and since when.
#[derive(Clone, Copy, Debug)]
struct Seen {
    n: u64,
    /// Own beats since that were made and showed nothing new.
    looks: u32,
    since_ms: i64,
}

/// What one node has seen of the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct FailureDetector {
    seen: HashMap<Incarnation, Seen>,
}

impl FailureDetector {
    /// Takes in what a beat of one's own has read, at `now_ms` of one's own monotonic clock. Those that are not in it any more are
    /// forgotten.
    pub(crate) fn look(&mut self, now_ms: i64, beats: &[Beat]) {
        self.seen.retain(|node, _| beats.iter().any(|beat| beat.node == *node));
        for beat in beats {
            match self.seen.get_mut(&beat.node) {
                Some(seen) if seen.n == beat.n => seen.looks += 1,
                _ => {
                    self.seen.insert(beat.node, Seen { n: beat.n, looks: 0, since_ms: now_ms });
                }
            }
        }
    }

    /// Whether a node's beats stand still: over so many of one's own, and for so long.
    pub(crate) fn stands_still(&self, node: Incarnation, now_ms: i64) -> bool {
        self.seen.get(&node).is_some_and(|seen| {
            seen.looks >= limits::STILL_BEATS && now_ms - seen.since_ms >= limits::STILL_MS
        })
    }
}
