//! An ACME authority of a test's own (RFC 8555): it checks what it is sent, looks by itself whether a challenge is answered, and does
//! as it is told where it is to be a bad one.

mod orders;

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::serve::Listener;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::server::TlsStream;

use super::jws::{AccountKey, Signed};
use orders::{authorization, challenged, finalize, new_account, new_order, told_order};

/// How an authority behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// As it should.
    Good,
    /// It takes a while for each decision, and says so once.
    Slow,
    /// It answers with something else.
    Garbage,
    /// It hangs up.
    Silent,
    /// It believes nobody.
    Doubtful,
    /// It has too much to do for so many seconds.
    Busy(u64),
    /// It offers the other kinds of challenge alone.
    OtherChallenges,
    /// It gives certificates for a key of its own,
    OtherKey,
    /// for another name,
    OtherName,
    /// or such as have ended.
    Ended,
}

/// An authority that runs.
pub(super) struct Authority {
    /// Where its directory is.
    pub(super) directory: String,
    /// Whom to believe, of itself and of what it gives.
    pub(super) root: String,
    shared: Arc<Shared>,
    house: watch::Sender<Option<SocketAddr>>,
}

struct Shared {
    origin: String,
    issuer: CertifiedIssuer<'static, KeyPair>,
    /// Where the house is to be found; it is waited for.
    house: watch::Receiver<Option<SocketAddr>>,
    books: Mutex<Books>,
}

/// What it remembers.
struct Books {
    manner: Manner,
    /// The day since the beginning of 2026.
    day: u32,
    requests: usize,
    nonces: HashSet<String>,
    accounts: HashMap<String, Account>,
    orders: Vec<Order>,
}

/// Somebody who has an account.
struct Account {
    key: AccountKey,
    /// To whom it may write.
    contact: Value,
}

struct Order {
    domains: Vec<String>,
    /// Whether each is proved, once it was looked.
    proofs: Vec<Option<bool>>,
    /// How often it has still to be asked before it has decided.
    undecided: usize,
    certificate: Option<String>,
}

impl Order {
    fn status(&self) -> &'static str {
        let proved = |wanted| self.proofs.iter().filter(|proof| **proof == wanted).count();
        match () {
            () if proved(Some(false)) > 0 => "invalid",
            () if self.certificate.is_some() && self.undecided == 0 => "valid",
            () if proved(None) > 0 => "pending",
            () if self.undecided > 0 => "processing",
            () => "ready",
        }
    }
}

/// TLS before all that is said.
struct Lines(TcpListener, TlsAcceptor);

impl Listener for Lines {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, SocketAddr) {
        loop {
            let (line, peer) = Listener::accept(&mut self.0).await;
            if let Ok(line) = self.1.accept(line).await {
                return (line, peer);
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Authority {
    pub(super) async fn open() -> Self {
        let mut params = CertificateParams::new(Vec::new()).expect("a root");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer =
            CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("a root");
        let key = KeyPair::generate().expect("a key");
        let own = CertificateParams::new(vec!["localhost".to_owned()]).expect("a name");
        let own = own.signed_by(&key, &issuer).expect("a certificate").der().clone();
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![own], PrivatePkcs8KeyDer::from(key.serialize_der()).into())
            .expect("its key");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let origin = format!("https://localhost:{}", listener.local_addr().expect("an address").port());
        let (house, found) = watch::channel(None);
        let (directory, root) = (format!("{origin}/directory"), issuer.pem());
        let books = Books {
            manner: Manner::Good,
            day: 0,
            requests: 0,
            nonces: HashSet::new(),
            accounts: HashMap::new(),
            orders: Vec::new(),
        };
        let shared = Arc::new(Shared { origin, issuer, house: found, books: Mutex::new(books) });
        let router = Router::new().fallback(answer).with_state(Arc::clone(&shared));
        let lines = Lines(listener, TlsAcceptor::from(Arc::new(config)));
        tokio::spawn(async move { axum::serve(lines, router).await });
        Self { directory, root, shared, house }
    }

    /// From now on all names lead there.
    pub(super) fn find_house(&self, address: SocketAddr) {
        self.house.send_replace(Some(address));
    }

    pub(super) fn behave(&self, manner: Manner) {
        self.shared.books().manner = manner;
    }

    /// Has it be that many days later.
    pub(super) fn pass_days(&self, days: u32) {
        self.shared.books().day += days;
    }

    /// How often it was asked anything.
    pub(super) fn requests(&self) -> usize {
        self.shared.books().requests
    }

    /// To whom it may write, of each account that it knows.
    pub(super) fn contacts(&self) -> Vec<Value> {
        self.shared.books().accounts.values().map(|account| account.contact.clone()).collect()
    }

    /// Forgets who has an account.
    pub(super) fn forget(&self) {
        self.shared.books().accounts.clear();
    }
}

impl Shared {
    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().expect("no test panics while it looks")
    }

    fn nonce(&self) -> String {
        let mut books = self.books();
        let nonce = format!("nonce-{}-{}", books.requests, books.nonces.len());
        books.nonces.insert(nonce.clone());
        nonce
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }
}

async fn answer(State(shared): State<Arc<Shared>>, method: Method, uri: Uri, body: Bytes) -> Response {
    let manner = {
        let mut books = shared.books();
        books.requests += 1;
        books.manner
    };
    let mut answer = match manner {
        Manner::Garbage => (StatusCode::OK, "\u{1b}[31m{\"newNonce\":\n 7").into_response(),
        Manner::Silent => std::future::pending().await,
        Manner::Busy(seconds) if uri.path() == "/order" => {
            let busy = refused("rateLimited", "too many certificates", StatusCode::TOO_MANY_REQUESTS);
            let mut answer = busy.into_response();
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            answer
        }
        _ if uri.path() == "/directory" => directory(&shared).into_response(),
        _ if method == Method::HEAD => StatusCode::OK.into_response(),
        _ => posted(&shared, manner, uri.path(), &body).await.unwrap_or_else(IntoResponse::into_response),
    };
    let nonce = HeaderValue::from_str(&shared.nonce()).expect("a nonce");
    answer.headers_mut().insert("replay-nonce", nonce);
    answer
}

fn directory(shared: &Shared) -> String {
    let urls = [("newNonce", "/nonce"), ("newAccount", "/account"), ("newOrder", "/order")];
    let urls = urls.map(|(name, path)| (name.to_owned(), json!(shared.url(path))));
    Value::Object(urls.into_iter().collect()).to_string()
}

/// Why an authority does not do what it is asked for.
struct Refusal {
    kind: &'static str,
    detail: &'static str,
    status: StatusCode,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Self { kind, detail, status } = self;
        let told = json!({ "type": format!("urn:ietf:params:acme:error:{kind}"), "detail": detail });
        (status, told.to_string()).into_response()
    }
}

