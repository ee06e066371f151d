//! Socket actors: one task reads what a client says and sends it what its outbox holds, from the upgrade to the close.

mod connection;
mod dispatch;
mod heartbeat;
mod review;
mod stream;
mod wire;

use std::pin::Pin;
use std::sync::Arc;

use hyper::upgrade::Upgraded;

pub(crate) use stream::{Answered, Stream};
use wire::Wire;

use crate::admission::AddressPermit;
use crate::table::Registry;
use crate::visitor::Visitor;

/// Who comes over a new socket.
pub(crate) struct Guest {
    /// The tables, and what they share with the rest of the server.
    pub registry: Arc<Registry>,
    /// Who it is.
    pub visitor: Visitor,
    /// Of its address.
    pub place: AddressPermit,
    /// Whether it is this version of the protocol.
    pub speaks_ours: bool,
}

/// A socket's whole life, once its handshake is answered.
#[expect(clippy::manual_async_fn, reason = "an async function's future has room for its arguments twice")]
pub(crate) fn run(
    guest: Box<Guest>,
    upgraded: Pin<Box<impl Future<Output = Result<Upgraded, hyper::Error>> + Send>>,
) -> impl Future<Output = ()> + Send {
    async move {
        if let Some(line) = Box::pin(open(upgraded)).await {
            connection::run(guest, line).await;
        }
    }
}

/// The line, once it is the socket's.
async fn open(upgraded: impl Future<Output = Result<Upgraded, hyper::Error>>) -> Option<Box<Wire>> {
    let upgraded =
        upgraded.await.inspect_err(|error| tracing::debug!(%error, "a socket was not opened")).ok()?;
    let line = Wire::new(upgraded).await;
    if line.is_none() {
        tracing::error!("a socket came over no line of this server's own");
    }
    line
}
