//! The audit log, for moderators.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use cydonia_protocol::{AuditPage, ErrorCode};

use super::{MODERATORS, PageQuery, moderator};
use crate::http::app::App;
use crate::http::cursor;
use crate::http::extract::{ApiQuery, CurrentVisitor};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;

/// The list that its cursors are places in.
const LIST: &str = "audit-log";

pub(super) fn operation() -> Operation {
    Operation::get(Tag::Moderation, "/api/v1/moderation/log", "readAuditLog", read)
        .summary("The audit log")
        .description(
            "For moderators: what they have done, the newest first. No entry is ever taken out of it.",
        )
        .query::<PageQuery>()
        .responds::<AuditPage>("A page of entries.")
        .errors([&MODERATORS[..], &[ErrorCode::BadQuery]].concat())
        .auth_required()
}

async fn read(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    query: Result<ApiQuery<PageQuery>, ApiError>,
) -> Result<Json<AuditPage>, ApiError> {
    moderator(&app, &visitor)?;
    let (below, limit) = query?.0.0.of(LIST)?;
    let page = app.context.store.audit_log(below, limit).await?;
    Ok(Json(AuditPage { entries: page.all, next: page.next.map(|number| cursor::write(LIST, number)) }))
}
