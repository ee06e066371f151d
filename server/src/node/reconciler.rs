//! Reconciler (control loop): brings what the database says about nodes and slots to what it should be, by the newest look. It condemns
//! whoever stands still, takes slots that nobody owns, and hands over what is to be another's. What fails or takes too long is done with
//! a later look.

use std::collections::{BTreeMap, BTreeSet};

use cydonia_cluster::{Incarnation, Slot};
use tokio::sync::watch;

use super::heartbeat::{Heartbeat, Look};
use super::line::Line;
use super::{Bus, Standing, Tables};
use crate::limits;
use crate::store::{HandOver, NodeConnection, Retake, Store, StoreError};

/// The actor.
pub(crate) struct Reconciler<T> {
    line: Line,
    own: Incarnation,
    pub(super) tables: T,
    pub(super) store: Store,
    standing: watch::Sender<Standing>,
    looks: watch::Receiver<Option<Look>>,
}

impl<T: Tables> Reconciler<T> {
    /// Of the node whose heartbeat that is, over a connection of its own, once it has a store and tables.
    pub(crate) fn new<B: Bus>(
        heartbeat: &Heartbeat<B>,
        connection: NodeConnection,
        tables: T,
        store: Store,
    ) -> Self {
        let (own, line) = (connection.own(), Line::new(connection, limits::NODE_RECONCILE));
        Self { line, own, tables, store, standing: heartbeat.standing(), looks: heartbeat.looks() }
    }

    /// Does what follows from each look, until there are no more.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if a house alone has the database.
    pub(crate) async fn run(mut self) -> Result<(), StoreError> {
        while self.looks.changed().await.is_ok() {
            self.reconcile().await?;
        }
        Ok(())
    }

    /// Does what follows from the newest look.
    pub(super) async fn reconcile(&mut self) -> Result<(), StoreError> {
        let Some(Look { judgement, slots }) = self.looks.borrow_and_update().clone() else { return Ok(()) };
        let candidates = &judgement.candidates;
        for failure in judgement.failures {
            let condemned = self.line.ask(async |line| line.condemn(failure, candidates).await).await?;
            if condemned == Some(true) {
                tracing::warn!(node = %failure.node, "a node stands still: others go on with its tables");
            }
        }
        let claims = slots.claims(self.own, candidates);
        if !claims.is_empty() {
            self.line.ask(async |line| line.claim(&claims).await).await?;
        }
        let mut handed: BTreeMap<Incarnation, Vec<Slot>> = BTreeMap::new();
        for (slot, to) in slots.hand_overs(self.own, candidates) {
            handed.entry(to).or_default().push(slot);
        }
        for (to, slots) in handed {
            self.hand_over(to, slots).await;
        }
        let kept: BTreeSet<Slot> = slots.keeps(self.own, candidates).collect();
        self.retake(&kept).await;
        Ok(())
    }

    /// Hands slots over. They are in transit from before their tables are let go of until the database says whose they are.
    async fn hand_over(&mut self, to: Incarnation, slots: Vec<Slot>) {
        self.standing.send_modify(|standing| standing.in_transit.extend(&slots));
        self.tables.let_go(&slots).await;
        if let Err(error) = self.store.write(HandOver { slots, to }).await {
            tracing::warn!(%error, node = %to, "slots are handed over with another look");
        }
    }

    /// Slots that are to stay after all, as whoever was to have them is gone: used again once it is sure that no hand-over of them is
    /// under way any more.
    async fn retake(&mut self, kept: &BTreeSet<Slot>) {
        let slots: Vec<Slot> = self.standing.borrow().in_transit.intersection(kept).copied().collect();
        if slots.is_empty() {
            return;
        }
        match self.store.write(Retake { slots }).await {
            Ok(own) => self.standing.send_modify(|standing| {
                standing.in_transit.retain(|slot| !own.contains(slot));
            }),
            Err(error) => tracing::warn!(%error, "slots in transit are taken back with another look"),
        }
    }
}
