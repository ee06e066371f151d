//! What a node says to all others.

use std::sync::Arc;

use cydonia_cluster::Incarnation;

use super::Reachable;
use crate::bus::{Announcement, NatsBus};
use crate::node::{Bus, Hearing};

/// By which a heartbeat is heard.
pub(super) struct Mouth {
    pub(super) bus: Arc<NatsBus>,
    pub(super) hearing: Hearing,
    pub(super) reach: Reachable,
}

impl Bus for Mouth {
    fn beat(&self) {
        let reach = self.reach.get();
        let lines = reach.map(|reach| reach.relay.lines()).unwrap_or_default();
        let told = reach.map_or(0, |reach| reach.context().gossip.n());
        self.bus.announce(Announcement::Beat { lines, told });
    }

    fn heard_since(&self, running_ms: i64) -> Vec<Incarnation> {
        self.hearing.since(running_ms)
    }
}
