//! From a request to a socket.

use axum::extract::FromRequestParts;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::ErrorCode;
use hyper::Error;
use hyper::upgrade::{OnUpgrade, Upgraded};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::http::problem::ApiError;

/// A request for a socket that is as it must be.
pub(crate) struct Upgrade {
    line: OnUpgrade,
    /// What proves to the client that it was understood.
    accept: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // Looked at first, as the check takes the one that is there for itself.
        let line = parts.extensions.get::<OnUpgrade>().cloned();
        let is_fit = WebSocketUpgrade::from_request_parts(parts, state).await.is_ok();
        match (line, parts.headers.get(header::SEC_WEBSOCKET_KEY)) {
            (Some(line), Some(key)) if is_fit => Ok(Self { line, accept: derive_accept_key(key.as_bytes()) }),
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
        (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
    }
}
