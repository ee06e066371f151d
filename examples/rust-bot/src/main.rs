//! A bot that plays one game of any kind, at random, over a house's socket. `docs/bots.md` tells what it does and why.
//!
//! ```text
//! rust-bot HOUSE create GAME [SEATS]    sets a table up and waits for company
//! rust-bot HOUSE sit TABLE[#KEY]        sits down at a table
//! ```
//!
//! It adds nothing to the dice, which its seat shows; `examples/python-bot` does.

use std::error::Error;
use std::time::Duration;

use cydonia_protocol::{
    Command, Envelope, Event, EventKind, ServerMessage, Session, SessionRequest, TableStatus, VERSION,
};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use uuid::Uuid;

type Failure = Box<dyn Error>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Bot {
    house: String,
    token: String,
    player: Uuid,
    /// The wish for a table of its own. The same wish, sent again, gets the same table.
    wish: Option<Command>,
    /// Where it plays, with the key of a private table.
    place: Option<(Uuid, Option<String>)>,
    seat: Option<u8>,
    has_dice: bool,
    is_over: bool,
    last_id: u64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (house, wish, place) = match words[..] {
        [house, "create", game] => (house, Some(create(game, 2)), None),
        [house, "create", game, seats] => (house, Some(create(game, seats.parse()?)), None),
        [house, "sit", link] => {
            let link = link.rsplit("/t/").next().unwrap_or(link);
            let (id, key) = link.split_once('#').map_or((link, None), |(id, key)| (id, Some(key.to_owned())));
            (house, None, Some((id.parse()?, key)))
        }
        _ => return Err("rust-bot HOUSE create GAME [SEATS], or rust-bot HOUSE sit TABLE[#KEY]".into()),
    };
    // A guest: a name is enough. The token is what this guest is known by from now on.
    let house = house.trim_end_matches('/').to_owned();
    let named = SessionRequest { name: "Rust bot".to_owned(), bearer: true };
    let request = reqwest::Client::new().post(format!("{house}/api/v1/session")).json(&named);
    let session: Session = request.send().await?.error_for_status()?.json().await?;
    let (player, token) = session.player.zip(session.token).ok_or("the house gives no session")?;
    let player = player.id;
    let mut bot =
        Bot { house, token, player, wish, place, seat: None, has_dice: false, is_over: false, last_id: 0 };
    for attempt in 0..20 {
        match bot.talk().await {
            Err(error) if error.is::<SocketError>() => {
                // The line is cut, or the house starts again: come back, and not too fast.
                sleep(Duration::from_millis(100 << attempt.min(6))).await;
            }
            end => return end,
        }
    }
    Err("the house cannot be reached".into())
}

fn create(game: &str, seats: u8) -> Command {
    let (request, game) = (Uuid::from_u128(fastrand::u128(..)), game.to_owned());
    let (options, clock) = Default::default();
    Command::Create {
        request,
        game,
        seats,
        options,
        clock,
        private: false,
        rated: false,
        seat: 0,
        computers: Vec::new(),
        challenged: Vec::new(),
        games: 1,
        pie: false,
    }
}

impl Bot {
    /// Plays to the end, or until the line is cut. A snapshot tells all that has to be known to go on.
    async fn talk(&mut self) -> Result<(), Failure> {
        let url = self.house.replacen("http", "ws", 1);
        let mut request = format!("{url}/ws?protocol={VERSION}").into_client_request()?;
        request.headers_mut().insert("authorization", format!("Bearer {}", self.token).parse()?);
        let (mut socket, _) = connect_async(request).await?;
        let first = self.watch().or_else(|| self.wish.clone());
        self.send(&mut socket, first.ok_or("no table to go to")?).await?;
        while !self.is_over {
            let Ok(frame) = timeout(Duration::from_secs(20), socket.next()).await else {
                // Who says nothing for long is taken for gone.
                self.send(&mut socket, Command::Ping {}).await?;
                continue;
            };
            let Message::Text(text) = frame.unwrap_or(Err(SocketError::ConnectionClosed))? else { continue };
            // Messages that are not known here are passed over.
            let Ok(message) = serde_json::from_str(&text) else { continue };
            for answer in self.hear(message)? {
                self.send(&mut socket, answer).await?;
            }
        }
        Ok(())
    }

    async fn send(&mut self, socket: &mut Socket, command: Command) -> Result<(), Failure> {
        self.last_id += 1;
        let text = serde_json::to_string(&Envelope { id: self.last_id, command })?;
        Ok(socket.send(Message::text(text)).await?)
    }

    fn watch(&self) -> Option<Command> {
        let (table, key) = self.place.clone()?;
        Some(Command::Watch { table, since: None, key, quiet: false })
    }

    /// Takes a message in; what it is answered with.
    fn hear(&mut self, message: ServerMessage) -> Result<Vec<Command>, Failure> {
        let place = self.place.clone();
        let answer = match message {
            ServerMessage::Ok { table: Some(made), key, .. } if place.is_none() => {
                self.place = Some((made, key));
                self.watch()
            }
            // Later ones are settled by what has happened meanwhile, as after a line that was cut.
            ServerMessage::Error { code, message, .. } if self.seat.is_none() => {
                return Err(format!("refused as {}: {message}", code.name()).into());
            }
            ServerMessage::Table { info, preview, .. } => {
                self.is_over = matches!(info.status, TableStatus::Finished | TableStatus::Aborted);
                self.has_dice = preview.is_some_and(|preview| preview.ready.is_some());
                match info.seat_of(self.player) {
                    Some(seat) => self.sit_down(seat),
                    None => place.map(|(table, key)| Command::Sit { table, seat: None, key }),
                }
            }
            ServerMessage::Events { table, events } => {
                return Ok(events.into_iter().filter_map(|event| self.take(table, event)).collect());
            }
            ServerMessage::Choices { table, at, actions, .. } => {
                // The whole strength of this bot: put something better here.
                let action = fastrand::choice(actions.iter()).ok_or("there is nothing to choose from")?;
                Some(Command::Act { table, at, action: action.to_owned(), share: None })
            }
            _ => None,
        };
        Ok(answer.into_iter().collect())
    }

    fn sit_down(&mut self, seat: u8) -> Option<Command> {
        let (table, key) = self.place.clone()?;
        if self.seat.replace(seat).is_none() {
            let key = key.map(|key| format!("#{key}")).unwrap_or_default();
            println!("seat {seat} at {}/t/{table}{key}", self.house);
        }
        // Its dice are rolled for it.
        self.has_dice.then_some(Command::Ready { table, pledge: None })
    }

    fn take(&mut self, table: Uuid, event: Event) -> Option<Command> {
        match event.what {
            EventKind::Sit { seat, player, .. } if player.id == self.player => return self.sit_down(seat),
            EventKind::Offer { seat, .. } if Some(seat) != self.seat => {
                return Some(Command::Answer { table, offer: event.n, agree: false });
            }
            EventKind::Finish { outcome, .. } => {
                self.is_over = true;
                println!("over as {}: ranks {:?}", outcome.reason.name(), outcome.ranks);
            }
            EventKind::Abort { .. } => self.is_over = true,
            _ => {}
        }
        None
    }
}
