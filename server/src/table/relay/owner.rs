//! Owner: the sockets of other nodes that ask tables here for something. Each has an outbox here, as a socket of one's own would; what is
//! put into it goes to its edge.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use cydonia_cluster::Incarnation;
use cydonia_protocol::Command;
use cydonia_table::UnixMs;
use tokio::sync::mpsc;

use super::Relay;
use super::letter::{FarAsk, Letter};
use crate::limits;
use crate::outbox::{Outbox, Outgoing};
use crate::store::LiveSession;
use crate::table::{Ask, Asker, Registry, Request};
use crate::visitor::Visitor;

/// The sockets, by their edge and its number.
#[derive(Debug, Default)]
pub(super) struct Owner {
    sockets: Mutex<HashMap<(Incarnation, u64), mpsc::Sender<FarAsk>>>,
    /// Whose the outboxes here are, by the numbers of these.
    far: Mutex<HashMap<u64, (Incarnation, u64)>>,
}

impl Owner {
    /// A socket elsewhere asks for something; for one that asks faster than it is answered nothing more is done.
    pub(super) fn ask(&self, relay: &Arc<Relay>, registry: &Arc<Registry>, edge: Incarnation, ask: FarAsk) {
        let socket = ask.socket;
        let mut sockets = self.lock();
        let asks = sockets.entry((edge, socket)).or_insert_with(|| {
            let (asks, asked) = mpsc::channel(limits::FAR_ASKS);
            let far = FarSocket::new(Arc::clone(relay), Arc::clone(registry), edge, &ask);
            registry.context().tasks.spawn(far.run(asked));
            asks
        });
        if asks.try_send(ask).is_err() {
            sockets.remove(&(edge, socket));
        }
    }

    /// At which edge a socket is, and its number there; none if it is one of this node.
    pub(super) fn far(&self, outbox: u64) -> Option<(Incarnation, u64)> {
        self.lock_far().get(&outbox).copied()
    }

    /// A socket is gone.
    pub(super) fn gone(&self, edge: Incarnation, socket: u64) {
        self.lock().remove(&(edge, socket));
    }

    /// What an edge has asked for may be lost: its sockets are let go of, all of them.
    pub(super) fn lose(&self, edge: Incarnation) {
        self.lock().retain(|(node, _), _| *node != edge);
    }

    fn lock_far(&self) -> MutexGuard<'_, HashMap<u64, (Incarnation, u64)>> {
        // As below.
        self.far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(Incarnation, u64), mpsc::Sender<FarAsk>>> {
        // The map is whole after every operation, whatever panicked elsewhere.
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The actor of one socket elsewhere.
struct FarSocket {
    relay: Arc<Relay>,
    registry: Arc<Registry>,
    edge: Incarnation,
    /// By the edge's number.
    socket: u64,
    outbox: Outbox,
    outgoing: Outgoing,
}

impl FarSocket {
    fn new(relay: Arc<Relay>, registry: Arc<Registry>, edge: Incarnation, ask: &FarAsk) -> Self {
        let visitor = Visitor::new(ask.session.clone(), 0);
        let (outbox, outgoing) = Outbox::new(visitor, ask.address, None);
        relay.owner.lock_far().insert(outbox.number(), (edge, ask.socket));
        Self { relay, registry, edge, socket: ask.socket, outbox, outgoing }
    }

    /// Hands on what it asks, and what it is told, until it is gone or given up.
    async fn run(mut self, mut asked: mpsc::Receiver<FarAsk>) {
        let context = Arc::clone(self.registry.context());
        loop {
            tokio::select! {
                biased;
                frames = self.outgoing.next() => match frames {
                    Ok(frames) => frames.into_iter().for_each(|frame| self.tell(frame)),
                    Err(_given_up) => break,
                },
                () = context.stopped() => break,
                ask = asked.recv() => match ask {
                    Some(ask) => self.ask(ask).await,
                    None => break,
                },
            }
        }
        self.relay.send(self.edge, Letter::Dropped { socket: Some(self.socket) });
        self.relay.owner.gone(self.edge, self.socket);
        for table in self.outbox.watched().take() {
            self.registry.gone(table, self.outbox.number()).await;
        }
        self.relay.owner.lock_far().remove(&self.outbox.number());
    }

    fn tell(&self, frame: Bytes) {
        self.relay.tell(self.edge, self.socket, frame);
    }

    async fn ask(&mut self, far: FarAsk) {
        let FarAsk { lag_ms, table, id, waited_ms, ask, session, has_played, .. } = far;
        let number = |session: Option<&LiveSession>| session.map(|session| session.number);
        if number(session.as_ref()) != number(self.outbox.visitor().session()) {
            // It has ended there meanwhile: nothing is done in its name.
            self.outbox.end();
        }
        self.outbox.set_lag_ms(lag_ms);
        if has_played {
            self.outbox.set_has_played();
        }
        match &ask {
            // Its edge has seen to it that these are not too many.
            Ask::Command(Command::Watch { .. }) => {
                let _has_room = self.outbox.watched().ask(table, usize::MAX);
            }
            Ask::Command(Command::Unwatch { .. }) => {
                let _is_known = self.outbox.watched().ask_to_stop(table);
            }
            Ask::Command(_) | Ask::Quick(_) | Ask::Join | Ask::Recall => {}
        }
        let came_ms = self.registry.context().clock.now_ms() - waited_ms.max(0);
        let from = Asker::new(self.outbox.clone(), id, UnixMs(came_ms));
        self.registry.find(table, Box::new(Request { from, ask })).await;
    }
}
