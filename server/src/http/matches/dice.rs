//! `GET /api/v1/matches/{id}/dice`: what proves one game's dice, and whether it fits.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::ErrorCode;
use cydonia_protocol::dice::DiceReport;
use cydonia_table::dice_proof;
use cydonia_table::journal::Finished;

use super::{Id, load_visible, of_one, played};
use crate::http::app::App;
use crate::http::etag::{Cacheable, json};
use crate::http::openapi::Operation;
use crate::http::work::Work;
use crate::http::{ApiError, CurrentVisitor};

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
    who: CurrentVisitor,
    headers: HeaderMap,
    id: Id,
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
