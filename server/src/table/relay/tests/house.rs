//! Two servers on one Postgres with what carries letters between them, and people at sockets of either.

use std::collections::{HashMap, VecDeque};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use cydonia_cluster::{Incarnation, Slot, SlotMap};
use cydonia_protocol::{Close, Command, Player};
use cydonia_table::{DiceSecrets, UnixMs};
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use uuid::Uuid;

use super::super::{Carrier, Relay};
use crate::clock::{Clock, ClockHand};
use crate::config::{Conduct, Config, Database, DatabaseUrl, PushSettings};
use crate::limits::Limits;
use crate::node::Standing;
use crate::outbox::{Frame, Outbox, OutboxClosed, Outgoing};
use crate::store::tests::{TestDatabase, settings};
use crate::store::{CreatePlayer, LiveSession, NodeConnection, TokenHash};
use crate::table::{Ask, Asker, Registry, Request, Wish, create};
use crate::visitor::Visitor;
use crate::{Entropy, Server, Thinker};

/// What is between two nodes.
#[derive(Clone, Default)]
pub(super) struct Wire {
    pub(super) ends: Arc<Mutex<HashMap<Incarnation, mpsc::UnboundedSender<Bytes>>>>,
    /// So many letters are lost from now on.
    pub(super) loses: Arc<AtomicUsize>,
    /// How many were sent.
    pub(super) sent: Arc<AtomicUsize>,
    /// How many have not been taken in yet.
    pub(super) under_way: Arc<AtomicUsize>,
}

impl Carrier for Wire {
    fn carry(&self, to: Incarnation, letter: Bytes) {
        self.sent.fetch_add(1, Ordering::Relaxed);
        let is_lost =
            self.loses.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok();
        if is_lost {
            return;
        }
        if self.ends.lock().expect("whole")[&to].send(letter).is_ok() {
            self.under_way.fetch_add(1, Ordering::Relaxed);
        }
    }
}

pub(super) struct Node {
    pub(super) own: Incarnation,
    pub(super) server: Server,
    pub(super) relay: Arc<Relay>,
    pub(super) standing: watch::Sender<Standing>,
    _connection: NodeConnection,
}

impl Node {
    pub(super) fn registry(&self) -> &Arc<Registry> {
        self.server.registry()
    }

    /// Somebody who comes to this node.
    pub(super) async fn guest(&self, name: &str) -> Person {
        let player = Player::new(Uuid::from_u128(fastrand::u128(..)), name.to_owned());
        let new = CreatePlayer { player: player.clone(), token: TokenHash::of(name), created_ms: 1 };
        let store = &self.registry().context().store;
        store.write(new).await.expect("kept").expect("nobody else’s name");
        self.socket(player)
    }

    /// Another socket of somebody.
    pub(super) fn socket(&self, player: Player) -> Person {
        let session = LiveSession {
            number: 1,
            player: player.clone(),
            table: None,
            scopes: None,
            created_ms: 1,
            used_ms: 1,
            proved_ms: 0,
        };
        let visitor = Visitor::new(Some(session), 0);
        let address = std::net::IpAddr::from(Ipv4Addr::LOCALHOST).into();
        let (outbox, outgoing) = Outbox::new(visitor, address, None);
        let registry = Arc::clone(self.registry());
        Person { player, registry, outbox, outgoing, unread: VecDeque::new(), heard: Vec::new(), asked: 0 }
    }
}

/// Two nodes, of which the first owns the slots with even numbers.
pub(super) struct House {
    pub(super) first: Node,
    pub(super) second: Node,
    pub(super) wire: Wire,
    pub(super) hand: ClockHand,
    _data: TestDatabase,
}

impl House {
    pub(super) async fn open() -> Option<Self> {
        let data = TestDatabase::new().await;
        let Database::Postgres(url) = settings(&data) else { return None };
        let (clock, hand) = Clock::frozen_at(1_000_000);
        let mut connections = Vec::new();
        for _ in 0..2 {
            connections.push(NodeConnection::join(&url, 1).await.expect("it joins"));
        }
        let mut slots = SlotMap::default();
        let owns = |number: u16| connections[usize::from(number % 2)].own();
        Slot::all().for_each(|slot| slots.set(slot, Some(owns(slot.number()))));
        for connection in &mut connections {
            let own: Vec<Slot> = slots.of(connection.own()).collect();
            connection.claim(&own).await.expect("they are nobody's");
        }
        let wire = Wire::default();
        let mut nodes = Vec::new();
        for connection in connections {
            nodes.push(start(connection, &url, &clock, &slots, &wire).await);
        }
        let (second, first) = (nodes.pop()?, nodes.pop()?);
        Some(Self { first, second, wire, hand, _data: data })
    }

