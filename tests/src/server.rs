//! Test server: one inside the test.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use cydonia_protocol::Command;
use cydonia_server::limits::Limits;
use cydonia_server::{
    Clock, ClockHand, Conduct, ConductSettings, Config, Database, DiceSecrets, Entropy, MailHouse,
    PushSettings, Server, Thinker, Tls,
};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::{Guest, Tape, TestClient, TestDatabase, ample};

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
    data: TestDatabase,
    /// Where it tells what it counts, if it was asked to.
    pub metrics: Option<SocketAddr>,
    /// Where it sends on whoever comes without TLS, if it speaks that.
    pub redirects: Option<SocketAddr>,
    /// Where to record what is said over sockets.
    tape: Option<Tape>,
    /// What it was started with.
    settings: TestServerBuilder,
}

/// What a server is started with, but for its database.
#[derive(Clone, Debug)]
pub struct TestServerBuilder {
    base: &'static str,
    now_ms: i64,
    /// Where its chance comes from.
    seed: u64,
    secrets: DiceSecrets,
    thinker: Thinker,
    limits: Limits,
    conduct: ConductSettings,
    push: PushSettings,
    mail: Option<MailHouse>,
    service_worker: bool,
    dumps: Option<PathBuf>,
    metrics: bool,
    tls: Option<Tls>,
    public_port: Option<u16>,
}

impl Default for TestServerBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl TestServerBuilder {
    /// At the root of its host, honest, and with limits that nobody meets.
    #[must_use]
    pub fn new() -> Self {
        let (secrets, thinker) = (DiceSecrets::honest(), Thinker::players());
        Self {
            base: "",
            now_ms: NEW_YEAR_MS,
            seed: 1,
            secrets,
            thinker,
            limits: ample(),
            conduct: ConductSettings::default(),
            push: PushSettings::default(),
            mail: None,
            service_worker: true,
            dumps: None,
            metrics: false,
            tls: None,
            public_port: None,
        }
    }

    /// Under a base path, given without its last slash.
    #[must_use]
    pub fn base(self, base: &'static str) -> Self {
        Self { base, ..self }
    }

    /// With a way of its own to make its secrets for dice.
    #[must_use]
    pub fn secrets(self, secrets: DiceSecrets) -> Self {
        Self { secrets, ..self }
    }

    /// With computers that think otherwise.
    #[must_use]
    pub fn thinker(self, thinker: Thinker) -> Self {
        Self { thinker, ..self }
    }

    /// Admitting no more than it is told to.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Where people may not say everything, or nobody new comes in.
    #[must_use]
    pub fn conduct(self, conduct: ConductSettings) -> Self {
        Self { conduct, ..self }
    }

    /// With settings of its own for Web Push.
    #[must_use]
    pub fn push(self, push: PushSettings) -> Self {
        Self { push, ..self }
    }

    /// Which sends e-mail.
    #[must_use]
    pub fn mail(self, mail: MailHouse) -> Self {
        Self { mail: Some(mail), ..self }
    }

    /// Having browsers remove its service worker.
    #[must_use]
    pub fn without_service_worker(self) -> Self {
        Self { service_worker: false, ..self }
    }

    /// Making dumps every night, in that folder.
    #[must_use]
    pub fn dumps(self, folder: &Path) -> Self {
        Self { dumps: Some(folder.to_owned()), ..self }
    }

    /// Speaking TLS, and sending on whoever comes without it to another address.
    #[must_use]
    pub fn tls(self, tls: Tls) -> Self {
        Self { tls: Some(tls), ..self }
    }

    /// Reached by another port than it listens on.
    #[must_use]
    pub fn public_port(self, port: u16) -> Self {
        Self { public_port: Some(port), ..self }
    }

    /// With other chance: on data that a server has had already nobody's id or secret may come twice.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Telling what it counts at an address of its own.
    #[must_use]
    pub fn metrics(self) -> Self {
        Self { metrics: true, ..self }
    }

    /// Starts the server on a database of its own.
    pub async fn start(self) -> TestServer {
        self.start_on(TestDatabase::new().await).await
    }

    /// Starts the server on a certain database.
    pub async fn start_on(self, data: TestDatabase) -> TestServer {
        let (clock, hand) = Clock::frozen_at(self.now_ms);
        let config = Config {
            database: settings(&data),
            base: self.base.parse().expect("a base path"),
            clock,
            entropy: scripted(self.seed),
            key_entropy: scripted(self.seed),
            limits: self.limits.clone(),
            dice_secrets: self.secrets.clone(),
            thinker: self.thinker.clone(),
            conduct: Conduct::read(self.conduct.clone()).expect("a list of words"),
            push: self.push.clone(),
            mail: self.mail.clone(),
            service_worker: self.service_worker,
            dumps: self.dumps.clone(),
            tls: self.tls.clone(),
            public_port: self.public_port,
            nodes: None,
        };
        let mut server = Server::new(config).await.expect("the server starts");
        let mut metrics = None;
        if self.metrics {
            let (listener, address) = free_port().await;
            server = server.with_metrics(listener);
            metrics = Some(address);
        }
        let mut redirects = None;
        if self.tls.is_some() {
            let (listener, address) = free_port().await;
            server = server.with_redirects(listener);
            redirects = Some(address);
        }
        let (listener, address) = free_port().await;
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let shutdown = async { drop(stopped.await) };
            server.serve(listener, shutdown).await.expect("the server serves");
        });
        let base = self.base;
        TestServer {
            address,
            base,
            hand,
            stop: Some(stop),
            running,
            data,
            metrics,
            redirects,
            tape: None,
            settings: self,
        }
    }
}

