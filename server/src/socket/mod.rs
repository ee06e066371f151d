//! Socket actors: one task reads what a client says and sends it what its outbox holds, from the upgrade to the close.

mod connection;
mod dispatch;
mod heartbeat;
mod wire;

use std::pin::Pin;
use std::sync::Arc;

use hyper::upgrade::Upgraded;

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

impl Guest {
    /// Out of its box, which goes at once: a variable would keep it to the end.
    #[expect(clippy::boxed_local, reason = "it is what the box is for")]
    fn unboxed(self: Box<Self>) -> Self {
        *self
    }
}

/// A socket's whole life, once its handshake is answered.
pub(crate) async fn run(
    guest: Box<Guest>,
    upgraded: Pin<Box<impl Future<Output = Result<Upgraded, hyper::Error>>>>,
) {
    let line = match upgraded.await {
        Ok(upgraded) => Wire::new(upgraded).await,
        Err(error) => return tracing::debug!(%error, "a socket was not opened"),
    };
    match line {
        Some(line) => connection::run(guest, line).await,
        None => tracing::error!("a socket came over no line of this server's own"),
    }
}