fn refused(kind: &'static str, detail: &'static str, status: StatusCode) -> Refusal {
    Refusal { kind, detail, status }
}

fn malformed(detail: &'static str) -> Refusal {
    refused("malformed", detail, StatusCode::BAD_REQUEST)
}

/// What is signed is checked in every part of it, and then worked on.
async fn posted(shared: &Shared, manner: Manner, path: &str, body: &[u8]) -> Result<Response, Refusal> {
    let signed = Signed::read(body).ok_or_else(|| malformed("no JWS"))?;
    if !shared.books().nonces.remove(&signed.nonce) {
        return Err(refused("badNonce", "a nonce is good for once", StatusCode::BAD_REQUEST));
    }
    if signed.url != shared.url(path) {
        return Err(malformed("signed for another address"));
    }
    let key = match &signed.account {
        Some(account) => shared.books().accounts.get(account).map(|account| account.key.clone()),
        None => signed.key.clone().filter(|_| path == "/account"),
    };
    let Some(key) = key else {
        return Err(refused("accountDoesNotExist", "nobody knows you", StatusCode::BAD_REQUEST));
    };
    let said = signed.verified(&key).ok_or_else(|| malformed("signed by somebody else"))?;
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let number = |at: usize| parts.get(at).and_then(|part| part.parse::<usize>().ok()).unwrap_or(usize::MAX);
    match parts[0] {
        "account" if parts.len() == 1 => new_account(shared, key, &said),
        "account" => {
            let mut books = shared.books();
            let account = books.accounts.get_mut(&shared.url(path)).ok_or_else(|| malformed("no account"))?;
            account.contact = said["contact"].clone();
            Ok(json!({"status": "valid"}).to_string().into_response())
        }
        "order" if parts.len() == 1 => new_order(shared, manner, &said),
        "order" => {
            let mut books = shared.books();
            let order = books.orders.get_mut(number(1)).ok_or_else(|| malformed("no order"))?;
            let told = told_order(shared, number(1), order);
            if order.status() == "processing" || order.certificate.is_some() {
                order.undecided = order.undecided.saturating_sub(1);
            }
            Ok(told.to_string().into_response())
        }
        "authorization" => authorization(shared, manner, number(1), number(2)),
        "challenge" => challenged(shared, manner, &key, number(1), number(2)).await,
        "finalize" => finalize(shared, manner, number(1), &said),
        "certificate" => {
            let books = shared.books();
            let order = books.orders.get(number(1)).ok_or_else(|| malformed("no order"))?;
            Ok(order.certificate.clone().ok_or_else(|| malformed("no certificate"))?.into_response())
        }
        _ => Err(malformed("no such address")),
    }
}
