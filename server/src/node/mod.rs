//! Node: one of several servers on one Postgres that are one house. An actor that beats twice a second, reads with it how all others
//! stand, and does what follows: it takes slots, hands them over, and condemns whoever stands still.
//!
//! What follows is worked out by [`cydonia_cluster`], which knows neither clock nor line; whether it is done, the database decides.

mod bus;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use cydonia_cluster::{Incarnation, Judgement, Membership, Slot, SlotMap};
use tokio::sync::watch;

pub(crate) use bus::Bus;

use crate::clock::Clock;
use crate::limits;
use crate::store::{HandOver, NodeConnection, Seen, Store, StoreError};

/// Tables that are being played at here, as far as a node has to do with them.
pub(crate) trait Tables: Send + 'static {
    /// Ends whatever runs of tables in those slots, each after what it is about; none begins again before the slots are this node's once
    /// more.
    fn let_go(&mut self, slots: &[Slot]) -> impl Future<Output = ()> + Send;
}

/// How a node stands, for whoever is to take moves or to find out who does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    /// Who owns which slot.
    pub slots: Arc<SlotMap>,
    /// Until when moves are taken, by [`Clock::running_ms`]: each beat puts it off. None while none are.
    pub open_until_ms: Option<i64>,
    /// Whether others stay and this one does not, so that its sockets are better off there.
    pub has_parted: bool,
}

/// The actor.
pub(crate) struct Node<B, T> {
    line: NodeConnection,
    bus: B,
    tables: T,
    store: Store,
    clock: Clock,
    membership: Membership,
    standing: watch::Sender<Standing>,
    /// Whether it is on its way out.
    leaving: watch::Receiver<bool>,
}

impl<B: Bus, T: Tables> Node<B, T> {
    /// A node that has joined the others.
    pub(crate) fn new(
        line: NodeConnection,
        bus: B,
        tables: T,
        store: Store,
        clock: Clock,
        leaving: watch::Receiver<bool>,
    ) -> Self {
        let membership = Membership::new(line.own());
        let standing = watch::Sender::new(Standing::default());
        Self { line, bus, tables, store, clock, membership, standing, leaving }
    }

    /// How it stands.
    pub(crate) fn standing(&self) -> watch::Receiver<Standing> {
        self.standing.subscribe()
    }

    /// Beats until it may go. Gives its line back, to leave by when its store has stopped.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if others have condemned it: what it remembers is out of date then, and only a start helps.
    pub(crate) async fn run(mut self) -> Result<NodeConnection, StoreError> {
        while !self.beat().await? {
            self.clock.sleep(limits::NODE_BEAT).await;
        }
        Ok(self.line)
    }

    /// One beat, and what follows from it; whether it may go: nothing is its own, or nobody is there to take it. What the database does
    /// not do now is tried with the next one.
    async fn beat(&mut self) -> Result<bool, StoreError> {
        self.bus.beat();
        // Before it is asked: no answer makes it later.
        let now_ms = self.clock.running_ms();
        let hears = self.bus.heard_since(now_ms - limits::NODE_HEARD.as_millis() as i64);
        let leaving = *self.leaving.borrow();
        let Some(seen) = self.tried(async |line| line.beat(&hears, leaving).await).await? else {
            return Ok(false);
        };
        let judgement = self.membership.look(now_ms, &seen.beats);
        self.standing.send_replace(Standing {
            slots: Arc::new(seen.slots.clone()),
            open_until_ms: self.membership.open_until_ms(),
            has_parted: judgement.has_parted,
        });
        self.follow(&judgement, &seen).await?;
        let owns_nothing = self.standing.borrow().slots.of(self.line.own()).next().is_none();
        Ok(leaving && (owns_nothing || judgement.candidates.is_empty()))
    }

    async fn follow(&mut self, judgement: &Judgement, seen: &Seen) -> Result<(), StoreError> {
        let Judgement { candidates, failures, .. } = judgement;
        for failure in failures {
            let condemned = self.tried(async |line| line.condemn(*failure, candidates).await).await?;
            if condemned == Some(true) {
                tracing::warn!(node = %failure.node, "a node stands still: others go on with its tables");
            }
        }
        let own = self.line.own();
        let claims = seen.slots.claims(own, candidates);
        if !claims.is_empty() {
            self.tried(async |line| line.claim(&claims).await).await?;
        }
        let mut handed: BTreeMap<Incarnation, Vec<Slot>> = BTreeMap::new();
        for (slot, to) in seen.slots.hand_overs(own, candidates) {
            handed.entry(to).or_default().push(slot);
        }
        for (to, slots) in handed {
            // First, so that nothing more is begun there; should they stay its own, it reads so.
            self.standing.send_modify(|standing| {
                let map = Arc::make_mut(&mut standing.slots);
                slots.iter().for_each(|slot| map.set(*slot, Some(to)));
            });
            self.tables.let_go(&slots).await;
            if let Err(error) = self.store.write(HandOver { slots, to }).await {
                tracing::warn!(%error, node = %to, "slots are handed over with another beat");
            }
        }
        Ok(())
    }

    /// Asks the database for something; none if it does not answer, and then its line is laid anew.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if it has condemned this node.
    async fn tried<A>(
        &mut self,
        ask: impl AsyncFnOnce(&mut NodeConnection) -> Result<A, StoreError>,
    ) -> Result<Option<A>, StoreError> {
        let asked = tokio::time::timeout(limits::NODE_ANSWER, ask(&mut self.line)).await;
        match asked.unwrap_or_else(|_elapsed| Err(StoreError::silent())) {
            Ok(answer) => return Ok(Some(answer)),
            Err(error @ StoreError::InUse) => return Err(error),
            Err(error) => tracing::warn!(%error, "a beat was lost"),
        }
        let laid = tokio::time::timeout(limits::NODE_ANSWER, self.line.lay_anew()).await;
        if let Err(error) = laid.unwrap_or_else(|_elapsed| Err(StoreError::silent())) {
            tracing::debug!(%error, "the line for beats is laid with the next one");
        }
        Ok(None)
    }
}
