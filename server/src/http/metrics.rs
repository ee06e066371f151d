//! What is answered to whoever watches over the house: `/metrics`, at an address of its own, as it is nobody else's business; and whether
//! it is well, as a house that speaks TLS cannot be asked that before it has a certificate.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

use super::app::App;
use super::health;
use crate::metrics::{CONTENT_TYPE, Standing};
use crate::tls::Tls;

/// Tells them at any moment.
pub(crate) fn router(app: Arc<App>) -> Router {
    let well = health::operations().into_iter().map(|operation| operation.route());
    let router = Router::new().route("/metrics", get(metrics));
    well.fold(router, |router, (path, handler)| router.route(path, handler)).with_state(app)
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
        push: context.push.queued(),
        certificate_until_ms: context.tls.as_ref().and_then(Tls::until_ms),
    };
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], context.metrics.text(standing))
}
