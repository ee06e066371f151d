//! What happens while a computer thinks: its pause, a restart, clocks that run, and people who walk away.

use std::time::Duration;

use cydonia_protocol::dice::DiceReport;
use cydonia_protocol::{Command, LiveTable, TimeControl};
use cydonia_rules::{GameKind, Reason, Turn};
use cydonia_server::limits;
use cydonia_tests::{TestServer, TestServerBuilder};

use super::{against, begun, step, to_own_turn, unhurried};
use crate::support::{to_act, turn, watch};

const PAUSE: Duration = Duration::from_secs(2);

#[tokio::test]
async fn a_computer_pauses_before_it_moves() {
    let server = TestServerBuilder::new().limits(unhurried()).start().await;
    let (table, mut ada) = begun(&server, against("martian-chess", 2, &[(1, 1)])).await;
    let mut rng = fastrand::Rng::with_seed(2);
    step(&mut ada, table, &mut rng).await;
    let n = ada.tables[&table].n;
    server.pass(std::slice::from_mut(&mut ada), PAUSE / 4).await;
    assert_eq!((ada.tables[&table].n, to_act(&ada, table)), (n, Some(1)), "not yet");
    server.advance(PAUSE);
    to_own_turn(&mut ada, table, &mut rng).await;
    assert_eq!(ada.tables[&table].n, n + 1);
}

#[tokio::test]
async fn a_restart_in_the_middle_of_a_thought_goes_on_with_the_same_game() {
    for kind in GameKind::ALL {
        let mut server = TestServerBuilder::new().limits(unhurried()).start().await;
        let guest = server.guest("Ada").await;
        let mut ada = server.connect(Some(&guest)).await;
        let wish = against(kind.id(), 2, &[(1, 1)]);
        let table = ada.call(wish).await.expect("a table").table.expect("its id");
        ada.call(watch(table)).await.expect("watching");
        if kind.info().dice {
            ada.ready(table).await.expect("ready");
        }
        ada.until(table, |table| table.view.is_some()).await;
        let mut rng = fastrand::Rng::with_seed(11);
        for _ in 0..4 {
            // Up to where the computer is to do something, and its pause is not over.
            let is_theirs = |ada: &cydonia_tests::TestClient| {
                let folded = &ada.tables[&table];
                match turn(ada, table) {
                    Turn::Act { seat } => seat == 1,
                    Turn::Roll { seat } => {
                        (seat == 1) == folded.dice.as_ref().is_some_and(|dice| dice.share.is_some())
                    }
                    Turn::Over {} => false,
                }
            };
            while !is_theirs(&ada) {
                assert!(step(&mut ada, table, &mut rng).await, "{kind:?}: it takes longer");
            }
            let before = ada.tables[&table].clone();
            let hand = ada.hand.clone();
            drop(ada);
            server = server.restart().await;
            ada = server.connect(Some(&guest)).await;
            ada.hand = hand;
            ada.call(watch(table)).await.expect("found again");
            if ada.tables[&table].n == before.n {
                assert_eq!(ada.tables[&table], before, "{kind:?}");
                server.advance(PAUSE);
            }
            ada.until(table, |table| table.n > before.n).await;
            while is_theirs(&ada) {
                server.advance(PAUSE);
                ada.next().await;
            }
        }
        ada.call(Command::Resign { table }).await.expect("resigned");
        if kind.info().dice {
            let report: DiceReport = server.get(&format!("/api/v1/matches/{table}/dice")).await;
            assert!(report.fits, "{kind:?}: {}", report.sentence);
        }
    }
}

