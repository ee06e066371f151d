//! Hints: for whoever plays against computers alone, when it is their turn.

use std::num::NonZeroU32;
use std::sync::{Mutex, mpsc};

use cydonia_players::{Choice, Level, Values};
use cydonia_protocol::{Command, ErrorCode, OfferKind};
use cydonia_rules::Turn;
use cydonia_server::Thinker;
use cydonia_server::limits::Limits;
use cydonia_tests::{TestServer, TestServerBuilder, ample, fresh_id};

use super::{against, begun, to_own_turn};
use crate::support::{refused, seated, sit, turn, watch};

#[tokio::test]
async fn whoever_plays_against_computers_is_told_a_strong_action() {
    let server = TestServerBuilder::new()
        .thinker(Thinker::from_source(|game, level, _, _| {
            // The computer takes the first, and the strongest player would take the last.
            let actions = game.actions();
            let action = if level == Level::MAX { actions.last() } else { actions.first() }?;
            Some(Choice { action: action.clone(), values: Values::even(2) })
        }))
        .start()
        .await;
    for (game, seats) in [("martian-chess", 2), ("martian-go", 3), ("martian-frisby", 2)] {
        let computers: Vec<_> = (1..seats).map(|seat| (seat, 1)).collect();
        let (table, mut ada) = begun(&server, against(game, seats, &computers)).await;
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..2 {
            to_own_turn(&mut ada, table, &mut rng).await;
            let at = ada.tables[&table].at;
            ada.call(Command::Hint { table, at }).await.expect("a hint");
            let strongest = ada.offered(table).await.actions.last().expect("an action").clone();
            assert_eq!(ada.hints[&table], (at, strongest.clone()), "{game}");
            let act = ada.act(table, &strongest);
            ada.call(act).await.expect("it is legal");
        }
    }
}

#[tokio::test]
async fn there_are_no_hints_against_people_nor_out_of_turn() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let at = players[0].tables[&table].at;
    for player in &mut players {
        refused(player, Command::Hint { table, at }, ErrorCode::NoHints).await;
    }
    // A single other person is enough.
    let mut ada = server.join("Ada").await;
    let wish = against("martian-chess", 3, &[(1, 1)]);
    let table = ada.call(wish).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    refused(&mut ada, Command::Hint { table, at: 0 }, ErrorCode::NotPlaying).await;
    let mut ben = server.join("Ben").await;
    ben.call(sit(table)).await.expect("a seat");
    ada.until(table, |table| table.view.is_some()).await;
    let at = ada.tables[&table].at;
    refused(&mut ada, Command::Hint { table, at }, ErrorCode::NoHints).await;
    // Whoever looks on is told nothing, and whoever plays only in their own turn, for how it stands.
    let (table, mut cleo) = begun(&server, against("martian-frisby", 2, &[(1, 1)])).await;
    refused(&mut ada, Command::Hint { table, at: 1 }, ErrorCode::NotSeated).await;
    let mut rng = fastrand::Rng::with_seed(4);
    let seat = cleo.seat(table);
    while turn(&cleo, table) != (Turn::Roll { seat }) {
        super::step(&mut cleo, table, &mut rng).await;
    }
    let at = cleo.tables[&table].at;
    refused(&mut cleo, Command::Hint { table, at }, ErrorCode::WrongPhase).await;
    to_own_turn(&mut cleo, table, &mut rng).await;
    refused(&mut cleo, Command::Hint { table, at }, ErrorCode::Stale).await;
    cleo.call(Command::Resign { table }).await.expect("resigned");
    refused(&mut cleo, Command::Hint { table, at }, ErrorCode::Over).await;
}

#[tokio::test]
async fn a_player_has_so_many_hints_a_minute() {
    let most = NonZeroU32::new(2).expect("more than none");
    let thinker = Thinker::from_source(|game, _, _, _| {
        Some(Choice { action: game.actions().into_iter().next()?, values: Values::even(2) })
    });
    let limits = Limits { hints: most, ..ample() };
    let server = TestServerBuilder::new().thinker(thinker).limits(limits).start().await;
    let (table, mut ada) = begun(&server, against("martian-chess", 2, &[(1, 1)])).await;
    let hint = Command::Hint { table, at: ada.tables[&table].at };
    for _ in 0..2 {
        ada.call(hint.clone()).await.expect("a hint");
    }
    refused(&mut ada, hint.clone(), ErrorCode::TooFast).await;
    server.pass(std::slice::from_mut(&mut ada), std::time::Duration::from_secs(60)).await;
    ada.call(hint).await.expect("a minute later");
}

