//! The way to say something to all other nodes, for whoever need not know whether there are any.

use std::sync::{Arc, OnceLock};

use super::announcement::Announcement;
use super::nats::NatsBus;

/// Says something to all other nodes; in a house alone to nobody. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Announcer(Arc<OnceLock<Arc<NatsBus>>>);

impl Announcer {
    /// Has it go over that bus from now on.
    pub(crate) fn reach_others_by(&self, bus: Arc<NatsBus>) {
        // There is one node to a server.
        drop(self.0.set(bus));
    }

    /// Says something, if anybody else is there.
    pub(crate) fn announce(&self, what: impl FnOnce() -> Announcement) {
        if let Some(bus) = self.0.get() {
            bus.announce(what());
        }
    }
}
