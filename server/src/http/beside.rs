//! Listeners beside the house's own, served until it stops.

use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;

use crate::context::Context;

/// Should it fail, the log is told what that means.
pub(super) async fn serve(context: Arc<Context>, listener: TcpListener, router: Router, failed: &str) {
    let stopped = async move { context.stopped().await };
    if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(stopped).await {
        tracing::error!(%error, "{failed}");
    }
}
