//! What computers say who think so or so: tests put their thoughts into them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cydonia_players::{Choice, Values};
use cydonia_protocol::{Command, EventKind, OfferKind};
use cydonia_rules::{AnyGame, Outcome, Reason, Seat, Turn};
use cydonia_server::{Thinker, limits};
use cydonia_tests::{TestClient, TestServer, TestServerBuilder, ample, fresh_id};
use uuid::Uuid;

use super::{against, begun, kept, step, to_own_turn};
use crate::support::{turn, watch};

/// The whole victory, to one seat of two.
fn won_by(seat: Seat) -> Values {
    let ranks = if seat == 0 { vec![1, 2] } else { vec![2, 1] };
    Values::of(&Outcome { scores: vec![0, 0], ranks, reason: Reason::RESIGNED })
}

/// Takes the first action, and believes that.
fn believes(game: &AnyGame, values: &Values) -> Option<Choice> {
    Some(Choice { action: game.actions().into_iter().next()?, values: values.clone() })
}

async fn house(thinker: Thinker) -> TestServer {
    TestServerBuilder::new().thinker(thinker).start().await
}

/// Plays so many turns.
async fn turns(ada: &mut TestClient, table: Uuid, count: u32) {
    let mut rng = fastrand::Rng::with_seed(8);
    for _ in 0..count {
        step(ada, table, &mut rng).await;
        to_own_turn(ada, table, &mut rng).await;
    }
}

#[tokio::test]
async fn from_level_5_on_a_computer_resigns_what_it_holds_for_lost() {
    let server = house(Thinker::from_source(|game, _, _, _| believes(game, &won_by(0)))).await;
    for level in 1..=8 {
        let (table, mut ada) = begun(&server, against("martian-chess", 2, &[(1, level)])).await;
        // It looks at the game that often first.
        turns(&mut ada, table, limits::LOST_TURNS - 1).await;
        assert_eq!(ada.tables[&table].outcome, None, "level {level}");
        turns(&mut ada, table, 1).await;
        let outcome = ada.tables[&table].outcome.clone();
        assert_eq!(outcome.is_some(), level >= 5, "level {level}");
        if let Some(outcome) = outcome {
            assert_eq!((outcome.reason, outcome.ranks), (Reason::RESIGNED, vec![1, 2]));
        }
    }
    // At a table of more it plays on.
    let (table, mut ada) = begun(&server, against("martian-chess", 3, &[(1, 8), (2, 8)])).await;
    turns(&mut ada, table, limits::LOST_TURNS + 1).await;
    assert_eq!(ada.tables[&table].outcome, None);
}

/// Offers a draw after so many turns each; whether the game ended by it.
async fn draws(server: &TestServer, level: u8, after: u32) -> bool {
    let (table, mut ada) = begun(server, against("martian-chess", 2, &[(1, level)])).await;
    turns(&mut ada, table, after).await;
    let draw = Command::Offer { table, request: fresh_id(), what: OfferKind::Draw, computer: None };
    ada.call(draw).await.expect("offered");
    let outcome = ada.until(table, |table| table.offers.is_empty()).await.outcome.clone();
    outcome.inspect(|outcome| assert_eq!(outcome.reason, Reason::AGREED)).is_some()
}

#[tokio::test]
async fn a_computer_takes_a_draw_if_it_does_not_think_itself_ahead() {
    // Hardly ahead: the more the weaker it is.
    let even = house(Thinker::from_source(|game, _, _, _| believes(game, &Values::even(2)))).await;
    assert!(draws(&even, 8, limits::DRAW_TURNS).await);
    assert!(!draws(&even, 8, limits::DRAW_TURNS - 2).await, "it has hardly begun");
    let ahead = house(Thinker::from_source(|game, _, _, _| believes(game, &won_by(1)))).await;
    assert!(!draws(&ahead, 1, limits::DRAW_TURNS).await);
}

/// A game of Martian Frisby between two computers that think so of it, to its end; who offered a draw, and how many rolls there
/// had been before.
async fn of_two_computers(values: fn() -> Values) -> (Reason, Vec<(Seat, usize)>) {
    let limits = limits::Limits { exhibitions: 1, ..ample() };
    let thinker = Thinker::from_source(move |game, _, _, _| believes(game, &values()));
    let server = TestServerBuilder::new().thinker(thinker).limits(limits).start().await;
    let mut ada = server.join("Ada").await;
    let wish = against("martian-frisby", 2, &[(0, 8), (1, 8)]);
    let table = ada.call(wish).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    ada.until(table, |table| table.outcome.is_some()).await;
    let (record, events) = kept(&server, table).await;
    let (mut rolls, mut offers) = (0, Vec::new());
    for event in events {
        match event {
            EventKind::Roll { .. } => rolls += 1,
            EventKind::Offer { seat, what: OfferKind::Draw, .. } => offers.push((seat, rolls)),
            _ => {}
        }
    }
    (record.summary.reason, offers)
}

