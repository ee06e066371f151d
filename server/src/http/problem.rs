//! Error responses: errors as `application/problem+json`.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{QueryRejection, StringRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{ErrorCode, Problem};
use cydonia_table::{Rejection, SideLineError};
use tracing::Span;

use super::query_error::QueryError;
use crate::limits;
use crate::rejection::{self, of_store};
use crate::store::StoreError;

/// What is told when the store failed.
const NO_ANSWER: &str = "the store does not answer just now; try again";

/// Why the store failed, and what was being done.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
struct StoreFailure {
    #[source]
    error: StoreError,
    span: Span,
}

/// A refused request.
#[derive(Debug, thiserror::Error)]
#[error("{rejection}")]
pub(crate) struct ApiError {
    rejection: Rejection,
    /// What the log is told when this is answered.
    #[source]
    failure: Option<Box<StoreFailure>>,
    /// The first line of a record that is wrong.
    line: Option<u32>,
    /// The first entry of a side line that cannot be played.
    entry: Option<u32>,
    /// When it may be tried again, where that is known; `IntoResponse` has a word for where it is not.
    come_again_in: Option<Duration>,
}

impl ApiError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Rejection::new(code, message).into()
    }

    /// What is refused.
    pub(super) fn code(&self) -> ErrorCode {
        self.rejection.code
    }

    /// The same, told with the line that it is about.
    pub(super) fn at_line(self, line: u32) -> Self {
        Self { line: Some(line), ..self }
    }

    /// The same, told with how long to wait.
    pub(super) fn come_again_in(self, wait: Duration) -> Self {
        Self { come_again_in: Some(wait), ..self }
    }
}

impl From<Rejection> for ApiError {
    fn from(rejection: Rejection) -> Self {
        Self { rejection, failure: None, line: None, entry: None, come_again_in: None }
    }
}

impl From<SideLineError> for ApiError {
    fn from(error: SideLineError) -> Self {
        let entry = Some(error.entry);
        Self { entry, ..Rejection::from(error).into() }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let rejection = of_store(&error, NO_ANSWER);
        let failure = StoreFailure { error, span: Span::current() };
        Self { failure: Some(failure.into()), ..rejection.into() }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        QueryError::from(rejection).into()
    }
}

impl From<StringRejection> for ApiError {
    fn from(rejection: StringRejection) -> Self {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return too_large();
        }
        Self::new(ErrorCode::BadMessage, rejection.body_text())
    }
}

#[expect(clippy::too_many_lines, reason = "it is a list of every code")]
pub(super) fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::BadMessage
        | ErrorCode::BadText
        | ErrorCode::BadName
        | ErrorCode::BadGame
        | ErrorCode::BadPlayers
        | ErrorCode::BadOption
        | ErrorCode::BadSeat
        | ErrorCode::BadLevel
        | ErrorCode::BadClock
        | ErrorCode::BadRated
        | ErrorCode::BadSeries
        | ErrorCode::BadTournament
        | ErrorCode::BadClub
        | ErrorCode::BadPie
        | ErrorCode::BadNotation
        | ErrorCode::BadQuery
        | ErrorCode::BadRecord
        | ErrorCode::BadProof
        | ErrorCode::BadSubscription
        | ErrorCode::BadContact
        | ErrorCode::BadSanction
        | ErrorCode::BadPassword
        | ErrorCode::BadMailAddress
        | ErrorCode::BadPasskey => StatusCode::BAD_REQUEST,
        ErrorCode::NoSession => StatusCode::UNAUTHORIZED,
        ErrorCode::BadOrigin
        | ErrorCode::SeatOnly
        | ErrorCode::NoScope
        | ErrorCode::Blocked
        | ErrorCode::NoChallenges
        | ErrorCode::NoNewcomers
        | ErrorCode::ChatOff
        | ErrorCode::Muted
        | ErrorCode::Banned
        | ErrorCode::Expelled
        | ErrorCode::NoModerator
        | ErrorCode::WrongCredentials
        | ErrorCode::WrongCode
        | ErrorCode::NotFresh => StatusCode::FORBIDDEN,
        ErrorCode::NoTable
        | ErrorCode::NoMatch
        | ErrorCode::NoAnalysis
        | ErrorCode::NoDice
        | ErrorCode::NoPlayer
        | ErrorCode::NoReport
        | ErrorCode::NoSanction
        | ErrorCode::NoPuzzle
        | ErrorCode::NoTournament
        | ErrorCode::NoClub
        | ErrorCode::NoMail
        | ErrorCode::NotFound
        | ErrorCode::NoReview => StatusCode::NOT_FOUND,
        ErrorCode::NoProof => StatusCode::GONE,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::BadHost => StatusCode::MISDIRECTED_REQUEST,
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
        | ErrorCode::NoSwap
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
        | ErrorCode::TournamentOver
        | ErrorCode::NotAbsent
        | ErrorCode::NotHost
        | ErrorCode::NotOwner
        | ErrorCode::NotMember
        | ErrorCode::NoComputer
        | ErrorCode::NoHints
        | ErrorCode::NewHere
        | ErrorCode::WrongRoom
        | ErrorCode::NotLeader
        | ErrorCode::Regressed
        | ErrorCode::NameTaken
        | ErrorCode::ClubNameTaken
        | ErrorCode::NoAccount
        | ErrorCode::SeatedAsGuest
        | ErrorCode::LastCredential
        | ErrorCode::StillSeated
        | ErrorCode::BadMerge => StatusCode::CONFLICT,
        ErrorCode::TooFast | ErrorCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Self { rejection: Rejection { code, message }, failure, line, entry, come_again_in } = self;
        if let Some(failure) = failure {
            failure.span.in_scope(|| rejection::log(&failure.error));
        }
        let status = status(code);
        let problem = Problem {
            kind: "about:blank".to_owned(),
            title: status.canonical_reason().unwrap_or_default().to_owned(),
            status: status.as_u16(),
            code,
            detail: message,
            line,
            entry,
        };
        let headers =
            [(header::CONTENT_TYPE, "application/problem+json"), (header::CACHE_CONTROL, "no-store")];
        let mut response = (status, headers, Json(problem)).into_response();
        // For whoever counts.
        response.extensions_mut().insert(code);
        let more = response.headers_mut();
        let is_for_now = matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
        if let Some(wait) = come_again_in.or(is_for_now.then_some(limits::COME_AGAIN)) {
            more.insert(header::RETRY_AFTER, whole_seconds(wait).into());
        }
        if status == StatusCode::UNAUTHORIZED {
            more.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// So long that whoever waits for it need not come twice.
fn whole_seconds(wait: Duration) -> u64 {
    (wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1)
}

/// A body that is too long.
pub(super) fn too_large() -> ApiError {
    ApiError::new(ErrorCode::TooLarge, "the body is longer than this address takes")
}

/// Any address asked in a way that it does not take.
pub(super) async fn bad_method() -> ApiError {
    ApiError::new(ErrorCode::BadMethod, "this address does not take this method")
}
