//! Upgrade: from a request to a socket.

mod upgrade;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use cydonia_protocol::{ErrorCode, VERSION};
use serde::Deserialize;

use crate::http::app::App;
use crate::http::extract::{Caller, CurrentVisitor, SameOrigin};
use crate::http::problem::ApiError;
use crate::socket::{self, Guest};
use upgrade::Upgrade;

/// What a client may say in the address.
#[derive(Debug, Deserialize)]
pub(crate) struct Handshake {
    /// The version of the protocol it speaks.
    protocol: Option<String>,
}

/// `GET /ws`: opens a socket. A wrong version is told by a close code, as pages cannot read a refused handshake.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    handshake: Result<Query<Handshake>, QueryRejection>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let place = app.context.admission.place(address).ok_or_else(|| {
        ApiError::new(ErrorCode::TooMany, "there are as many sockets from this address as one may have")
    })?;
    let version = handshake.ok().and_then(|Query(handshake)| handshake.protocol);
    let speaks_ours = version == Some(VERSION.to_string());
    let registry = Arc::clone(&app.registry);
    let answer = upgrade.answer();
    let tasks = app.context.tasks.clone();
    // In boxes: a future keeps the room for what it was made with for as long as it lives.
    let (upgraded, guest) =
        (Box::pin(upgrade.line()), Box::new(Guest { registry, visitor, place, speaks_ours }));
    tasks.spawn(socket::run(guest, upgraded));
    Ok(answer)
}
