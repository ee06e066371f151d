//! Coming back: from any event, after any restart, without a hole and without a repeat.

use cydonia_protocol::{Command, ErrorCode, ServerMessage, TableStatus};
use cydonia_tests::{TestServer, on};

use crate::support::{database, play_on, seated, watch};

#[tokio::test]
async fn a_watcher_resumes_from_any_event() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 12, &mut fastrand::Rng::with_seed(1)).await;
    let head = players[0].tables[&table].n;
    for since in 0..=head {
        let mut watcher = server.connect(None).await;
        let id = watcher.send(Command::Watch { table, since: Some(since), key: None, quiet: false }).await;
        let mut numbers = Vec::new();
        loop {
            match watcher.next().await {
                ServerMessage::Events { events, .. } => numbers.extend(events.iter().map(|event| event.n)),
                ServerMessage::Ok { id: answered, .. } => {
                    assert_eq!(answered, id);
                    break;
                }
                ServerMessage::Presence { .. } => {}
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(numbers, (since + 1..=head).collect::<Vec<_>>());
    }
    // What cannot have been seen here was seen by somebody before the house went back to an older state.
    let mut ahead = server.connect(None).await;
    let beyond = Command::Watch { table, since: Some(head + 5), key: None, quiet: false };
    assert_eq!(ahead.call(beyond).await.expect_err("refused").code, ErrorCode::Regressed);
}

#[tokio::test]
async fn a_game_goes_on_after_the_server_was_stopped_in_good_order() {
    let mut server = TestServer::start().await;
    let (table, mut players) = seated(&server, 3).await;
    play_on(table, &mut players, 9, &mut fastrand::Rng::with_seed(2)).await;
    let before = players[0].tables[&table].clone();
    server.begin_stop();
    let close = players[0].closed().await.expect("a reason");
    assert_eq!(u16::from(close.code), 1001);
    drop(players);
    let server = server.restart().await;
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("the table is found again");
    assert_eq!(watcher.tables[&table], before);
    assert_eq!(before.info.status, TableStatus::Playing);
}

#[tokio::test]
async fn a_table_that_nobody_watches_sleeps_and_wakes_as_it_was() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 5, &mut fastrand::Rng::with_seed(3)).await;
    let before = players[0].tables[&table].clone();
    for player in &mut players {
        player.call(Command::Unwatch { table }).await.expect("no longer watching");
    }
    let created_ms = format!("\"created_ms\":{}", before.info.created_ms);
    let mut database = database(&server).await;
    on!(database, |c| sqlx::query("UPDATE tables SET info = replace(info, $1, '\"created_ms\":5')")
        .bind(&created_ms)
        .execute(c)
        .await
        .map(drop))
    .expect("written");
    let mut late = server.connect(None).await;
    late.call(watch(table)).await.expect("it is awake");
    assert_eq!(late.tables[&table], before);
    late.call(Command::Unwatch { table }).await.expect("no longer watching");
    server.advance(cydonia_server::limits::TABLE_NAP);
    let mut later = server.connect(None).await;
    later.call(watch(table)).await.expect("it wakes");
    assert_eq!(later.tables[&table].info.created_ms, 5, "it was read again");
    assert_eq!(later.tables[&table].view, before.view);
}
