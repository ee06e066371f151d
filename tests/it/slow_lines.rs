//! Timeouts: lines over which nothing comes, or nothing goes: they are cut, and meanwhile nobody else waits for them.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use cydonia_protocol::Command;
use cydonia_server::limits;
use cydonia_server::limits::Limits;
use cydonia_tests::{PATIENCE, TestServer, ample};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::support::{play_on, seated};

/// A line from one of this machine's addresses.
async fn line_from(last: u8, server: SocketAddr, receive: Option<u32>) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((Ipv4Addr::new(127, 0, 0, last), 0).into()).expect("an address of this machine");
    if let Some(receive) = receive {
        socket.set_recv_buffer_size(receive).expect("a size");
    }
    socket.connect(server).await.expect("a connection")
}

/// What comes over a line until it is at its end, however that comes about.
async fn rest(line: &mut TcpStream) -> Vec<u8> {
    let mut came = Vec::new();
    // A reset is an end, too.
    drop(timeout(PATIENCE, line.read_to_end(&mut came)).await.expect("an end in time"));
    came
}

/// Asks over a line, and waits until the answer has come in part.
async fn ask(line: &mut TcpStream, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    line.write_all(request.as_bytes()).await.expect("written");
    let mut some = [0; 4096];
    let count = timeout(PATIENCE, line.read(&mut some)).await.expect("an answer in time").expect("an answer");
    String::from_utf8_lossy(&some[..count]).into_owned()
}

/// Lets the house take in what was sent so far.
async fn settle(server: &TestServer) {
    for _ in 0..5 {
        let mut line = line_from(1, server.address, None).await;
        assert!(ask(&mut line, "/healthz").await.starts_with("HTTP/1.1 200"));
    }
}

#[tokio::test]
async fn whoever_connects_and_says_nothing_or_half_of_it_is_cut() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let mut heads = Vec::new();
    for half in ["", "GET /api/v1/matches HTT", "GET /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nX-Slow: "]
    {
        let mut line = line_from(1, server.address, None).await;
        line.write_all(half.as_bytes()).await.expect("written");
        heads.push(line);
    }
    // One that was answered and asks no more.
    let mut idle = line_from(1, server.address, None).await;
    assert!(ask(&mut idle, "/healthz").await.contains("200"));
    heads.push(idle);
    settle(&server).await;
    server.advance(limits::HEAD_TIMEOUT);
    for line in &mut heads {
        rest(line).await;
    }
    play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(1)).await;
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let server = TestServer::start().await;
    let mut bodies = Vec::new();
    for (path, rest) in [
        ("session", "Content-Length: 100\r\n\r\n{\"name\":"),
        ("session", "Transfer-Encoding: chunked\r\n\r\n8\r\n{\"name\":"),
        ("check-record", "Content-Length: 100000\r\n\r\n[Game"),
        // Nobody waits for a body there.
        ("nothing", "Content-Length: 100\r\n\r\n{"),
    ] {
        let mut line = line_from(1, server.address, None).await;
        let head = format!("POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\n{rest}");
        line.write_all(head.as_bytes()).await.expect("written");
        bodies.push(line);
    }
    settle(&server).await;
    // Others are heard meanwhile, also those who bring bodies.
    server.guest("Ada").await;
    server.advance(limits::BODY_TIMEOUT);
    for line in &mut bodies {
        let told = String::from_utf8_lossy(&rest(line).await).into_owned();
        assert!(!told.starts_with("HTTP/1.1 200"), "{told}");
    }
}

