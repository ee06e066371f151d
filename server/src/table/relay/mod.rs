//! Relay: how sockets of one node reach tables of another. The node that a socket is at is its *edge*; the one that owns a table's slot
//! is that table's *owner*. An edge hands on what is asked, and the owner has an outbox for each socket elsewhere, as it has for its own:
//! tables do not know the difference.
//!
//! What carries letters between nodes may lose them ([`cydonia_cluster::LineReceiver`] notices). Nothing is asked a second time in the house: sockets
//! for which something may be missing are closed, and come back as after any cut, catching up by what their tables have kept.

mod batch;
mod edge;
mod letter;
mod owner;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use cydonia_cluster::{Incarnation, LineReceiver, LineSender, Reception, Slot};
use cydonia_protocol::ErrorCode;
use cydonia_table::Rejection;
use tokio::sync::{Notify, watch};
use uuid::Uuid;

use self::batch::Batch;
use self::edge::Edge;
use self::letter::{Envelope, Letter};
use self::owner::Owner;
use crate::bus::LineState;
use crate::clock::Clock;
use crate::limits;
use crate::node::Standing;
use crate::table::{Registry, Request};

/// What carries letters from one node to another, each to one. It may lose, double, delay and reorder them; nobody waits for it.
pub(crate) trait Carrier: Send + Sync + 'static {
    /// Has a letter carried.
    fn carry(&self, to: Incarnation, letter: Bytes);
}

/// Where a table is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// Here.
    Here,
    /// At another node.
    Elsewhere(Incarnation),
}

/// One node's end of the lines to all others.
pub(crate) struct Relay {
    own: Incarnation,
    standing: watch::Receiver<Standing>,
    clock: Clock,
    carrier: Box<dyn Carrier>,
    lines: Mutex<HashMap<Incarnation, Line>>,
    /// Something is to be told that waits for whoever else is told the same.
    waiting: Arc<Notify>,
    edge: Edge,
    owner: Owner,
}

/// Both ways between this node and another.
#[derive(Debug, Default)]
struct Line {
    out: LineSender,
    back: LineReceiver,
    /// What is to be told: whoever is told the same is told it by the same letter.
    told: Batch,
}

impl fmt::Debug for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relay").field("own", &self.own).finish_non_exhaustive()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.waiting.notify_one();
    }
}

impl Relay {
    /// Of a node that stands so.
    pub(crate) fn new(standing: watch::Receiver<Standing>, clock: Clock, carrier: impl Carrier) -> Arc<Self> {
        let own = standing.borrow().own;
        let waiting = Arc::new(Notify::new());
        let relay = Arc::new(Self {
            own,
            standing,
            clock,
            carrier: Box::new(carrier),
            lines: Mutex::default(),
            waiting: Arc::clone(&waiting),
            edge: Edge::default(),
            owner: Owner::default(),
        });
        let told = Arc::downgrade(&relay);
        tokio::spawn(async move {
            loop {
                waiting.notified().await;
                // All who are told the same have their turn first.
                tokio::task::yield_now().await;
                let Some(relay) = told.upgrade() else { return };
                relay.flush();
            }
        });
        relay
    }

    /// Where a table is played, if that is known and this node, should it be here, takes moves just now.
    pub(crate) fn route(&self, table: Uuid) -> Option<Route> {
        self.route_by(&self.standing.borrow(), table)
    }

    fn route_by(&self, standing: &Standing, table: Uuid) -> Option<Route> {
        match standing.owner(Slot::of(table))? {
            owner if owner != self.own => Some(Route::Elsewhere(owner)),
            _ => standing.is_open(self.clock.running_ms()).then_some(Route::Here),
        }
    }

    /// The same, once it is known; none if that takes too long.
    pub(crate) async fn find(&self, table: Uuid) -> Option<Route> {
        let mut standing = self.standing.clone();
        let known = async {
            // If nobody beats any more, nothing is ever known.
            let seen = standing.wait_for(|standing| self.route_by(standing, table).is_some()).await.ok()?;
            self.route_by(&seen, table)
        };
        tokio::select! {
            route = known => route,
            () = self.clock.sleep(limits::PARKED) => None,
        }
    }

