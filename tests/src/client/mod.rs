//! Test client: a player's socket that folds every message into what a page would show.

mod connect;
mod fold;

use std::collections::{HashMap, HashSet};

use cydonia_protocol::{
    AnalysisProgress, ChatLine, Command, Envelope, ErrorCode, ListedTable, Player, Presence, Room,
    ServerMessage, Watchers,
};
use cydonia_rules::{Objection, ScoreChange, Seat};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use uuid::Uuid;

use crate::{Folded, Hand, PATIENCE, Said, Tape, TapeEntry};

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
    /// Why an action may not be taken.
    pub objection: Option<Objection>,
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
    /// What actions bring in scores.
    pub scores: Vec<ScoreChange>,
    /// Whether an action of this turn can be taken back.
    pub undo: bool,
    /// Whether one may take the other's side instead.
    pub swap: bool,
}

/// What an error says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallError {
    /// For programs.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
}

/// The line is cut: nothing more is sent or heard on this socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutError(pub String);

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
    /// The tables at which it has pledged a share. At any other the house may begin without it: for whoever does not come to a
    /// later game of a series.
    pledged: HashSet<Uuid>,
    /// Rematches that were announced: by the old table.
    pub rematches: HashMap<Uuid, Uuid>,
    /// The last hint at each table, with the position that it is for.
    pub hints: HashMap<Uuid, (u64, String)>,
    /// How far the analysis of each game was last said to be.
    pub analyses: HashMap<Uuid, AnalysisProgress>,
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
    fn write(&self, kind: impl Fn(Said) -> TapeEntry, text: &str) {
        self.tape.write(kind(Said { socket: self.socket, who: self.who.clone(), text: text.to_owned() }));
    }
}

impl TestClient {
    /// Sends a frame as it is.
    pub async fn send_raw(&mut self, message: Message) {
        self.try_send_raw(message).await.expect("the socket takes it");
    }

    async fn try_send_raw(&mut self, message: Message) -> Result<(), CutError> {
        if let (Some(recorder), Message::Text(text)) = (&self.recorder, &message) {
            recorder.write(TapeEntry::Sent, text);
        }
        self.socket.send(message).await.map_err(|error| CutError(error.to_string()))
    }

    /// Sends a command without waiting for its answer; returns its id.
    pub async fn send(&mut self, command: Command) -> u64 {
        self.try_send(command).await.expect("the socket takes it")
    }

    /// The same on a line that may be cut.
    ///
    /// # Errors
    /// [`CutError`]; the server may have got it all the same.
    pub async fn try_send(&mut self, command: Command) -> Result<u64, CutError> {
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
    pub async fn call(&mut self, command: Command) -> Result<Answer, CallError> {
        let sent = self.send(command).await;
        self.answer(Some(sent)).await
    }

    /// Folds everything that arrives up to the answer to that id.
    pub async fn answer(&mut self, to: Option<u64>) -> Result<Answer, CallError> {
        loop {
            match self.next().await {
                ServerMessage::Ok { id, table, seat, key, offer, objection, .. } if Some(id) == to => {
                    return Ok(Answer { table, seat, key, offer, objection });
                }
                ServerMessage::Error { id, code, message } if id == to => {
                    return Err(CallError { code, message });
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
    /// [`CutError`].
    pub async fn try_next(&mut self) -> Result<ServerMessage, CutError> {
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
    async fn hear(&mut self) -> Result<Heard, CutError> {
        match timeout(PATIENCE, self.socket.next()).await.expect("a frame in time") {
            Some(Ok(Message::Text(text))) => {
                if let Some(recorder) = &self.recorder {
                    recorder.write(TapeEntry::Got, &text);
                }
                let message: ServerMessage =
                    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                self.fold(&message);
                Ok(Heard::Told(Box::new(message)))
            }
            Some(Ok(Message::Ping(_))) => Ok(Heard::Ping),
            Some(Ok(Message::Close(frame))) => Err(CutError(format!("the server closed: {frame:?}"))),
            Some(Ok(_)) => Ok(Heard::Nothing),
            Some(Err(error)) => Err(CutError(error.to_string())),
            None => Err(CutError("the line is at its end".to_owned())),
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
    pub async fn play(&mut self, table: Uuid, pick: impl Fn(usize) -> usize) -> Result<Answer, CallError> {
        let offered = self.offered(table).await;
        let action = offered.actions[pick(offered.actions.len()) % offered.actions.len()].clone();
        let command = self.act(table, &action);
        self.call(command).await
    }

    /// Waits for what is offered in the position as it is known.
    pub async fn offered(&mut self, table: Uuid) -> &Offered {
        // Others may act meanwhile, and what is offered then belongs to a later position.
        while self.choices.get(&table).is_none_or(|offered| offered.at != self.tables[&table].at) {
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
    pub async fn ready(&mut self, table: Uuid) -> Result<Answer, CallError> {
        let pledge = self.hand.pledge(table, 0);
        self.pledged.insert(table);
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
}
