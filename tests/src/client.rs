//! A client that folds every message into what a page would show.

use std::collections::HashMap;
use std::net::SocketAddr;

use cydonia_protocol::{
    Command, Envelope, ErrorCode, Event, EventKind, Player, SeatState, ServerMessage, TableInfo, TableStatus,
    VERSION,
};
use cydonia_rules::{Outcome, Seat, View};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Message, http::HeaderValue};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use uuid::Uuid;

use crate::{Guest, PATIENCE};

/// A table as a client sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Folded {
    /// The number of the last event.
    pub n: u64,
    /// The number of the last event that changed the position.
    pub at: u64,
    /// How many rolls there were.
    pub rolls: u64,
    /// The table.
    pub info: TableInfo,
    /// The position, once there is one.
    pub view: Option<View>,
    /// Actions and leavings as text.
    pub line: Vec<String>,
    /// The result.
    pub outcome: Option<Outcome>,
}

/// What an `ok` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The table that was made or joined.
    pub table: Option<Uuid>,
    /// The seat that was taken.
    pub seat: Option<Seat>,
    /// A private table's key.
    pub key: Option<String>,
}

/// What an error says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// For programs.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
}

/// One socket.
pub struct TestClient {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next_id: u64,
    /// Who the server says one is.
    pub player: Option<Player>,
    /// Every table that was watched.
    pub tables: HashMap<Uuid, Folded>,
    /// The lobby, if it is followed.
    pub lobby: Vec<TableInfo>,
    lobby_version: u64,
    /// The last choices for each table.
    pub choices: HashMap<Uuid, (u64, Vec<String>)>,
    /// Rematches that were announced: by the old table.
    pub rematches: HashMap<Uuid, Uuid>,
}

impl TestClient {
    /// Opens a socket and waits for the greeting.
    pub async fn connect(address: SocketAddr, base: &str, guest: Option<&Guest>) -> Self {
        let path = format!("{base}/ws?protocol={VERSION}");
        let header = guest.map(|guest| ("authorization", format!("Bearer {}", guest.token)));
        Self::open_with(address, &path, header).await.greeted().await
    }

    /// The same as a browser does it: with a cookie.
    pub async fn open_as_browser(address: SocketAddr, cookie: &str) -> Self {
        let path = format!("/ws?protocol={VERSION}");
        Self::open_with(address, &path, Some(("cookie", cookie.to_owned()))).await.greeted().await
    }

    /// Opens a socket at any address, and does not wait.
    pub async fn open(address: SocketAddr, path: &str) -> Self {
        Self::open_with(address, path, None).await
    }

