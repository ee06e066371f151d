//! Reconnecting: from any event, after any restart, without a hole and without a repeat.

use cydonia_protocol::{Command, ErrorCode, ServerMessage, TableStatus};
use cydonia_server::limits;
use cydonia_tests::{TestServer, on};

use crate::support::{create_game, database, play_on, seated, watch};

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
    mark(&server, before.info.created_ms).await;
    let mut late = server.connect(None).await;
    late.call(watch(table)).await.expect("it is awake");
    assert_eq!(late.tables[&table], before);
    late.call(Command::Unwatch { table }).await.expect("no longer watching");
    server.advance(limits::TABLE_IDLE_TIMEOUT);
    let mut later = server.connect(None).await;
    later.call(watch(table)).await.expect("it wakes");
    assert_eq!(later.tables[&table].info.created_ms, 5, "it was read again");
    assert_eq!(later.tables[&table].view, before.view);
}

#[tokio::test]
async fn a_new_table_is_in_memory_as_it_is_kept() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let wish = create_game("martian-frisby", 2);
    let table = ada.call(wish.clone()).await.expect("set up").table.expect("its id");
    ada.call(watch(table)).await.expect("it is awake");
    let before = ada.tables[&table].clone();
    mark(&server, before.info.created_ms).await;
    ada.call(watch(table)).await.expect("it is awake");
    assert_eq!(ada.tables[&table], before, "it is not read");
    ada.call(Command::Unwatch { table }).await.expect("no longer watching");
    server.pass(std::slice::from_mut(&mut ada), limits::TABLE_IDLE_TIMEOUT).await;
    assert_eq!(ada.call(wish).await.expect("there is one already").table, Some(table));
    ada.call(watch(table)).await.expect("it wakes");
    let mut read = ada.tables[&table].clone();
    assert_eq!(read.info.created_ms, 5, "it was read");
    read.info.created_ms = before.info.created_ms;
    assert_eq!(read, before);
}

/// Has the store tell another time than memory at which a table was set up.
async fn mark(server: &TestServer, created_ms: i64) {
    let mut database = database(server).await;
    on!(database, |c| sqlx::query("UPDATE tables SET info = replace(info, $1, '\"created_ms\":5')")
        .bind(format!("\"created_ms\":{created_ms}"))
        .execute(c)
        .await
        .map(drop))
    .expect("written");
}
