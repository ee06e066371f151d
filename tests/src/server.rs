//! A server inside the test.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use cydonia_protocol::{Player, Session};
use cydonia_server::{Clock, ClockHand, Config, Entropy, Server};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::TestClient;

/// Where frozen clocks begin: 1 January 2026.
pub(crate) const NEW_YEAR_MS: i64 = 1_767_225_600_000;

/// A running server with data of its own, and time and chance in the test's hands.
pub struct TestServer {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where it lives under its host, without the last slash.
    pub base: &'static str,
    hand: ClockHand,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
    /// Kept until the server is gone.
    data: TempDir,
}

/// Somebody with a session.
#[derive(Clone, Debug)]
pub struct Guest {
    /// Who.
    pub player: Player,
    /// The bearer token.
    pub token: String,
}

impl Guest {
    /// Says a name to the house at `url` and gets a session there.
    pub async fn arrive(url: &str, name: &str) -> Self {
        let body = serde_json::json!({ "name": name, "bearer": true });
        let request = reqwest::Client::new().post(format!("{url}/api/v1/session")).json(&body);
        let session: Session = request.send().await.expect("an answer").json().await.expect("a session");
        Self { player: session.player.expect("a player"), token: session.token.expect("a token") }
    }
}

impl TestServer {
    /// Starts a server at the root of its host.
    pub async fn start() -> Self {
        Self::start_at("").await
    }

    /// Starts a server under a base path, given without its last slash.
    pub async fn start_at(base: &'static str) -> Self {
        let data = TempDir::new().expect("a temporary folder");
        Self::start_in(data, base).await
    }

    async fn start_in(data: TempDir, base: &'static str) -> Self {
        let (clock, hand) = Clock::frozen_at(NEW_YEAR_MS);
        let config = config(data.path(), base, clock);
        let server = Server::new(config).await.expect("the server starts");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let shutdown = async { drop(stopped.await) };
            server.serve(listener, shutdown).await.expect("the server serves");
        });
        Self { address, base, hand, stop: Some(stop), running, data }
    }

    /// Moves the server's time on.
    pub fn advance(&self, duration: Duration) {
        self.hand.advance(duration);
    }

    /// Asks the server to stop; it closes its sockets and comes to its end.
    pub fn begin_stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.send(()).expect("the server runs");
        }
    }

    /// Stops the server and starts another on the same data.
    pub async fn restart(mut self) -> Self {
        self.begin_stop();
        self.running.await.expect("the server stops in good order");
        Self::start_in(self.data, self.base).await
    }

    /// The folder that holds the database.
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// An address for HTTP.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{}{path}", self.address, self.base)
    }

    /// A `GET` and its JSON, whatever the status.
    pub async fn get<T: serde::de::DeserializeOwned>(&self, path: &str) -> T {
        let response = reqwest::get(self.url(path)).await.expect("an answer");
        let text = response.text().await.expect("a body");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"))
    }

    /// A new guest.
    pub async fn guest(&self, name: &str) -> Guest {
        Guest::arrive(&self.url(""), name).await
    }

    /// A new guest's socket.
    pub async fn join(&self, name: &str) -> TestClient {
        let guest = self.guest(name).await;
        self.connect(Some(&guest)).await
    }

    /// Another socket of somebody, or of nobody.
    pub async fn connect(&self, guest: Option<&Guest>) -> TestClient {
        TestClient::connect(self.address, self.base, guest).await
    }
}

/// Chance that repeats: every test server draws the same secrets in the same order.
fn scripted() -> Entropy {
    let rng = Mutex::new(fastrand::Rng::with_seed(1));
    Entropy::from_source(move |bytes| rng.lock().expect("no test panics while it draws").fill(bytes))
}

fn config(data: &Path, base: &str, clock: Clock) -> Config {
    Config { data: data.to_owned(), base: base.parse().expect("a base path"), clock, entropy: scripted() }
}
