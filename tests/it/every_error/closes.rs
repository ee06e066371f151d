//! Every code with which the server closes a socket.

use std::num::NonZeroU32;

use cydonia_protocol::{Close, Command, MAX_FRAME};
use cydonia_server::limits;
use cydonia_server::limits::Limits;
use cydonia_tests::{TestClient, TestServer, ample};
use reqwest::Client;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::sockets::{assert_closed, fallen_behind};

/// Messages that one may send at once where little is admitted.
const FEW: u32 = 20;

/// Gives the server a reason to close a socket. There is no code without one.
async fn provoke(server: &mut TestServer, reason: Close) -> TestClient {
    let mut client = server.join("Ada").await;
    match reason {
        Close::Malformed => {
            let unknown = OpCode::Data(Data::Reserved(3));
            client.send_raw(Message::Frame(Frame::message(&b"?"[..], unknown, true))).await;
        }
        Close::NotText => {
            let text = OpCode::Data(Data::Text);
            client.send_raw(Message::Frame(Frame::message(&[0xff, 0xfe][..], text, true))).await;
        }
        Close::Binary => client.send_raw(Message::binary(vec![0])).await,
        Close::TooBig => client.send_raw(Message::text(" ".repeat(MAX_FRAME + 1))).await,
        Close::Version => return TestClient::open(server.address, "/ws?protocol=0").await,
        Close::Silent => {
            // The echo that the socket was asked for comes before the second.
            client.call(Command::Ping {}).await.expect("it is there");
            client.call(Command::Ping {}).await.expect("it is there");
            server.advance(limits::IDLE_TIMEOUT);
        }
        Close::Slow => return fallen_behind(server).await,
        Close::Ended => {
            let guest = server.guest("Ada").await;
            client = server.connect(Some(&guest)).await;
            let signing_out = Client::new().delete(server.url("/api/v1/session")).bearer_auth(&guest.token);
            assert!(signing_out.send().await.expect("an answer").status().is_success());
        }
        Close::Restarting => server.begin_stop(),
        Close::Flood => {
            for _ in 0..=FEW {
                client.send(Command::Ping {}).await;
            }
        }
    }
    client
}

#[tokio::test]
async fn every_close_code_has_its_reason() {
    for reason in Close::ALL.iter().copied() {
        let mut server = if reason == Close::Flood {
            let burst = NonZeroU32::new(FEW).expect("more than none");
            TestServer::start_with_limits(Limits { messages: NonZeroU32::MIN, burst, ..ample() }).await
        } else {
            TestServer::start().await
        };
        let mut client = provoke(&mut server, reason).await;
        if [Close::Malformed, Close::NotText].contains(&reason) {
            // What comes after such a frame cannot be read, so the line ends by itself a moment later.
            let frame = client.farewell().await.expect("a reason");
            assert_eq!((u16::from(frame.code), frame.reason.as_str()), (reason.code(), reason.sentence()));
        } else {
            assert_closed(&mut client, reason).await;
        }
    }
}
