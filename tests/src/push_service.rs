//! Push service: one that takes messages as those of browsers do, and a browser that opens them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::serve::{IncomingStream, Listener};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cydonia_protocol::{PushMessage, PushRequest};
use cydonia_server::PushSettings;
use tokio::io;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;
use web_push_native::p256::SecretKey;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt};

use crate::PATIENCE;

/// What a service does with what comes under a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// It takes it.
    Takes,
    /// It says that.
    Says(u16),
    /// It says that it has too much to do for so many seconds.
    Busy(u64),
    /// It says nothing.
    Hangs,
}

/// What came in.
#[derive(Clone, Debug)]
pub struct Pushed {
    /// Where.
    pub path: String,
    /// What its head says.
    pub headers: HeaderMap,
    /// What it holds, encrypted.
    pub body: Vec<u8>,
}

impl Pushed {
    /// A line of its head; empty if there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

type Manners = Arc<Mutex<HashMap<String, Manner>>>;

/// A push service of a test's own.
pub struct PushService {
    /// Its origin.
    pub origin: String,
    manners: Manners,
    pushed: mpsc::UnboundedReceiver<Pushed>,
}

/// A line to the service. What came over it is told when the house has closed it, and so has the answer: a test that moved the clock
/// before that would have the house give up waiting.
#[derive(Clone, Debug)]
struct Line(Arc<Heard>);

#[derive(Debug)]
struct Heard {
    pushed: Mutex<Option<Pushed>>,
    told: mpsc::UnboundedSender<Pushed>,
}

impl Line {
    fn new(told: &mpsc::UnboundedSender<Pushed>) -> Self {
        Self(Arc::new(Heard { pushed: Mutex::default(), told: told.clone() }))
    }
}

impl Heard {
    fn tell(&self) {
        if let Some(pushed) = self.pushed.lock().expect("no test panics while it asks").take() {
            // A test that has ended wants to know nothing.
            drop(self.told.send(pushed));
        }
    }
}

impl Drop for Heard {
    fn drop(&mut self) {
        self.tell();
    }
}

struct Lines {
    listener: TcpListener,
    told: mpsc::UnboundedSender<Pushed>,
}

impl Listener for Lines {
    type Io = TcpStream;
    type Addr = Line;

    async fn accept(&mut self) -> (TcpStream, Line) {
        let (stream, _) = Listener::accept(&mut self.listener).await;
        (stream, Line::new(&self.told))
    }

    fn local_addr(&self) -> io::Result<Line> {
        Ok(Line::new(&self.told))
    }
}

impl Connected<IncomingStream<'_, Lines>> for Line {
    fn connect_info(stream: IncomingStream<'_, Lines>) -> Self {
        stream.remote_addr().clone()
    }
}

impl PushService {
    /// Opens one, over plain http and on this machine.
    pub async fn open() -> Self {
        let (told, pushed) = mpsc::unbounded_channel();
        let manners = Manners::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let router = Router::new().fallback(take).with_state(Arc::clone(&manners));
        let service = router.into_make_service_with_connect_info::<Line>();
        tokio::spawn(async move { axum::serve(Lines { listener, told }, service).await });
        Self { origin, manners, pushed }
    }

    /// What lets a house send here.
    #[must_use]
    pub fn settings(&self) -> PushSettings {
        let service = self.origin.parse().expect("an origin");
        PushSettings { push_service: vec![service], ..PushSettings::default() }
    }

    /// What it does from now on with what comes under that path.
    pub fn under(&self, path: &str, manner: Manner) {
        self.manners.lock().expect("no test panics while it asks").insert(path.to_owned(), manner);
    }

    /// What comes in next.
    pub async fn next(&mut self) -> Pushed {
        let next = timeout(PATIENCE, self.pushed.recv()).await.expect("a message comes");
        next.expect("the service is open")
    }

    /// Whether nothing more has come in.
    pub fn is_quiet(&mut self) -> bool {
        self.pushed.try_recv().is_err()
    }
}

async fn take(
    State(manners): State<Manners>,
    ConnectInfo(Line(heard)): ConnectInfo<Line>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let path = uri.path().to_owned();
    let manner = manners.lock().expect("no test panics while it asks").get(&path).copied();
    let pushed = Pushed { path, headers, body: body.to_vec() };
    *heard.pushed.lock().expect("no test panics while it asks") = Some(pushed);
    match manner.unwrap_or(Manner::Takes) {
        Manner::Takes => StatusCode::CREATED.into_response(),
        Manner::Says(status) => StatusCode::from_u16(status).expect("a status").into_response(),
        Manner::Busy(seconds) => {
            (StatusCode::TOO_MANY_REQUESTS, [("retry-after", seconds.to_string())]).into_response()
        }
        Manner::Hangs => {
            heard.tell();
            std::future::pending().await
        }
    }
}

/// A browser that has a subscription.
pub struct Subscriber {
    key: SecretKey,
    auth: [u8; 16],
}

impl Subscriber {
    /// One with keys that follow from a number.
    #[must_use]
    pub fn new(number: u8) -> Self {
        let mut bytes = [number; 32];
        bytes[0] = 1;
        Self { key: SecretKey::from_slice(&bytes).expect("a key"), auth: [number; 16] }
    }

    /// Its subscription with a service, under a path.
    #[must_use]
    pub fn request(&self, service: &PushService, path: &str) -> PushRequest {
        let point = self.key.public_key().to_encoded_point(false);
        PushRequest {
            endpoint: format!("{}{path}", service.origin),
            p256dh: URL_SAFE_NO_PAD.encode(point),
            auth: URL_SAFE_NO_PAD.encode(self.auth),
        }
    }

    /// Reads what was sent to it.
    #[must_use]
    pub fn open(&self, pushed: &Pushed) -> PushMessage {
        let plain =
            decrypt(pushed.body.clone(), &self.key, &Auth::from(self.auth)).expect("it is for this one");
        serde_json::from_slice(&plain).expect("a message")
    }
}
