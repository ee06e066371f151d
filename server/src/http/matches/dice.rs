//! `GET /api/v1/matches/{id}/dice`: what proves one game's dice, and whether it fits.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::ErrorCode;
use cydonia_protocol::dice::DiceReport;

use super::{Id, find, of_one};
use crate::app::App;
use crate::http::lasting::Lasting;
use crate::http::openapi::Operation;
use crate::http::{ApiError, Who};
use crate::table::dice_proof;

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}/dice", "readDice", dice)
        .says(
            "What proves a game's dice",
            "And whether it fits; `docs/dice.md` tells how to check that oneself.",
        )
        .gives::<DiceReport>("The proof and what was found.")
        .refuses([ErrorCode::NoMatch, ErrorCode::NoDice])
        .lasts()
}

async fn dice(
    State(app): State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    id: Id,
) -> Result<Response, ApiError> {
    let (kept, table, events) = find(&app, who, &headers, id).await?;
    let proof = dice_proof(table.info.id, &events)
        .ok_or_else(|| ApiError::new(ErrorCode::NoDice, "this game has no dice that could be checked"))?;
    Lasting::json(&DiceReport::of(proof), kept.private)?.answer(&headers)
}
