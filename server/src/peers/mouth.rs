//! What a node says to all others.

use std::sync::Arc;

use cydonia_cluster::Incarnation;

use super::Reach;
use crate::bus::{Announcement, NatsBus};
use crate::node::{Bus, Hearing};

/// By which a heartbeat is heard.
pub(super) struct Mouth {
    pub(super) bus: Arc<NatsBus>,
    pub(super) hearing: Hearing,
    pub(super) reach: Reach,
}

impl Bus for Mouth {
    fn beat(&self) {
        let lines = self.reach.get().map(|(relay, _)| relay.lines()).unwrap_or_default();
        self.bus.announce(Announcement::Beat { lines });
    }

    fn heard_since(&self, running_ms: i64) -> Vec<Incarnation> {
        self.hearing.since(running_ms)
    }
}
