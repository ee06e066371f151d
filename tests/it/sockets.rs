//! Close codes: how sockets end: every close code, and that nobody else notices.

use cydonia_protocol::{Close, Command, ErrorCode, MAX_FRAME, ServerMessage};
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer, fresh_id};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{create, seated, sit, watch};

pub(crate) async fn assert_closed(client: &mut TestClient, close: Close) {
    let frame = client.closed().await.expect("a reason");
    assert_eq!(u16::from(frame.code), close.code());
    assert_eq!(frame.reason.as_str(), close.sentence());
}

#[tokio::test]
async fn binary_frames_close_the_socket() {
    let server = TestServer::start().await;
    let mut client = server.connect(None).await;
    client.send_raw(Message::binary(vec![0, 159, 146, 150])).await;
    assert_closed(&mut client, Close::Binary).await;
}

#[tokio::test]
async fn a_frame_of_a_megabyte_closes_the_socket() {
    let server = TestServer::start().await;
    let mut client = server.connect(None).await;
    client.send_raw(Message::text("x".repeat(1024 * 1024))).await;
    let frame = client.farewell().await.expect("a reason");
    assert_eq!(u16::from(frame.code), Close::TooBig.code());
}

#[tokio::test]
async fn a_frame_just_above_the_limit_closes_the_socket() {
    let server = TestServer::start().await;
    let mut client = server.connect(None).await;
    client.send_raw(Message::text(" ".repeat(MAX_FRAME + 1))).await;
    assert_closed(&mut client, Close::TooBig).await;
}

#[tokio::test]
async fn a_close_is_answered() {
    let server = TestServer::start().await;
    let mut client = server.connect(None).await;
    client.send_raw(Message::Close(None)).await;
    client.closed_cleanly().await;
}

#[tokio::test]
async fn a_frame_at_the_limit_is_read() {
    let server = TestServer::start().await;
    let mut client = server.connect(None).await;
    client.send_raw(Message::text(" ".repeat(MAX_FRAME))).await;
    assert!(client.answer(None).await.is_err());
}

#[tokio::test]
async fn another_version_of_the_protocol_is_told_so() {
    let server = TestServer::start().await;
    for path in ["/ws", "/ws?protocol=0", "/ws?protocol=2", "/ws?protocol=two", "/ws?protocol=1&protocol=1"] {
        let mut client = TestClient::open(server.address, path).await;
        assert_closed(&mut client, Close::Version).await;
    }
}

#[tokio::test]
async fn a_socket_that_has_fallen_silent_is_closed_and_one_that_pings_is_not() {
    let server = TestServer::start().await;
    let (mut silent, mut alive) = (server.connect(None).await, server.connect(None).await);
    silent.call(Command::Ping {}).await.expect("both are there");
    alive.call(Command::Ping {}).await.expect("both are there");
    for _ in 0..3 {
        server.advance(limits::PING_EVERY);
        alive.call(Command::Ping {}).await.expect("still there");
    }
    assert_closed(&mut silent, Close::Silent).await;
    alive.call(Command::Ping {}).await.expect("still there");
}

/// A socket that follows games and stops reading, until more has happened there than its queue holds.
pub(crate) async fn fallen_behind(server: &TestServer) -> TestClient {
    let mut stuck = server.connect_slowly(None).await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let mut tables = Vec::new();
    for _ in 0..FALLEN_BEHIND {
        let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
        stuck.call(watch(table)).await.expect("watching");
        tables.push(table);
    }
    // From here on it fetches nothing: first the buffers on the way are filled,
    ben.call(sit(tables[0])).await.expect("a seat");
    for _ in 0..FALLEN_BEHIND {
        let again = Command::Watch { table: tables[0], since: Some(0), key: None, quiet: false };
        stuck.send(again).await;
    }
    ben.call(Command::Ping {}).await.expect("nobody else notices");
    // then its queue: each game begins with some kilobytes.
    for table in &tables[1..] {
        ben.call(sit(*table)).await.expect("players notice nothing");
    }
    stuck
}

