//! Socket client: a socket that is light: small buffers, and frames seen at a glance.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use cydonia_protocol::{Command, Envelope, ServerMessage};
use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use uuid::Uuid;

use crate::scan::{ID, Seen, scan};

/// As large as a socket's read buffer is here: the default would be 128 KiB for each of ten thousand.
const READ_BUFFER: usize = 4 * 1024;

/// How many frames of a kind came, and how long they were in all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sizes {
    pub(crate) frames: u64,
    pub(crate) bytes: u64,
}

impl Sizes {
    fn add(&mut self, frame: &str) {
        self.frames += 1;
        self.bytes += frame.len() as u64;
    }

    /// How long one is in the middle.
    pub(crate) fn mean(self) -> f64 {
        self.bytes as f64 / self.frames.max(1) as f64
    }
}

/// What a socket was told, by kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told {
    pub(crate) events: Sizes,
    pub(crate) ok: Sizes,
    pub(crate) choices: Sizes,
    pub(crate) other: Sizes,
}

impl std::ops::AddAssign for Told {
    fn add_assign(&mut self, more: Self) {
        let pairs = [
            (&mut self.events, more.events),
            (&mut self.ok, more.ok),
            (&mut self.choices, more.choices),
            (&mut self.other, more.other),
        ];
        for (sum, more) in pairs {
            sum.frames += more.frames;
            sum.bytes += more.bytes;
        }
    }
}

/// One of the loopback's own addresses: each has ports of its own, and a house counts what comes from each.
pub(crate) fn source(number: usize) -> IpAddr {
    // From 127.0.1.1 on, apart from where servers listen.
    let number = number % (250 * 250);
    IpAddr::V4(Ipv4Addr::new(127, 0, 1 + (number / 250) as u8, 1 + (number % 250) as u8))
}

/// An open socket.
pub(crate) struct Wire {
    socket: WebSocketStream<TcpStream>,
    next_id: u64,
    /// The table whose events count.
    table: [u8; ID],
    /// What came so far.
    pub(crate) told: Told,
}

impl Wire {
    /// Opens a socket from one of the loopback's addresses.
    ///
    /// # Errors
    /// If it is refused.
    pub(crate) async fn open(
        to: SocketAddr,
        from: IpAddr,
        path: &str,
        token: Option<&str>,
    ) -> Result<Self, String> {
        let opened = async {
            let socket = TcpSocket::new_v4().map_err(|error| error.to_string())?;
            socket.bind(SocketAddr::new(from, 0)).map_err(|error| error.to_string())?;
            socket.set_nodelay(true).map_err(|error| error.to_string())?;
            let stream = socket.connect(to).await.map_err(|error| error.to_string())?;
            let address = format!("ws://{to}{path}");
            let mut request = address.into_client_request().map_err(|error| error.to_string())?;
            if let Some(token) = token {
                let value =
                    HeaderValue::from_str(&format!("Bearer {token}")).map_err(|error| error.to_string())?;
                request.headers_mut().insert("authorization", value);
            }
            let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
            client_async_with_config(request, stream, Some(config)).await.map_err(|error| error.to_string())
        };
        let (socket, _) =
            opened.await.map_err(|error| format!("no socket from {from} at {to}{path}: {error}"))?;
        Ok(Self { socket, next_id: 0, table: [b'0'; ID], told: Told::default() })
    }

    /// From now on the events of that table count.
    pub(crate) fn follow(&mut self, table: &str) {
        self.table.copy_from_slice(table.as_bytes());
    }

    /// A number for the next message.
    pub(crate) fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// If the line is cut.
    pub(crate) async fn send(&mut self, frame: String) -> Result<(), String> {
        self.socket.send(Message::text(frame)).await.map_err(|error| format!("a line was cut: {error}"))
    }

    /// Sends something that is no text.
    ///
    /// # Errors
    /// If the line is cut.
    pub(crate) async fn send_bytes(&mut self, bytes: Vec<u8>) -> Result<(), String> {
        self.socket.send(Message::binary(bytes)).await.map_err(|error| format!("a line was cut: {error}"))
    }

    /// The next frame, whatever it says.
    ///
    /// # Errors
    /// If the line is cut.
    pub(crate) async fn hear(&mut self) -> Result<Utf8Bytes, String> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    return Err(format!("the server closed a line: {frame:?}"));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(format!("a line was cut: {error}")),
                None => return Err("a line is at its end".to_owned()),
            }
        }
    }

    /// The next frame.
    ///
    /// # Errors
    /// If the line is cut, or something was refused.
    pub(crate) async fn next(&mut self) -> Result<Utf8Bytes, String> {
        let text = self.hear().await?;
        match scan(&text) {
            Seen::Events { .. } => self.told.events.add(&text),
            Seen::Ok => self.told.ok.add(&text),
            Seen::Choices => self.told.choices.add(&text),
            Seen::Other => self.told.other.add(&text),
            Seen::Error => return Err(format!("refused: {text}")),
        }
        Ok(text)
    }

    /// Reads on to the next events of the table; the number of the first.
    ///
    /// # Errors
    /// As [`Self::next`].
    pub(crate) async fn event(&mut self) -> Result<u64, String> {
        loop {
            let frame = self.next().await?;
            match scan(&frame) {
                Seen::Events { table, n } if table.as_bytes() == self.table => return Ok(n),
                _ => {}
            }
        }
    }

    /// Reads on until the table's event of that number is there.
    ///
    /// # Errors
    /// As [`Self::next`], and if it was left out.
    pub(crate) async fn until(&mut self, wanted: u64) -> Result<(), String> {
        loop {
            match self.event().await? {
                n if n == wanted => return Ok(()),
                n if n > wanted => return Err(format!("event {n} came where {wanted} was due")),
                _ => {}
            }
        }
    }

    /// Sends a command and reads on to its answer; the table that the answer names, if any.
    ///
    /// # Errors
    /// As [`Self::next`].
    pub(crate) async fn call(&mut self, command: Command) -> Result<Option<Uuid>, String> {
        let id = self.id();
        let frame = serde_json::to_string(&Envelope { id, command }).map_err(|error| error.to_string())?;
        self.send(frame).await?;
        loop {
            let frame = self.next().await?;
            if scan(&frame) != Seen::Ok {
                continue;
            }
            match serde_json::from_str(&frame) {
                Ok(ServerMessage::Ok { id: answered, table, .. }) if answered == id => return Ok(table),
                Ok(_) => {}
                Err(error) => return Err(format!("not to be read: {error}: {frame}")),
            }
        }
    }

    /// Stays, and answers when the server asks whether one is there.
    ///
    /// # Errors
    /// As [`Self::next`], which is how it ends.
    pub(crate) async fn stay(mut self) -> Result<(), String> {
        loop {
            self.next().await?;
        }
    }
}
