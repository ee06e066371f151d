//! How sockets end: every close code, and that nobody else notices.

use cydonia_protocol::{Close, Command, MAX_FRAME};
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{create, play_on, seated, watch};

async fn assert_closed(client: &mut TestClient, close: Close) {
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
    assert_closed(&mut client, Close::TooBig).await;
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
    for path in ["/ws", "/ws?protocol=0", "/ws?protocol=2"] {
        let mut client = TestClient::open(server.address, path, None).await;
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

#[tokio::test]
async fn a_socket_that_never_reads_is_dropped_and_the_game_goes_on() {
    let server = TestServer::start().await;
    let mut stuck = server.connect(None).await;
    let (table, mut players) = seated(&server, 2).await;
    stuck.call(watch(table)).await.expect("watching");
    // Answers that are not fetched fill the way, then the queue.
    for _ in 0..limits::OUTBOX * 40 {
        stuck.send(Command::Watch { table, since: Some(0), key: None }).await;
        if play_on(table, &mut players, 1, &mut fastrand::Rng::with_seed(4)).await == 0 {
            break;
        }
    }
    let close = stuck.closed().await;
    assert!(close.is_none_or(|frame| u16::from(frame.code) == Close::Slow.code()));
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
