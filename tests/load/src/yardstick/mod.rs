//! Baselines: the bare servers: the same traffic without a game. What the house's figures are measured against.

mod durable;
mod socket;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use axum::Router;
use axum::extract::ws::Utf8Bytes;
use axum::routing::get;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::mpsc::UnboundedSender;

use durable::Writer;

/// What a bare server does with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// It goes back to its sender.
    Echo,
    /// It goes to everybody at the table: the players, then the watchers.
    Broadcast,
    /// The same, once it is on disk.
    Durable,
}

/// A bare server, as a load wishes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bare {
    pub(crate) kind: Kind,
    /// Bytes of a socket's read buffer.
    pub(crate) read_buffer: usize,
}

/// What axum takes by itself.
pub(crate) const DEFAULT_READ_BUFFER: usize = 128 * 1024;

impl Bare {
    /// With a read buffer that suits small frames.
    pub(crate) fn of(kind: Kind) -> Self {
        Self { kind, read_buffer: 4 * 1024 }
    }

    /// What the program that is this server is started with.
    pub(crate) fn arguments(self) -> [String; 3] {
        let kind = match self.kind {
            Kind::Echo => "echo",
            Kind::Broadcast => "broadcast",
            Kind::Durable => "durable",
        };
        [kind.to_owned(), "--read-buffer".to_owned(), self.read_buffer.to_string()]
    }
}

/// A bare server.
#[derive(Debug, clap::Args)]
pub(crate) struct Yardstick {
    /// What it does with a frame.
    kind: Kind,
    /// Where it listens.
    #[arg(long, default_value = "127.0.0.1:8081")]
    listen: SocketAddr,
    /// The folder for what it keeps.
    #[arg(long, default_value = "data")]
    data: PathBuf,
    /// Bytes of a socket's read buffer.
    #[arg(long, default_value_t = 4 * 1024)]
    read_buffer: usize,
}

/// Those at one table.
#[derive(Debug, Default)]
struct Table {
    players: Vec<UnboundedSender<Utf8Bytes>>,
    watchers: Vec<UnboundedSender<Utf8Bytes>>,
}

impl Table {
    /// The same bytes for everybody, players first.
    fn tell(&self, frame: &Utf8Bytes) {
        for member in self.players.iter().chain(&self.watchers) {
            // Whoever has gone is not missed.
            drop(member.send(frame.clone()));
        }
    }
}

/// A bare server as it runs.
struct Server {
    kind: Kind,
    read_buffer: usize,
    tables: Mutex<HashMap<u64, Arc<RwLock<Table>>>>,
    writer: Option<Writer>,
}

impl Server {
    fn table(&self, number: u64) -> Arc<RwLock<Table>> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(tables.entry(number).or_default())
    }
}

impl Yardstick {
    /// Serves until it is killed.
    pub(crate) async fn run(self) -> Result<(), String> {
        let writer = match self.kind {
            Kind::Durable => Some(Writer::start(&self.data).map_err(|error| error.to_string())?),
            Kind::Echo | Kind::Broadcast => None,
        };
        let server =
            Server { kind: self.kind, read_buffer: self.read_buffer, tables: Mutex::default(), writer };
        let router = Router::new()
            .route("/readyz", get(async || "ready\n"))
            .route("/ws", get(socket::open))
            .with_state(Arc::new(server));
        let listener = TcpListener::bind(self.listen).await.map_err(|error| error.to_string())?;
        let listener = listener.tap_io(|socket| {
            if let Err(error) = socket.set_nodelay(true) {
                eprintln!("a socket could not be set to send at once: {error}");
            }
        });
        axum::serve(listener, router).await.map_err(|error| error.to_string())
    }
}