    /// Hands a request on to the owner of its table. What becomes of it, its socket is told; or it is closed, if that is not known.
    pub(crate) fn ask(&self, owner: Incarnation, table: Uuid, request: Request) {
        if let Some(ask) = self.edge.ask(owner, table, request, self.clock.now_ms()) {
            self.send(owner, Letter::Ask(Box::new(ask)));
        }
    }

    /// A socket of this node is gone.
    pub(crate) fn gone(&self, socket: u64) {
        for owner in self.edge.gone(socket) {
            self.send(owner, Letter::Gone { socket });
        }
    }

    /// Another node is no more: whoever has asked it for something comes back, and whoever has asked from there is let go of.
    pub(crate) fn lose(&self, node: Incarnation) {
        self.lock().remove(&node);
        self.edge.dropped(node, None);
        self.owner.lose(node);
    }

    /// Has a table of another node look whether its time has come.
    pub(crate) fn wake(&self, owner: Incarnation, table: Uuid) {
        self.send(owner, Letter::Wake { table });
    }

    /// Whether any table is played here.
    pub(crate) fn owns_any(&self) -> bool {
        self.standing.borrow().owns_any()
    }

    /// Which node this is.
    pub(crate) fn own(&self) -> Incarnation {
        self.own
    }

    /// Loses all nodes but those of which that is so.
    pub(crate) fn keep(&self, is_living: impl Fn(Incarnation) -> bool) {
        let ended: Vec<Incarnation> = self.lock().keys().copied().filter(|node| !is_living(*node)).collect();
        for node in ended {
            tracing::info!(%node, "a node has ended: sockets that had to do with its tables come back");
            self.lose(node);
        }
    }

    /// How this node stands.
    pub(crate) fn standing(&self) -> watch::Receiver<Standing> {
        self.standing.clone()
    }

    /// Whether people may be sent to this node: it takes moves, and is to stay.
    pub(crate) fn is_ready(&self) -> bool {
        self.is_open() && !self.standing.borrow().is_passing
    }

    /// Whether this node takes moves just now.
    pub(crate) fn is_open(&self) -> bool {
        self.standing.borrow().is_open(self.clock.running_ms())
    }

    /// What has come over the bus. What cannot be read, or is from no node that this one could know, is passed over.
    pub(crate) fn receive(self: &Arc<Self>, registry: &Arc<Registry>, bytes: Bytes) {
        let Some(Envelope { from, place, letter, frame }) = Envelope::decode(bytes) else {
            return tracing::warn!("a letter between nodes cannot be read");
        };
        let reception = self.lock().entry(from).or_default().back.hear(place);
        if matches!(reception, Reception::Anew | Reception::Broken) {
            self.mend(from);
        }
        if matches!(reception, Reception::Broken | Reception::Old) {
            return;
        }
        match letter {
            Letter::Ask(ask) => self.owner.ask(self, registry, from, *ask),
            Letter::Gone { socket } => self.owner.gone(from, socket),
            Letter::Wake { table } => {
                let registry = Arc::clone(registry);
                registry.context().clone().tasks.spawn(async move { registry.wake(table).await });
            }
            Letter::Frame { sockets } => {
                for socket in sockets {
                    self.edge.hear(from, socket, frame.clone());
                }
            }
            Letter::Dropped { socket } => self.edge.dropped(from, socket),
            Letter::Moved { socket, table, id, ask } => {
                if let Some(request) = self.edge.moved(from, socket, id, ask) {
                    self.ask_again(registry, from, table, request);
                }
            }
        }
    }

