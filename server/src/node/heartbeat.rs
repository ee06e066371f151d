//! Heartbeat: the actor that beats twice a second, from joining to leaving, and reads with it how all nodes stand. Nothing else is ever
//! waited for between two beats: a takeover that takes long must not look like a node that stands still.

use std::sync::Arc;

use cydonia_cluster::{Judgement, Membership, SlotMap};
use tokio::sync::watch;

use super::line::Line;
use super::{Bus, Intent, Standing};
use crate::clock::Clock;
use crate::limits;
use crate::store::{NodeConnection, StoreError};

/// What a beat showed, for the reconciler.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) judgement: Judgement,
    pub(super) slots: Arc<SlotMap>,
}

/// The actor.
pub(crate) struct Heartbeat<B> {
    line: Line,
    pub(super) bus: B,
    pub(super) clock: Clock,
    membership: Membership,
    intent: watch::Receiver<Intent>,
    pub(super) standing: watch::Sender<Standing>,
    looks: watch::Sender<Option<Look>>,
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
        Self {
            line: Line::new(connection, limits::NODE_ANSWER),
            bus,
            clock,
            membership: Membership::new(own),
            intent,
            standing: watch::Sender::new(Standing::of(own)),
            looks: watch::Sender::new(None),
        }
    }

    /// How the node stands.
    pub(crate) fn standing(&self) -> watch::Sender<Standing> {
        self.standing.clone()
    }

    pub(super) fn looks(&self) -> watch::Receiver<Option<Look>> {
        self.looks.subscribe()
    }

    /// Beats until the node may go. Gives its connection back, to leave by when its store has stopped.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if others have condemned it: what it remembers is out of date then, and only a start helps.
    pub(crate) async fn run(mut self) -> Result<NodeConnection, StoreError> {
        while !self.beat().await? {
            self.clock.sleep(limits::NODE_BEAT).await;
        }
        Ok(self.into_connection())
    }

    /// Its connection, when it beats no more.
    pub(super) fn into_connection(self) -> NodeConnection {
        self.line.into_connection()
    }

    /// One beat; whether the node may go: nothing is its own, or nobody is there to take it.
    pub(super) async fn beat(&mut self) -> Result<bool, StoreError> {
        self.bus.beat();
        // Before it is asked: no answer makes it later.
        let now_ms = self.clock.running_ms();
        let hears = self.bus.heard_since(now_ms - limits::NODE_HEARD.as_millis() as i64);
        let intent = *self.intent.borrow();
        let Some(seen) = self.line.ask(async |line| line.beat(&hears, intent != Intent::Open).await).await?
        else {
            return Ok(false);
        };
        let judgement = self.membership.look(now_ms, &seen.beats);
        let (slots, open_until_ms) = (Arc::new(seen.slots), self.membership.open_until_ms());
        self.standing.send_modify(|standing| {
            standing.read(Arc::clone(&slots));
            (standing.open_until_ms, standing.has_parted) = (open_until_ms, judgement.has_parted);
        });
        let own = self.standing.borrow().own;
        let may_go = slots.of(own).next().is_none() || judgement.candidates.is_empty();
        self.looks.send_replace(Some(Look { judgement, slots }));
        Ok(intent == Intent::Leaving && may_go)
    }
}
