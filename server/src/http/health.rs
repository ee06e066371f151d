//! Health checks: for whoever keeps the server running.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;

use super::app::App;
use super::openapi::{Operation, Tag};
use super::problem::ApiError;

pub(super) fn operations() -> [Operation; 2] {
    [is_alive(), is_ready()]
}

fn is_alive() -> Operation {
    Operation::get(Tag::House, "/healthz", "isAlive", alive)
        .summary("Whether the process answers")
        .description("For whoever keeps the house running.")
        .responds_as::<String>("text/plain", "It does.")
}

/// The process answers.
async fn alive() -> &'static str {
    "ok\n"
}

fn is_ready() -> Operation {
    Operation::get(Tag::House, "/readyz", "isReady", ready)
        .summary("Whether the process can read its store and write to it")
        .description(
            "503 from a write that failed, as on a disk that is full, until one is kept again: the house \
             tries every two seconds by itself.",
        )
        .responds_as::<String>("text/plain", "It can.")
}

/// The process answers, can read its store, and can write to it as far as it knows. Whatever watches a house looks every few
/// seconds: the log is told when something has changed.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    let found = app.context.store.ping().await;
    let was_ready = app.was_ready.swap(found.is_ok(), Ordering::Relaxed);
    match found {
        Ok(()) => {
            if !was_ready {
                tracing::info!("ready again");
            }
            Ok("ready\n")
        }
        Err(error) if was_ready => Err(error.into()),
        Err(error) => Err(ApiError::known(&error)),
    }
}
