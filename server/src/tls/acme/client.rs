//! HTTP client: one request to an authority at a time, each over a line of its own, as they are few. TLS always, and redirects are not
//! followed.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use axum::body::{Body, to_bytes};
use bytes::Bytes;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Request, Response};
use instant_acme::{BodyWrapper, BytesResponse, HttpClient};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::clock::Clock;
use crate::exchange::exchange;
use crate::limits;

/// Asks an authority.
#[derive(Clone)]
pub(super) struct AcmeClient(Arc<Line>);

struct Line {
    clock: Clock,
    tls: TlsConnector,
    /// How long the authority wants to be left alone, as it said last.
    retry_after: Mutex<Option<Duration>>,
}

/// Why a request was not answered.
#[derive(Debug, thiserror::Error)]
enum RequestError {
    #[error("the authority has an address that is none of https")]
    Address,
    #[error("the authority cannot be reached: {0}")]
    Io(#[from] io::Error),
    #[error("the authority did not answer in time")]
    Slow,
    #[error("the authority does not answer as it should: {0}")]
    Http(#[from] hyper::Error),
    #[error("the authority's answer cannot be read, or is too long: {0}")]
    Body(#[from] axum::Error),
}

impl AcmeClient {
    pub(super) fn new(clock: Clock, tls: TlsConnector) -> Self {
        Self(Arc::new(Line { clock, tls, retry_after: Mutex::new(None) }))
    }

    /// How long the authority wants to be left alone, if its last answer says so.
    pub(super) fn retry_after(&self) -> Option<Duration> {
        *self.0.retry_after.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HttpClient for AcmeClient {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, instant_acme::Error>> + Send>> {
        let Self(line) = self.clone();
        Box::pin(async move {
            let answer = tokio::select! {
                answer = line.exchange(request) => answer,
                () = line.clock.sleep(limits::ACME_REQUEST) => Err(RequestError::Slow),
            };
            let answer = answer.map_err(|error| instant_acme::Error::Other(Box::new(error)))?;
            let (parts, body) = answer.into_parts();
            let retry_after = retry_after(&parts.headers, line.clock.now_ms());
            *line.retry_after.lock().unwrap_or_else(PoisonError::into_inner) = retry_after;
            Ok(BytesResponse { parts, body: Box::new(body) })
        })
    }
}

impl Line {
    async fn exchange(
        &self,
        mut request: Request<BodyWrapper<Bytes>>,
    ) -> Result<Response<Bytes>, RequestError> {
        let address = std::mem::take(request.uri_mut());
        let authority = address.authority().filter(|_| address.scheme_str() == Some("https"));
        let authority = authority.ok_or(RequestError::Address)?;
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let name = ServerName::try_from(host.clone()).map_err(|_not_one| RequestError::Address)?;
        let path = address.path_and_query().map_or("/", |path| path.as_str());
        *request.uri_mut() = path.parse().map_err(|_not_one| RequestError::Address)?;
        let named = HeaderValue::from_str(authority.as_str()).map_err(|_not_one| RequestError::Address)?;
        request.headers_mut().insert(header::HOST, named);
        let line = TcpStream::connect((host, authority.port_u16().unwrap_or(443))).await?;
        let line = self.tls.connect(name, line).await?;
        exchange(line, |mut sender| async move {
            let (parts, body) = sender.send_request(request).await?.into_parts();
            let body = to_bytes(Body::new(body), limits::ACME_ANSWER).await?;
            Ok(Response::from_parts(parts, body))
        })
        .await
    }
}

/// In seconds, or until a date (RFC 9110, 10.2.3).
fn retry_after(headers: &HeaderMap, now_ms: i64) -> Option<Duration> {
    let said = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = said.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = httpdate::parse_http_date(said).ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(until.saturating_sub(Duration::from_millis(u64::try_from(now_ms).unwrap_or(0))))
}
