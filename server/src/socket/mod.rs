//! The websocket: from the handshake to the close.

mod connection;
mod outbox;

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, State};
use axum::response::Response;
use cydonia_protocol::{MAX_FRAME, VERSION};
use serde::Deserialize;

pub(crate) use outbox::{Frame, Outbox};

use crate::app::App;
use crate::http::{ApiError, SameOrigin, Who};
use crate::limits;

/// What a client may say in the address.
#[derive(Debug, Deserialize)]
pub(crate) struct Handshake {
    /// The version of the protocol it speaks.
    protocol: Option<u32>,
}

/// `GET /ws`: opens a socket. A wrong version is told by a close code, as pages cannot read a refused handshake.
///
/// # Errors
/// [`ErrorCode::BadOrigin`](cydonia_protocol::ErrorCode::BadOrigin) for pages of other sites.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    Who(player): Who,
    Query(handshake): Query<Handshake>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let speaks_ours = handshake.protocol == Some(VERSION);
    Ok(upgrade
        // The default read buffer is 128 KiB of memory for every idle player.
        .read_buffer_size(limits::READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        .on_upgrade(move |socket| {
            let tasks = app.tasks.clone();
            tasks.track_future(connection::run(app, socket, player, speaks_ours))
        }))
}
