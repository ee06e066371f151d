//! Two servers on one Postgres that share its tables out, and sockets at either that play at both. On SQLite, which one server has alone,
//! there is nothing to be seen.

mod house;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use cydonia_cluster::{Incarnation, Place, Slot};
use cydonia_protocol::{Close, Command};
use uuid::Uuid;

use self::house::{House, Person};
use super::Route;
use super::letter::{Envelope, Letter};
use crate::limits;
use crate::node::{Standing, Tables};
use crate::store::HandOver;

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

/// How many letters tell so many at the second node, who look on at a table of the first, that its game begins.
async fn letters_of_a_beginning(onlookers: usize) -> Option<usize> {
    let house = House::open().await?;
    let mut ada = house.first.guest("Ada").await;
    let table = ada.set_up().await;
    ada.watch(table).await;
    let mut all = Vec::new();
    for number in 0..onlookers {
        let mut onlooker = house.second.guest(&format!("Guest {number}")).await;
        onlooker.watch(table).await;
        all.push(onlooker);
    }
    let mut cleo = house.first.guest("Cleo").await;
    cleo.watch(table).await;
    // Who is there is told in a moment of its own.
    house.hand.advance(limits::WATCHERS_COALESCE * 2);
    house.beat().await;
    let before = house.wire.sent.load(Ordering::Relaxed);
    cleo.sit(table).await;
    for onlooker in &mut all {
        while onlooker.until("events").await["events"][1]["type"] != "start" {}
    }
    Some(house.wire.sent.load(Ordering::Relaxed) - before)
}

#[tokio::test]
async fn an_event_crosses_to_a_node_once_however_many_look_on_there() {
    let (Some(one), Some(many)) = (letters_of_a_beginning(1).await, letters_of_a_beginning(40).await) else {
        return;
    };
    assert!((1..=3).contains(&one), "{one}");
    // All are told in one turn, or in a few.
    assert!(many <= one + 3, "{many} letters for forty, {one} for one");
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
    house.first.relay.flush();
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
    let letter = Letter::Frame { sockets: vec![5, 6] };
    let sent = Envelope { from: Incarnation(7), place, letter, frame: frame.clone() }.encode();
    let read = Envelope::decode(sent.clone()).expect("it is one");
    assert_eq!((read.from, read.place, read.frame), (Incarnation(7), place, frame));
    assert!(matches!(read.letter, Letter::Frame { sockets } if sockets == [5, 6]));
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
