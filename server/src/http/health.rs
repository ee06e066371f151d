//! Health checks: for whoever keeps the server running.

use std::sync::Arc;

use axum::extract::State;

use super::ApiError;
use super::app::App;
use super::openapi::{Operation, Tag};

pub(super) fn operations() -> [Operation; 2] {
    [
        Operation::get(Tag::House, "/healthz", "isAlive", alive)
            .says("Whether the process answers", "For whoever keeps the house running.")
            .gives_as::<String>("text/plain", "It does."),
        Operation::get(Tag::House, "/readyz", "isReady", ready)
            .says(
                "Whether the process can read its store and write to it",
                "503 from a write that failed, as on a disk that is full, until one is kept again: the house tries every two \
                 seconds by itself.",
            )
            .gives_as::<String>("text/plain", "It can."),
    ]
}

/// `GET /healthz`: the process answers.
async fn alive() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: the process answers, can read its store, and can write to it as far as it knows.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    app.context.store.ping().await?;
    Ok("ready\n")
}
