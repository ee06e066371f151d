//! Two servers on one Postgres that share its tables out, and sockets at either that play at both. On SQLite, which one server has alone,
//! there is nothing to be seen.

use std::collections::{HashMap, VecDeque};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use cydonia_cluster::{Incarnation, Place, Slot, SlotMap};
use cydonia_protocol::{Close, Command, Player};
use cydonia_table::{DiceSecrets, UnixMs};
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use uuid::Uuid;

use super::letter::{Envelope, Letter};
use super::{Carrier, Relay, Route};
use crate::clock::{Clock, ClockHand};
use crate::config::{Conduct, Config, Database, DatabaseUrl, PushSettings};
use crate::limits::{self, Limits};
use crate::node::{Standing, Tables};
use crate::outbox::{Frame, Outbox, OutboxClosed, Outgoing};
use crate::store::tests::{TestDatabase, settings};
use crate::store::{CreatePlayer, HandOver, LiveSession, NodeConnection, TokenHash};
use crate::table::{Ask, Asker, Registry, Request, Wish, create};
use crate::visitor::Visitor;
use crate::{Entropy, Server, Thinker};

/// What is between two nodes.
#[derive(Clone, Default)]
struct Wire {
    ends: Arc<Mutex<HashMap<Incarnation, mpsc::UnboundedSender<Bytes>>>>,
    /// So many letters are lost from now on.
    loses: Arc<AtomicUsize>,
    /// How many have not been taken in yet.
    under_way: Arc<AtomicUsize>,
}

