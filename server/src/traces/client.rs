//! HTTP client: a batch at a time goes to the collector, over a line of its own. The exporter's thread has no runtime, so that it is sent
//! by the house's.

use std::io;
use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use axum::body::{Body, to_bytes};
use bytes::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Request, Response};
use opentelemetry_http::{HttpClient, HttpError};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::clock::Clock;
use crate::exchange::exchange;
use crate::limits;
use crate::tls::trust_system;

/// Sends to a collector.
#[derive(Clone)]
pub(super) struct CollectorClient(Arc<Line>);

struct Line {
    runtime: Handle,
    clock: Clock,
    tls: TlsConnector,
    /// When it was last told that the collector is away, in milliseconds of the running clock.
    told_ms: Mutex<Option<i64>>,
}

/// Why a batch did not arrive.
#[derive(Debug, thiserror::Error)]
enum SendError {
    #[error("the collector's address is none")]
    Address,
    #[error("the collector cannot be reached: {0}")]
    Io(#[from] io::Error),
    #[error("the collector did not answer in time")]
    Slow,
    #[error("the collector does not answer as it should: {0}")]
    Http(#[from] hyper::Error),
    #[error("the collector's answer cannot be read, or is too long: {0}")]
    Body(#[from] axum::Error),
    #[error("the collector takes nothing: {0}")]
    Refused(hyper::StatusCode),
    #[error("the house is closing")]
    Closing,
}

impl std::fmt::Debug for CollectorClient {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("CollectorClient")
    }
}

impl CollectorClient {
    pub(super) async fn new(clock: Clock) -> Result<Self, rustls::Error> {
        let (runtime, tls) = (Handle::current(), trust_system().await?);
        Ok(Self(Arc::new(Line { runtime, clock, tls, told_ms: Mutex::new(None) })))
    }
}

#[async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let Self(line) = self.clone();
        let sending = self.0.runtime.spawn(async move {
            let answer = tokio::select! {
                answer = line.exchange(request) => answer,
                () = line.clock.sleep(limits::TRACES_TIMEOUT) => Err(SendError::Slow),
            };
            if let Err(error) = &answer {
                line.tell(error);
            }
            answer
        });
        Ok(sending.await.map_err(|_gone| SendError::Closing)??)
    }
}

impl Line {
    async fn exchange(&self, mut request: Request<Bytes>) -> Result<Response<Bytes>, SendError> {
        let address = std::mem::take(request.uri_mut());
        let authority = address.authority().ok_or(SendError::Address)?;
        let is_tls = address.scheme_str() == Some("https");
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let path = address.path_and_query().map_or("/", |path| path.as_str());
        *request.uri_mut() = path.parse().map_err(|_not_one| SendError::Address)?;
        let named = HeaderValue::from_str(authority.as_str()).map_err(|_not_one| SendError::Address)?;
        request.headers_mut().insert(header::HOST, named);
        let port = authority.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
        let line = TcpStream::connect((host.as_str(), port)).await?;
        if !is_tls {
            return exchange_over(line, request).await;
        }
        let name = ServerName::try_from(host).map_err(|_not_one| SendError::Address)?;
        exchange_over(self.tls.connect(name, line).await?, request).await
    }

    /// A collector that is away stays so for a while: it is told now and then, and not with each batch.
    fn tell(&self, error: &SendError) {
        let now_ms = self.clock.running_ms();
        let mut told_ms = self.told_ms.lock().unwrap_or_else(PoisonError::into_inner);
        if told_ms.is_none_or(|told_ms| now_ms - told_ms >= limits::TRACES_TOLD.as_millis() as i64) {
            *told_ms = Some(now_ms);
            tracing::warn!(%error, "spans are lost: the collector does not take them");
        }
    }
}

async fn exchange_over(
    line: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Bytes>,
) -> Result<Response<Bytes>, SendError> {
    exchange(line, |mut sender| async move {
        let (parts, body) = sender.send_request(request.map(Body::from)).await?.into_parts();
        if !parts.status.is_success() {
            return Err(SendError::Refused(parts.status));
        }
        let body = to_bytes(Body::new(body), limits::TRACES_ANSWER).await?;
        Ok(Response::from_parts(parts, body))
    })
    .await
}