/// Beginnings of games that are more than a queue holds; and twice as many more than that and all the buffers on the way.
const FALLEN_BEHIND: usize = 450;

#[tokio::test]
async fn a_socket_that_never_reads_is_dropped_and_the_games_go_on() {
    let server = TestServer::start().await;
    let mut stuck = fallen_behind(&server).await;
    assert_closed(&mut stuck, Close::Slow).await;
}

#[tokio::test]
async fn a_server_that_stops_says_so_and_keeps_what_was_acknowledged() {
    let mut server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    server.begin_stop();
    assert_closed(&mut ada, Close::Restarting).await;
    let server = server.restart().await;
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("the table is kept");
}

#[tokio::test]
async fn tables_that_do_not_exist_cost_a_look_and_no_task() {
    const SOCKETS: usize = 20;
    const ASKED: usize = 195;
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let mut sockets = Vec::new();
    for _ in 0..SOCKETS {
        let mut socket = server.connect(None).await;
        socket.call(Command::Ping {}).await.expect("the line is good");
        sockets.push(socket);
    }
    let metrics = tokio::runtime::Handle::current().metrics();
    let before = metrics.num_alive_tasks();
    let mut asked = Vec::new();
    for socket in &mut sockets {
        for _ in 0..ASKED {
            asked.push(socket.send(watch(fresh_id())).await);
        }
    }
    let mut most = 0;
    for (place, id) in asked.into_iter().enumerate() {
        let refusal = sockets[place / ASKED].answer(Some(id)).await.expect_err("refused");
        assert_eq!(refusal.code, ErrorCode::NoTable);
        most = most.max(metrics.num_alive_tasks());
    }
    eprintln!("{} tasks more", most.saturating_sub(before));
    assert!(most < before + SOCKETS / 2, "{before} tasks before, and {most} meanwhile");
    // What was refused does not count among what a socket watches, and what there is is found: awake, asleep, finished.
    sockets[0].call(watch(table)).await.expect("watching");
    players[0].call(Command::Resign { table }).await.expect("resigned");
    drop(players);
    drop(sockets.split_off(1));
    server.pass(&mut sockets, limits::TABLE_IDLE_TIMEOUT * 2).await;
    sockets[0].call(Command::Unwatch { table }).await.expect("no longer watching");
    server.advance(limits::KEPT_IDLE_TIMEOUT);
    let mut late = server.connect(None).await;
    late.call(watch(table)).await.expect("a finished game");
    assert!(late.tables[&table].outcome.is_some());
}

#[tokio::test]
async fn a_page_comes_back_to_all_its_tables_at_once_and_is_answered_in_order() {
    const TABLES: usize = 100;
    let server = TestServer::start().await;
    let (ada, mut ben) = (server.guest("Ada").await, server.join("Ben").await);
    let mut first = server.connect(Some(&ada)).await;
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let table = first.call(create(2)).await.expect("a table").table.expect("its id");
        ben.call(sit(table)).await.expect("a seat");
        tables.push(table);
    }
    for asleep in [false, true] {
        if asleep {
            drop(std::mem::replace(&mut first, server.connect(None).await));
            server.pass(std::slice::from_mut(&mut ben), limits::TABLE_IDLE_TIMEOUT * 2).await;
        }
        let mut page = server.connect(Some(&ada)).await;
        let mut ids = Vec::new();
        for table in &tables {
            ids.push(page.send(watch(*table)).await);
        }
        let mut answered = Vec::new();
        while answered.len() < TABLES {
            match page.next().await {
                ServerMessage::Ok { id, .. } => answered.push(id),
                ServerMessage::Error { code, message, .. } => panic!("{code:?}: {message}"),
                _ => {}
            }
        }
        assert_eq!(answered, ids);
        for table in &tables {
            // What it asks right behind is heard by the same table, and later.
            let ask = page.send(watch(*table)).await;
            let stop = page.send(Command::Unwatch { table: *table }).await;
            page.answer(Some(ask)).await.expect("watching");
            page.answer(Some(stop)).await.expect("no longer watching");
        }
    }
}
