//! What is answered to whoever watches over the house: `/metrics`, at an address of its own, as it is nobody else's business.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

use super::app::App;
use crate::metrics::{CONTENT_TYPE, Standing};

/// Tells them at any moment.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(app)
}

async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let context = &app.context;
    let standing = Standing {
        is_ready: context.store.trouble().await.is_none(),
        tables_awake: app.registry.awake(),
        writes: context.store.queued_writes(),
        jobs: context.workers.queued(),
        workers: context.workers.busy(),
        thinkers: context.thinkers.busy(),
    };
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], context.metrics.text(standing))
}