#[tokio::test]
async fn a_hint_whose_position_is_gone_is_thought_of_no_longer() {
    let (told, stopped) = mpsc::channel();
    let told = Mutex::new(told);
    let server = TestServerBuilder::new()
        .thinker(Thinker::from_source(move |_, _, _, stop| {
            while !stop.is_due() {
                std::thread::yield_now();
            }
            told.lock().expect("nobody panics").send(()).expect("the test waits");
            None
        }))
        .start()
        .await;
    let (table, mut ada) = begun(&server, against("martian-chess", 2, &[(1, 1)])).await;
    let hint = Command::Hint { table, at: ada.tables[&table].at };
    let asked = ada.send(hint.clone()).await;
    refused(&mut ada, hint, ErrorCode::TooMany).await;
    // What changes no position does not end it.
    let pause = Command::Offer { table, request: fresh_id(), what: OfferKind::Draw, computer: None };
    ada.call(pause).await.expect("offered");
    ada.send(Command::Resign { table }).await;
    let refusal = ada.answer(Some(asked)).await.expect_err("it is of no use any more");
    assert_eq!(refusal.code, ErrorCode::Over);
    assert!(ada.hints.is_empty());
    let ended = tokio::task::spawn_blocking(move || stopped.recv_timeout(cydonia_tests::PATIENCE));
    ended.await.expect("no panic").expect("it was told to stop");
}

#[tokio::test]
async fn a_hint_goes_to_where_one_is_now() {
    let (go, wait) = mpsc::channel();
    let wait = Mutex::new(wait);
    let thinker = Thinker::from_source(move |game, _, _, _| {
        wait.lock().expect("nobody panics").recv_timeout(cydonia_tests::PATIENCE).expect("it is let go");
        Some(Choice { action: game.actions().into_iter().next()?, values: Values::even(2) })
    });
    let server = TestServerBuilder::new().thinker(thinker).start().await;
    let ada = server.guest("Ada").await;
    let mut before = server.connect(Some(&ada)).await;
    let created = before.call(against("martian-chess", 2, &[(1, 1)])).await.expect("a table");
    let table = created.table.expect("its id");
    before.call(watch(table)).await.expect("watching");
    let at = before.until(table, |table| table.view.is_some()).await.at;
    let asked = before.send(Command::Hint { table, at }).await;
    before.call(Command::Ping {}).await.expect("all before it was heard");
    // Another page of hers, as after a cut that the house has not noticed yet.
    let mut now = server.connect(Some(&ada)).await;
    let again = now.send(Command::Hint { table, at }).await;
    let refusal = before.answer(Some(asked)).await.expect_err("told elsewhere");
    assert_eq!(refusal.code, ErrorCode::TooMany);
    go.send(()).expect("it waits");
    now.answer(Some(again)).await.expect("a hint");
    assert_eq!((now.hints.len(), before.hints.len()), (1, 0));
}

#[tokio::test]
async fn nothing_comes_of_a_hint_that_fails_and_the_game_goes_on() {
    let server = TestServerBuilder::new()
        .thinker(Thinker::from_source(|game, level, _, _| {
            assert_ne!(level, Level::MAX, "as it is meant to");
            Some(Choice { action: game.actions().into_iter().next()?, values: Values::even(2) })
        }))
        .start()
        .await;
    let (table, mut ada) = begun(&server, against("martian-chess", 2, &[(1, 1)])).await;
    let at = ada.tables[&table].at;
    refused(&mut ada, Command::Hint { table, at }, ErrorCode::Unavailable).await;
    ada.play(table, |_| 0).await.expect("legal");
    ada.until(table, |table| table.at > at + 1).await;
}
