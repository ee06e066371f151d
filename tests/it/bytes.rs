//! The line itself, byte by byte: frames that come in pieces or together are read, and what is no frame closes the socket.

use cydonia_protocol::{Close, VERSION};
use cydonia_tests::{PATIENCE, TestServer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::{play_on, seated};

/// The first bits of a frame: the last of its message, and text.
const FIN: u8 = 0x80;
const TEXT: u8 = 0x01;

/// A socket that writes whatever it likes.
struct RawLine(TcpStream);

/// A frame as clients send it, masked; short enough for a length of one byte.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mask = [7, 11, 13, 17];
    let length = u8::try_from(payload.len()).ok().filter(|length| *length < 126).expect("a short frame");
    let masked = payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
    [first, 0x80 | length].into_iter().chain(mask).chain(masked).collect()
}

fn ping(id: u32) -> Vec<u8> {
    format!(r#"{{"id":{id},"do":{{"type":"ping"}}}}"#).into_bytes()
}

impl RawLine {
    async fn open(server: &TestServer) -> Self {
        let mut line = TcpStream::connect(server.address).await.expect("a connection");
        let request = format!(
            "GET /ws?protocol={VERSION} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
            server.address
        );
        line.write_all(request.as_bytes()).await.expect("written");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(line.read_u8().await.expect("an answer"));
        }
        let head = String::from_utf8(head).expect("text").to_lowercase();
        assert!(head.starts_with("http/1.1 101"), "{head}");
        assert!(!head.contains("deflate"), "compression is offered and not taken: {head}");
        Self(line)
    }

    async fn write(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.expect("written");
    }

    /// The next frame that is no ping: its first byte and what it holds.
    async fn next(&mut self) -> (u8, Vec<u8>) {
        let read = async {
            let first = self.0.read_u8().await.expect("a frame");
            let length = match self.0.read_u8().await.expect("a length") {
                126 => usize::from(self.0.read_u16().await.expect("a length")),
                length => usize::from(length),
            };
            let mut payload = vec![0; length];
            self.0.read_exact(&mut payload).await.expect("a payload");
            (first, payload)
        };
        timeout(PATIENCE, read).await.expect("in time")
    }

    /// Waits for the answer to that ping.
    async fn answered(&mut self, id: u32) {
        loop {
            let (_, payload) = self.next().await;
            if String::from_utf8_lossy(&payload).contains(&format!(r#""type":"ok","id":{id},"#)) {
                return;
            }
        }
    }

    /// Waits for the close, and gives its code.
    async fn closed(&mut self) -> u16 {
        loop {
            if let (0x88, payload) = self.next().await {
                return u16::from_be_bytes([payload[0], payload[1]]);
            }
        }
    }
}

#[tokio::test]
async fn frames_are_read_however_they_come() {
    let server = TestServer::start().await;
    let mut line = RawLine::open(&server).await;
    let two = [frame(FIN | TEXT, &ping(1)), frame(FIN | TEXT, &ping(2))].concat();
    line.write(&two).await;
    line.answered(1).await;
    line.answered(2).await;
    for byte in frame(FIN | TEXT, &ping(3)) {
        line.write(&[byte]).await;
    }
    line.answered(3).await;
    let message = ping(4);
    let (begins, ends) = message.split_at(9);
    line.write(&frame(TEXT, begins)).await;
    line.write(&frame(FIN, ends)).await;
    line.answered(4).await;
}

#[tokio::test]
async fn what_is_no_frame_closes_the_socket_and_disturbs_nobody_else() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let unmasked = [&[FIN | TEXT, 2], &b"{}"[..]].concat();
    for (what, bytes) in [
        ("compressed", frame(FIN | 0x40 | TEXT, &ping(1))),
        ("a bit that means nothing", frame(FIN | 0x10 | TEXT, &ping(1))),
        ("a kind that there is not", frame(FIN | 0x03, &ping(1))),
        ("not masked", unmasked),
        ("the end of nothing", frame(FIN, &ping(1))),
        ("a ping in pieces", frame(0x09, b"?")),
    ] {
        let mut line = RawLine::open(&server).await;
        line.write(&bytes).await;
        assert_eq!(line.closed().await, Close::Malformed.code(), "{what}");
    }
    let mut line = RawLine::open(&server).await;
    line.write(&frame(FIN | TEXT, &[0xff, 0xfe])).await;
    assert_eq!(line.closed().await, Close::NotText.code());
    // Half a frame, and then nothing more: that is a line that was cut.
    let mut line = RawLine::open(&server).await;
    line.write(&frame(FIN | TEXT, &ping(1))[..5]).await;
    drop(line);
    play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(1)).await;
}