    /// Asks again for what a node has not done, once that is known to own the table no more, or after a moment.
    fn ask_again(&self, registry: &Arc<Registry>, owner: Incarnation, table: Uuid, request: Request) {
        let (mut standing, clock, registry) = (self.standing(), self.clock.clone(), Arc::clone(registry));
        let has_moved = move |standing: &Standing| standing.owner(Slot::of(table)) != Some(owner);
        registry.context().clone().tasks.spawn(async move {
            let waited_ms = clock.now_ms() - request.from.came.0;
            if waited_ms > limits::PARKED.as_millis() as i64 {
                return unknown(table, request);
            }
            tokio::select! {
                _ = standing.wait_for(has_moved) => {}
                () = clock.sleep(limits::ASK_AGAIN) => {}
            }
            registry.send(table, request).await;
        });
    }

    /// Whether a request is of a socket of this node. One of another is given back to that, which asks again: what a table tells a
    /// socket all goes one way, and stays in order.
    pub(crate) fn keep_near(&self, table: Uuid, request: Box<Request>) -> Option<Box<Request>> {
        let Some((edge, socket)) = self.owner.far(request.from.outbox.number()) else { return Some(request) };
        let Request { from, ask } = *request;
        self.send(edge, Letter::Moved { socket, table, id: from.id, ask });
        None
    }

    /// What this node says of its lines with a beat.
    pub(crate) fn lines(&self) -> Vec<LineState> {
        self.flush();
        let lines = self.lock();
        lines.iter().map(|(node, line)| LineState::new(*node, line.out.last(), line.back.broken())).collect()
    }

    /// What another has said of its line to this node.
    pub(crate) fn hear_beat(&self, from: Incarnation, state: LineState) {
        let mut lines = self.lock();
        let line = lines.entry(from).or_default();
        let is_begun_anew = state.missed.is_some_and(|epoch| line.out.missed(epoch));
        let is_broken = line.back.hear_beat(state.last());
        drop(lines);
        if is_broken {
            self.mend(from);
        }
        if is_begun_anew {
            // What was sent is lost, what was asked by it and what was answered; also what was since the other end has found that out.
            self.edge.dropped(from, None);
            self.owner.lose(from);
        }
    }

    /// Letters from another node are missing: nobody knows what was in them.
    fn mend(&self, node: Incarnation) {
        tracing::warn!(%node, "letters from another node are missing: sockets come back");
        self.edge.dropped(node, None);
        self.owner.lose(node);
        self.send(node, Letter::Dropped { socket: None });
    }

    /// Numbers a letter and has it carried, both at once: no other comes in between.
    fn send(&self, to: Incarnation, letter: Letter) {
        let mut lines = self.lock();
        let line = lines.entry(to).or_default();
        self.flush_line(to, line);
        self.carry(to, line, letter, Bytes::new());
    }

    /// Has a socket elsewhere told something, together with all others there that are told the same in a moment.
    fn tell(&self, to: Incarnation, socket: u64, frame: Bytes) {
        self.lock().entry(to).or_default().told.add(socket, frame);
        self.waiting.notify_one();
    }

    /// Sends what waits for others that are told the same.
    fn flush(&self) {
        for (node, line) in &mut *self.lock() {
            self.flush_line(*node, line);
        }
    }

    fn flush_line(&self, to: Incarnation, line: &mut Line) {
        for (frame, sockets) in line.told.take() {
            self.carry(to, line, Letter::Frame { sockets }, frame);
        }
    }

    fn carry(&self, to: Incarnation, line: &mut Line, letter: Letter, frame: Bytes) {
        let place = line.out.number();
        self.carrier.carry(to, Envelope { from: self.own, place, letter, frame }.encode());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Incarnation, Line>> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells a socket that nobody takes what it asks for.
pub(super) fn unknown(table: Uuid, request: Request) {
    let Request { from, ask } = request;
    from.outbox.set_plays(false);
    if ask.is_about_watching() {
        from.outbox.watched().answered(table, false);
    }
    let why = "who plays that table is not known just now; try again";
    from.outbox.send(&Rejection::new(ErrorCode::Unavailable, why).told(from.id));
}
