//! Health checks: for whoever keeps the server running.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use cydonia_protocol::ErrorCode;

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
             tries every two seconds by itself. The problem says what is wrong.",
        )
        .responds_as::<String>("text/plain", "It can.")
}

/// The process answers, can read its store, and can write to it as far as it knows. Whatever watches a house looks every few
/// seconds: the log is told when something has changed.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    let mut trouble = app.context.store.trouble().await;
    if trouble.is_none() && !app.registry.is_ready() {
        trouble = Some("this node does not reach the others or its database, or is about to go");
    }
    let was_ready = app.was_ready.swap(trouble.is_none(), Ordering::Relaxed);
    match trouble {
        None => {
            if !was_ready {
                tracing::info!("ready again");
            }
            Ok("ready\n")
        }
        Some(reason) => {
            if was_ready {
                tracing::error!(reason, "not ready any more");
            }
            Err(ApiError::new(ErrorCode::Unavailable, format!("the house is not ready: {reason}")))
        }
    }
}
