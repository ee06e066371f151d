//! Session: a guest's name said to a house over REST, for the token that the socket wants.

use std::io;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use cydonia_protocol::{ErrorCode, Problem, Session, SessionRequest};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::{Method, Request, StatusCode};
use tokio::net::TcpStream;

use super::address::HouseUrl;
use crate::clock::Clock;
use crate::exchange::exchange;

/// How long a house may take for an answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// The longest answer that is read: a session is some hundred bytes.
const LONGEST_ANSWER: usize = 64 * 1024;

/// Where a house is, and where to connect to.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) house: HouseUrl,
    /// The near end of a tunnel, if there is one.
    pub(super) connect: Option<String>,
}

/// Why there is no session.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum SessionError {
    #[error("it cannot be reached: {0}")]
    Connect(#[from] io::Error),
    #[error("it does not speak HTTP: {0}")]
    Http(#[from] hyper::Error),
    #[error("it gave no answer within {} seconds", ANSWER_WITHIN.as_secs())]
    Late,
    #[error("its answer is no session: is there a house at this address?")]
    Answer,
    #[error("it refuses the session as {}: {message}", code.name())]
    Refused { code: ErrorCode, message: String },
}

impl SessionError {
    /// Whether it may be otherwise in a moment: the house is not up yet, or has too much to do.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Self::Connect(_) | Self::Late => true,
            Self::Http(error) => !error.is_parse(),
            Self::Refused { code, .. } => {
                matches!(code, ErrorCode::Unavailable | ErrorCode::TooMany | ErrorCode::TooFast)
            }
            Self::Answer => false,
        }
    }
}

impl Way {
    /// Opens a line to the house.
    pub(super) async fn open(&self) -> io::Result<TcpStream> {
        let to = self.connect.clone().unwrap_or_else(|| self.house.host_and_port());
        let stream = TcpStream::connect(to).await?;
        // Messages are short, and somebody waits for each.
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// Says a name, and gets the token of a session of that name.
pub(super) async fn sign_in(way: &Way, name: &str, clock: &Clock) -> Result<String, SessionError> {
    tokio::select! {
        answer = ask(way, name) => answer,
        () = clock.sleep(ANSWER_WITHIN) => Err(SessionError::Late),
    }
}

async fn ask(way: &Way, name: &str) -> Result<String, SessionError> {
    let wish = SessionRequest { name: name.to_owned(), bearer: true };
    let request = Request::builder()
        .method(Method::POST)
        .uri(way.house.path("/api/v1/session"))
        .header(HOST, &way.house.authority)
        .header(CONTENT_TYPE, "application/json")
        .body(Body::from(serde_json::to_vec(&wish).map_err(io::Error::from)?))
        .map_err(|_no_uri| SessionError::Answer)?;
    exchange(way.open().await?, |mut sender| async move {
        let answer = sender.send_request(request).await?;
        let status = answer.status();
        let body = to_bytes(Body::new(answer.into_body()), LONGEST_ANSWER).await;
        read(status, &body.map_err(|_too_long_or_cut| SessionError::Answer)?)
    })
    .await
}

fn read(status: StatusCode, body: &[u8]) -> Result<String, SessionError> {
    if status.is_success() {
        let session: Session = serde_json::from_slice(body).map_err(|_no_session| SessionError::Answer)?;
        return session.token.ok_or(SessionError::Answer);
    }
    let problem: Problem = serde_json::from_slice(body).map_err(|_no_problem| SessionError::Answer)?;
    Err(SessionError::Refused { code: problem.code, message: problem.detail })
}
