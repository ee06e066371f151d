//! Offloading: what a request has done on the threads for what takes long.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use cydonia_protocol::ErrorCode;
use serde::Serialize;

use super::app::App;
use super::extract::caller;
use super::problem::ApiError;
use crate::admission::{Address, AddressPermit, Permit};
use crate::background::Yielding;
use crate::limits;
use crate::workers::WorkerError;

/// A request's way to those threads.
pub(super) struct Work {
    app: Arc<App>,
    permit: Option<Permit>,
    address: Address,
}

/// An answer that takes up one of its address's places until it is sent.
pub(super) struct Held {
    bytes: Vec<u8>,
    _place: AddressPermit,
}

impl Held {
    pub(super) fn new(bytes: Vec<u8>, place: AddressPermit) -> Self {
        Self { bytes, _place: place }
    }
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl FromRequestParts<Arc<App>> for Work {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        let permit = parts.extensions.get::<Permit>().cloned();
        let address = caller(app, &parts.headers, &parts.extensions);
        Ok(Self { app: Arc::clone(app), permit, address })
    }
}

impl Work {
    /// Has something worked out. The request's permit is handed back before: others are heard meanwhile.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        Ok(self.serve(job).await?.0)
    }

    /// Has an answer made.
    pub(super) async fn bytes(
        &self,
        job: impl FnOnce() -> Result<Vec<u8>, ApiError> + Send + 'static,
    ) -> Result<Bytes, ApiError> {
        let (made, place) = self.serve(job).await?;
        Ok(Bytes::from_owner(Held::new(made?, place)))
    }

    async fn serve<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, AddressPermit), ApiError> {
        self.hand_back();
        let ticket = self.app.context.workers.ticket(self.address).map_err(refusal)?;
        self.app.context.workers.serve(ticket, job).await.map_err(refusal)
    }

    /// Hands the request's permit back: what is left to do is no work, or asks for another.
    pub(super) fn hand_back(&self) {
        if let Some(permit) = &self.permit {
            permit.hand_back();
        }
    }

    /// One of the address's places for a list that is made bit by bit, for as long as that lasts.
    pub(super) fn share(&self) -> Result<AddressPermit, ApiError> {
        self.app.context.workers.share(self.address).map_err(refusal)
    }
}

/// A value as JSON.
pub(super) fn json(value: &impl Serialize) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Yielding::new(Vec::new());
    let written = serde_json::to_writer(&mut bytes, value);
    written.map_err(|error| {
        tracing::error!(%error, "an answer cannot be written");
        ApiError::new(ErrorCode::Damaged, "this game cannot be written")
    })?;
    Ok(bytes.into_inner())
}

/// Why there is no place for more.
pub(super) fn refusal(why: WorkerError) -> ApiError {
    let (code, sentence) = match why {
        WorkerError::TooMany => {
            (ErrorCode::TooFast, "as much is worked out for this address as may be at a time: wait a moment")
        }
        WorkerError::Full => (ErrorCode::Unavailable, "too many games are looked at just now; try again"),
        WorkerError::Cut => (ErrorCode::Unavailable, "this was cut short; try again"),
    };
    ApiError::new(code, sentence).come_again_in(limits::COME_AGAIN)
}
