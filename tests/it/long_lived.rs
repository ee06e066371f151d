//! Long-lived responses: what is written past the HTTP library is what the library would write.

use cydonia_protocol::{Command, LobbyFilter};
use cydonia_server::limits;
use cydonia_tests::{PATIENCE, TestClient, TestServer};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::{seated, until_listed};

/// A line over which HTTP is spoken by hand.
struct Line(BufReader<TcpStream>);

impl Line {
    async fn to(server: &TestServer, said: &str) -> Self {
        let mut line = TcpStream::connect(server.address).await.expect("a connection");
        line.write_all(said.as_bytes()).await.expect("written");
        Self(BufReader::new(line))
    }

    /// Text up to the end of a line, and without it; empty at the end.
    async fn text(&mut self) -> String {
        let mut text = String::new();
        timeout(PATIENCE, self.0.read_line(&mut text)).await.expect("in time").expect("text");
        text.trim_end_matches(['\r', '\n']).to_owned()
    }

    /// The status, and the headers in the order of their names.
    async fn head(&mut self) -> (String, Vec<(String, String)>) {
        let status = self.text().await;
        let mut headers = Vec::new();
        loop {
            let text = self.text().await;
            if text.is_empty() {
                headers.sort();
                return (status, headers);
            }
            let (name, value) = text.split_once(": ").expect("a header");
            headers.push((name.to_owned(), value.to_owned()));
        }
    }

    async fn bytes(&mut self, count: usize) -> String {
        let mut bytes = vec![0; count];
        timeout(PATIENCE, self.0.read_exact(&mut bytes)).await.expect("in time").expect("bytes");
        String::from_utf8(bytes).expect("text")
    }

    /// The next part of a body in chunks; empty at its end.
    async fn chunk(&mut self) -> String {
        let length = usize::from_str_radix(&self.text().await, 16).expect("a length");
        let chunk = self.bytes(length).await;
        assert_eq!(self.text().await, "", "a part ends with its line");
        chunk
    }

    /// Whether nothing comes any more.
    async fn is_at_its_end(&mut self) -> bool {
        timeout(PATIENCE, self.0.fill_buf()).await.expect("in time").is_ok_and(<[u8]>::is_empty)
    }
}

/// A request by hand, with what stands at the end of its first line and between the others.
fn request(method: &str, path: &str, version: &str) -> String {
    format!("{method} {path} HTTP/{version}\r\nHost: localhost\r\nOrigin: https://elsewhere.example\r\n\r\n")
}

/// Somebody who follows the list of tables over a socket.
async fn listing(server: &TestServer) -> TestClient {
    let mut client = server.connect(None).await;
    client.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("a list");
    client
}

const STREAM: &str = "/api/v1/tables/events";

#[tokio::test]
async fn a_stream_has_the_head_that_the_library_would_write() {
    let server = TestServer::start().await;
    let mut stream = Line::to(&server, &request("GET", STREAM, "1.1")).await;
    let (status, headers) = stream.head().await;
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert!(stream.chunk().await.starts_with(r#"{"type":"lobby""#));
    let told = |name: &str| headers.iter().find(|(one, _)| one == name).map(|(_, value)| value.as_str());
    assert_eq!(told("transfer-encoding"), Some("chunked"));
    assert_eq!(told("connection"), Some("close"));
    assert_eq!(told("content-type"), Some("application/x-ndjson"));

    // One of HTTP/1.0 knows no chunks, and is answered by the library.
    let mut old = Line::to(&server, &request("GET", STREAM, "1.0")).await;
    let (status, by_library) = old.head().await;
    assert_eq!(status, "HTTP/1.0 200 OK");
    assert!(old.text().await.starts_with(r#"{"type":"lobby""#));
    let of_both = |headers: Vec<(String, String)>| {
        let of_one = ["transfer-encoding", "connection", "date", "ratelimit"];
        let both = headers.into_iter().filter(|(name, _)| !of_one.contains(&name.as_str()));
        both.collect::<Vec<_>>()
    };
    let date = told("date").expect("a date").to_owned();
    assert!(date.ends_with(" GMT") && date.len() == "Sun, 06 Nov 1994 08:49:37 GMT".len(), "{date}");
    assert_eq!(of_both(headers), of_both(by_library));
}

#[tokio::test]
async fn a_stream_comes_behind_what_was_asked_for_before_and_nothing_behind_it() {
    let mut server = TestServer::start().await;
    // All of it at once: the library has read it all before it answers the first.
    let said = [
        request("GET", "/api/v1/games", "1.1"),
        request("HEAD", STREAM, "1.1"),
        request("GET", STREAM, "1.1"),
        request("GET", "/healthz", "1.1"),
    ];
    let mut line = Line::to(&server, &said.concat()).await;
    let (status, headers) = line.head().await;
    assert_eq!(status, "HTTP/1.1 200 OK");
    let length = headers.iter().find(|(name, _)| name == "content-length").expect("its length");
    let games = line.bytes(length.1.parse().expect("a number")).await;
    assert!(games.starts_with('['), "{games}");
    let (status, headers) = line.head().await;
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert!(headers.contains(&("content-type".to_owned(), "application/x-ndjson".to_owned())), "{headers:?}");
    let (status, _) = line.head().await;
    assert_eq!(status, "HTTP/1.1 200 OK", "the head alone was asked for before");
    assert!(line.chunk().await.starts_with(r#"{"type":"lobby""#));
    // Some more is listened to, while it goes on.
    line.0.get_mut().write_all(&vec![b'x'; limits::BODY / 2]).await.expect("written");
    let (table, _players) = seated(&server, 2).await;
    let mut onlooker = listing(&server).await;
    until_listed(&mut onlooker, &server, |lobby| lobby.len() == 1).await;
    while !line.chunk().await.contains(&table.to_string()) {}
    // Whoever says much is not listened to any longer.
    let mut talker = Line::to(&server, &request("GET", STREAM, "1.1")).await;
    talker.head().await;
    assert!(talker.chunk().await.starts_with(r#"{"type":"lobby""#));
    talker.0.get_mut().write_all(&vec![b'x'; limits::BODY + 1]).await.expect("written");
    let mut rest = Vec::new();
    drop(timeout(PATIENCE, talker.0.read_to_end(&mut rest)).await.expect("an end in time"));

    server.begin_stop();
    while !line.chunk().await.is_empty() {}
    assert!(line.is_at_its_end().await);
}

#[tokio::test]
async fn who_leaves_a_stream_is_known_to_be_gone_at_once() {
    let server = TestServer::start().await;
    let (table, _players) = seated(&server, 2).await;
    let mut onlooker = listing(&server).await;
    let mut lines = Vec::new();
    for _ in 0..2 {
        let stream = request("GET", &format!("/api/v1/tables/{table}/events"), "1.1");
        let mut line = Line::to(&server, &stream).await;
        assert_eq!(line.head().await.0, "HTTP/1.1 200 OK");
        lines.push(line);
    }
    until_listed(&mut onlooker, &server, |lobby| lobby[0].watchers == 2).await;
    // Nothing is sent to them that could fail: one closes, the other only says no more.
    let mut silent = lines.pop().expect("one");
    drop(lines);
    until_listed(&mut onlooker, &server, |lobby| lobby[0].watchers == 1).await;
    silent.0.get_mut().shutdown().await.expect("half closed");
    until_listed(&mut onlooker, &server, |lobby| lobby[0].watchers == 0).await;
}
