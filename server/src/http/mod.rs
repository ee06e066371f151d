//! HTTP: the REST interface, the web client, the socket's door.

mod caller;
mod games;
mod health;
mod matches;
mod origin;
mod page;
mod problem;
mod ratings;
mod schema;
mod seats;
mod session;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, header};
use axum::routing::{get, post};
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
    let api = Router::new()
        .route("/session", get(session::show).post(session::open).patch(session::rename))
        .route("/session/seat", post(seats::open))
        .route("/tables/{id}/seat-key", post(seats::make_key))
        .route("/games", get(games::list))
        .route("/matches", get(matches::list))
        .route("/matches/{id}", get(matches::one))
        .route("/matches/{id}/replay", get(matches::replay))
        .route("/matches/{id}/dice", get(matches::dice))
        .route("/players/{id}/ratings", get(ratings::of_player))
        .route("/players/{id}/ratings/{game}", get(ratings::history))
        .route("/leaderboards/{game}", get(ratings::leaders))
        .route("/schema/{file}", get(schema::one))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ));
    let site = Router::new()
        .nest("/api/v1", api)
        .route("/ws", get(socket::open))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
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
    site.layer(DefaultBodyLimit::max(limits::BODY)).layer(CompressionLayer::new()).with_state(app)
}
