//! Socket activation: a house that is handed the socket on which it listens, and goes away and comes back while that stays open.

use std::net::TcpListener;

use cydonia_protocol::Session;
use cydonia_tests::{Guest, Process, TestDatabase, refused_start_handed};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn whoever_comes_while_a_house_is_started_anew_waits_and_is_answered() {
    let data = TestDatabase::new().await;
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let mut house = Process::start_handed(&data, &listener).await;
    assert_eq!(house.address, address, "and not where --listen says");
    let ada = Guest::arrive(&format!("http://{address}"), "Ada").await;
    for _ in 0..2 {
        house.kill().await;
        // The port is open though nobody is behind it.
        let mut line = TcpStream::connect(address).await.expect("she waits");
        let asks = format!(
            "GET /api/v1/session HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\nconnection: close\r\n\r\n",
            ada.token
        );
        line.write_all(asks.as_bytes()).await.expect("said");
        house = Process::start_handed(&data, &listener).await;
        let mut answer = String::new();
        line.read_to_string(&mut answer).await.expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        let session: Session = serde_json::from_str(body).expect("a session");
        assert_eq!(session.player, Some(ada.player.clone()));
    }
    house.kill().await;
    // Where nobody holds it open any more, nobody is waited for.
    drop(listener);
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn what_is_handed_over_must_be_a_socket_that_listens() {
    let data = TestDatabase::in_sqlite();
    let folder = data.folder().expect("a folder").to_owned();
    let said = refused_start_handed(&folder).await;
    assert!(said.contains("what was handed over to listen on (LISTEN_FDS) is no such socket"), "{said}");
}