    /// Both beat, and hear each other; since the last time all that was sent has arrived.
    pub(super) async fn beat(&self) {
        while self.wire.under_way.load(Ordering::Relaxed) > 0 {
            tokio::task::yield_now().await;
        }
        for (from, to) in [(&self.first, &self.second), (&self.second, &self.first)] {
            for state in from.relay.lines() {
                assert_eq!(state.to(), to.own);
                to.relay.hear_beat(from.own, state);
            }
        }
    }
}

async fn start(
    connection: NodeConnection,
    url: &DatabaseUrl,
    clock: &Clock,
    slots: &SlotMap,
    wire: &Wire,
) -> Node {
    let own = connection.own();
    let server = Server::new(Config {
        database: Database::Node(url.clone(), own),
        base: "/".parse().expect("a path"),
        clock: clock.clone(),
        entropy: Entropy::system(),
        key_entropy: Entropy::system(),
        limits: Limits::default(),
        dice_secrets: DiceSecrets::honest(),
        thinker: Thinker::players(),
        conduct: Conduct::default(),
        push: PushSettings::default(),
        mail: None,
        service_worker: true,
        dumps: None,
        tls: None,
        public_port: None,
        nodes: None,
    })
    .await
    .expect("it opens");
    let standing = watch::Sender::new(Standing::where_owned(own, slots.clone()));
    let relay = Relay::new(standing.subscribe(), clock.clone(), wire.clone());
    server.registry().reach_others_by(Arc::clone(&relay));
    let (end, mut letters) = mpsc::unbounded_channel();
    wire.ends.lock().expect("whole").insert(own, end);
    let (hearing, registry) = (Arc::clone(&relay), Arc::clone(server.registry()));
    let under_way = Arc::clone(&wire.under_way);
    tokio::spawn(async move {
        while let Some(letter) = letters.recv().await {
            hearing.receive(&registry, letter);
            under_way.fetch_sub(1, Ordering::Relaxed);
        }
    });
    Node { own, server, relay, standing, _connection: connection }
}

/// Somebody at a socket.
pub(super) struct Person {
    pub(super) player: Player,
    pub(super) registry: Arc<Registry>,
    pub(super) outbox: Outbox,
    pub(super) outgoing: Outgoing,
    pub(super) unread: VecDeque<Bytes>,
    /// The bytes of all events messages so far.
    pub(super) heard: Vec<Bytes>,
    pub(super) asked: u64,
}

impl Person {
    pub(super) fn asker(&mut self) -> Asker {
        self.asked += 1;
        Asker::new(self.outbox.clone(), self.asked, UnixMs(1_000_000))
    }

    pub(super) async fn ask(&mut self, table: Uuid, command: Command) {
        if let Command::Watch { .. } = command {
            assert!(self.outbox.watched().ask(table, 100));
        }
        let request = Request { from: self.asker(), ask: Ask::Command(command) };
        self.registry.find(table, Box::new(request)).await;
    }

    /// Watches a table, as one who knows nothing of it.
    pub(super) async fn watch(&mut self, table: Uuid) -> Value {
        self.ask(table, Command::Watch { table, since: None, key: None, quiet: false }).await;
        let snapshot = self.until("table").await;
        self.until("ok").await;
        snapshot
    }

    pub(super) async fn sit(&mut self, table: Uuid) {
        self.ask(table, Command::Sit { table, seat: None, key: None }).await;
        self.until("ok").await;
    }

    /// Sets a table for two up.
    pub(super) async fn set_up(&mut self) -> Uuid {
        let wish = serde_json::json!({
            "type": "create", "request": Uuid::from_u128(7), "game": "martian-chess", "seats": 2,
            "clock": { "type": "none" }, "private": false, "seat": 0,
        });
        let wish = Wish::said(serde_json::from_value(wish).expect("a command")).expect("a wish");
        let from = self.asker();
        create(&self.registry, from, wish).await;
        let made = self.until("ok").await;
        made["table"].as_str().expect("a table").parse().expect("an id")
    }

    /// The next message of a kind; nothing is refused meanwhile.
    pub(super) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("the socket is open");
            assert_ne!(message["type"], "error", "{message}");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next message, or why the socket is to be closed.
    pub(super) async fn next(&mut self) -> Result<Value, Close> {
        loop {
            if let Some(frame) = self.unread.pop_front() {
                let bytes = Frame::message_of(&frame);
                let message: Value = serde_json::from_slice(&bytes).expect("JSON");
                if message["type"] == "events" {
                    self.heard.push(bytes);
                }
                return Ok(message);
            }
            let frames = self.outgoing.next().await;
            self.unread = frames.map_err(|OutboxClosed(close)| close)?;
        }
    }

    /// Whether it is to be closed, once what was sent until then is read.
    pub(super) fn is_closed(&mut self) -> bool {
        futures_util::FutureExt::now_or_never(self.outgoing.given_up()).is_some()
    }

    /// Why the socket is closed, once it is.
    pub(super) async fn closed(&mut self) -> Close {
        loop {
            if let Err(close) = self.next().await {
                return close;
            }
        }
    }
}
