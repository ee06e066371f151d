//! Route table: everything that can be asked over REST.

use std::sync::Arc;

use axum::http::{HeaderName, HeaderValue, header};
use axum::{Extension, Router};
use tower_http::set_header::SetResponseHeaderLayer;

use super::app::App;
use super::openapi::{self, OpenApi, Operation};
use super::{
    account, check_record, clubs, commands, contacts, dumps, games, health, matches, moderation, oauth,
    pictures, player_results, players, positions, preferences, proofs, push, puzzles, ratings, schema, seats,
    session, sessions, sign_in, tables, tokens, tournaments,
};
use crate::base_path::BasePath;

/// Every operation.
fn operations() -> Vec<Operation> {
    let mut all = matches::operations();
    all.extend(dumps::operations());
    all.extend(pictures::operations());
    all.extend(positions::operations());
    all.push(check_record::operation());
    all.extend(proofs::operations());
    all.extend(tables::operations());
    all.push(commands::operation());
    all.extend(seats::operations());
    all.extend(players::operations());
    all.extend(player_results::operations());
    all.extend(ratings::operations());
    all.extend(puzzles::operations());
    all.extend(session::operations());
    all.extend(sessions::operations());
    all.extend(account::operations());
    all.extend(sign_in::operations());
    all.extend(tournaments::operations());
    all.extend(clubs::operations());
    all.extend(tokens::operations());
    all.extend(oauth::operations());
    all.extend(preferences::operations());
    all.extend(contacts::operations());
    all.extend(moderation::operations());
    all.extend(push::operations());
    all.extend([games::operation(), schema::operation(), openapi::operation()]);
    all.extend(health::operations());
    all
}

/// Who answers them, under that path.
pub(super) fn router(base: &BasePath) -> Router<Arc<App>> {
    let operations = operations();
    let routes = operations.iter().map(Operation::route);
    let router = routes.fold(Router::new(), |router, (path, handler)| router.route(path, handler));
    let router = router.layer(Extension(Arc::new(OpenApi::new(operations, base.clone()))));
    // Unless an answer says otherwise.
    let no_store = HeaderValue::from_static("no-store");
    // Pictures are shown by pages of any site.
    let resource_policy = HeaderName::from_static("cross-origin-resource-policy");
    let cross_origin = HeaderValue::from_static("cross-origin");
    router
        .layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, no_store))
        .layer(SetResponseHeaderLayer::if_not_present(resource_policy, cross_origin))
}
