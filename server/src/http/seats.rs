//! Capability URLs: one's seat from another device: a secret link holds a key, and the key opens a session for that seat alone,
//! which ends with the game.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum_extra::extract::cookie::CookieJar;
use cydonia_protocol::{ErrorCode, Player, SeatKey, SeatRequest, Session};
use uuid::Uuid;

use super::app::App;
use super::extract::{
    ApiJson, ApiPath, Caller, CurrentVisitor, SEAT_KEY, SameOrigin, SessionKind, key, session_cookie,
};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::session::told;
use crate::store::{KeepSeatKey, OpenSeat, StoreError, TokenHash};

const PATH: &str = "/api/v1/tables/{id}/seat-key";

pub(super) fn operations() -> [Operation; 3] {
    [make_seat_key(), read_seat_key(), open_seat()]
}

fn make_seat_key() -> Operation {
    Operation::post(Tag::Tables, PATH, "makeSeatKey", make_key)
        .summary("A key to one's own seat")
        .description("It opens that seat alone from another device, until the game is over.")
        .path::<Uuid>("id", "The table.")
        .responds::<SeatKey>("The key: whoever has it plays for that seat.")
        .errors([
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NoTable,
            ErrorCode::NotSeated,
            ErrorCode::BadOrigin,
        ])
        .auth_required()
}

async fn make_key(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<Uuid>,
) -> Result<Json<SeatKey>, ApiError> {
    let player = &visitor.in_person()?.player;
    let missing = || ApiError::new(ErrorCode::NoTable, "there is no such table, or its game is over");
    let Ok(Path(id)) = id else { return Err(missing()) };
    let (number, info) = app.context.store.table_row(id).await?.ok_or_else(missing)?;
    if info.seat_of(player.id).is_none() {
        // That it is there is nobody's to know who has not its key.
        if info.private {
            return Err(missing());
        }
        return Err(ApiError::new(ErrorCode::NotSeated, "you do not sit at this table"));
    }
    let key = app.context.entropy.secret::<16>();
    app.context
        .store
        .write(KeepSeatKey { table: number, player: player.id, key: TokenHash::of(&key) })
        .await?;
    Ok(Json(SeatKey { key }))
}

fn dead() -> ApiError {
    ApiError::new(ErrorCode::NoTable, "this link opens no seat: its game may be over")
}

/// Whose seat at that table a key opens, if it opens any.
async fn holder(app: &App, table: Uuid, key: TokenHash) -> Result<Option<Player>, StoreError> {
    let Some(player) = app.context.store.player_of_seat(table, key).await? else { return Ok(None) };
    let row = app.context.store.table_row(table).await?;
    // Whoever has stood up has left the seat to others, and the link with it.
    Ok(row.filter(|(_, info)| info.seat_of(player.id).is_some()).map(|_| player))
}

fn read_seat_key() -> Operation {
    Operation::get(Tag::Tables, PATH, "readSeatKey", look)
        .summary("Whose seat a key is to")
        .description("To be asked before it is opened; nothing is opened by it.")
        .path::<Uuid>("id", "The table.")
        .header::<String>(SEAT_KEY, "The seat's key.")
        .responds::<Player>("Whoever sits there.")
        .errors([ErrorCode::NoTable])
}

async fn look(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    id: ApiPath<Uuid>,
) -> Result<Json<Player>, ApiError> {
    let Ok(Path(table)) = id else { return Err(dead()) };
    let key = key(&headers, SEAT_KEY).ok_or_else(dead)?;
    Ok(Json(holder(&app, table, TokenHash::of(key)).await?.ok_or_else(dead)?))
}

fn open_seat() -> Operation {
    Operation::post(Tag::Session, "/api/v1/session/seat", "openSeat", open)
        .summary("Play for a seat from another device")
        .description(
            "By a key that was made there. The session is for that seat's table alone and ends with the \
             game, or when the seat is given up; it has a cookie of its own, and whoever has a session \
             already has it again then.",
        )
        .json_body::<SeatRequest>()
        .responds::<Session>("The player whose seat that is, and the table.")
        .errors([ErrorCode::BadMessage, ErrorCode::NoTable, ErrorCode::BadOrigin, ErrorCode::TooFast])
        .auth_optional()
}

async fn open(
    State(app): State<Arc<App>>,
    same_origin: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    jar: CookieJar,
    body: Result<ApiJson<SeatRequest>, ApiError>,
) -> Result<(CookieJar, Json<Session>), ApiError> {
    let ApiJson(SeatRequest { table, key }) = body?;
    if let Err(wait) = app.context.admission.admits_link(address) {
        let why =
            "as many links to seats were opened from this address as may be in an hour: come back later";
        return Err(ApiError::new(ErrorCode::TooFast, why).come_again_in(wait));
    }
    let key = TokenHash::of(&key);
    let player = holder(&app, table, key).await?.ok_or_else(dead)?;
    // Whoever plays for that seat already, by a link or as its player, needs no second session for it.
    if visitor.at(table).is_some_and(|here| here.id == player.id) {
        return Ok((jar, Json(told(&visitor))));
    }
    let token = app.context.entropy.secret::<32>();
    let new = OpenSeat { table, key, token: TokenHash::of(&token), now_ms: app.context.clock.now_ms() };
    let ended = app.context.store.write(new).await?.ok_or_else(dead)?;
    app.context.sessions_ended(&ended);
    let cookie = session_cookie(&app, same_origin, SessionKind::Seat, token);
    Ok((
        jar.add(cookie),
        Json(Session { player: Some(player), table: Some(table), scopes: None, token: None }),
    ))
}
