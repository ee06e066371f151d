//! Socket to the house: commands out, messages in, and why the line is cut.

use std::time::Duration;

use cydonia_protocol::{Close, Command, Envelope, Player, ServerMessage, VERSION};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::session::Way;
use crate::clock::Clock;

/// How long the house may take to open a socket, or to take a message.
const WITHIN: Duration = Duration::from_secs(10);

/// One socket, and the number of its last message.
#[derive(Debug)]
pub(super) struct Socket {
    stream: WebSocketStream<TcpStream>,
    last_id: u64,
    clock: Clock,
}

/// What the greeting says.
#[derive(Clone, Debug)]
pub(super) struct Greeting {
    /// Who the session says one is.
    pub(super) player: Option<Player>,
    /// How often to say something.
    pub(super) ping_every: Duration,
}

/// Why nothing more is heard on a socket.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum Cut {
    /// Another socket may go on.
    #[error("{0}")]
    Line(String),
    /// The house wants nothing to do with this session or this program.
    #[error("{0}")]
    ForGood(String),
}

impl Cut {
    fn closed(frame: Option<CloseFrame>) -> Self {
        let Some(CloseFrame { code, reason }) = frame else {
            return Self::Line("the house closed it".to_owned());
        };
        let code = u16::from(code);
        if code == Close::Ended.code() {
            return Self::ForGood("the session has ended".to_owned());
        }
        if code == Close::Version.code() {
            return Self::ForGood("the house speaks another version of the protocol".to_owned());
        }
        Self::Line(format!("the house closed it with {code}: {reason}"))
    }
}

impl From<Error> for Cut {
    fn from(error: Error) -> Self {
        match error {
            // 400, 401, 403: the same request will be refused again. 429 and 503 pass.
            Error::Http(answer) if matches!(answer.status().as_u16(), 400 | 401 | 403 | 404 | 421) => {
                Self::ForGood(format!("the house refuses the socket with status {}", answer.status()))
            }
            error => Self::Line(error.to_string()),
        }
    }
}

impl Socket {
    /// Opens a socket and waits for the greeting.
    pub(super) async fn open(way: &Way, token: &str, clock: &Clock) -> Result<(Self, Greeting), Cut> {
        tokio::select! {
            opened = Self::greeted(way, token, clock) => opened,
            () = clock.sleep(WITHIN) => Err(Cut::Line("the house does not answer".to_owned())),
        }
    }

    async fn greeted(way: &Way, token: &str, clock: &Clock) -> Result<(Self, Greeting), Cut> {
        let line = way.open().await.map_err(|error| Cut::Line(error.to_string()))?;
        let path = way.house.path(&format!("/ws?protocol={VERSION}"));
        let mut request = format!("ws://{}{path}", way.house.authority).into_client_request()?;
        let bearer = HeaderValue::from_str(&format!("Bearer {token}"));
        let bearer = bearer.map_err(|_no_text| Cut::ForGood("the token is none".to_owned()))?;
        request.headers_mut().insert("authorization", bearer);
        let (stream, _) = client_async(request, line).await?;
        let mut socket = Self { stream, last_id: 0, clock: clock.clone() };
        match socket.next().await? {
            ServerMessage::Hello { player, ping_every_ms, .. } => {
                Ok((socket, Greeting { player, ping_every: Duration::from_millis(ping_every_ms) }))
            }
            _ => Err(Cut::ForGood("what answers there is no house".to_owned())),
        }
    }

    /// Sends a command; its number, which the answer repeats.
    pub(super) async fn send(&mut self, command: Command) -> Result<u64, Cut> {
        self.last_id += 1;
        let envelope = Envelope { id: self.last_id, command };
        let text = serde_json::to_string(&envelope).map_err(|error| Cut::ForGood(error.to_string()))?;
        tokio::select! {
            sent = self.stream.send(Message::text(text)) => sent?,
            () = self.clock.sleep(WITHIN) => return Err(Cut::Line("the house takes nothing".to_owned())),
        }
        Ok(self.last_id)
    }

    /// What comes next, of what this program knows; what a later house may add is passed over. If it is not waited for
    /// to the end nothing is lost.
    pub(super) async fn next(&mut self) -> Result<ServerMessage, Cut> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                    Ok(message) => return Ok(message),
                    Err(error) if is_needed(&text) => {
                        let why = format!("the house says what this program cannot read: {error}");
                        return Err(Cut::ForGood(why));
                    }
                    Err(_) => {}
                },
                Some(Ok(Message::Close(frame))) => return Err(Cut::closed(frame)),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(Cut::closed(None)),
            }
        }
    }

    /// Says goodbye, as far as that can be done at once.
    pub(super) async fn close(&mut self) {
        tokio::select! {
            closed = self.stream.close(None) => drop(closed),
            () = self.clock.sleep(Duration::from_secs(1)) => {}
        }
    }
}

/// Whether nobody can play on who has not understood that message.
fn is_needed(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Kind<'a> {
        #[serde(rename = "type", borrow)]
        kind: std::borrow::Cow<'a, str>,
    }
    let needed = ["ok", "error", "table", "events", "choices"];
    serde_json::from_str(text).is_ok_and(|Kind { kind }| needed.contains(&kind.as_ref()))
}
