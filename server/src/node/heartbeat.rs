//! Heartbeat: the actor that beats twice a second, from joining until the node's store has stopped, and reads with it how all nodes stand.
//! Nothing else is ever waited for between two beats: a takeover that takes long must not look like a node that stands still.

use std::collections::BTreeSet;
use std::sync::Arc;

use cydonia_cluster::{Judgement, Membership, SlotMap, limits as cluster_limits};
use tokio::sync::watch;

use super::reconnecting::Reconnecting;
use super::{Bus, Intent, Standing};
use crate::clock::Clock;
use crate::limits;
use crate::store::{NodeConnection, StoreError};

/// What a beat showed, for the reconciler.
#[derive(Clone, Debug)]
pub(super) struct Observation {
    pub(super) judgement: Judgement,
    pub(super) slots: Arc<SlotMap>,
}

/// The actor.
pub(crate) struct Heartbeat<B> {
    connection: Reconnecting,
    bus: B,
    pub(super) clock: Clock,
    membership: Membership,
    intent: watch::Receiver<Intent>,
    /// Beats in a row at which nobody was there who could take anything.
    heirless: u32,
    shared: Shared,
}

/// What a heartbeat shares with the reconciler of its node.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(super) standing: watch::Sender<Standing>,
    pub(super) observations: watch::Sender<Option<Observation>>,
}

impl Shared {
    /// How the node stands.
    pub(crate) fn standing(&self) -> watch::Receiver<Standing> {
        self.standing.subscribe()
    }
}

impl<B: Bus> Heartbeat<B> {
    /// Of a node that has joined the others.
    pub(crate) fn new(
        connection: NodeConnection,
        bus: B,
        clock: Clock,
        intent: watch::Receiver<Intent>,
    ) -> Self {
        let own = connection.own();
        let shared = Shared {
            standing: watch::Sender::new(Standing::of(own)),
            observations: watch::Sender::new(None),
        };
        let connection = Reconnecting::new(connection, limits::NODE_ANSWER);
        Self { connection, bus, clock, membership: Membership::new(own), intent, heirless: 0, shared }
    }

    /// For the reconciler, and for whoever wants to know how the node stands.
    pub(crate) fn shared(&self) -> Shared {
        self.shared.clone()
    }

    /// Beats until the node has left. Gives its connection back, for the last word.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if others have condemned it: what it remembers is out of date then, and only a start helps.
    pub(crate) async fn run(mut self) -> Result<NodeConnection, StoreError> {
        while *self.intent.borrow() != Intent::Left {
            self.beat().await?;
            tokio::select! {
                () = self.clock.sleep(limits::NODE_BEAT) => {}
                // Nobody is there any more to have it leave.
                changed = self.intent.changed() => if changed.is_err() { break },
            }
        }
        Ok(self.into_connection())
    }

    /// Its connection, when it beats no more.
    pub(super) fn into_connection(self) -> NodeConnection {
        self.connection.into_inner()
    }

    /// One beat.
    pub(super) async fn beat(&mut self) -> Result<(), StoreError> {
        self.bus.beat();
        // Before it is asked: no answer makes it later.
        let now_ms = self.clock.running_ms();
        let hears = self.bus.heard_since(now_ms - limits::NODE_HEARD.as_millis() as i64);
        let intent = *self.intent.borrow_and_update();
        let beat =
            async |connection: &mut NodeConnection| connection.beat(&hears, intent != Intent::Open).await;
        let Some(seen) = self.connection.ask(beat).await? else { return Ok(()) };
        let judgement = self.membership.look(now_ms, &seen.beats);
        let has_heirs = judgement.candidates.iter().any(|candidate| candidate.weight > 0);
        self.heirless = if has_heirs { 0 } else { self.heirless + 1 };
        let living: BTreeSet<_> = seen.beats.iter().map(|beat| beat.node).collect();
        let (slots, open_until_ms) = (Arc::new(seen.slots), self.membership.open_until_ms());
        self.shared.standing.send_modify(|standing| {
            standing.read(Arc::clone(&slots));
            if *standing.living != living {
                standing.living = Arc::new(living);
            }
            let owns_nothing = slots.of(standing.own).next().is_none();
            (standing.open_until_ms, standing.has_parted) = (open_until_ms, judgement.has_parted);
            standing.is_passing = intent != Intent::Open;
            standing.may_leave =
                intent == Intent::Leaving && (owns_nothing || self.heirless >= cluster_limits::PARTED_LOOKS);
        });
        self.shared.observations.send_replace(Some(Observation { judgement, slots }));
        Ok(())
    }
}
