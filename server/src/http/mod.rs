//! HTTP: the REST interface, the web client, the upgrade to a socket.

mod accept;
mod account;
mod admit;
mod api;
mod app;
mod check_record;
mod clubs;
mod commands;
mod contacts;
mod cors;
mod cursor;
mod dumps;
mod encoder;
mod etag;
mod event_stream;
mod extract;
mod games;
mod health;
mod idempotency;
mod language;
mod matches;
mod measure;
mod metrics;
mod moderation;
mod oauth;
mod openapi;
mod packed;
mod packing;
mod pictures;
mod player_results;
mod players;
mod positions;
mod preferences;
mod preview;
mod problem;
mod proofs;
mod push;
mod puzzles;
mod query_error;
mod ratings;
mod redirect;
mod schema;
mod scheme;
mod seats;
mod session;
mod sessions;
mod sign_in;
mod site;
mod tables;
mod tagging;
mod tokens;
mod tournaments;
mod web_client;
mod websocket;
mod what_if;
mod work;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::get;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;
use tracing::Span;

pub(crate) use app::App;
pub(crate) use metrics::router as metrics;
pub(crate) use redirect::{HTTPS_PORT, router as redirects};
pub(crate) use site::Site;

use crate::{limits, traces};

/// Scripts, styles and connections from here alone, and who may frame us.
macro_rules! content_security_policy {
    ($framed_by:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; ",
            "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors ",
            $framed_by
        )
    };
}

/// Nobody may frame us,
const CONTENT_SECURITY_POLICY: &str = content_security_policy!("'none'");
/// but for the page that is there for that.
const EMBED_SECURITY_POLICY: &str = content_security_policy!("*");

/// What the page has no use for, nothing that might slip into it may use either.
const PERMISSIONS_POLICY: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/// Of what an answer's header tells browsers.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    /// Of any answer.
    All,
    /// Of what may be a document or a worker: to the parts of a page they say nothing, and a page has dozens of those.
    Document,
}

/// Whether an answer is a script or a style that pages are made of, under a name that changes with what it holds. The service worker is
/// none.
fn is_part(answer: &Response) -> bool {
    let has = |name, part: &str| {
        answer
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| value.contains(part))
    };
    let is_code = has(header::CONTENT_TYPE, "text/javascript") || has(header::CONTENT_TYPE, "text/css");
    is_code && has(header::CACHE_CONTROL, "immutable")
}

/// Everything that is served, under the base path.
///
/// Browsers are told to come over TLS alone where it is spoken at the port that they take by themselves: that word holds for every port of
/// the name, and would shut out what else is served there plainly.
pub(crate) fn router(app: Arc<App>, is_strict: bool) -> Router {
    let site = api::router(app.site.base())
        .route("/ws", get(websocket::open))
        .method_not_allowed_fallback(problem::bad_method)
        .fallback(web_client::serve);
    let site = match app.site.base().inner() {
        "" => site,
        // A nested router answers with and without a slash at its end differently: the page is the one with.
        inner => Router::new()
            .nest(inner, site)
            .route(app.site.base().href(), get(web_client::home))
            .fallback(web_client::outside_base),
    };
    let site = site
        .layer(from_fn_with_state(Arc::clone(&app), admit::yield_to_moves))
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(from_fn_with_state(Arc::clone(&app), packing::pack))
        .layer(from_fn_with_state(Arc::clone(&app), admit::admit))
        .layer(from_fn_with_state(Arc::clone(&app), measure::measure))
        .layer(cors::layer());
    let headers = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY, Reach::Document),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin", Reach::Document),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS_POLICY, Reach::Document),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff", Reach::All),
        (header::REFERRER_POLICY, "no-referrer", Reach::All),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin", Reach::All),
    ];
    let site = headers.into_iter().fold(site, |site, (name, value, reach)| {
        let value = HeaderValue::from_static(value);
        let told = move |answer: &Response| (reach == Reach::All || !is_part(answer)).then(|| value.clone());
        // The stand-alone page has a policy of its own; nothing else sets any of these.
        site.layer(SetResponseHeaderLayer::if_not_present(name, told))
    });
    let site = if is_strict {
        let value = format!("max-age={}", limits::TRANSPORT_SECURITY_S);
        let value = HeaderValue::try_from(value).expect("a number is a value");
        site.layer(SetResponseHeaderLayer::if_not_present(header::STRICT_TRANSPORT_SECURITY, value))
    } else {
        site
    };
    let is_believed = app.context.admission.limits().behind_proxy;
    let span = move |request: &Request| span(request, is_believed);
    // What failed is told where it did.
    site.layer(TraceLayer::new_for_http().make_span_with(span).on_failure(())).with_state(app)
}

/// What is logged of a request, and while it is worked on, stands under its number, for whoever wants to know (`RUST_LOG=debug`).
/// The route is told as it is listed: addresses hold ids and keys. Of the house's own proxy it is believed which trace it is a part of.
fn span(request: &Request, is_believed: bool) -> Span {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let span = tracing::debug_span!(
        "request",
        method = %request.method(),
        route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str),
        number = NUMBER.fetch_add(1, Ordering::Relaxed),
    );
    if is_believed {
        traces::follow(&span, request);
    }
    span
}
