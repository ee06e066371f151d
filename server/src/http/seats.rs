//! One's seat from another device: a secret link holds a key, and the key opens a session of the same player.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, StringRejection};
use axum::extract::{Path, State};
use axum_extra::extract::cookie::CookieJar;
use cydonia_protocol::{ErrorCode, SeatKey, SeatRequest, Session};
use uuid::Uuid;

use super::openapi::{Chapter, Operation};
use super::session::{read_body, session_cookie};
use super::{ApiError, SameOrigin, Who};
use crate::app::App;
use crate::store::TokenHash;
use crate::table::Refused;

pub(super) fn making_a_key() -> Operation {
    Operation::post(Chapter::Tables, "/api/v1/tables/{id}/seat-key", "makeSeatKey", make_key)
        .says("A key to one's own seat", "It opens the seat from another device, until the game is over.")
        .at::<Uuid>("id", "The table.")
        .gives::<SeatKey>("The key: whoever has it plays for that seat.")
        .refuses([ErrorCode::NoSession, ErrorCode::NoTable, ErrorCode::NotSeated, ErrorCode::BadOrigin])
        .wants_session()
}

pub(super) fn opening_a_seat() -> Operation {
    Operation::post(Chapter::Session, "/api/v1/session/seat", "openSeat", open)
        .says("Come back to one's seat from another device", "By a key that was made there.")
        .takes::<SeatRequest>()
        .gives::<Session>("A session of the player whose seat that is, in a cookie.")
        .refuses([ErrorCode::BadMessage, ErrorCode::NoTable, ErrorCode::BadOrigin])
}

/// `POST /api/v1/tables/{id}/seat-key`
async fn make_key(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    Who(player): Who,
    id: Result<Path<Uuid>, PathRejection>,
) -> Result<Json<SeatKey>, ApiError> {
    let player = player.ok_or_else(Refused::no_session)?;
    let missing = || ApiError::new(ErrorCode::NoTable, "there is no such table, or its game is over");
    let Ok(Path(id)) = id else { return Err(missing()) };
    let (number, info) = app.store.table_row(id).await?.ok_or_else(missing)?;
    if info.seat_of(player.id).is_none() {
        // That it is there is nobody's to know who has not its key.
        if info.private {
            return Err(missing());
        }
        return Err(ApiError::new(ErrorCode::NotSeated, "you do not sit at this table"));
    }
    let key = app.entropy.secret::<16>();
    app.store.keep_seat_key(number, player.id, TokenHash::of(&key)).await?;
    Ok(Json(SeatKey { key }))
}

/// `POST /api/v1/session/seat`
async fn open(
    State(app): State<Arc<App>>,
    same_origin: SameOrigin,
    jar: CookieJar,
    body: Result<String, StringRejection>,
) -> Result<(CookieJar, Json<Session>), ApiError> {
    let SeatRequest { table, key } = read_body(body)?;
    let dead = || ApiError::new(ErrorCode::NoTable, "this link opens no seat: its game may be over");
    let player = app.store.player_of_seat(table, TokenHash::of(&key)).await?.ok_or_else(dead)?;
    let (_, info) = app.store.table_row(table).await?.ok_or_else(dead)?;
    // Whoever has stood up has left the seat to others, and the link with it.
    info.seat_of(player.id).ok_or_else(dead)?;
    let token = app.entropy.secret::<32>();
    app.store.create_session(player.id, TokenHash::of(&token), app.clock.now_ms()).await?;
    let cookie = session_cookie(&app, same_origin, token);
    Ok((jar.add(cookie), Json(Session { player: Some(player), token: None })))
}
