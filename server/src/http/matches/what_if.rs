//! `GET /api/v1/matches/{id}/what-if`: how a finished game would stand, had it gone on otherwise.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use cydonia_protocol::{ErrorCode, WhatIf};
use cydonia_table::Table;
use cydonia_table::journal::Finished;
use uuid::Uuid;

use super::cacheable::Cacheable;
use super::lookup::{load_visible, of_one};
use crate::background::yield_core;
use crate::http::app::App;
use crate::http::extract::{ApiPath, ApiQuery, CurrentVisitor};
use crate::http::openapi::Operation;
use crate::http::problem::ApiError;
use crate::http::what_if::WhatIfQuery;
use crate::http::work::Work;
use crate::store::StoreError;

pub(super) fn operation() -> Operation {
    of_one("/api/v1/matches/{id}/what-if", "readWhatIf", what_if)
        .summary("How a game would stand, had it gone on otherwise")
        .description(
            "A side line leaves the game after any entry of its line, and is played by the rules: what each of its entries does, how \
             things stand after it, and every action that is legal then. Without a `line` that is the position of the game itself. \
             Dice are as whoever asks would have them. Nothing is kept.",
        )
        .query::<WhatIfQuery>()
        .responds::<WhatIf>("The side line, and what can be done at its end.")
        .errors([
            ErrorCode::NoMatch,
            ErrorCode::BadQuery,
            ErrorCode::BadNotation,
            ErrorCode::Illegal,
            ErrorCode::WrongPhase,
            ErrorCode::Over,
        ])
        .etag()
}

async fn what_if(
    State(app): State<Arc<App>>,
    who: CurrentVisitor,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
    work: Work,
    query: ApiQuery<WhatIfQuery>,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let (line, step) = (query.line()?, query.step);
    let name = format!("what if {step:?} {} {}", query.layout, query.line);
    let make = move |kept: Finished| {
        let stood = Table::stood(&kept, step, yield_core).map_err(StoreError::from)?;
        line.answer(stood, step)
    };
    Cacheable::json(kept, &name).answer(&headers, &work, make).await
}
