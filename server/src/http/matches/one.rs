//! `GET /api/v1/matches/{id}`: one game whole.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::{ErrorCode, MatchRecord};
use cydonia_table::journal::Finished;
use cydonia_table::{LineDetail, Table};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::cacheable::Cacheable;
use super::lookup::{load_visible, of_one};
use crate::background::yield_core;
use crate::http::app::App;
use crate::http::extract::{ApiPath, ApiQuery, CurrentVisitor};
use crate::http::openapi::Operation;
use crate::http::problem::ApiError;
use crate::http::work::{Work, json};
use crate::store::StoreError;

/// How it is told.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WholeQuery {
    /// Whether each entry of the line tells what its seat had left on the clock.
    #[serde(default)]
    clocks: bool,
    /// Whether each entry of the line tells the position in which it came.
    #[serde(default)]
    positions: bool,
}

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}", "readMatch", one)
        .summary("One game whole")
        .description("Its seats, options and clock, and everything that changed the position, with its time.")
        .query::<WholeQuery>()
        .responds::<MatchRecord>("The game.")
        .errors([ErrorCode::NoMatch, ErrorCode::BadQuery])
        .etag()
}

async fn one(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
    query: ApiQuery<WholeQuery>,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let name = format!("match {} {}", query.clocks, query.positions);
    let detail = LineDetail { clocks: query.clocks, positions: query.positions };
    let make =
        move |kept: Finished| json(&Table::match_record(kept, detail, yield_core).map_err(StoreError::from)?);
    Cacheable::json(kept, &name).answer(&headers, &work, make).await
}