#[tokio::test]
async fn a_computer_offers_a_draw_where_the_game_is_even_for_long() {
    let (reason, offers) = of_two_computers(|| Values::even(2)).await;
    assert_eq!((reason, offers.len()), (Reason::AGREED, 1), "the other takes the first: {offers:?}");
    assert!(offers[0].1 >= limits::DRAW_OFFER_TURNS as usize, "{offers:?}");
    let (reason, offers) = of_two_computers(|| won_by(0)).await;
    assert_ne!(reason, Reason::AGREED);
    assert_eq!(offers, [], "whoever is ahead, or behind, plays on");
}

#[tokio::test]
async fn a_computer_whose_draw_is_declined_asks_rarely() {
    let even = house(Thinker::from_source(|game, _, _, _| believes(game, &Values::even(2)))).await;
    let (table, mut ada) = begun(&even, against("martian-frisby", 2, &[(1, 8)])).await;
    let (mut rng, mut turns, mut offered) = (fastrand::Rng::with_seed(9), 0, Vec::new());
    while turns < 2 * limits::DRAW_OFFER_TURNS && ada.tables[&table].outcome.is_none() {
        let open = ada.tables[&table].offers.first().map(|open| open.offer);
        if let Some(offer) = open {
            offered.push(turns);
            ada.call(Command::Answer { table, offer, agree: false }).await.expect("declined");
        }
        turns += u32::from(matches!(turn(&ada, table), Turn::Roll { .. }));
        step(&mut ada, table, &mut rng).await;
    }
    assert!(!offered.is_empty(), "it was even all the time");
    let apart = offered.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(apart.clone().all(|turns| turns >= limits::EVEN_TURNS), "{offered:?}");
}

#[tokio::test]
async fn a_computer_that_fails_or_cheats_still_moves() {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let server =
        house(Thinker::from_source(move |game, _, _, _| match counted.fetch_add(1, Ordering::Relaxed) % 4 {
            0 => panic!("as it is meant to"),
            1 => None,
            2 => Some(Choice { action: "castle".to_owned(), values: Values::even(2) }),
            _ => believes(game, &Values::even(2)),
        }))
        .await;
    for (game, thoughts) in [("martian-chess", 6), ("martian-frisby", 12)] {
        let (table, mut ada) = begun(&server, against(game, 2, &[(1, 3)])).await;
        while count.load(Ordering::Relaxed) < thoughts {
            turns(&mut ada, table, 1).await;
            assert_eq!(ada.tables[&table].outcome, None, "{game}: it goes on");
        }
    }
}

#[tokio::test]
async fn a_search_is_ended_once_its_position_is_gone() {
    // It thinks until it is told to stop, and tells that it was.
    let (told, stopped) = std::sync::mpsc::channel();
    let told = Mutex::new(told);
    let server = house(Thinker::from_source(move |_, _, _, stop| {
        while !stop.is_due() {
            std::thread::yield_now();
        }
        told.lock().expect("nobody panics").send(()).expect("the test waits");
        None
    }))
    .await;
    let (table, mut ada) = begun(&server, against("martian-chess", 2, &[(1, 8)])).await;
    step(&mut ada, table, &mut fastrand::Rng::with_seed(1)).await;
    ada.call(Command::Resign { table }).await.expect("resigned, while it thinks");
    let ended = tokio::task::spawn_blocking(move || stopped.recv_timeout(cydonia_tests::PATIENCE));
    ended.await.expect("no panic").expect("it was told to stop");
}

#[tokio::test]
async fn what_is_found_within_a_while_is_played_and_told_however_slow_the_house_is() {
    // It never comes to an end by itself, and tells when it begins.
    let (tell, told) = std::sync::mpsc::channel();
    let (tell, told) = (Mutex::new(tell), Arc::new(Mutex::new(told)));
    let server = house(Thinker::from_source(move |game, _, _, stop| {
        tell.lock().expect("nobody panics").send(()).expect("the test waits");
        while !stop.is_due() {
            std::thread::yield_now();
        }
        believes(game, &Values::even(2))
    }))
    .await;
    let begins = async || {
        let told = Arc::clone(&told);
        let begun = move || told.lock().expect("nobody panics").recv_timeout(cydonia_tests::PATIENCE);
        tokio::task::spawn_blocking(begun).await.expect("no panic").expect("it begins");
    };
    let (table, mut ada) = begun(&server, against("martian-chess", 2, &[(1, 8)])).await;
    let asked = ada.send(Command::Hint { table, at: ada.tables[&table].at }).await;
    begins().await;
    server.advance(limits::LONGEST_THOUGHT);
    ada.answer(Some(asked)).await.expect("a hint");
    let mut rng = fastrand::Rng::with_seed(1);
    step(&mut ada, table, &mut rng).await;
    begins().await;
    let n = ada.tables[&table].n;
    server.advance(limits::LONGEST_THOUGHT - std::time::Duration::from_millis(1));
    ada.call(Command::Ping {}).await.expect("the line is good");
    assert_eq!(ada.tables[&table].n, n, "it still thinks");
    server.advance(std::time::Duration::from_millis(1));
    to_own_turn(&mut ada, table, &mut rng).await;
    assert_eq!(ada.tables[&table].n, n + 1);
}
