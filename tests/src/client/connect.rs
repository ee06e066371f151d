//! Connecting: how a socket is opened, by whom and over what, and the greeting.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;

use cydonia_protocol::{ServerMessage, VERSION};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

use super::{CutError, Recorder, TestClient};
use crate::{Guest, Hand, PATIENCE, Tape};

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
    /// [`CutError`].
    pub async fn try_connect(
        address: SocketAddr,
        base: &str,
        guest: Option<&Guest>,
    ) -> Result<Self, CutError> {
        let path = format!("{base}/ws?protocol={VERSION}");
        let header = guest.map(|guest| ("authorization", format!("Bearer {}", guest.token)));
        Self::open_with(address, &path, header).await?.greeted().await
    }

    /// Opens another socket of the same player, and goes on with what one knows of one's tables.
    ///
    /// # Errors
    /// [`CutError`]; everything is as it was.
    pub async fn come_back(&mut self, address: SocketAddr, guest: &Guest) -> Result<(), CutError> {
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

    /// The same as a browser does it for a page of another site: with the cookie all the same, and perhaps with a token that the page
    /// has for somebody.
    pub async fn open_from_elsewhere(address: SocketAddr, cookie: &str, guest: Option<&Guest>) -> Self {
        let path = format!("/ws?protocol={VERSION}");
        let named = guest.map(|guest| ("sec-websocket-protocol", format!("cydonia-bearer, {}", guest.token)));
        let told = [("origin", "https://elsewhere.example".to_owned()), ("cookie", cookie.to_owned())];
        let opened = Self::open_with(address, &path, told.into_iter().chain(named)).await;
        opened.expect("a socket").greeted().await.expect("a greeting")
    }

    /// The same as a page does it for a player beside its own: with a token among its subprotocols, and its cookie.
    pub async fn open_beside(address: SocketAddr, guest: &Guest, cookie: &str) -> Self {
        let path = format!("/ws?protocol={VERSION}");
        let named = format!("cydonia-bearer, {}", guest.token);
        let headers = [("sec-websocket-protocol", named), ("cookie", cookie.to_owned())];
        let opened = Self::open_with(address, &path, headers).await;
        opened.expect("a socket that speaks it").greeted().await.expect("a greeting")
    }

    /// Opens a socket at any address, and does not wait.
    pub async fn open(address: SocketAddr, path: &str) -> Self {
        Self::open_with(address, path, None).await.expect("a socket")
    }

    async fn open_with(
        address: SocketAddr,
        path: &str,
        headers: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Result<Self, CutError> {
        let opened =
            timeout(PATIENCE, connect_async(request(address, path, headers))).await.expect("in time");
        let (socket, _) = opened.map_err(|error| CutError(error.to_string()))?;
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
            pledged: HashSet::new(),
            rematches: HashMap::new(),
            hints: HashMap::new(),
            analyses: HashMap::new(),
        }
    }

    async fn greeted(mut self) -> Result<Self, CutError> {
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
}
