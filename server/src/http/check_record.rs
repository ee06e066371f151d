//! `POST /api/v1/check-record`: whether a game's text plays through by the rules, and what it leads to.

use axum::Json;
use axum::extract::rejection::StringRejection;
use cydonia_protocol::record::{GameRecord, RecordError};
use cydonia_protocol::{ErrorCode, RecordCheck};

use super::openapi::{Operation, Tag};
use super::work::Work;
use super::{ApiError, problem};
use crate::background::yield_core;
use crate::limits;

pub(super) fn operation() -> Operation {
    Operation::post(Tag::Matches, "/api/v1/check-record", "checkRecord", check)
        .says(
            "Check a game's text",
            "Plays a record through by the rules. What is wrong is told with the first line that is. Nothing is kept.",
        )
        .takes_text(limits::RECORD)
        .gives::<RecordCheck>("How the game ended, if it did, and its last position.")
        .refuses([ErrorCode::BadMessage, ErrorCode::BadRecord])
}

async fn check(work: Work, body: Result<String, StringRejection>) -> Result<Json<RecordCheck>, ApiError> {
    let text = body.map_err(|rejection| problem::unread(&rejection))?;
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