#[tokio::test]
async fn whoever_never_reads_an_answer_is_cut() {
    let server = TestServer::start().await;
    let page = reqwest::get(server.url("/")).await.expect("an answer").text().await.expect("a page");
    let script =
        page.split('"').find(|part| part.contains("assets/") && part.ends_with(".js")).expect("a script");
    let script = format!("/{}", script.trim_start_matches("./"));
    let length = reqwest::get(server.url(&script)).await.expect("an answer").bytes().await.expect("it").len();
    // More than all buffers on the way hold.
    const TIMES: usize = 100;
    let mut line = line_from(1, server.address, Some(4096)).await;
    let request = format!("GET {script} HTTP/1.1\r\nHost: localhost\r\n\r\n").repeat(TIMES);
    line.write_all(request.as_bytes()).await.expect("written");
    for _ in 0..5 {
        settle(&server).await;
        server.advance(limits::PROGRESS_TIMEOUT);
    }
    settle(&server).await;
    let mut came = 0;
    let mut some = vec![0; 1 << 20];
    while came < length * TIMES {
        match timeout(PATIENCE, line.read(&mut some)).await.expect("an end in time") {
            Ok(0) | Err(_) => break,
            Ok(count) => came += count,
        }
    }
    assert!(came < length * TIMES, "it was sent all the same");
    // Whoever reads is sent all of it.
    let whole = reqwest::get(server.url(&script)).await.expect("an answer").bytes().await.expect("it");
    assert_eq!(whole.len(), length);
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_another_is_served_all_the_same() {
    const MOST: u32 = 20;
    let limits = Limits { connections: MOST, ..ample() };
    let server = TestServer::start_with_limits(limits.clone()).await;
    let mut silent = Vec::new();
    for _ in 0..3 * MOST {
        silent.push(line_from(1, server.address, None).await);
    }
    for line in silent.iter_mut().skip(MOST as usize) {
        assert!(rest(line).await.is_empty(), "it is closed at once");
    }
    let mut other = line_from(2, server.address, None).await;
    assert!(ask(&mut other, "/healthz").await.starts_with("HTTP/1.1 200"));
    // Whoever goes makes room.
    silent.truncate(MOST as usize - 2);
    let answered = async {
        loop {
            let mut line = line_from(1, server.address, None).await;
            line.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("written");
            let mut some = [0; 12];
            if line.read(&mut some).await.is_ok_and(|count| count > 0) {
                return some;
            }
        }
    };
    assert_eq!(&timeout(PATIENCE, answered).await.expect("there is room")[..], b"HTTP/1.1 200");

    // A proxy's address counts for nobody.
    let server = TestServer::start_with_limits(Limits { behind_proxy: true, ..limits }).await;
    let mut lines = Vec::new();
    for _ in 0..2 * MOST {
        let mut line = line_from(1, server.address, None).await;
        assert!(ask(&mut line, "/healthz").await.starts_with("HTTP/1.1 200"));
        lines.push(line);
    }
}

#[tokio::test]
async fn a_socket_counts_as_a_connection_and_is_not_cut_as_slow() {
    let server = TestServer::start_with_limits(Limits { connections: 3, ..ample() }).await;
    let mut ada = server.connect(None).await;
    let mut ben = server.connect(None).await;
    // The third has time to be answered, and is closed when it is.
    for _ in 0..4 {
        server.advance(limits::HEAD_TIMEOUT);
        ada.call(Command::Ping {}).await.expect("the line is good");
        ben.call(Command::Ping {}).await.expect("the line is good");
    }
    let mut cora = server.connect(None).await;
    let mut fourth = line_from(1, server.address, None).await;
    assert!(rest(&mut fourth).await.is_empty(), "three sockets are three connections");
    drop(ada);
    ben.call(Command::Ping {}).await.expect("the line is good");
    cora.call(Command::Ping {}).await.expect("the line is good");
    let came = async {
        loop {
            let mut line = line_from(1, server.address, None).await;
            line.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("written");
            let mut some = [0; 12];
            if line.read(&mut some).await.is_ok_and(|count| count > 0) {
                return;
            }
        }
    };
    timeout(PATIENCE, came).await.expect("whoever goes makes room");
}

#[tokio::test]
async fn a_house_closes_though_lines_are_open_on_which_nothing_comes() {
    let mut server = TestServer::start().await;
    let mut silent = line_from(1, server.address, None).await;
    let mut half = line_from(1, server.address, None).await;
    half.write_all(b"GET / HT").await.expect("written");
    settle(&server).await;
    server.begin_stop();
    assert!(rest(&mut silent).await.is_empty());
    server.advance(limits::SHUTDOWN + Duration::from_millis(1));
    rest(&mut half).await;
}
