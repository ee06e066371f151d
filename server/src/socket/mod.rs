//! The websocket: from the handshake to the close.

mod connection;
mod line;
mod outbox;
mod upgrade;
mod watched;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use cydonia_protocol::{ErrorCode, VERSION};
use serde::Deserialize;

use line::Line;
pub(crate) use outbox::{Awaited, Frame, Outbox};
pub(crate) use upgrade::Upgrade;

use crate::app::App;
use crate::gate::Place;
use crate::http::{ApiError, Caller, SameOrigin, Who};
use crate::sessions::Visitor;

/// What a client may say in the address.
#[derive(Debug, Deserialize)]
pub(crate) struct Handshake {
    /// The version of the protocol it speaks.
    protocol: Option<String>,
}

/// `GET /ws`: opens a socket. A wrong version is told by a close code, as pages cannot read a rejection handshake.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    Who(visitor): Who,
    Caller(address): Caller,
    handshake: Result<Query<Handshake>, QueryRejection>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let place = app.gate.place(address).ok_or_else(|| {
        ApiError::new(ErrorCode::TooMany, "there are as many sockets from this address as one may have")
    })?;
    let version = handshake.ok().and_then(|Query(handshake)| handshake.protocol);
    let speaks_ours = version == Some(VERSION.to_string());
    let answer = upgrade.answer();
    let tasks = app.tasks.clone();
    // In boxes: a future keeps the room for what it was made with for as long as it lives.
    let (upgraded, guest) = (Box::pin(upgrade.line()), Box::new(Guest { app, visitor, place, speaks_ours }));
    tasks.spawn(async move {
        let line = match upgraded.await {
            Ok(upgraded) => Line::new(upgraded).await,
            Err(error) => return tracing::debug!(%error, "a socket was not opened"),
        };
        match line {
            Some(line) => connection::run(guest, line).await,
            None => tracing::error!("a socket came over no line of this server's own"),
        }
    });
    Ok(answer)
}

/// Who comes over a new socket.
struct Guest {
    app: Arc<App>,
    visitor: Visitor,
    /// Of its address.
    place: Place,
    /// Whether it is this version of the protocol.
    speaks_ours: bool,
}

impl Guest {
    /// Out of its box, which goes at once: a variable would keep it to the end.
    #[expect(clippy::boxed_local, reason = "it is what the box is for")]
    fn unboxed(self: Box<Self>) -> Self {
        *self
    }
}
