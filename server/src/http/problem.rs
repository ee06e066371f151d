//! Errors as `application/problem+json`.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{ErrorCode, Problem};

use crate::store::StoreError;
use crate::table::Refused;

/// A refused request.
#[derive(Debug)]
pub(crate) struct ApiError(Refused);

impl ApiError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self(Refused::new(code, message))
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        Self(refused)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self(Refused::by_store(&error, "the store does not answer just now; try again"))
    }
}

fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::BadMessage
        | ErrorCode::BadText
        | ErrorCode::BadName
        | ErrorCode::BadGame
        | ErrorCode::BadPlayers
        | ErrorCode::BadOption
        | ErrorCode::BadSeat
        | ErrorCode::BadClock
        | ErrorCode::BadRated
        | ErrorCode::BadNotation
        | ErrorCode::BadQuery => StatusCode::BAD_REQUEST,
        ErrorCode::NoSession => StatusCode::UNAUTHORIZED,
        ErrorCode::BadOrigin => StatusCode::FORBIDDEN,
        ErrorCode::NoTable | ErrorCode::NoMatch | ErrorCode::NoDice | ErrorCode::NotFound => {
            StatusCode::NOT_FOUND
        }
        ErrorCode::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::SeatTaken
        | ErrorCode::AlreadySeated
        | ErrorCode::NotSeated
        | ErrorCode::NotOpen
        | ErrorCode::NotPlaying
        | ErrorCode::Over
        | ErrorCode::NotOver
        | ErrorCode::NotYourTurn
        | ErrorCode::Stale
        | ErrorCode::Illegal
        | ErrorCode::WrongPhase
        | ErrorCode::NothingToUndo
        | ErrorCode::Left
        | ErrorCode::WrongShare
        | ErrorCode::NoShareDue
        | ErrorCode::ShareDue
        | ErrorCode::PlainSeat
        | ErrorCode::LostAgain
        | ErrorCode::BadOffer
        | ErrorCode::NoOffer
        | ErrorCode::OwnOffer
        | ErrorCode::Paused
        | ErrorCode::NotPaused
        | ErrorCode::TooLate
        | ErrorCode::NotAbsent
        | ErrorCode::NotHost
        | ErrorCode::NewHere
        | ErrorCode::WrongRoom
        | ErrorCode::Regressed => StatusCode::CONFLICT,
        ErrorCode::TooFast | ErrorCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Refused { code, message } = self.0;
        let status = status(code);
        let problem = Problem {
            kind: "about:blank".to_owned(),
            title: status.canonical_reason().unwrap_or_default().to_owned(),
            status: status.as_u16(),
            code,
            detail: message,
        };
        let media_type = [(header::CONTENT_TYPE, "application/problem+json")];
        (status, media_type, Json(problem)).into_response()
    }
}

/// Any address asked in a way that it does not take.
pub(super) async fn bad_method() -> ApiError {
    ApiError::new(ErrorCode::BadMethod, "this address does not take this method")
}
