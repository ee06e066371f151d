//! `GET /api/v1/matches`: lists of finished games.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use cydonia_protocol::{ErrorCode, MatchPage};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::app::App;
use crate::http::ApiError;
use crate::http::openapi::{Chapter, Operation};
use crate::http::query::Asked;
use crate::limits;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    /// Where the page before ended: its `next`.
    cursor: Option<String>,
    /// How many.
    limit: Option<i64>,
}

pub(super) fn operation() -> Operation {
    Operation::get(Chapter::Matches, "/api/v1/matches", "listMatches", list)
        .says("Finished games", "")
        .query::<ListQuery>()
        .gives::<MatchPage>("A page.")
        .refuses([ErrorCode::BadQuery])
}

async fn list(
    State(app): State<Arc<App>>,
    Asked(query): Asked<ListQuery>,
) -> Result<Json<MatchPage>, ApiError> {
    let refuse = |why: String| ApiError::new(ErrorCode::BadQuery, why);
    let (usual, most) = limits::PAGE;
    let limit = query.limit.unwrap_or(usual);
    if !(1..=most).contains(&limit) {
        return Err(refuse(format!("limit is a number from 1 to {most}")));
    }
    let before = match query.cursor {
        None => i64::MAX,
        Some(cursor) => {
            let number = cursor.parse().ok().filter(|number| *number > 0);
            number.ok_or_else(|| refuse("this list gave no such cursor".to_owned()))?
        }
    };
    let (matches, next) = app.store.finished_before(before, limit).await?;
    Ok(Json(MatchPage { matches, next: next.map(|number| number.to_string()) }))
}
