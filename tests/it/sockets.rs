//! How sockets end: every close code, and that nobody else notices.

use cydonia_protocol::{Close, Command, MAX_FRAME};
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{create, play_on, seated, watch};

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

/// A socket that follows games and never reads, until more has happened there than its queue holds.
pub(crate) async fn fallen_behind(server: &TestServer) -> TestClient {
    let mut stuck = server.connect(None).await;
    let mut rng = fastrand::Rng::with_seed(4);
    let mut games = Vec::new();
    for _ in 0..6 {
        let (table, mut players) = seated(server, 2).await;
        stuck.call(watch(table)).await.expect("watching");
        play_on(table, &mut players, 10, &mut rng).await;
        games.push((table, players));
    }
    // More than the network between us holds, and none of it is fetched.
    for _ in 0..3_000 {
        stuck.send(Command::Watch { table: games[0].0, since: Some(0), key: None, quiet: false }).await;
    }
    // Then more events than its queue holds.
    let mut events = 0;
    for _ in 0..100 {
        for (table, players) in &mut games {
            events += play_on(*table, players, 1, &mut rng).await;
        }
    }
    assert!(events > limits::OUTBOX, "players notice nothing");
    stuck
}

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
