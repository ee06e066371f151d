//! Message bus: what nodes hear of each other without the database. Nothing in it is ever believed: it tells only who can be reached.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cydonia_cluster::Incarnation;

/// A node's line to all nodes.
pub(crate) trait Bus: Send + 'static {
    /// Tells all of them, oneself included, that one is there. Nobody waits for that to arrive.
    fn beat(&self);

    /// Whom one has heard since then, by one's own [`Clock::running_ms`](crate::clock::Clock::running_ms).
    fn heard_since(&self, running_ms: i64) -> Vec<Incarnation>;
}

/// Whom one has heard, and when last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hearing(Arc<Mutex<BTreeMap<Incarnation, i64>>>);

impl Hearing {
    /// Takes note of a beat that has come in.
    pub(crate) fn hear(&self, node: Incarnation, now_ms: i64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(node, now_ms);
    }

    /// Whom one has heard since then; the others are forgotten.
    pub(crate) fn since(&self, running_ms: i64) -> Vec<Incarnation> {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        heard.retain(|_, ms| *ms >= running_ms);
        heard.keys().copied().collect()
    }
}
