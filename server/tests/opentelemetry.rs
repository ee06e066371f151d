//! Traces end to end: the program, built to send them, and a collector of the test's own.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, Uri};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// A trace that somebody else has begun.
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// What came to the collector: where, as what, and its bytes.
type Batch = (String, String, Bytes);

async fn collector() -> (String, mpsc::UnboundedReceiver<Batch>) {
    let (came, batches) = mpsc::unbounded_channel();
    let take = move |uri: Uri, headers: HeaderMap, body: Bytes| {
        let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        drop(came.send((uri.to_string(), kind.to_owned(), body)));
        async { [("content-type", "application/x-protobuf")] }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(take)).await });
    (address, batches)
}

/// A running house, and what it has said.
struct House {
    program: Child,
    address: SocketAddr,
    said: String,
    log: BufReader<std::process::ChildStdout>,
}

impl House {
    fn open(data: &Path, collector: &str, more: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cydonia"))
            .args(["--listen", "127.0.0.1:0", "--otlp-endpoint", collector, "--data"])
            .arg(data)
            .args(more)
            .env_remove("RUST_LOG")
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut log = BufReader::new(program.stdout.take().expect("a log"));
        let mut said = String::new();
        let port = loop {
            let before = said.len();
            assert!(log.read_line(&mut said).expect("a line") > 0, "it opens: {said}");
            if let Some((_, after)) = said[before..].split_once("open on http://localhost:") {
                break after.trim_end().trim_end_matches('/').parse().expect("a port");
            }
        };
        Self { program, address: SocketAddr::from(([127, 0, 0, 1], port)), said, log }
    }

    /// Asks for something, with secrets wherever one may stand; the first line of the answer.
    fn ask(&self, path: &str) -> String {
        let mut line = TcpStream::connect(self.address).expect("a line");
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             authorization: Bearer hidden-token\r\ncookie: cydonia_session=hidden-cookie\r\n\
             cydonia-table-key: hidden-key\r\nx-forwarded-for: 203.0.113.77\r\n\
             traceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\ntracestate: hidden=state\r\nbaggage: hidden=baggage\r\n\r\n"
        );
        line.write_all(request.as_bytes()).expect("said");
        let mut told = String::new();
        line.read_to_string(&mut told).expect("an answer");
        told.lines().next().unwrap_or_default().to_owned()
    }

    /// Ends it in good order; all that it has said.
    fn close(mut self) -> String {
        let id = rustix::process::Pid::from_child(&self.program);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("it runs");
        self.log.read_to_string(&mut self.said).expect("text");
        assert!(self.program.wait().expect("it ends").success(), "{}", self.said);
        self.said
    }
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// All that came of a house, asked for a few things by somebody who names a trace.
async fn told(more: &[&str]) -> Vec<u8> {
    let data = tempfile::tempdir().expect("a folder");
    let (address, mut batches) = collector().await;
    let (folder, more) = (data.path().to_owned(), more.iter().map(ToString::to_string).collect::<Vec<_>>());
    let ran = tokio::task::spawn_blocking(move || {
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let house = House::open(&folder, &address, &more);
        // The token is nobody's.
        let missing = "/api/v1/matches/01234567-89ab-7def-8123-456789abcdef?key=hidden-query";
        assert_eq!(house.ask(missing), "HTTP/1.1 401 Unauthorized");
        assert_eq!(house.ask("/healthz"), "HTTP/1.1 200 OK");
        house.close()
    });
    let said = ran.await.expect("it runs");
    assert!(!said.contains("spans"), "{said}");
    let mut all = Vec::new();
    while let Ok((path, kind, batch)) = batches.try_recv() {
        assert_eq!((path.as_str(), kind.as_str()), ("/v1/traces", "application/x-protobuf"));
        all.extend_from_slice(&batch);
    }
    all
}

#[tokio::test]
async fn spans_of_requests_are_sent_without_secrets_and_before_the_end() {
    let all = told(&[]).await;
    for part in
        ["cydonia", "request", "http.route", "/api/v1/matches/{id}", "http.response.status_code", "GET"]
    {
        assert!(holds(&all, part.as_bytes()), "{part} in {}", String::from_utf8_lossy(&all));
    }
    for secret in ["hidden", "203.0.113.77", "01234567-89ab"] {
        assert!(!holds(&all, secret.as_bytes()), "{secret} in {}", String::from_utf8_lossy(&all));
    }
    // Nobody is believed who is not a proxy of the house's own.
    assert!(!holds(&all, &hex::decode(TRACE).expect("bytes")));
}

#[tokio::test]
async fn a_trace_goes_on_that_the_houses_own_proxy_has_begun() {
    let all = told(&["--behind-proxy"]).await;
    assert!(holds(&all, &hex::decode(TRACE).expect("bytes")));
    assert!(holds(&all, &hex::decode("00f067aa0ba902b7").expect("bytes")));
    for secret in ["hidden-", "hidden=baggage", "203.0.113.77"] {
        assert!(!holds(&all, secret.as_bytes()), "{secret} in {}", String::from_utf8_lossy(&all));
    }
}

#[test]
fn a_collector_that_is_away_holds_nobody_up_and_is_told_of_once() {
    let data = tempfile::tempdir().expect("a folder");
    // Nobody listens on a port that was free a moment ago.
    let nobody =
        std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port");
    let house = House::open(data.path(), &format!("http://{nobody}"), &[]);
    for _ in 0..200 {
        assert_eq!(house.ask("/healthz"), "HTTP/1.1 200 OK");
    }
    let said = house.close();
    assert_eq!(said.matches("spans are lost: the collector does not take them").count(), 1, "{said}");
}
