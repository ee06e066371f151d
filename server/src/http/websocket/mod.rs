//! Upgrade: from a request to a socket.

mod upgrade;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use cydonia_protocol::{ErrorCode, VERSION};
use serde::Deserialize;

use crate::admission::{Address, AddressPermit};
use crate::http::app::App;
use crate::http::extract::{Caller, CurrentVisitor};
use crate::http::problem::ApiError;
use crate::socket::{self, Guest};
use upgrade::Upgrade;

/// What a client may say in the address.
#[derive(Debug, Deserialize)]
pub(crate) struct Handshake {
    /// The version of the protocol it speaks.
    protocol: Option<String>,
}

/// One of the sockets that an address may have, for as long as it is kept.
pub(in crate::http) fn place(app: &App, address: Address) -> Result<AddressPermit, ApiError> {
    let why = "there are as many sockets from this address as one may have";
    app.context.admission.place(address).ok_or_else(|| ApiError::new(ErrorCode::TooMany, why))
}

/// `GET /ws`: opens a socket, for pages of any site: to those of others a browser's cookies open nothing. A wrong version is told by a close code, as pages cannot read a refused handshake.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    handshake: Result<Query<Handshake>, QueryRejection>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let place = place(&app, address)?;
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
