//! `GET /api/v1/matches/{id}/dice`: what proves one game's dice, and whether it fits.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::ErrorCode;
use cydonia_protocol::dice::DiceReport;
use cydonia_table::dice_proof;
use cydonia_table::journal::Finished;
use uuid::Uuid;

use super::cacheable::Cacheable;
use super::lookup::{load_visible, of_one, played};
use crate::http::app::App;
use crate::http::extract::{ApiPath, CurrentVisitor};
use crate::http::openapi::Operation;
use crate::http::problem::ApiError;
use crate::http::work::{Work, json};

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}/dice", "readDice", dice)
        .summary("What proves a game's dice")
        .description("And whether it fits; `docs/dice.md` tells how to check that oneself.")
        .responds::<DiceReport>("The proof and what was found.")
        .errors([ErrorCode::NoMatch, ErrorCode::NoDice])
        .etag()
}

async fn dice(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let make = |kept: Finished| {
        let (table, events) = played(&kept)?;
        let none = || ApiError::new(ErrorCode::NoDice, "this game has no dice that could be checked");
        json(&DiceReport::of(dice_proof(table.id, &events).ok_or_else(none)?))
    };
    Cacheable::json(kept, "dice").answer(&headers, &work, make).await
}
