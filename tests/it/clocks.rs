//! Clocks, as the players of a whole server feel them; time passes when the test says so.

use cydonia_protocol::{Clocks, Command, ErrorCode, MatchRecord, OfferKind, TimeControl};
use cydonia_rules::Reason;
use cydonia_server::limits;
use cydonia_tests::TestServer;
use uuid::Uuid;

use crate::company::and_lag;
use crate::company::seconds;
use crate::support::{all_see, give_share, roll, seated_with, to_act, watch, wish};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 5 };
const CHESS: &str = "martian-chess";

#[tokio::test]
async fn the_seat_that_owes_the_next_thing_pays_and_a_turn_brings_its_increment() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, CHESS, 2, FISCHER).await;
    let full = Clocks { left_ms: vec![60_000, 60_000], running: Some(0) };
    assert_eq!(players[0].tables[&table].clocks, Some(full));
    server.advance(seconds(10));
    players[0].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    let after = Clocks { left_ms: vec![55_000, 60_000], running: Some(1) };
    assert_eq!(players[1].tables[&table].clocks, Some(after.clone()));
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("watching");
    assert_eq!(watcher.tables[&table].clocks, Some(after), "a snapshot tells the same");
}

#[tokio::test]
async fn with_dice_a_share_and_a_roll_cost_time_and_bring_none() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-frisby", 2, FISCHER).await;
    let clocks = |player: &cydonia_tests::TestClient| player.tables[&table].clocks.clone().expect("clocks");
    assert_eq!(clocks(&players[0]).running, Some(1), "seat 1 owes its share");
    server.advance(seconds(2));
    give_share(&mut players, table).await;
    assert_eq!(clocks(&players[0]), Clocks { left_ms: vec![60_000, 58_000], running: Some(0) });
    server.advance(seconds(3));
    roll(&mut players, table).await;
    assert_eq!(clocks(&players[0]), Clocks { left_ms: vec![57_000, 58_000], running: Some(0) });
    while to_act(&players[0], table) == Some(0) {
        server.advance(seconds(1));
        players[0].play(table, |_| 0).await.expect("legal");
        all_see(&mut players, table).await;
    }
    assert_eq!(clocks(&players[0]), Clocks { left_ms: vec![59_000, 58_000], running: Some(1) });
}

#[tokio::test]
async fn a_flag_falls_by_itself_and_an_action_after_it_is_too_late() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, CHESS, 2, FISCHER).await;
    server.pass(&mut players, seconds(59)).await;
    players[0].play(table, |_| 0).await.expect("a second is left");
    all_see(&mut players, table).await;
    server.pass(&mut players, and_lag(seconds(60))).await;
    let outcome = players[0].until(table, |table| table.outcome.is_some()).await.outcome.clone();
    let outcome = outcome.expect("a result");
    assert_eq!((outcome.reason, outcome.ranks), (Reason::TIMEOUT, vec![1, 2]));
    assert_eq!(players[0].tables[&table].clocks.as_ref().expect("clocks").left_ms[1], 0);
    let at = players[1].tables[&table].at;
    let late = Command::Act { table, at, action: "a6-b5".to_owned(), share: None };
    assert_eq!(players[1].call(late).await.expect_err("refused").code, ErrorCode::Over);
    let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    assert_eq!((record.summary.reason, record.summary.clock), (Reason::TIMEOUT, FISCHER));
}

#[tokio::test]
async fn a_flag_falls_though_nobody_is_there_and_the_table_sleeps() {
    let server = TestServer::start().await;
    let days = TimeControl::Correspondence { days: 1 };
    let (table, mut players) = seated_with(&server, "martian-go", 3, days).await;
    players[0].play(table, |_| 0).await.expect("legal");
    drop(players);
    // The table falls asleep; the house is stopped for an hour that nobody pays for.
    server.advance(limits::TABLE_IDLE_TIMEOUT * 2);
    server.advance(seconds(23 * 60 * 60));
    let server = server.restart_after(seconds(60 * 60)).await;
    server.advance(seconds(50 * 60));
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("watching");
    let folded = &watcher.tables[&table];
    assert!(!folded.line.iter().any(|entry| entry.contains("Timeout")), "ten minutes are left");
    drop(watcher);
    server.advance(limits::TABLE_IDLE_TIMEOUT * 2);
    server.advance(seconds(20 * 60));
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("watching");
    let folded = watcher.until(table, |table| table.line.iter().any(|entry| entry == "1 Timeout")).await;
    assert_eq!(folded.outcome, None, "with three seats the other two play on");
    assert_eq!(folded.clocks.as_ref().expect("clocks").running, Some(2));
}

#[tokio::test]
async fn an_outage_costs_nobody_time_and_is_told_in_the_log() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, CHESS, 2, FISCHER).await;
    server.advance(seconds(4));
    players[0].play(table, |_| 0).await.expect("legal");
    server.advance(seconds(7));
    drop(players);
    let server = server.restart_after(seconds(1_000)).await;
    server.advance(seconds(3));
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("watching");
    let clocks = watcher.tables[&table].clocks.clone().expect("clocks");
    assert_eq!(clocks, Clocks { left_ms: vec![61_000, 50_000], running: Some(1) });
    assert_eq!(watcher.tables[&table].n, 5, "the time that was given back is an event");
}

#[tokio::test]
async fn by_consent_the_clocks_stand_still_until_somebody_goes_on() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, CHESS, 2, FISCHER).await;
    players[0].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    let offer = Command::Offer { table, request: Uuid::from_u128(1), what: OfferKind::Pause, computer: None };
    let number = players[0].call(offer).await.expect("offered").offer.expect("its number");
    all_see(&mut players, table).await;
    server.advance(seconds(5));
    players[1].call(Command::Answer { table, offer: number, agree: true }).await.expect("agreed");
    all_see(&mut players, table).await;
    let standing = Clocks { left_ms: vec![65_000, 55_000], running: None };
    assert_eq!(
        (players[0].tables[&table].paused, &players[0].tables[&table].clocks),
        (true, &Some(standing))
    );
    server.pass(&mut players, seconds(600)).await;
    let paused = players[1].play(table, |_| 0).await.expect_err("refused");
    assert_eq!(paused.code, ErrorCode::Paused);
    let again = Command::Offer { table, request: Uuid::from_u128(2), what: OfferKind::Pause, computer: None };
    assert_eq!(players[1].call(again).await.expect_err("refused").code, ErrorCode::BadOffer);
    players[1].call(Command::Resume { table }).await.expect("on it goes");
    assert_eq!(
        players[1].call(Command::Resume { table }).await.expect_err("refused").code,
        ErrorCode::NotPaused
    );
    server.advance(seconds(1));
    players[1].play(table, |_| 0).await.expect("legal");
    assert_eq!(players[1].tables[&table].clocks.as_ref().expect("clocks").left_ms, [65_000, 59_000]);
}

#[tokio::test]
async fn clocks_out_of_range_are_refused() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    for clock in [
        TimeControl::Fischer { initial_s: 9, increment_s: 0 },
        TimeControl::Fischer { initial_s: 10_801, increment_s: 0 },
        TimeControl::Fischer { initial_s: 60, increment_s: 181 },
        TimeControl::Correspondence { days: 0 },
        TimeControl::Correspondence { days: 15 },
    ] {
        assert_eq!(
            ada.call(wish(CHESS, 2, clock)).await.expect_err("refused").code,
            ErrorCode::BadClock,
            "{clock:?}"
        );
    }
}
