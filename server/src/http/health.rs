//! For whoever keeps the server running.

use std::sync::Arc;

use axum::extract::State;

use super::ApiError;
use crate::app::App;

/// `GET /healthz`: the process answers.
pub(super) async fn alive() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: the process answers and can read its store.
pub(super) async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    app.store.ping().await?;
    Ok("ready\n")
}
