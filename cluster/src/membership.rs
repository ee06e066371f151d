//! Membership: what a node makes of the beats that it reads, and whether it may go on itself.

use std::collections::BTreeSet;

use crate::detector::FailureDetector;
use crate::partition::stayers;
use crate::{Beat, Candidate, Incarnation, limits};

/// How one node sees all of them.
#[derive(Clone, Debug)]
pub struct Membership {
    own: Incarnation,
    detector: FailureDetector,
    /// When its own last beat came through; none before the first.
    beaten_ms: Option<i64>,
    /// Looks in a row at which others stayed and it did not.
    parted: u32,
    stays: bool,
}

/// A node that is to be taken for dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which.
    pub node: Incarnation,
    /// At which of its beats it stood still. The database condemns it only if that is its last one still: somebody else may have been
    /// faster, or it lives.
    pub n: u64,
}

/// What a look leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Those who stay, have settled and are not about to leave, with their weights. Nobody while one does not belong to them oneself and may soon again: until then nothing is claimed
    /// and nothing handed over.
    pub candidates: Vec<Candidate>,
    /// Those that are to be condemned.
    pub failures: Vec<Failure>,
    /// Whether one has been parted from those who stay for so long that one sends one's sockets away, to them.
    pub has_parted: bool,
}

impl Membership {
    /// Of a node that has just started.
    #[must_use]
    pub fn new(own: Incarnation) -> Self {
        Self { own, detector: FailureDetector::default(), beaten_ms: None, parted: 0, stays: false }
    }

    /// Takes in all beats of nodes that nobody has condemned, one's own among them, as they were read with a beat of one's own that came
    /// through at `now_ms` of one's own monotonic clock.
    pub fn look(&mut self, now_ms: i64, beats: &[Beat]) -> Judgement {
        self.detector.look(now_ms, beats);
        self.beaten_ms = Some(now_ms);
        let (still, alive): (Vec<&Beat>, Vec<&Beat>) = beats
            .iter()
            .partition(|beat| beat.node != self.own && self.detector.stands_still(beat.node, now_ms));
        let staying = stayers(alive.iter().copied());
        self.stays = staying.contains(&self.own);
        self.parted = if self.stays || staying.is_empty() { 0 } else { self.parted + 1 };
        let failures = still.iter().filter(|_| self.stays).map(|beat| Failure { node: beat.node, n: beat.n });
        let has_parted = self.parted >= limits::PARTED_LOOKS;
        let candidates = if self.stays || has_parted { candidates(&alive, &staying) } else { Vec::new() };
        Judgement { candidates, failures: failures.collect(), has_parted }
    }

    /// Whether the node may take moves at `now_ms` of its own monotonic clock: its beats come through, and it belongs to those who stay.
    #[must_use]
    pub fn is_open(&self, now_ms: i64) -> bool {
        self.open_until_ms().is_some_and(|until_ms| now_ms < until_ms)
    }

    /// Until when, by its own monotonic clock, should no other beat come through; none while it does not belong to those who stay.
    #[must_use]
    pub fn open_until_ms(&self) -> Option<i64> {
        self.beaten_ms.filter(|_| self.stays).map(|beaten_ms| beaten_ms + limits::CLOSED_MS)
    }
}

/// Of those who stay, the ones that have been there for a while, and are not about to go.
fn candidates(alive: &[&Beat], staying: &BTreeSet<Incarnation>) -> Vec<Candidate> {
    let may_own =
        |beat: &&&Beat| staying.contains(&beat.node) && !beat.leaving && beat.n >= limits::SETTLED_BEATS;
    let candidate = |beat: &&Beat| Candidate { node: beat.node, weight: beat.weight };
    alive.iter().filter(may_own).map(candidate).collect()
}
