//! HTTP client: one message to one push service. A line of its own each time, as messages are rare; the address is looked up here,
//! and what was looked at is what is connected to, so that no name leads into a private network (SSRF). Redirects are not followed.

use std::io;
use std::net::SocketAddr;

use axum::body::Body;
use hyper::header::{self, HeaderMap};
use hyper::{Method, Request, StatusCode, Uri};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::OnceCell;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::ServerName;

use super::endpoint::PushEndpoint;
use crate::exchange::exchange;
use crate::tls::trust_system;

/// Sends to push services.
#[derive(Default)]
pub(super) struct PushClient {
    /// Made when it is first needed: what the system trusts is read from files.
    tls: OnceCell<TlsConnector>,
}

/// A message, ready to be sent.
pub(super) struct Post {
    pub(super) body: Vec<u8>,
    pub(super) authorization: String,
    /// For how many seconds the service keeps it for a browser that is not there.
    pub(super) ttl_s: u64,
    /// `high` or `normal` (RFC 8030, 5.3).
    pub(super) urgency: &'static str,
    /// Of a topic the service keeps the latest alone.
    pub(super) topic: &'static str,
}

/// Why a message was not answered.
#[derive(Debug, thiserror::Error)]
pub(super) enum PostError {
    /// The line failed.
    #[error("the push service cannot be reached: {0}")]
    Io(#[from] io::Error),
    /// Its name leads nowhere that may be sent to.
    #[error("the push service's name leads to no public address")]
    NotPublic,
    /// It does not prove who it is, or this system trusts nobody.
    #[error("no trusted line to the push service: {0}")]
    Tls(#[from] rustls::Error),
    /// It does not speak HTTP.
    #[error("the push service does not answer as it should: {0}")]
    Http(#[from] hyper::Error),
}

/// What the service said.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    /// When it wants to be asked again, in seconds.
    pub(super) retry_after_s: Option<u64>,
}

impl PushClient {
    /// Sends a message; whoever asks sees to it that this does not last for ever.
    pub(super) async fn post(&self, endpoint: &PushEndpoint, post: Post) -> Result<Reply, PostError> {
        let service = endpoint.service();
        let found = lookup_host((service.host(), service.port())).await?;
        let public: Vec<SocketAddr> = found.filter(|at| endpoint.may_be_at(at.ip())).collect();
        if public.is_empty() {
            return Err(PostError::NotPublic);
        }
        let line = TcpStream::connect(&public[..]).await?;
        let request = post.request(endpoint.address());
        if !service.is_tls() {
            return send(line, request).await;
        }
        let name = ServerName::try_from(service.host().to_owned())
            .map_err(|_not_one| io::Error::from(io::ErrorKind::InvalidInput))?;
        let tls = self.tls.get_or_try_init(trust_system).await?;
        send(tls.connect(name, line).await?, request).await
    }
}

impl Post {
    fn request(self, address: &Uri) -> Request<Body> {
        let path = address.path_and_query().map_or("/", |path| path.as_str());
        let mut request = Request::new(Body::from(self.body));
        *request.method_mut() = Method::POST;
        // What was read as an address has a path that is one.
        *request.uri_mut() = path.parse().unwrap_or_default();
        let host = address.authority().map_or_else(String::new, ToString::to_string);
        let headers = [
            (header::HOST, host),
            (header::AUTHORIZATION, self.authorization),
            (header::CONTENT_ENCODING, "aes128gcm".to_owned()),
            (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
            (header::HeaderName::from_static("ttl"), self.ttl_s.to_string()),
            (header::HeaderName::from_static("urgency"), self.urgency.to_owned()),
            (header::HeaderName::from_static("topic"), self.topic.to_owned()),
        ];
        for (name, value) in headers {
            if let Ok(value) = value.parse() {
                request.headers_mut().insert(name, value);
            }
        }
        request
    }
}

/// One request over a line. What the answer says beyond its head is not read.
async fn send(
    line: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Result<Reply, PostError> {
    exchange(line, |mut sender| async move {
        let answer = sender.send_request(request).await?;
        Ok(Reply { status: answer.status(), retry_after_s: retry_after_s(answer.headers()) })
    })
    .await
}

fn retry_after_s(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()
}

impl std::fmt::Debug for PushClient {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PushClient")
    }
}
