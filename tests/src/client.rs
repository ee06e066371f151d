//! A client that folds every message into what a page would show.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;

use cydonia_protocol::{
    ChatLine, Command, Envelope, ErrorCode, Event, ListedTable, Player, Presence, Room, ServerMessage,
    VERSION, Watchers,
};
use cydonia_rules::{Notations, Seat};
use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Message, http::HeaderValue};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};
use uuid::Uuid;

use crate::{Folded, Guest, Hand, Line, Noticed, PATIENCE, Said, Tape};

/// What an `ok` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The table that was made or joined.
    pub table: Option<Uuid>,
    /// The seat that was taken.
    pub seat: Option<Seat>,
    /// A private table's key.
    pub key: Option<String>,
    /// The offer that was made.
    pub offer: Option<u64>,
}

/// What is offered to the seat to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The position it is for.
    pub at: u64,
    /// Every legal action.
    pub actions: Vec<String>,
    /// Those that end the turn and not the game.
    pub ends: Vec<String>,
    /// Whether an action of this turn can be taken back.
    pub undo: bool,
}

/// What an error says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// For programs.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
}

/// The line is cut: nothing more is sent or heard on this socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut(pub String);

/// One socket.
pub struct TestClient {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    recorder: Option<Recorder>,
    next_id: u64,
    /// Who the server says one is.
    pub player: Option<Player>,
    /// The one table that its session is for, if it is for one.
    pub seat_at: Option<Uuid>,
    /// Every table that was watched.
    pub tables: HashMap<Uuid, Folded>,
    /// The lobby, if it is followed.
    pub lobby: Vec<ListedTable>,
    /// How many tables there are to be listed.
    pub lobby_total: u32,
    lobby_version: u64,
    /// The last choices for each table.
    pub choices: HashMap<Uuid, Offered>,
    /// Who was last said to be there, at each table.
    pub presence: HashMap<Uuid, Vec<Presence>>,
    /// Who was last said to watch, at each table.
    pub watchers: HashMap<Uuid, Watchers>,
    /// What was heard, in each room of each table.
    pub chat: HashMap<(Uuid, Room), Vec<ChatLine>>,
    /// What this player adds to dice.
    pub hand: Hand,
    /// The offers, by table, that this player has agreed to.
    agreed: HashSet<(Uuid, u64)>,
    /// Rematches that were announced: by the old table.
    pub rematches: HashMap<Uuid, Uuid>,
}

/// What a frame holds.
enum Heard {
    Told(Box<ServerMessage>),
    /// The server wants an echo.
    Ping,
    Nothing,
}

/// Writes on a tape what one socket says and hears.
struct Recorder {
    tape: Tape,
    socket: usize,
    who: String,
}

impl Recorder {
    fn write(&self, kind: impl Fn(Said) -> Line, text: &str) {
        self.tape.write(kind(Said { socket: self.socket, who: self.who.clone(), text: text.to_owned() }));
    }
}

