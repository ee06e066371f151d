//! What a node hears of others.

use bytes::Bytes;
use cydonia_cluster::Incarnation;

use super::Reachable;
use crate::bus::{Announced, Announcement, Deliveries, Delivery};
use crate::clock::Clock;
use crate::node::Hearing;

/// The actor that takes in what comes.
pub(super) struct Ear {
    pub(super) own: Incarnation,
    pub(super) clock: Clock,
    pub(super) hearing: Hearing,
    pub(super) reach: Reachable,
}

impl Ear {
    /// Hears until the connection is closed for good.
    pub(super) async fn hear(self, mut deliveries: Deliveries) {
        while let Some(delivery) = deliveries.next().await {
            match delivery {
                Delivery::Letter(bytes) => {
                    if let Some(reach) = self.reach.get() {
                        reach.relay.receive(&reach.registry, bytes);
                    }
                }
                Delivery::Announcement(bytes) => self.hear_announcement(&bytes),
            }
        }
    }

    fn hear_announcement(&self, bytes: &Bytes) {
        let Some((from, said, what)) = Announced::decode(bytes) else {
            return tracing::warn!("what a node has said to all cannot be read");
        };
        if let Announcement::Beat { .. } = what {
            self.hearing.hear(from, self.clock.running_ms());
        }
        // What it has said itself it knows.
        if let Some(reach) = self.reach.get().filter(|_| from != self.own) {
            reach.hear(from, said, what);
        }
    }
}