    async fn open_with(address: SocketAddr, path: &str, header: Option<(&'static str, String)>) -> Self {
        let mut request = format!("ws://{address}{path}").into_client_request().expect("a good address");
        if let Some((name, value)) = header {
            request.headers_mut().insert(name, HeaderValue::from_str(&value).expect("plain text"));
        }
        let (socket, _) =
            timeout(PATIENCE, connect_async(request)).await.expect("in time").expect("a socket");
        Self {
            socket,
            next_id: 0,
            player: None,
            tables: HashMap::new(),
            lobby: Vec::new(),
            lobby_version: 0,
            choices: HashMap::new(),
            rematches: HashMap::new(),
        }
    }

    async fn greeted(mut self) -> Self {
        match self.next().await {
            ServerMessage::Hello { protocol, player, .. } => {
                assert_eq!(protocol, VERSION);
                self.player = player;
            }
            other => panic!("no greeting but {other:?}"),
        }
        self
    }

    /// Sends a frame as it is.
    pub async fn send_raw(&mut self, message: Message) {
        self.socket.send(message).await.expect("the socket takes it");
    }

    /// Sends a command without waiting for its answer; returns its id.
    pub async fn send(&mut self, command: Command) -> u64 {
        self.next_id += 1;
        let envelope = Envelope { id: self.next_id, command };
        let text = serde_json::to_string(&envelope).expect("a command is JSON");
        self.send_raw(Message::text(text)).await;
        self.next_id
    }

    /// Sends a command and folds everything that arrives up to its answer.
    pub async fn call(&mut self, command: Command) -> Result<Answer, Refusal> {
        let sent = self.send(command).await;
        self.answer(Some(sent)).await
    }

    /// Folds everything that arrives up to the answer to that id.
    pub async fn answer(&mut self, to: Option<u64>) -> Result<Answer, Refusal> {
        loop {
            match self.next().await {
                ServerMessage::Ok { id, table, seat, key } if Some(id) == to => {
                    return Ok(Answer { table, seat, key });
                }
                ServerMessage::Error { id, code, message } if id == to => {
                    return Err(Refusal { code, message });
                }
                _ => {}
            }
        }
    }

    /// The next message, folded in.
    pub async fn next(&mut self) -> ServerMessage {
        loop {
            let frame = timeout(PATIENCE, self.socket.next()).await.expect("a message in time");
            match frame.expect("an open socket").expect("a whole frame") {
                Message::Text(text) => {
                    let message: ServerMessage =
                        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                    self.fold(&message);
                    return message;
                }
                Message::Close(frame) => panic!("the server closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// Waits until a watched table is as wished.
    pub async fn until(&mut self, table: Uuid, wish: impl Fn(&Folded) -> bool) -> &Folded {
        while !self.tables.get(&table).is_some_and(&wish) {
            self.next().await;
        }
        &self.tables[&table]
    }

    /// Waits for the server to say why it closes, reading whatever comes before.
    pub async fn farewell(&mut self) -> Option<CloseFrame> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("a close in time") {
                Some(Ok(Message::Close(frame))) => return frame,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// The same, and then until the socket is closed on both sides.
    pub async fn closed(&mut self) -> Option<CloseFrame> {
        let reason = self.farewell().await;
        while let Some(Ok(_)) = timeout(PATIENCE, self.socket.next()).await.expect("an end in time") {}
        reason
    }

    /// Waits for the server's answer to our own close.
    pub async fn closed_cleanly(&mut self) {
        while let Some(frame) = timeout(PATIENCE, self.socket.next()).await.expect("an end in time") {
            frame.expect("no reset: the close is answered");
        }
    }

    /// Takes the first of the legal actions that the server offers, or the one that `pick` names by place.
    pub async fn play(&mut self, table: Uuid, pick: impl Fn(usize) -> usize) -> Result<Answer, Refusal> {
        let at = self.tables[&table].at;
        while self.choices.get(&table).is_none_or(|(for_at, _)| *for_at != at) {
            self.next().await;
        }
        let actions = &self.choices[&table].1;
        let action = actions[pick(actions.len()) % actions.len()].clone();
        self.call(Command::Act { table, at, action }).await
    }

    fn fold(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Lobby { version, tables } => {
                self.lobby_version = *version;
                self.lobby.clone_from(tables);
            }
            ServerMessage::LobbyDiff { version, set, gone } => {
                assert_eq!(*version, self.lobby_version + 1, "the lobby's versions have no gaps");
                self.lobby_version = *version;
                self.lobby
                    .retain(|table| !gone.contains(&table.id) && set.iter().all(|new| new.id != table.id));
                self.lobby.extend(set.iter().cloned());
            }
            ServerMessage::Table { n, info, game, .. } => {
                let game = game.as_deref();
                let folded = Folded {
                    n: *n,
                    at: game.map_or(0, |game| game.at),
                    rolls: game.map_or(0, |game| game.rolls),
                    info: info.clone(),
                    view: game.map(|game| game.view.clone()),
                    line: game.map(|game| game.line.iter().filter_map(entry).collect()).unwrap_or_default(),
                    outcome: game.and_then(|game| game.outcome.clone()),
                };
                self.tables.insert(info.id, folded);
            }
            ServerMessage::Events { table, events } => {
                if let Some(folded) = self.tables.get_mut(table) {
                    events.iter().for_each(|event| folded.take(event));
                }
            }
            ServerMessage::Choices { table, at, actions, .. } => {
                self.choices.insert(*table, (*at, actions.clone()));
            }
            ServerMessage::Rematch { table, next } => {
                self.rematches.insert(*table, *next);
            }
            ServerMessage::Hello { .. } | ServerMessage::Ok { .. } | ServerMessage::Error { .. } => {}
        }
    }
}

/// An event's entry in the line, if it has one.
fn entry(event: &Event) -> Option<String> {
    match &event.what {
        EventKind::Act { action, .. } => Some(action.clone()),
        EventKind::Roll { dice, .. } => Some(format!("{dice:?}")),
        EventKind::Undo { .. } => Some("undo".to_owned()),
        EventKind::Leave { seat, reason } => Some(format!("{seat} {reason:?}")),
        _ => None,
    }
}

impl Folded {
    fn take(&mut self, event: &Event) {
        assert_eq!(event.n, self.n + 1, "events have no gaps and none comes twice");
        self.n = event.n;
        if event.what.moves_position() {
            self.at = event.n;
        }
        self.line.extend(entry(event));
        match &event.what {
            EventKind::Sit { seat, player } => {
                self.info.seats[usize::from(*seat)] = SeatState::Taken { player: player.clone() };
            }
            EventKind::Stand { seat } => self.info.seats[usize::from(*seat)] = SeatState::Free {},
            EventKind::Start { view, .. } => {
                self.info.status = TableStatus::Playing;
                self.view = Some((**view).clone());
            }
            EventKind::Finish { outcome } => {
                self.info.status = TableStatus::Finished;
                self.outcome = Some(outcome.clone());
            }
            EventKind::Roll { k, .. } => {
                assert_eq!(*k, self.rolls, "rolls are numbered without gaps");
                self.rolls += 1;
            }
            EventKind::Act { .. } | EventKind::Undo { .. } | EventKind::Leave { .. } => {}
        }
        if let (Some(view), Some(diff)) = (&mut self.view, &event.diff) {
            view.fold(diff);
        }
    }
}