#[tokio::test]
async fn a_computer_is_charged_for_its_pause_alone_and_never_runs_out_of_time() {
    let server = TestServerBuilder::new().limits(unhurried()).start().await;
    let mut wish = against("martian-chess", 2, &[(1, 1)]);
    if let Command::Create { clock, .. } = &mut wish {
        *clock = TimeControl::Fischer { initial_s: 10, increment_s: 0 };
    }
    let (table, mut ada) = begun(&server, wish).await;
    let mut rng = fastrand::Rng::with_seed(2);
    step(&mut ada, table, &mut rng).await;
    // The house is slow, much slower than the clock.
    server.advance(Duration::from_secs(40));
    to_own_turn(&mut ada, table, &mut rng).await;
    let left_ms = &ada.tables[&table].clocks.as_ref().expect("clocks").left_ms;
    assert!((9_600..10_000).contains(&left_ms[1]), "{left_ms:?}");
    // The person's clock runs as ever, though nobody else is there to be wronged.
    drop(ada);
    server.advance(Duration::from_secs(61));
    let mut late = server.connect(None).await;
    late.call(watch(table)).await.expect("watching");
    let outcome = late.until(table, |table| table.outcome.is_some()).await.outcome.clone();
    assert_eq!(outcome.expect("over").ranks, [2, 1]);
}

#[tokio::test]
async fn computers_do_not_play_for_nobody_and_their_game_comes_to_an_end() {
    let server = TestServerBuilder::new().limits(unhurried()).start().await;
    let (table, mut ada) = begun(&server, against("martian-chess", 3, &[(1, 1), (2, 1)])).await;
    let mut rng = fastrand::Rng::with_seed(2);
    step(&mut ada, table, &mut rng).await;
    ada.call(Command::Resign { table }).await.expect("resigned");
    let n = ada.tables[&table].n;
    // As long as somebody looks on, they do.
    server.advance(PAUSE);
    ada.until(table, |table| table.n > n).await;
    drop(ada);
    let stands = async || {
        let live: LiveTable = server.get(&format!("/api/v1/tables/{table}")).await;
        live.n
    };
    let n = stands().await;
    server.advance(PAUSE * 10);
    assert!(stands().await <= n + 1, "what was thought of before may come");
    server.advance(limits::LEFT_ALONE);
    let mut late = server.connect(None).await;
    late.call(watch(table)).await.expect("watching");
    let outcome = late.until(table, |table| table.outcome.is_some()).await.outcome.clone();
    assert_eq!(outcome.expect("over").reason, Reason::from(cydonia_rules::LeaveReason::Abandoned));
}

#[tokio::test]
async fn a_computer_goes_on_once_what_could_not_be_kept_can_be_again() {
    let server = TestServerBuilder::new().limits(unhurried()).start().await;
    let (table, mut ada) = begun(&server, against("martian-chess", 2, &[(1, 1)])).await;
    let mut rng = fastrand::Rng::with_seed(2);
    step(&mut ada, table, &mut rng).await;
    let n = ada.tables[&table].n;
    let lock = crate::support::lock(&server).await;
    server.advance(PAUSE);
    let stuck = Command::Offer {
        table,
        request: cydonia_tests::fresh_id(),
        what: cydonia_protocol::OfferKind::Draw,
        computer: None,
    };
    assert!(ada.call(stuck).await.is_err(), "nothing is kept just now");
    drop(lock);
    while ada.tables[&table].n == n {
        server.advance(limits::TICK);
        ada.call(Command::Ping {}).await.expect("the line is good");
        tokio::task::yield_now().await;
    }
    to_own_turn(&mut ada, table, &mut rng).await;
}

#[tokio::test]
async fn a_game_against_a_computer_is_left_out_of_nothing_that_was_there_before() {
    // A message of before: without a word of computers.
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let old = serde_json::json!({ "id": 900, "do": {
        "type": "create", "request": cydonia_tests::fresh_id(), "game": "martian-chess", "seats": 2 } });
    ada.send_raw(tokio_tungstenite::tungstenite::Message::text(old.to_string())).await;
    let table = ada.answer(Some(900)).await.expect("a table").table.expect("its id");
    let text = reqwest::get(server.url(&format!("/api/v1/tables/{table}"))).await.expect("an answer");
    assert!(!text.text().await.expect("text").contains("computer"), "people have no such field");
}
