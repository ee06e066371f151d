//! For whoever keeps the server running.

use std::sync::Arc;

use axum::extract::State;

use super::ApiError;
use super::openapi::{Chapter, Operation};
use crate::app::App;

pub(super) fn operations() -> [Operation; 2] {
    [
        Operation::get(Chapter::House, "/healthz", "isAlive", alive)
            .says("Whether the process answers", "For whoever keeps the house running.")
            .gives_as::<String>("text/plain", "It does."),
        Operation::get(Chapter::House, "/readyz", "isReady", ready)
            .says("Whether the process can read its store", "")
            .gives_as::<String>("text/plain", "It can."),
    ]
}

/// `GET /healthz`: the process answers.
async fn alive() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: the process answers and can read its store.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    app.store.ping().await?;
    Ok("ready\n")
}
