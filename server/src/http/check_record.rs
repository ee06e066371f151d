//! `POST /api/v1/check-record`: whether a game's text plays through by the rules, and what it leads to.

use axum::Json;
use axum_extra::extract::WithRejection;
use cydonia_protocol::record::{GameRecord, RecordError};
use cydonia_protocol::{ErrorCode, RecordCheck};

use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::work::Work;
use crate::background::yield_core;
use crate::limits;

/// Where records are checked.
pub(super) const CHECK_RECORD: &str = "/api/v1/check-record";

pub(super) fn operation() -> Operation {
    Operation::post(Tag::Matches, CHECK_RECORD, "checkRecord", check)
        .summary("Check a game's text")
        .description(
            "Plays a record through by the rules. What is wrong is told with the first line that is. Nothing \
             is kept.",
        )
        .text_body(limits::RECORD)
        .responds::<RecordCheck>("How the game ended, if it did, and its last position.")
        .errors([ErrorCode::BadMessage, ErrorCode::BadRecord])
}

async fn check(
    work: Work,
    WithRejection(text, _): WithRejection<String, ApiError>,
) -> Result<Json<RecordCheck>, ApiError> {
    let checked = work.run(move || {
        let (record, checked) = GameRecord::check_stepwise(&text, yield_core)?;
        Ok(RecordCheck {
            game: record.kind.id().to_owned(),
            plies: checked.plies,
            outcome: checked.outcome,
            view: checked.view,
        })
    });
    let bad = |wrong: RecordError| ApiError::new(ErrorCode::BadRecord, wrong.to_string()).at_line(wrong.line);
    Ok(Json(checked.await?.map_err(bad)?))
}
