//! Reconciler (control loop): brings what the database says about nodes and slots to what it should be, by the newest observation. It condemns
//! whoever stands still, takes slots that nobody owns, and hands over what is to be another's. What fails or takes too long is done with
//! a later one.

use std::collections::{BTreeMap, BTreeSet};

use cydonia_cluster::{Incarnation, Slot};
use tokio::sync::watch;

use super::heartbeat::{Observation, Shared};
use super::reconnecting::Reconnecting;
use super::{Standing, Tables};
use crate::limits;
use crate::store::{ConfirmOwnership, HandOver, NodeConnection, Store, StoreError};

/// The actor.
pub(crate) struct Reconciler<T> {
    connection: Reconnecting,
    own: Incarnation,
    pub(super) tables: T,
    pub(super) store: Store,
    standing: watch::Sender<Standing>,
    observations: watch::Receiver<Option<Observation>>,
    /// Slots that were handed over, as the database has said, and are not read as another's yet.
    handed: BTreeSet<Slot>,
}

impl<T: Tables> Reconciler<T> {
    /// Of the node whose heartbeat shares that, over a connection of its own, once it has a store and tables.
    pub(crate) fn new(shared: Shared, connection: NodeConnection, tables: T, store: Store) -> Self {
        let own = connection.own();
        let connection = Reconnecting::new(connection, limits::NODE_RECONCILE);
        let (standing, observations) = (shared.standing, shared.observations.subscribe());
        Self { connection, own, tables, store, standing, observations, handed: BTreeSet::new() }
    }

    /// Does what follows from each observation, until nobody makes any more.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if a house alone has the database.
    pub(crate) async fn run(mut self) -> Result<(), StoreError> {
        loop {
            self.reconcile().await?;
            if self.observations.changed().await.is_err() {
                return Ok(());
            }
        }
    }

    /// Does what follows from the newest observation.
    pub(super) async fn reconcile(&mut self) -> Result<(), StoreError> {
        let newest = self.observations.borrow_and_update().clone();
        let Some(Observation { judgement, slots }) = newest else { return Ok(()) };
        let candidates = &judgement.candidates;
        for failure in judgement.failures {
            let condemned = self.connection.ask(async |line| line.condemn(failure, candidates).await).await?;
            if condemned == Some(true) {
                tracing::warn!(node = %failure.node, "a node stands still: others go on with its tables");
            }
        }
        let claims = slots.claims(self.own, candidates);
        if !claims.is_empty() {
            self.connection.ask(async |line| line.claim(&claims).await).await?;
        }
        let in_transit = self.standing.borrow().in_transit.clone();
        self.handed.retain(|slot| in_transit.contains(slot));
        let mut to_hand: BTreeMap<Incarnation, Vec<Slot>> = BTreeMap::new();
        for (slot, to) in slots.hand_overs(self.own, candidates) {
            // What was observed is older than what has been handed over since.
            if !self.handed.contains(&slot) {
                to_hand.entry(to).or_default().push(slot);
            }
        }
        for (to, slots) in to_hand {
            self.hand_over(to, slots).await;
        }
        let kept: BTreeSet<Slot> = slots.keeps(self.own, candidates).collect();
        self.keep(&kept).await;
        Ok(())
    }

    /// Hands slots over. They are in transit from before their tables are let go of until the database says whose they are.
    async fn hand_over(&mut self, to: Incarnation, slots: Vec<Slot>) {
        self.standing.send_modify(|standing| standing.in_transit.extend(&slots));
        self.tables.let_go(&slots).await;
        match self.store.write(HandOver { slots, to }).await {
            Ok(handed) => self.handed.extend(handed),
            Err(error) => tracing::warn!(%error, node = %to, "slots are handed over later"),
        }
    }

    /// Slots that are to stay after all, as whoever was to have them is gone: used again once it is sure that no hand-over of them is
    /// under way any more.
    async fn keep(&mut self, kept: &BTreeSet<Slot>) {
        let slots: Vec<Slot> = self.standing.borrow().in_transit.intersection(kept).copied().collect();
        if slots.is_empty() {
            return;
        }
        match self.store.write(ConfirmOwnership { slots }).await {
            Ok(own) => self.standing.send_modify(|standing| {
                standing.in_transit.retain(|slot| !own.contains(slot));
            }),
            Err(error) => tracing::warn!(%error, "slots in transit are taken back later"),
        }
    }
}
