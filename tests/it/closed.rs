//! The house is closed while it can keep nothing, though its program runs: that costs nobody time.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, EventKind, ServerMessage, TimeControl};
use cydonia_server::limits;
use cydonia_tests::TestServer;
use uuid::Uuid;

use crate::company::and_lag;
use crate::support::{all_see, create_game, lock, seated_with, sit, watch};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 0 };

/// Longer than anybody has on their clock, and than a full table waits.
const LONG: Duration = Duration::from_secs(4 * 60);

/// What was given back at a table, as a snapshot tells it to whoever comes later.
async fn given_back_ms(server: &TestServer, table: Uuid) -> Vec<i64> {
    let mut watcher = server.connect(None).await;
    watcher.send(watch(table)).await;
    loop {
        if let ServerMessage::Table { game: Some(game), .. } = watcher.next().await {
            let credit = |what| match what {
                EventKind::Outage { credit_ms } => Some(credit_ms),
                _ => None,
            };
            return game.line.into_iter().filter_map(|event| credit(event.what)).collect();
        }
    }
}

#[tokio::test]
async fn while_nothing_can_be_kept_no_clock_runs() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, FISCHER).await;
    let lock = lock(&server).await;
    assert_eq!(players[0].play(table, |_| 0).await.expect_err("refused").code, ErrorCode::Unavailable);
    server.pass(&mut players, LONG).await;
    lock.close().await;
    players[0].play(table, |_| 0).await.expect("there is time left");
    all_see(&mut players, table).await;
    let credits = given_back_ms(&server, table).await;
    assert!(matches!(*credits, [credit] if credit == LONG.as_millis() as i64), "{credits:?}");
    let left_ms = &players[1].tables[&table].clocks.as_ref().expect("clocks").left_ms;
    assert_eq!(**left_ms, [60_000, 60_000]);
}

#[tokio::test]
async fn a_flag_does_not_fall_by_itself_while_nothing_can_be_kept() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, FISCHER).await;
    let lock = lock(&server).await;
    assert_eq!(
        players[1].call(Command::Resign { table }).await.expect_err("refused").code,
        ErrorCode::Unavailable
    );
    server.pass(&mut players, LONG).await;
    lock.close().await;
    players[0].call(watch(table)).await.expect("the table is looked at, and its time given back");
    server.pass(&mut players, Duration::from_secs(59)).await;
    assert!(players[0].tables[&table].outcome.is_none(), "a second is left");
    server.advance(and_lag(Duration::from_secs(1)));
    players[0].until(table, |table| table.outcome.is_some()).await;
}

#[tokio::test]
async fn a_full_table_waits_as_long_for_its_seats_to_be_ready() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let table = ada.call(create_game("martian-frisby", 2)).await.expect("a table").table.expect("its id");
    for player in [&mut ada, &mut ben] {
        player.call(watch(table)).await.expect("watching");
    }
    ben.call(sit(table)).await.expect("a seat");
    ada.ready(table).await.expect("ready");
    let lock = lock(&server).await;
    assert_eq!(ben.ready(table).await.expect_err("refused").code, ErrorCode::Unavailable);
    let mut both = [ada, ben];
    server.pass(&mut both, LONG).await;
    lock.close().await;
    server.pass(&mut both, limits::READY_WITHIN - Duration::from_secs(1)).await;
    both[1].ready(table).await.expect("in time");
    both[0].until(table, |table| table.view.is_some()).await;
}
