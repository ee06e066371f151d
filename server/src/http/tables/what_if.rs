//! `GET /api/v1/tables/{id}/what-if`: side lines of a game that is on, as far as all who play have allowed it to be analysed.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{ErrorCode, WhatIf};
use cydonia_table::Table;
use uuid::Uuid;

use super::analysis::{about_one, missing, visible};
use crate::background::yield_core;
use crate::http::app::App;
use crate::http::extract::{ApiPath, ApiQuery, CurrentVisitor};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::what_if::WhatIfQuery;
use crate::http::work::Work;
use crate::store::StoreError;

pub(super) fn operation() -> Operation {
    let read = Operation::get(Tag::Tables, "/api/v1/tables/{id}/what-if", "readLiveWhatIf", what_if);
    about_one(read)
        .summary("How a game that is on would stand, had it gone on otherwise")
        .description(
            "As of a finished game, but for what was played since all who play last agreed that it may be analysed: whoever plays \
             finds nothing out here before all have agreed to it.",
        )
        .query::<WhatIfQuery>()
        .responds::<WhatIf>("The side line, and what can be done at its end.")
        .errors([
            ErrorCode::NoTable,
            ErrorCode::NotOver,
            ErrorCode::BadQuery,
            ErrorCode::BadNotation,
            ErrorCode::Illegal,
            ErrorCode::WrongPhase,
            ErrorCode::Over,
        ])
}

async fn what_if(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
    query: ApiQuery<WhatIfQuery>,
) -> Result<Response, ApiError> {
    let game = visible(&app, &visitor, &headers, id).await?;
    let (line, step) = (query.line()?, query.step);
    let until = game.until.ok_or_else(not_allowed)?;
    let (row, journal) = app.context.store.table(game.table).await?.ok_or_else(missing)?;
    let make = move || {
        let stood = Table::stood_until(row, &journal, until, step, yield_core).map_err(StoreError::from)?;
        line.answer(stood.ok_or_else(not_allowed)?, step)
    };
    let body = work.bytes(make).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

fn not_allowed() -> ApiError {
    let why = "the game is on, and not all who play have agreed that it is analysed";
    ApiError::new(ErrorCode::NotOver, why)
}