/// A listener on a port that was free, and its address.
async fn free_port() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    (listener, address)
}

impl TestServer {
    /// Starts a server at the root of its host, on a database of its own, that admits whatever is asked of it.
    pub async fn start() -> Self {
        TestServerBuilder::new().start().await
    }

    /// Starts a server that admits no more than it is told to.
    pub async fn start_with_limits(limits: Limits) -> Self {
        TestServerBuilder::new().limits(limits).start().await
    }

    /// Starts a server on a certain database.
    pub async fn start_on(data: TestDatabase) -> Self {
        TestServerBuilder::new().start_on(data).await
    }

    /// Moves the server's time on.
    pub fn advance(&self, duration: Duration) {
        self.hand.advance(duration);
    }

    /// Lets time pass while people sit at their sockets, which say now and then that they are there.
    pub async fn pass(&self, people: &mut [TestClient], duration: Duration) {
        let mut left = duration;
        while !left.is_zero() {
            let step = left.min(cydonia_server::limits::PING_EVERY);
            self.advance(step);
            left -= step;
            for person in people.iter_mut() {
                person.call(Command::Ping {}).await.expect("the line is good");
            }
        }
    }

    /// Asks the server to stop; it closes its sockets and comes to its end.
    pub fn begin_stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.send(()).expect("the server runs");
        }
    }

    /// Stops the server in good order; what it kept.
    pub async fn close(mut self) -> TestDatabase {
        self.begin_stop();
        self.running.await.expect("the server stops in good order");
        self.data
    }

    /// Stops the server and starts another on the same data.
    pub async fn restart(self) -> Self {
        self.restart_after(Duration::ZERO).await
    }

    /// The same, with so much time between the one and the other.
    pub async fn restart_after(self, outage: Duration) -> Self {
        self.restart_with(outage, async |_| {}).await
    }

    /// The same, and meanwhile something is done to its database.
    pub async fn restart_with(
        mut self,
        outage: Duration,
        meanwhile: impl AsyncFnOnce(&TestDatabase),
    ) -> Self {
        self.begin_stop();
        self.running.await.expect("the server stops in good order");
        meanwhile(&self.data).await;
        let now_ms = self.hand.now_ms() + outage.as_millis() as i64;
        // Not the same chance again: nobody's id or secret comes twice.
        let next = TestServerBuilder { now_ms, seed: self.settings.seed + 1, ..self.settings };
        Self { tape: self.tape, ..next.start_on(self.data).await }
    }

    /// Records what is said over every socket that is opened from now on, here and after restarts.
    pub fn record(&mut self) -> Tape {
        self.tape.get_or_insert_default().clone()
    }

    /// The same, on a tape that another server has begun.
    pub fn record_on(&mut self, tape: &Tape) {
        self.tape = Some(tape.clone());
    }

    /// Where the server's clock stands, in milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.hand.now_ms()
    }

    /// Its database.
    pub fn data(&self) -> &TestDatabase {
        &self.data
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

    /// The same over a line that takes some kilobytes at a time, and no more before they were read.
    pub async fn connect_slowly(&self, guest: Option<&Guest>) -> TestClient {
        TestClient::connect_slowly(self.address, self.base, guest).await
    }

    /// Another socket of somebody, or of nobody.
    pub async fn connect(&self, guest: Option<&Guest>) -> TestClient {
        TestClient::connect_on_tape(self.address, self.base, guest, self.tape.as_ref()).await
    }
}

/// Where a server is to keep what it keeps.
#[must_use]
pub fn settings(data: &TestDatabase) -> Database {
    match (data.folder(), data.url()) {
        (Some(folder), _) => Database::Sqlite { folder: folder.to_owned(), most_megabytes: None },
        (None, url) => Database::Postgres(url.unwrap_or_default().parse().expect("an address")),
    }
}

/// Chance that repeats: every server with this seed draws the same secrets in the same order.
fn scripted(seed: u64) -> Entropy {
    let rng = Mutex::new(fastrand::Rng::with_seed(seed));
    Entropy::from_source(move |bytes| rng.lock().expect("no test panics while it draws").fill(bytes))
}
