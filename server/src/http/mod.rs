//! HTTP: the REST interface, the web client, the socket's door.

mod api;
mod caller;
mod check_record;
mod games;
mod health;
mod lasting;
mod matches;
mod openapi;
mod origin;
mod page;
mod players;
mod problem;
mod query;
mod ratings;
mod schema;
mod seats;
mod session;
mod sessions;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::get;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

pub(crate) use caller::Caller;
pub(crate) use origin::SameOrigin;
pub use page::BasePath;
pub(crate) use problem::ApiError;
pub(crate) use session::Who;

use crate::app::App;
use crate::{limits, socket};

/// Scripts, styles and connections from here alone, and nobody may frame us.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'self'; \
     frame-ancestors 'none'";

/// Everything that is served, under the base path.
pub(crate) fn router(app: Arc<App>) -> Router {
    let site = api::router()
        .route("/ws", get(socket::open))
        .method_not_allowed_fallback(problem::bad_method)
        .fallback(page::serve);
    let site = match app.base.inner() {
        "" => site,
        // A nested router answers with and without a slash at its end differently: the page is the one with.
        inner => Router::new()
            .nest(inner, site)
            .route(app.base.href(), get(page::serve))
            .fallback(page::outside_base),
    };
    let headers = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    let site = headers.into_iter().fold(site, |site, (name, value)| {
        // The stand-alone page has a policy of its own; nothing else sets any of these.
        site.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)))
    });
    site.layer(DefaultBodyLimit::max(limits::BODY))
        .layer(CompressionLayer::new())
        .layer(map_response(lasting::weaken))
        .layer(from_fn_with_state(Arc::clone(&app), in_turn))
        .with_state(app)
}

/// Those who play go first.
async fn in_turn(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    app.gate.turn().await;
    next.run(request).await
}
