//! The listener for whoever watches over the house: `/metrics`, at an address of its own, as it is nobody else's business.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;

use super::app::App;
use super::beside;
use crate::metrics::{CONTENT_TYPE, Standing};

/// Serves them until the house stops.
pub(crate) async fn serve(app: Arc<App>, listener: TcpListener) {
    let context = Arc::clone(&app.context);
    let router = Router::new().route("/metrics", get(metrics)).with_state(app);
    beside::serve(context, listener, router, "metrics can no longer be read").await;
}

async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let context = &app.context;
    let standing = Standing {
        is_ready: context.store.ping().await.is_ok(),
        tables_awake: app.registry.awake(),
        writes: context.store.queued_writes(),
        jobs: context.workers.queued(),
        workers: context.workers.busy(),
        thinkers: context.thinkers.busy(),
    };
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], context.metrics.text(standing))
}
