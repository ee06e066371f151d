//! `GET /api/v1/matches/{id}/position`: how a game stood after any of its plies.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::{ErrorCode, MatchPosition, NamedPosition};
use cydonia_table::Table;
use cydonia_table::journal::Finished;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::cacheable::Cacheable;
use super::lookup::{load_visible, of_one};
use crate::http::app::App;
use crate::http::extract::{ApiPath, ApiQuery, CurrentVisitor};
use crate::http::openapi::Operation;
use crate::http::problem::ApiError;
use crate::http::work::{Work, json};
use crate::store::StoreError;

/// Which position.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PositionQuery {
    /// After how many actions and leavings, those taken back not counted: 0 is the start. Left out, the end.
    ply: Option<u32>,
    /// Whether to tell where things are, too: once is enough for a whole game.
    #[serde(default)]
    layout: bool,
}

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}/position", "readPosition", position)
        .summary("One game's position after any ply")
        .description(
            "The dice that are rolled after a ply belong to the next one; the position after the last is the \
             end.",
        )
        .query::<PositionQuery>()
        .responds::<MatchPosition>("The position, as a page would draw it.")
        .errors([ErrorCode::NoMatch, ErrorCode::BadQuery])
        .etag()
}

async fn position(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
    query: ApiQuery<PositionQuery>,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let plies = kept.summary.plies;
    let ply = query.ply.unwrap_or(plies);
    if ply > plies {
        let why = format!("ply is a number from 0 to {plies} for this game");
        return Err(ApiError::new(ErrorCode::BadQuery, why));
    }
    let name = format!("position {ply} {}", query.layout);
    let make = move |kept: Finished| {
        let (view, game) = Table::position(&kept, ply).map_err(StoreError::from)?;
        let layout = query.layout.then(|| game.layout());
        json(&MatchPosition { ply, plies, view, position: NamedPosition::of(&game), layout })
    };
    Cacheable::json(kept, &name).answer(&headers, &work, make).await
}
