//! From a request to a socket.

use axum::extract::FromRequestParts;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::ErrorCode;
use hyper::Error;
use hyper::upgrade::{OnUpgrade, Upgraded};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::http::extract::{BEARER_SUBPROTOCOL, socket_bearer};
use crate::http::problem::ApiError;

/// A request for a socket that is as it must be.
pub(crate) struct Upgrade {
    line: OnUpgrade,
    /// What proves to the client that it was understood.
    accept: String,
    /// Whether it named a token by a subprotocol, which it then wants to hear back.
    names_token: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // Looked at first, as the check takes the one that is there for itself.
        let line = parts.extensions.get::<OnUpgrade>().cloned();
        let is_fit = WebSocketUpgrade::from_request_parts(parts, state).await.is_ok();
        let names_token = socket_bearer(&parts.headers).is_some();
        match (line, parts.headers.get(header::SEC_WEBSOCKET_KEY)) {
            (Some(line), Some(key)) if is_fit => {
                Ok(Self { line, accept: derive_accept_key(key.as_bytes()), names_token })
            }
            _ => Err(ApiError::new(ErrorCode::BadMessage, "only websockets are opened here")),
        }
    }
}

impl Upgrade {
    /// The line, once the answer is sent.
    pub(super) async fn line(self) -> Result<Upgraded, Error> {
        self.line.await
    }

    /// What is answered.
    pub(super) fn answer(&self) -> Response {
        let headers = [
            (header::CONNECTION, "upgrade"),
            (header::UPGRADE, "websocket"),
            (header::SEC_WEBSOCKET_ACCEPT, &self.accept),
        ];
        let mut answer = (StatusCode::SWITCHING_PROTOCOLS, headers).into_response();
        if self.names_token {
            let chosen = HeaderValue::from_static(BEARER_SUBPROTOCOL);
            answer.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, chosen);
        }
        answer
    }
}