/// What opens a socket.
fn request(
    address: SocketAddr,
    path: &str,
    headers: impl IntoIterator<Item = (&'static str, String)>,
) -> Request {
    let mut request = format!("ws://{address}{path}").into_client_request().expect("a good address");
    for (name, value) in headers {
        request.headers_mut().insert(name, HeaderValue::from_str(&value).expect("plain text"));
    }
    request
}

/// Bytes that a narrow line takes before they are read: the least that kernels go down to.
const NARROW: u32 = 4 * 1024;

impl TestClient {
    /// Opens a socket and waits for the greeting.
    pub async fn connect(address: SocketAddr, base: &str, guest: Option<&Guest>) -> Self {
        Self::connect_on_tape(address, base, guest, None).await
    }

    /// The same, and everything that is said goes on the tape.
    pub(crate) async fn connect_on_tape(
        address: SocketAddr,
        base: &str,
        guest: Option<&Guest>,
        tape: Option<&Tape>,
    ) -> Self {
        let path = format!("{base}/ws?protocol={VERSION}");
        let header = guest.map(|guest| ("authorization", format!("Bearer {}", guest.token)));
        let mut client = Self::open_with(address, &path, header).await.expect("a socket");
        let who = guest.map_or("nobody", |guest| &guest.player.name).to_owned();
        client.recorder = tape.map(|tape| Recorder { tape: tape.clone(), socket: tape.socket(), who });
        client.greeted().await.expect("a greeting")
    }

    /// The same over a line that takes some kilobytes at a time, and no more before they were read.
    pub async fn connect_slowly(address: SocketAddr, base: &str, guest: Option<&Guest>) -> Self {
        let line = TcpSocket::new_v4().expect("a line");
        line.set_recv_buffer_size(NARROW).expect("a narrow one");
        let stream = line.connect(address).await.expect("an open line");
        let path = format!("{base}/ws?protocol={VERSION}");
        let header = guest.map(|guest| ("authorization", format!("Bearer {}", guest.token)));
        let request = request(address, &path, header);
        let opened = client_async(request, MaybeTlsStream::Plain(stream)).await;
        let (socket, _) = opened.expect("a socket");
        Self::on(socket).greeted().await.expect("a greeting")
    }

    /// The same by way of a proxy that says from where.
    pub async fn connect_from(address: SocketAddr, from: &str, guest: &Guest) -> Self {
        let path = format!("/ws?protocol={VERSION}");
        let headers =
            [("authorization", format!("Bearer {}", guest.token)), ("x-forwarded-for", from.to_owned())];
        let opened = Self::open_with(address, &path, headers).await;
        opened.expect("a socket").greeted().await.expect("a greeting")
    }

    /// The same at a server that may be gone at any moment.
    ///
    /// # Errors
    /// [`Cut`].
    pub async fn try_connect(address: SocketAddr, base: &str, guest: Option<&Guest>) -> Result<Self, Cut> {
        let path = format!("{base}/ws?protocol={VERSION}");
        let header = guest.map(|guest| ("authorization", format!("Bearer {}", guest.token)));
        Self::open_with(address, &path, header).await?.greeted().await
    }

    /// Opens another socket of the same player, and goes on with what one knows of one's tables.
    ///
    /// # Errors
    /// [`Cut`]; everything is as it was.
    pub async fn come_back(&mut self, address: SocketAddr, guest: &Guest) -> Result<(), Cut> {
        let Self { socket, player, .. } = Self::try_connect(address, "", Some(guest)).await?;
        assert_eq!(player, self.player, "the session is known again");
        (self.socket, self.next_id) = (socket, 0);
        self.choices.clear();
        Ok(())
    }

    /// The same as a browser does it: with a cookie.
    pub async fn open_as_browser(address: SocketAddr, cookie: &str) -> Self {
        let path = format!("/ws?protocol={VERSION}");
        let opened = Self::open_with(address, &path, Some(("cookie", cookie.to_owned()))).await;
        opened.expect("a socket").greeted().await.expect("a greeting")
    }

    /// Opens a socket at any address, and does not wait.
    pub async fn open(address: SocketAddr, path: &str) -> Self {
        Self::open_with(address, path, None).await.expect("a socket")
    }

    async fn open_with(
        address: SocketAddr,
        path: &str,
        headers: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Result<Self, Cut> {
        let opened =
            timeout(PATIENCE, connect_async(request(address, path, headers))).await.expect("in time");
        let (socket, _) = opened.map_err(|error| Cut(error.to_string()))?;
        Ok(Self::on(socket))
    }

    fn on(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Self {
        Self {
            socket,
            recorder: None,
            next_id: 0,
            player: None,
            seat_at: None,
            tables: HashMap::new(),
            lobby: Vec::new(),
            lobby_total: 0,
            lobby_version: 0,
            choices: HashMap::new(),
            presence: HashMap::new(),
            watchers: HashMap::new(),
            chat: HashMap::new(),
            hand: Hand::honest(1),
            agreed: HashSet::new(),
            rematches: HashMap::new(),
        }
    }

    async fn greeted(mut self) -> Result<Self, Cut> {
        match self.try_next().await? {
            ServerMessage::Hello { protocol, player, table, .. } => {
                assert_eq!(protocol, VERSION);
                // Everybody has a seed of their own, and the same one on each of their sockets.
                self.hand = Hand::honest(player.as_ref().map_or(1, |player| player.id.as_u128()));
                self.player = player;
                self.seat_at = table;
            }
            other => panic!("no greeting but {other:?}"),
        }
        Ok(self)
    }

    /// Sends a frame as it is.
    pub async fn send_raw(&mut self, message: Message) {
        self.try_send_raw(message).await.expect("the socket takes it");
    }

    async fn try_send_raw(&mut self, message: Message) -> Result<(), Cut> {
        if let (Some(recorder), Message::Text(text)) = (&self.recorder, &message) {
            recorder.write(Line::Sent, text);
        }
        self.socket.send(message).await.map_err(|error| Cut(error.to_string()))
    }

    /// Sends a command without waiting for its answer; returns its id.
    pub async fn send(&mut self, command: Command) -> u64 {
        self.try_send(command).await.expect("the socket takes it")
    }

    /// The same on a line that may be cut.
    ///
    /// # Errors
    /// [`Cut`]; the server may have got it all the same.
    pub async fn try_send(&mut self, command: Command) -> Result<u64, Cut> {
        if let Command::Answer { table, offer, agree: true } = command {
            self.agreed.insert((table, offer));
        }
        self.next_id += 1;
        let envelope = Envelope { id: self.next_id, command };
        let text = serde_json::to_string(&envelope).expect("a command is JSON");
        self.try_send_raw(Message::text(text)).await?;
        Ok(self.next_id)
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
                ServerMessage::Ok { id, table, seat, key, offer, .. } if Some(id) == to => {
                    return Ok(Answer { table, seat, key, offer });
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
        self.try_next().await.expect("an open socket")
    }

    /// The same on a line that may be cut.
    ///
    /// # Errors
    /// [`Cut`].
    pub async fn try_next(&mut self) -> Result<ServerMessage, Cut> {
        loop {
            if let Heard::Told(message) = self.hear().await? {
                return Ok(*message);
            }
        }
    }

    /// Reads until the server asks for an echo. The socket sends it with whatever is done next: meanwhile it is under
    /// way, for as long as the test lets it be.
    pub async fn asked_for_echo(&mut self) {
        while !matches!(self.hear().await.expect("an open socket"), Heard::Ping) {}
    }

    /// The next frame; a message is folded in.
    async fn hear(&mut self) -> Result<Heard, Cut> {
        match timeout(PATIENCE, self.socket.next()).await.expect("a frame in time") {
            Some(Ok(Message::Text(text))) => {
                if let Some(recorder) = &self.recorder {
                    recorder.write(Line::Got, &text);
                }
                let message: ServerMessage =
                    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                self.fold(&message);
                Ok(Heard::Told(Box::new(message)))
            }
            Some(Ok(Message::Ping(_))) => Ok(Heard::Ping),
            Some(Ok(Message::Close(frame))) => Err(Cut(format!("the server closed: {frame:?}"))),
            Some(Ok(_)) => Ok(Heard::Nothing),
            Some(Err(error)) => Err(Cut(error.to_string())),
            None => Err(Cut("the line is at its end".to_owned())),
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

    /// Takes the first of the legal actions that the server offers, or the one that `pick` names by place. What ends
    /// the turn brings the share for the other's roll.
    pub async fn play(&mut self, table: Uuid, pick: impl Fn(usize) -> usize) -> Result<Answer, Refusal> {
        let offered = self.offered(table).await;
        let action = offered.actions[pick(offered.actions.len()) % offered.actions.len()].clone();
        let command = self.act(table, &action);
        self.call(command).await
    }

    /// Waits for what is offered in the position as it is known.
    pub async fn offered(&mut self, table: Uuid) -> &Offered {
        let at = self.tables[&table].at;
        while self.choices.get(&table).is_none_or(|offered| offered.at != at) {
            self.next().await;
        }
        &self.choices[&table]
    }

    /// An action at the position as it is known, with the share that belongs to it.
    pub fn act(&self, table: Uuid, action: &str) -> Command {
        let ends =
            self.choices.get(&table).is_some_and(|offered| offered.ends.iter().any(|end| end == action));
        let share = if ends { self.hand.waiting_share(&self.tables[&table]) } else { None };
        Command::Act { table, at: self.tables[&table].at, action: action.to_owned(), share }
    }

    /// Says that one is ready to play with dice.
    pub async fn ready(&mut self, table: Uuid) -> Result<Answer, Refusal> {
        let pledge = self.hand.pledge(table, 0);
        self.call(Command::Ready { table, pledge }).await
    }

    /// A roll of one's own with what one pledged.
    pub fn roll(&self, table: Uuid) -> Command {
        self.hand.roll(&self.tables[&table], self.seat(table))
    }

    /// One's share for the other's roll.
    pub fn share(&self, table: Uuid) -> Command {
        let folded = &self.tables[&table];
        let share = self.hand.waiting_share(folded).expect("a seat that adds something");
        Command::Share { table, k: folded.rolls, share }
    }

    /// One's seat at a watched table.
    pub fn seat(&self, table: Uuid) -> Seat {
        let player = self.player.as_ref().expect("somebody with a name");
        self.tables[&table].seat_of(player.id).expect("somebody who sits there")
    }

    /// Takes an event in, with everything checked that this player can check.
    fn take(&mut self, table: Uuid, event: &Event) {
        let Some(folded) = self.tables.get_mut(&table) else { return };
        let own = self.player.as_ref().and_then(|player| folded.seat_of(player.id));
        let is_own = own.is_none_or(|seat| self.hand.owns(folded, seat, event, &self.agreed));
        let checked = if is_own { folded.take(event) } else { Err(Noticed::NotMine) };
        checked.unwrap_or_else(|noticed| panic!("{noticed}: {event:?}"));
    }

    fn fold(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Lobby { version, tables, total } => {
                self.lobby_total = *total;
                self.lobby_version = *version;
                self.lobby.clone_from(tables);
            }
            ServerMessage::LobbyDiff { version, set, gone, total } => {
                self.lobby_total = *total;
                assert_eq!(*version, self.lobby_version + 1, "the lobby's versions have no gaps");
                self.lobby_version = *version;
                self.lobby.retain(|table| {
                    !gone.contains(&table.info.id) && set.iter().all(|new| new.info.id != table.info.id)
                });
                self.lobby.extend(set.iter().cloned());
            }
            ServerMessage::Table { n, info, game, .. } => {
                self.tables.insert(info.id, Folded::of(*n, info, game.as_deref()));
            }
            ServerMessage::Events { table, events } => {
                events.iter().for_each(|event| self.take(*table, event));
            }
            ServerMessage::Choices { table, at, actions, ends, undo } => {
                let list = |all: &Notations| all.iter().map(str::to_owned).collect();
                let (actions, ends) = (list(actions), list(ends));
                let offered = Offered { at: *at, actions, ends, undo: *undo };
                self.choices.insert(*table, offered);
            }
            ServerMessage::Presence { table, seats, watchers } => {
                self.presence.insert(*table, seats.clone());
                self.watchers.insert(*table, watchers.clone());
            }
            ServerMessage::Chat { table, room, lines } => {
                let heard = self.chat.entry((*table, *room)).or_default();
                for line in lines {
                    match heard.last() {
                        Some(last) if line.n <= last.n => {
                            assert!(heard.contains(line), "said otherwise: {line:?}");
                        }
                        Some(last) => {
                            assert_eq!(line.n, last.n + 1, "lines have no gaps");
                            heard.push(line.clone());
                        }
                        None => heard.push(line.clone()),
                    }
                }
            }
            ServerMessage::Rematch { table, next } => {
                self.rematches.insert(*table, *next);
            }
            ServerMessage::Hello { .. } | ServerMessage::Ok { .. } | ServerMessage::Error { .. } => {}
        }
    }
}
