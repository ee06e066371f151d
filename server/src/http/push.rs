//! Web Push: browsers that want to be told when a table waits for their player.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use cydonia_protocol::{ErrorCode, PushRequest, PushStatus};
use cydonia_table::Rejection;

use super::app::App;
use super::extract::{ApiJson, CurrentVisitor, SameOrigin};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use crate::store::{Subscribe, Unsubscribe};
use crate::visitor::Visitor;

const PATH: &str = "/api/v1/push";

pub(super) fn operations() -> [Operation; 3] {
    [push_status(), subscribe(), unsubscribe()]
}

fn push_status() -> Operation {
    Operation::get(Tag::Session, PATH, "pushStatus", show)
        .summary("Whether one is told by Web Push")
        .description("And the key for which a browser subscribes (`applicationServerKey`).")
        .responds::<PushStatus>("How the session that asks stands.")
        .auth_optional()
}

async fn show(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<PushStatus>, ApiError> {
    told(&app, &visitor).await
}

fn subscribe() -> Operation {
    Operation::post(Tag::Session, PATH, "subscribe", open)
        .summary("Be told by Web Push")
        .description(
            "Whenever it is one's turn at a table that one does not look at, or the last seat there was taken. A session has one \
             subscription, and it ends with the session. What is sent is a `PushMessage` (RFC 8291).",
        )
        .json_body::<PushRequest>()
        .responds::<PushStatus>("How the session that asks stands now.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::BadSubscription,
        ])
        .auth_required()
}

async fn open(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    body: Result<ApiJson<PushRequest>, ApiError>,
) -> Result<Json<PushStatus>, ApiError> {
    let session = number(&visitor)?;
    let ApiJson(request) = body?;
    let push = &app.context.push;
    let subscription =
        push.read(request).map_err(|error| ApiError::new(ErrorCode::BadSubscription, error.to_string()))?;
    // There is a key before there is anything that is made for it: another one would make this void.
    push.public_key().await?;
    let now_ms = app.context.clock.now_ms();
    app.context.store.write(Subscribe { session, subscription, now_ms }).await?;
    told(&app, &visitor).await
}

fn unsubscribe() -> Operation {
    Operation::delete(Tag::Session, PATH, "unsubscribe", close)
        .summary("Be told no more")
        .responds::<PushStatus>("How the session that asks stands now.")
        .errors([ErrorCode::BadOrigin, ErrorCode::NoSession])
        .auth_required()
}

async fn close(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<PushStatus>, ApiError> {
    let session = number(&visitor)?;
    app.context.store.write(Unsubscribe { session }).await?;
    told(&app, &visitor).await
}

/// The number of the session that asks, of whatever kind: whoever came by a seat's link is told of its table.
fn number(visitor: &Visitor) -> Result<i64, Rejection> {
    Ok(visitor.session().ok_or_else(Rejection::no_session)?.number)
}

async fn told(app: &App, visitor: &Visitor) -> Result<Json<PushStatus>, ApiError> {
    let key = app.context.push.public_key().await?;
    let subscribed = match visitor.session() {
        Some(session) => app.context.store.is_subscribed(session.number).await?,
        None => false,
    };
    Ok(Json(PushStatus { key, subscribed }))
}
