//! The websocket: from the handshake to the close.

mod connection;
mod outbox;
mod watched;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use cydonia_protocol::{ErrorCode, VERSION};
use serde::Deserialize;

pub(crate) use outbox::{Frame, Outbox};

use crate::app::App;
use crate::http::{ApiError, Caller, SameOrigin, Who};
use crate::limits;

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
    Who(player): Who,
    Caller(address): Caller,
    handshake: Result<Query<Handshake>, QueryRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade =
        upgrade.map_err(|_| ApiError::new(ErrorCode::BadMessage, "only websockets are opened here"))?;
    let place = app.gate.place(address).ok_or_else(|| {
        ApiError::new(ErrorCode::TooMany, "there are as many sockets from this address as one may have")
    })?;
    let version = handshake.ok().and_then(|Query(handshake)| handshake.protocol);
    let speaks_ours = version == Some(VERSION.to_string());
    Ok(upgrade
        // The default read buffer is 128 KiB of memory for every idle player.
        .read_buffer_size(limits::READ_BUFFER)
        .write_buffer_size(limits::WRITE_BUFFER)
        .max_message_size(limits::LONGEST_READ)
        .max_frame_size(limits::LONGEST_READ)
        .on_upgrade(move |socket| {
            let tasks = app.tasks.clone();
            tasks.track_future(connection::run(app, socket, player, place, speaks_ours))
        }))
}
