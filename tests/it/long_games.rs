//! Large snapshots: any game can be watched and resumed, however long it is and however slowly it is read; on one core, as each of these
//! tests has no more.

use std::cell::Cell;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use cydonia_protocol::{Close, Command, Envelope, ServerMessage, TimeControl, VERSION};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestClient, TestServer, on};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Notify;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::sockets::assert_closed;
use crate::support::{all_see, sit, to_act, watch, wish};

/// So much happens in a long game, besides what is played.
const OUTAGES: u64 = 24_000;

/// A game of two that is on, with a line of more than two megabytes.
async fn long_game() -> (TestServer, Uuid, [Guest; 2]) {
    let server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let mut players = [server.connect(Some(&guests[0])).await, server.connect(Some(&guests[1])).await];
    let clock = TimeControl::Fischer { initial_s: 3_600, increment_s: 0 };
    let table =
        players[0].call(wish("martian-chess", 2, clock)).await.expect("a table").table.expect("its id");
    for player in &mut players {
        player.call(watch(table)).await.expect("watching");
    }
    players[1].call(sit(table)).await.expect("a seat");
    players[0].until(table, |table| table.view.is_some()).await;
    players[0].play(table, |_| 0).await.expect("legal");
    let (n, now_ms) = (players[0].tables[&table].n, server.now_ms());
    drop(players);
    let server = server
        .restart_with(Duration::ZERO, async |data| {
            let mut database = data.open().await;
            let number = database.number("SELECT number FROM tables", None).await;
            let outages = vec![format!(r#"[{now_ms},{{"outage":{{"credit_ms":0}}}}]"#); OUTAGES as usize];
            on!(database, |c| sqlx::query(
                "INSERT INTO events (table_number, seq, body) VALUES ($1, $2, $3)"
            )
            .bind(number)
            .bind(n as i64 + 1)
            .bind(format!("[{}]", outages.join(",")))
            .execute(c)
            .await
            .map(drop))
            .expect("written");
        })
        .await;
    (server, table, guests)
}

/// The numbers of the events that a socket is told, up to the answer to that message.
async fn told(client: &mut TestClient, id: u64) -> Vec<u64> {
    let mut numbers = Vec::new();
    loop {
        match client.next().await {
            ServerMessage::Events { events, .. } => numbers.extend(events.iter().map(|event| event.n)),
            ServerMessage::Ok { id: answered, .. } if answered == id => return numbers,
            ServerMessage::Error { code, message, .. } => panic!("{code:?}: {message}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn whoever_reads_slowly_is_let_in_to_a_long_game_and_plays_on() {
    let (server, table, guests) = long_game().await;
    let mut quick = server.connect(Some(&guests[0])).await;
    quick.call(watch(table)).await.expect("watching");
    // Ben's page reloads, and his line is slow.
    let mut slow = server.connect_slowly(Some(&guests[1])).await;
    slow.call(watch(table)).await.expect("let in");
    let before = slow.tables[&table].n;
    assert_eq!((before, to_act(&slow, table)), (quick.tables[&table].n, Some(1)));
    let mut players = [quick, slow];
    for seat in [1, 0, 1, 0] {
        players[seat].play(table, |_| 0).await.expect("legal");
        all_see(&mut players, table).await;
    }
    assert_eq!(players[1].tables[&table].n, before + 4, "every event was seen");
    assert_eq!(players[0].tables[&table], players[1].tables[&table]);
}

#[tokio::test]
async fn a_long_game_resumes_from_any_event_with_later_events_behind_it() {
    let (server, table, guests) = long_game().await;
    let mut quick = server.connect(Some(&guests[1])).await;
    quick.call(watch(table)).await.expect("watching");
    let head = quick.tables[&table].n;
    for since in [0, 4, head / 2] {
        let mut slow = server.connect_slowly(Some(&guests[0])).await;
        let resume = Command::Watch { table, since: Some(since), key: None, quiet: false };
        let id = slow.send(resume).await;
        let numbers = told(&mut slow, id).await;
        assert_eq!(numbers, (since + 1..=head).collect::<Vec<_>>(), "since {since}");
    }
    // While it is under way the game goes on.
    let mut slow = server.connect_slowly(Some(&guests[0])).await;
    let id = slow.send(Command::Watch { table, since: Some(4), key: None, quiet: false }).await;
    quick.play(table, |_| 0).await.expect("legal");
    let mut numbers = told(&mut slow, id).await;
    while numbers.last() != Some(&(head + 1)) {
        if let ServerMessage::Events { events, .. } = slow.next().await {
            numbers.extend(events.iter().map(|event| event.n));
        }
    }
    assert_eq!(numbers, (5..=head + 1).collect::<Vec<_>>());
}

#[tokio::test]
async fn ten_who_read_slowly_are_let_in_at_once() {
    let (server, table, _) = long_game().await;
    let mut watchers = Vec::new();
    for _ in 0..10 {
        let mut watcher = server.connect_slowly(None).await;
        let id = watcher.send(watch(table)).await;
        watchers.push((watcher, id));
    }
    for (watcher, id) in &mut watchers {
        watcher.answer(Some(*id)).await.expect("let in");
        assert!(watcher.tables[&table].n > OUTAGES);
    }
}

#[tokio::test]
async fn whoever_asks_for_a_long_game_and_never_reads_is_given_up() {
    let (server, table, guests) = long_game().await;
    let mut mute = server.connect_slowly(Some(&guests[0])).await;
    let mut alive = server.connect(Some(&guests[1])).await;
    // Of all that it asks for one long answer is under way, and the rest is not heard.
    for since in 0..50 {
        mute.send(Command::Watch { table, since: Some(since), key: None, quiet: false }).await;
    }
    alive.call(watch(table)).await.expect("watching");
    server.pass(std::slice::from_mut(&mut alive), limits::IDLE_TIMEOUT).await;
    assert_closed(&mut mute, Close::Silent).await;
    alive.call(Command::Ping {}).await.expect("nobody else notices");
}

/// A line on which time passes with every byte that is read.
struct Lasting<'a> {
    stream: TcpStream,
    server: &'a TestServer,
    /// What is left of a millisecond, in bytes.
    bytes: usize,
    passed_ms: Rc<Cell<u64>>,
    is_time: Rc<Notify>,
}

/// Bytes that are read in a millisecond: a long game takes minutes.
const PACE: usize = 16;

impl AsyncRead for Lasting<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.bytes += buffer.filled().len() - before;
        let ms = (self.bytes / PACE) as u64;
        self.bytes %= PACE;
        self.server.advance(Duration::from_millis(ms));
        let passed_ms = self.passed_ms.get();
        self.passed_ms.set(passed_ms + ms);
        let every_ms = limits::PING_EVERY.as_millis() as u64;
        if passed_ms / every_ms < (passed_ms + ms) / every_ms {
            self.is_time.notify_one();
        }
        read
    }
}

impl AsyncWrite for Lasting<'_> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[tokio::test]
async fn whoever_reads_slowly_but_on_and_on_is_not_taken_for_silent() {
    let (server, table, _) = long_game().await;
    let line = TcpSocket::new_v4().expect("a line");
    line.set_recv_buffer_size(4 * 1024).expect("a narrow one");
    let stream = line.connect(server.address).await.expect("an open line");
    let (passed_ms, is_time) = (Rc::new(Cell::new(0)), Rc::new(Notify::new()));
    let lasting = Lasting {
        stream,
        server: &server,
        bytes: 0,
        passed_ms: Rc::clone(&passed_ms),
        is_time: Rc::clone(&is_time),
    };
    let address = format!("ws://{}/ws?protocol={VERSION}", server.address);
    let (socket, _) = client_async(address, lasting).await.expect("a socket");
    let (mut says, mut hears) = socket.split();
    let say = |id: u64, command: Command| {
        Message::text(serde_json::to_string(&Envelope { id, command }).expect("a command is JSON"))
    };
    says.send(say(1, watch(table))).await.expect("sent");
    loop {
        tokio::select! {
            // As pages do; it is only heard when the long answer has left.
            () = is_time.notified() => says.send(say(2, Command::Ping {})).await.expect("sent"),
            heard = hears.next() => {
                let Some(Ok(Message::Text(text))) = heard else { panic!("after {} ms: {heard:?}", passed_ms.get()) };
                let message: ServerMessage = serde_json::from_str(&text).expect("a message");
                if matches!(message, ServerMessage::Ok { id: 1, .. }) {
                    break;
                }
            }
        }
    }
    assert!(passed_ms.get() > 2 * limits::IDLE_TIMEOUT.as_millis() as u64, "{} ms", passed_ms.get());
}