impl Carrier for Wire {
    fn carry(&self, to: Incarnation, letter: Bytes) {
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

struct Node {
    own: Incarnation,
    server: Server,
    relay: Arc<Relay>,
    standing: watch::Sender<Standing>,
    _connection: NodeConnection,
}

impl Node {
    fn registry(&self) -> &Arc<Registry> {
        self.server.registry()
    }

    /// Somebody who comes to this node.
    async fn guest(&self, name: &str) -> Person {
        let player = Player::new(Uuid::from_u128(fastrand::u128(..)), name.to_owned());
        let new = CreatePlayer { player: player.clone(), token: TokenHash::of(name), created_ms: 1 };
        let store = &self.registry().context().store;
        store.write(new).await.expect("kept").expect("nobody else’s name");
        self.socket(player)
    }

    /// Another socket of somebody.
    fn socket(&self, player: Player) -> Person {
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
struct House {
    first: Node,
    second: Node,
    wire: Wire,
    hand: ClockHand,
    _data: TestDatabase,
}

impl House {
    async fn open() -> Option<Self> {
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
    async fn beat(&self) {
        while self.wire.under_way.load(Ordering::Relaxed) > 0 {
            tokio::task::yield_now().await;
        }
        for (from, to) in [(&self.first, &self.second), (&self.second, &self.first)] {
            for (node, state) in from.relay.lines() {
                assert_eq!(node, to.own);
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
struct Person {
    player: Player,
    registry: Arc<Registry>,
    outbox: Outbox,
    outgoing: Outgoing,
    unread: VecDeque<Bytes>,
    /// The bytes of all events messages so far.
    heard: Vec<Bytes>,
    asked: u64,
}

impl Person {
    fn asker(&mut self) -> Asker {
        self.asked += 1;
        Asker::new(self.outbox.clone(), self.asked, UnixMs(1_000_000))
    }

    async fn ask(&mut self, table: Uuid, command: Command) {
        if let Command::Watch { .. } = command {
            assert!(self.outbox.watched().ask(table, 100));
        }
        let request = Request { from: self.asker(), ask: Ask::Command(command) };
        self.registry.find(table, Box::new(request)).await;
    }

    /// Watches a table, as one who knows nothing of it.
    async fn watch(&mut self, table: Uuid) -> Value {
        self.ask(table, Command::Watch { table, since: None, key: None, quiet: false }).await;
        let snapshot = self.until("table").await;
        self.until("ok").await;
        snapshot
    }

    async fn sit(&mut self, table: Uuid) {
        self.ask(table, Command::Sit { table, seat: None, key: None }).await;
        self.until("ok").await;
    }

    /// Sets a table for two up.
    async fn set_up(&mut self) -> Uuid {
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
    async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("the socket is open");
            assert_ne!(message["type"], "error", "{message}");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next message, or why the socket is to be closed.
    async fn next(&mut self) -> Result<Value, Close> {
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
    fn is_closed(&mut self) -> bool {
        futures_util::FutureExt::now_or_never(self.outgoing.given_up()).is_some()
    }

    /// Why the socket is closed, once it is.
    async fn closed(&mut self) -> Close {
        loop {
            if let Err(close) = self.next().await {
                return close;
            }
        }
    }
}

/// Takes so many turns, whoever is to move the first thing that is offered.
async fn play(table: Uuid, people: &mut [Person; 2], turns: usize) {
    for turn in 0..turns {
        let mover = &mut people[turn % 2];
        let choices = mover.until("choices").await;
        let (at, action) = (choices["at"].as_u64(), choices["actions"][0].as_str());
        let (at, action) = (at.expect("a number"), action.expect("something to do").to_owned());
        mover.ask(table, Command::Act { table, at, action, share: None }).await;
        mover.until("ok").await;
        assert!(mover.outbox.plays(), "they are heard at once");
    }
}

#[tokio::test]
async fn a_table_is_played_at_from_another_node_than_its_own() {
    let Some(house) = House::open().await else { return };
    let House { first, second, .. } = &house;
    let (mut ada, mut ben) = (first.guest("Ada").await, second.guest("Ben").await);
    let table = ada.set_up().await;
    assert_eq!(first.relay.route(table), Some(Route::Here), "whoever sets a table up has it near");
    assert_eq!(second.relay.route(table), Some(Route::Elsewhere(first.own)));
    ada.watch(table).await;
    assert_eq!(ben.watch(table).await["info"]["status"], "open");
    ben.sit(table).await;
    let mut people = [ada, ben];
    play(table, &mut people, 12).await;
    let [mut ada, mut ben] = people;
    ben.ask(table, Command::Resign { table }).await;
    ben.until("ok").await;
    while ada.until("events").await["events"][1]["type"] != "finish" {}
    // Byte for byte: when he sat down and it began, each move, and the end.
    assert_eq!((ada.heard.len(), ada.heard == ben.heard), (14, true));
    let kept = second.registry().context().store.kept(table).await.expect("read");
    assert!(kept.is_some(), "the game is kept");
    // Whoever is gone is gone there, too.
    let number = ben.outbox.number();
    for table in ben.outbox.watched().take() {
        ben.registry.gone(table, number).await;
    }
    ben.registry.gone_elsewhere(number);
    assert!(second.relay.edge.gone(number).is_empty());
}

#[tokio::test]
async fn what_a_table_elsewhere_refuses_is_told() {
    let Some(house) = House::open().await else { return };
    let mut ben = house.second.guest("Ben").await;
    let unknown = house.first.registry().new_table_id(1_000_000);
    ben.ask(unknown, Command::Resign { table: unknown }).await;
    assert_eq!(ben.next().await.expect("the socket is open")["code"], "no_table");
    assert!(!ben.outbox.plays());
}

/// A table at the first node, with Ada there and Ben at the second looking on.
async fn looked_on(house: &House) -> (Uuid, Person, Person) {
    let (mut ada, mut ben) = (house.first.guest("Ada").await, house.second.guest("Ben").await);
    let table = ada.set_up().await;
    ada.watch(table).await;
    ben.watch(table).await;
    house.beat().await;
    (table, ada, ben)
}

#[tokio::test]
async fn whoever_may_have_missed_something_is_closed_and_comes_back() {
    let Some(house) = House::open().await else { return };
    let (table, mut ada, mut ben) = looked_on(&house).await;
    // All that he is told of how it begins is lost: nothing that comes later shows it.
    house.wire.loses.store(usize::MAX, Ordering::Relaxed);
    let mut cleo = house.first.guest("Cleo").await;
    cleo.watch(table).await;
    cleo.sit(table).await;
    ada.until("choices").await;
    house.wire.loses.store(0, Ordering::Relaxed);
    house.beat().await;
    assert!(!ben.is_closed(), "it may only be late");
    house.beat().await;
    assert_eq!(ben.closed().await, Close::Restarting);
    ben.registry.gone_elsewhere(ben.outbox.number());
    house.beat().await;
    let mut again = house.second.socket(ben.player);
    assert_eq!(again.watch(table).await["info"]["status"], "playing");
}

#[tokio::test]
async fn whoever_asked_for_what_never_arrived_is_closed_and_comes_back() {
    let Some(house) = House::open().await else { return };
    let (table, _ada, mut ben) = looked_on(&house).await;
    house.wire.loses.store(1, Ordering::Relaxed);
    ben.ask(table, Command::Sit { table, seat: None, key: None }).await;
    house.beat().await;
    house.beat().await;
    assert_eq!(ben.closed().await, Close::Restarting);
    ben.registry.gone_elsewhere(ben.outbox.number());
    house.beat().await;
    let mut again = house.second.socket(ben.player);
    assert_eq!(again.watch(table).await["info"]["seats"][1]["state"], "free", "nothing was done");
    again.sit(table).await;
}

#[tokio::test]
async fn whoever_is_at_a_node_that_is_no_more_is_closed_and_comes_back() {
    let Some(house) = House::open().await else { return };
    let (table, _ada, mut ben) = looked_on(&house).await;
    let mut cleo = house.second.guest("Cleo").await;
    let own = cleo.set_up().await;
    cleo.watch(own).await;
    house.second.relay.lose(house.first.own);
    assert_eq!(ben.closed().await, Close::Restarting);
    assert!(!cleo.is_closed(), "she has nothing to do with it");
    assert_ne!(table, own);
}

#[tokio::test]
async fn a_table_that_is_handed_over_goes_on_elsewhere_as_it_was() {
    let Some(mut house) = House::open().await else { return };
    let (mut ada, mut ben) = (house.first.guest("Ada").await, house.second.guest("Ben").await);
    let table = ada.set_up().await;
    ada.watch(table).await;
    ben.watch(table).await;
    ben.sit(table).await;
    let mut people = [ada, ben];
    play(table, &mut people, 4).await;
    let slot = Slot::of(table);
    let House { first, second, .. } = &mut house;
    // On its way it is nobody's, and what is asked waits.
    let nobodys = |standing: &mut Standing| *standing = standing.clone().with_owner(slot, None);
    first.standing.send_modify(nobodys);
    second.standing.send_modify(nobodys);
    Arc::clone(first.registry()).let_go(&[slot]).await;
    let [mut ada, mut ben] = people;
    assert_eq!([ada.closed().await, ben.closed().await], [Close::Restarting; 2]);
    let mut again = [first.socket(ada.player), second.socket(ben.player)];
    let asked = again[0].ask(table, Command::Watch { table, since: None, key: None, quiet: false });
    let handed = async {
        let over = HandOver { slots: vec![slot], to: second.own };
        first.server.registry().context().store.write(over).await.expect("it is handed over");
        let owned = |standing: &mut Standing| *standing = standing.clone().with_owner(slot, Some(second.own));
        first.standing.send_modify(owned);
        second.standing.send_modify(owned);
    };
    tokio::join!(asked, handed);
    assert_eq!(again[0].until("table").await["game"]["line"].as_array().map(Vec::len), Some(4));
    again[0].until("ok").await;
    again[1].watch(table).await;
    assert_eq!(second.relay.route(table), Some(Route::Here));
    let [ada, ben] = &mut again;
    ada.ask(table, Command::Resign { table }).await;
    ada.until("ok").await;
    ben.until("events").await;
}

#[tokio::test]
async fn where_nobody_knows_who_plays_a_table_that_is_said_in_a_while() {
    let Some(house) = House::open().await else { return };
    let mut ada = house.first.guest("Ada").await;
    let table = ada.set_up().await;
    house.first.standing.send_modify(|standing| {
        *standing = standing.clone().with_owner(Slot::of(table), None);
    });
    tokio::join!(ada.ask(table, Command::Resign { table }), async { house.hand.advance(limits::PARKED) });
    assert_eq!(ada.next().await.expect("the socket is open")["code"], "unavailable");
}

#[test]
fn what_is_no_letter_is_not_read() {
    let place = Place { epoch: 3, n: 9 };
    let frame = Bytes::from_static(b"\x81\x02{}");
    let letter = Letter::Frame { socket: 5 };
    let sent = Envelope { from: Incarnation(7), place, letter, frame: frame.clone() }.encode();
    let read = Envelope::decode(sent.clone()).expect("it is one");
    assert_eq!((read.from, read.place, read.frame), (Incarnation(7), place, frame));
    assert!(matches!(read.letter, Letter::Frame { socket: 5 }));
    for length in 0..sent.len() - 4 {
        assert!(Envelope::decode(sent.slice(..length)).is_none(), "{length} bytes of it");
    }
    let mut other = sent.to_vec();
    other[0] = 2;
    assert!(Envelope::decode(other.into()).is_none(), "of another version");
    let mut chance = fastrand::Rng::with_seed(1);
    for _ in 0..2_000 {
        let mut worn = sent.to_vec();
        let at = chance.usize(..worn.len());
        worn[at] = chance.u8(..);
        // Whatever it is, it is read or not.
        drop(Envelope::decode(worn.into()));
    }
}
