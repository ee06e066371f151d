//! Push service: one that takes messages as those of browsers do, and a browser that opens them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cydonia_protocol::{PushMessage, PushRequest};
use cydonia_server::PushSettings;
use tokio::net::TcpListener;
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

#[derive(Clone)]
struct Counter {
    manners: Manners,
    told: mpsc::UnboundedSender<Pushed>,
}

impl PushService {
    /// Opens one, over plain http and on this machine.
    pub async fn open() -> Self {
        let (told, pushed) = mpsc::unbounded_channel();
        let manners = Manners::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let router = Router::new().fallback(take).with_state(Counter { manners: Arc::clone(&manners), told });
        tokio::spawn(async move { axum::serve(listener, router).await });
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

async fn take(State(counter): State<Counter>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let path = uri.path().to_owned();
    let manner = counter.manners.lock().expect("no test panics while it asks").get(&path).copied();
    let pushed = Pushed { path, headers, body: body.to_vec() };
    counter.told.send(pushed).expect("the test runs");
    match manner.unwrap_or(Manner::Takes) {
        Manner::Takes => StatusCode::CREATED.into_response(),
        Manner::Says(status) => StatusCode::from_u16(status).expect("a status").into_response(),
        Manner::Busy(seconds) => {
            (StatusCode::TOO_MANY_REQUESTS, [("retry-after", seconds.to_string())]).into_response()
        }
        Manner::Hangs => std::future::pending().await,
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
