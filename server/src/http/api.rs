//! Route table: everything that can be asked over REST.

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderValue, header};
use tower_http::set_header::SetResponseHeaderLayer;

use super::app::App;
use super::openapi::{self, Operation};
use super::{
    check_record, games, health, matches, players, ratings, schema, seats, session, sessions, tables,
};

/// Every operation.
pub(super) fn operations() -> Vec<Operation> {
    let mut all = matches::operations();
    all.push(check_record::operation());
    all.extend(tables::operations());
    all.extend(seats::operations());
    all.push(players::operation());
    all.extend(ratings::operations());
    all.extend(session::operations());
    all.extend(sessions::operations());
    all.extend([games::operation(), schema::operation(), openapi::operation()]);
    all.extend(health::operations());
    all
}

/// Who answers them.
pub(super) fn router() -> Router<Arc<App>> {
    let operations = operations();
    let routes = operations.iter().map(Operation::route);
    let router = routes.fold(Router::new(), |router, (path, handler)| router.route(path, handler));
    // Unless an answer says otherwise.
    let no_store = HeaderValue::from_static("no-store");
    router.layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, no_store))
}
