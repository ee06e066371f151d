//! Node: one of several servers on one Postgres that are one house. Two actors: a heartbeat ([`heartbeat`]), and a reconciler
//! ([`reconciler`]) that takes slots, hands them over, and condemns whoever stands still.
//!
//! What follows is worked out by [`cydonia_cluster`], which knows neither clock nor line; whether it is done, the database decides.

mod bus;
mod heartbeat;
mod reconciler;
mod reconnecting;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use cydonia_cluster::{Incarnation, Slot, SlotMap};

pub(crate) use bus::{Bus, Hearing};
pub(crate) use heartbeat::{Heartbeat, Shared};
pub(crate) use reconciler::Reconciler;

/// Tables that are being played at here, as far as a node has to do with them.
pub(crate) trait Tables: Send + 'static {
    /// Ends whatever runs of tables in those slots, each after what it is about; none begins again before the slots are this node's once
    /// more.
    fn let_go(&mut self, slots: &[Slot]) -> impl Future<Output = ()> + Send;
}

/// What a node is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// Its store is being opened: it is there, and wants nothing yet.
    Opening,
    /// To own what falls to it.
    Open,
    /// To go, once nothing is its own ([`Standing::may_leave`]).
    Leaving,
    /// Its store has stopped: the last beat is made.
    Left,
}

/// How a node stands, for whoever is to take moves or to find out who does.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    /// Which node it is.
    pub own: Incarnation,
    /// Who owns which slot, as the last beat read it.
    slots: Arc<SlotMap>,
    /// Those that have not ended, this one among them.
    pub living: Arc<BTreeSet<Incarnation>>,
    /// Slots that are being handed over, or were with an outcome that is unknown: nobody's, for all that this node may do, until the
    /// database says whose.
    in_transit: BTreeSet<Slot>,
    /// Until when moves are taken, by [`Clock::running_ms`](crate::clock::Clock::running_ms): each beat puts it off. None while none are.
    pub open_until_ms: Option<i64>,
    /// Whether others stay and this one does not, so that its sockets are better off there.
    pub has_parted: bool,
    /// Whether it is on its way in or out: nobody new is to be sent to it.
    pub is_passing: bool,
    /// Whether one that is leaving may stop its store: nothing is its own, or nobody is there to take it.
    pub may_leave: bool,
}

impl Standing {
    /// Of a node that has not read anything yet.
    fn of(own: Incarnation) -> Self {
        Self {
            own,
            slots: Arc::default(),
            living: Arc::default(),
            in_transit: BTreeSet::new(),
            open_until_ms: None,
            has_parted: false,
            is_passing: true,
            may_leave: false,
        }
    }

    /// Of a node that takes moves for ever, where slots are owned so.
    #[cfg(test)]
    pub(crate) fn where_owned(own: Incarnation, slots: SlotMap) -> Self {
        Self { slots: Arc::new(slots), open_until_ms: Some(i64::MAX), is_passing: false, ..Self::of(own) }
    }

    /// The same where one of them is owned otherwise.
    #[cfg(test)]
    pub(crate) fn with_owner(self, slot: Slot, owner: Option<Incarnation>) -> Self {
        let mut slots = SlotMap::clone(&self.slots);
        slots.set(slot, owner);
        Self { slots: Arc::new(slots), ..self }
    }

    /// Who owns a slot, as far as is known; nobody while it is on its way from this node to another.
    pub(crate) fn owner(&self, slot: Slot) -> Option<Incarnation> {
        self.slots.owner(slot).filter(|owner| *owner != self.own || !self.in_transit.contains(&slot))
    }

    /// Whether moves are taken at a time, by [`Clock::running_ms`](crate::clock::Clock::running_ms).
    pub(crate) fn is_open(&self, now_ms: i64) -> bool {
        self.open_until_ms.is_some_and(|until_ms| now_ms < until_ms)
    }

    /// Whether any slot is this node's.
    pub(crate) fn owns_any(&self) -> bool {
        self.slots.of(self.own).any(|slot| !self.in_transit.contains(&slot))
    }

    /// Whether this is the node that does what only one does: the owner of the first slot.
    pub(crate) fn leads(&self) -> bool {
        Slot::numbered(0).and_then(|first| self.owner(first)) == Some(self.own)
    }

    /// Takes in who owns what: what has arrived elsewhere is on its way no more.
    fn read(&mut self, slots: Arc<SlotMap>) {
        self.in_transit.retain(|slot| slots.owner(*slot) == Some(self.own));
        self.slots = slots;
    }
}
