//! CORS: pages of every site may ask for everything, and read the answers. They come without cookies: whoever they ask for is named by
//! a token.

use axum::http::{HeaderName, Method, header};
use tower_http::cors::{Any, CorsLayer};

use super::admit::{RATE_LIMIT, RATE_LIMIT_POLICY};
use super::extract::{SEAT_KEY, TABLE_KEY};
use super::{event_stream, idempotency};
use crate::limits;

/// Answers preflights, and tells of every other answer that it may be read.
pub(super) fn layer() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_NONE_MATCH,
            header::RANGE,
            header::IF_RANGE,
            HeaderName::from_static(idempotency::KEY),
            event_stream::LAST_EVENT_ID,
            HeaderName::from_static(TABLE_KEY),
            HeaderName::from_static(SEAT_KEY),
        ])
        .expose_headers([
            header::ETAG,
            header::RETRY_AFTER,
            header::CONTENT_RANGE,
            RATE_LIMIT_POLICY,
            RATE_LIMIT,
        ])
        .max_age(limits::PREFLIGHT_FOR)
        // What is answered does not depend on who asks.
        .vary([])
}
