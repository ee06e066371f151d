//! Measuring middleware: how long each route takes to answer, and what it refuses.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use cydonia_protocol::ErrorCode;

use super::app::App;
use crate::base_path::BasePath;
use crate::traces;

/// What is told of whatever the interface does not list: the page and its files.
const PAGE: &str = "page";

/// What is told of methods that the interface has none of, there or at all.
const OTHER: &str = "other";

pub(super) async fn measure(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let asked = method(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let begun = app.context.clock.instant();
    let response = next.run(request).await;
    let metrics = &app.context.metrics;
    let route = route.as_ref().map_or(PAGE, |route| listed(app.site.base(), route.as_str()));
    let method = match response.status() {
        StatusCode::METHOD_NOT_ALLOWED => OTHER,
        _ => asked,
    };
    // Whoever asks too fast is made to wait: that is not how long anything took.
    if response.status() != StatusCode::TOO_MANY_REQUESTS {
        metrics.answered(method, route, response.status().as_u16(), app.context.clock.instant() - begun);
    }
    traces::answered(method, route, response.status().as_u16());
    if let Some(code) = response.extensions().get::<ErrorCode>() {
        metrics.refused_over_http(*code);
    }
    response
}

/// A route as the interface lists it: without where the house lives.
fn listed<'a>(base: &BasePath, route: &'a str) -> &'a str {
    match route.strip_prefix(base.inner()).unwrap_or(route) {
        "" | "/" => PAGE,
        listed => listed,
    }
}

/// A method by its name, if it is one that we know: anybody can make up others.
fn method(method: &Method) -> &'static str {
    const KNOWN: [(Method, &str); 7] = [
        (Method::GET, "GET"),
        (Method::HEAD, "HEAD"),
        (Method::POST, "POST"),
        (Method::PUT, "PUT"),
        (Method::PATCH, "PATCH"),
        (Method::DELETE, "DELETE"),
        (Method::OPTIONS, "OPTIONS"),
    ];
    KNOWN.iter().find(|(known, _)| known == method).map_or(OTHER, |(_, name)| name)
}
