//! `POST /api/v1/commands`: what is said over a socket, said over plain HTTP: a message, and its answer.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::http::HeaderMap;
use cydonia_protocol::{Command, CommandAnswer, ErrorCode, ServerMessage};
use cydonia_table::Rejection;
use sha2::{Digest, Sha256};

use super::app::App;
use super::extract::{Caller, CurrentVisitor, SameOrigin, parse_json};
use super::idempotency::{Claim, KEY};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::websocket::place;
use super::work::Work;
use crate::socket::{Answered, Guest, Stream};

pub(super) fn operation() -> Operation {
    Operation::post(Tag::Tables, "/api/v1/commands", "command", command)
        .summary("Do something at a table")
        .description(
            "The body is what stands in `do` of a message over the socket, and the answer what stands in its \
             `ok`; it is refused as it is there. What is about following (`watch`, `lobby`, `review` …) and \
             what is told to one socket alone (`hint`, `analyse`) is said over a socket, or has an address of \
             its own.",
        )
        .json_body::<Command>()
        .header::<String>(
            KEY,
            "A word of one's own, at most 64 characters: the same command with the same word is carried out \
             once within ten minutes, and has the same answer.",
        )
        .responds::<CommandAnswer>("It was carried out.")
        .errors(ERRORS)
        .auth_required()
}

/// Those of all that can be said.
const ERRORS: [ErrorCode; 3] = [ErrorCode::BadMessage, ErrorCode::NoSession, ErrorCode::BadOrigin];

async fn command(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    headers: HeaderMap,
    work: Work,
    body: Result<String, StringRejection>,
) -> Result<Json<CommandAnswer>, ApiError> {
    let player = visitor.session().ok_or_else(Rejection::no_session)?.player.id;
    let body = body?;
    let command: Command = parse_json(&body)?;
    if !is_sayable(&command) {
        let why = "this is said over a socket, or has an address of its own";
        return Err(ApiError::new(ErrorCode::BadMessage, why));
    }
    let claimed = match headers.get(KEY) {
        None => None,
        Some(word) => {
            let word = word.to_str().unwrap_or_default();
            let sum = Sha256::digest(&body).into();
            match app.idempotency_keys.claim(player, word, sum, app.context.clock.now_ms()) {
                Claim::First(claimed) => Some(claimed),
                Claim::Settled(settled) => return Ok(Json(settled?)),
                Claim::UnderWay => {
                    let why = "the same is being carried out: ask again in a moment";
                    return Err(ApiError::new(ErrorCode::Unavailable, why));
                }
                Claim::Other => {
                    let why = "this idempotency key came with another command";
                    return Err(ApiError::new(ErrorCode::BadMessage, why));
                }
                Claim::None => {
                    let why = "an idempotency key is a word of 1 to 64 characters";
                    return Err(ApiError::new(ErrorCode::BadMessage, why));
                }
            }
        }
    };
    let guest = Guest {
        registry: Arc::clone(&app.registry),
        visitor,
        place: place(&app, address)?,
        speaks_ours: true,
    };
    // It waits for a table and for the store, and works no more.
    work.hand_back();
    // Beside the request: whoever goes away before the answer comes finds it under the same word.
    let carried = app.context.tasks.spawn(async move {
        let answer = say(guest, command).await;
        if let Some(claimed) = claimed
            && !matches!(&answer, Err(refused) if is_for_now(refused.code))
        {
            claimed.settle(answer.clone());
        }
        answer
    });
    let cut = |_| ApiError::new(ErrorCode::Unavailable, "the server is stopping; try again");
    Ok(Json(carried.await.map_err(cut)??))
}

async fn say(guest: Guest, command: Command) -> Result<CommandAnswer, Rejection> {
    match Stream::open(guest).await.say(command).await {
        Answered::Ok(ok) => match *ok {
            ServerMessage::Ok { table, seat, key, offer, objection, .. } => {
                Ok(CommandAnswer { table, seat, key, offer, objection })
            }
            _ => Ok(CommandAnswer::default()),
        },
        Answered::Refused(rejection) => Err(rejection),
        Answered::Closed(close) => Err(Rejection::new(ErrorCode::NoSession, close.sentence())),
    }
}

/// Whether what is said is done once, and told in the answer.
fn is_sayable(command: &Command) -> bool {
    !matches!(
        command,
        Command::Ping {}
            | Command::Lobby { .. }
            | Command::OwnGames { .. }
            | Command::Watch { .. }
            | Command::Unwatch { .. }
            | Command::Hint { .. }
            | Command::Analyse { .. }
            | Command::Review { .. }
            | Command::Show { .. }
            | Command::Lead { .. }
            | Command::LeaveReview { .. }
    )
}

/// Whether the same may be done a moment later.
fn is_for_now(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::TooFast
            | ErrorCode::TooMany
            | ErrorCode::Unavailable
            | ErrorCode::Muted
            | ErrorCode::Banned
    )
}
