//! `/api/v1/session`: who one is: a name is enough.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum_extra::extract::cookie::CookieJar;
use cydonia_protocol::{ErrorCode, Player, Scope, Session, SessionRequest};
use cydonia_table::Rejection;

use super::account::{fresh, name_taken};
use super::app::App;
use super::extract::{
    ApiJson, Caller, CurrentVisitor, SameOrigin, SessionKind, bearer, cookie, no_cookie, session_cookie,
};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use crate::store::{CreatePlayer, EndSessions, NameTaken, RenamePlayer, TokenHash};
use crate::text;
use crate::visitor::Visitor;

const PATH: &str = "/api/v1/session";

pub(super) fn operations() -> [Operation; 4] {
    [who_am_i(), say_name(), change_name(), sign_out()]
}

fn who_am_i() -> Operation {
    Operation::get(Tag::Session, PATH, "whoAmI", show)
        .summary("Who one is")
        .description("By the session's cookie or bearer token.")
        .responds::<Session>("Oneself, or nobody.")
        .auth_optional()
}

async fn show(CurrentVisitor(visitor): CurrentVisitor) -> Json<Session> {
    Json(told(&visitor))
}

/// Who one is, as one is told.
pub(super) fn told(visitor: &Visitor) -> Session {
    let session = visitor.session();
    let player = session.map(|session| session.player.clone());
    let scopes = session.and_then(|session| session.scopes).map(|scopes| scopes.iter().collect());
    Session { player, table: session.and_then(|session| session.table), scopes, token: None }
}

fn say_name() -> Operation {
    Operation::post(Tag::Session, PATH, "sayName", open)
        .summary("Say a name")
        .description("A name is enough to be a guest. Whoever has a session already is renamed.")
        .json_body::<SessionRequest>()
        .responds::<Session>("Oneself; with the session in a cookie, or as a token if one asked for that.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadName,
            ErrorCode::NameTaken,
            ErrorCode::NotFresh,
            ErrorCode::BadOrigin,
            ErrorCode::TooFast,
            ErrorCode::NoNewcomers,
            ErrorCode::Banned,
            ErrorCode::Muted,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
        ])
        .auth_optional()
}

/// A new guest; or, for somebody who has a session, a new name.
async fn open(
    state: State<Arc<App>>,
    same_origin: Result<SameOrigin, ApiError>,
    who: CurrentVisitor,
    Caller(address): Caller,
    jar: CookieJar,
    body: Result<ApiJson<SessionRequest>, ApiError>,
) -> Result<(CookieJar, Json<Session>), ApiError> {
    if who.0.session().is_some() {
        return Ok((jar, rename(state, same_origin?, who, Caller(address), body).await?));
    }
    let State(app) = state;
    let ApiJson(request) = body?;
    // Whoever asks for a token may be anybody's page; a cookie is for our own.
    let for_cookie = if request.bearer { None } else { Some(same_origin?) };
    let name = shown_name(&app, &request.name)?;
    app.context.sanctions.check(None, address, Scope::Play)?;
    if app.context.conduct.no_newcomers {
        let why = "this house lets in nobody new just now: if you have an account, sign in";
        return Err(ApiError::new(ErrorCode::NoNewcomers, why));
    }
    if let Err(wait) = app.context.admission.admits_name(address) {
        let why = "as many have said a name from this address as may in an hour: come back later";
        return Err(ApiError::new(ErrorCode::TooFast, why).come_again_in(wait));
    }
    let token = app.context.entropy.secret::<32>();
    let now = app.context.clock.now_ms();
    let player = Player::new(app.context.entropy.id(now), name);
    let new = CreatePlayer { player: player.clone(), token: TokenHash::of(&token), created_ms: now };
    app.context.store.write(new).await?.map_err(|NameTaken| name_taken())?;
    let session = |token| Json(Session { player: Some(player), table: None, scopes: None, token });
    let Some(same_origin) = for_cookie else { return Ok((jar, session(Some(token)))) };
    let cookie = session_cookie(&app, same_origin, SessionKind::Own, token);
    Ok((jar.add(cookie), session(None)))
}

fn change_name() -> Operation {
    Operation::patch(Tag::Session, PATH, "changeName", rename)
        .summary("Take another name")
        .description("From now on; what is kept has the old one. Whoever has an account has just signed in: they sign in by it.")
        .json_body::<SessionRequest>()
        .responds::<Session>("Oneself under the new name.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadName,
            ErrorCode::NameTaken,
            ErrorCode::Banned,
            ErrorCode::Muted,
            ErrorCode::NotFresh,
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
        ])
        .auth_required()
}

/// Another name, from now on.
async fn rename(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    Caller(address): Caller,
    body: Result<ApiJson<SessionRequest>, ApiError>,
) -> Result<Json<Session>, ApiError> {
    let mut player = fresh(&app, &visitor)?.player.clone();
    // A name says something, too.
    app.context.sanctions.check(Some(&player), address, Scope::Chat)?;
    let ApiJson(request) = body?;
    player.name = shown_name(&app, &request.name)?;
    let renaming = RenamePlayer { id: player.id, name: player.name.clone() };
    app.context.store.write(renaming).await?.map_err(|NameTaken| name_taken())?;
    Ok(Json(Session { player: Some(player), table: None, scopes: None, token: None }))
}

fn sign_out() -> Operation {
    Operation::delete(Tag::Session, PATH, "signOut", end)
        .summary("Sign out")
        .description(
            "The session that asks ends, with its cookie and its open sockets. One that a seat's link has \
             opened ends alone: whoever opened it is themselves again. A guest who signs out cannot come \
             back to their name.",
        )
        .responds::<Session>("Who one is now.")
        .errors([ErrorCode::BadOrigin, ErrorCode::NoSession])
        .auth_required()
}

/// The session that asks ends, and that one alone.
async fn end(
    State(app): State<Arc<App>>,
    same_origin: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: HeaderMap,
    jar: CookieJar,
) -> Result<(CookieJar, Json<Session>), ApiError> {
    let session = visitor.session().ok_or_else(Rejection::no_session)?;
    app.context.end_sessions(EndSessions::This(session.number)).await?;
    if bearer(&headers).is_some() {
        return Ok((jar, Json(told(&Visitor::default()))));
    }
    let kind = if session.table.is_some() { SessionKind::Seat } else { SessionKind::Own };
    let jar = jar.add(no_cookie(&app, same_origin, kind));
    // Whoever has stopped playing for a seat is themselves again.
    let own = cookie(&app, &headers, SessionKind::Own).filter(|_| kind == SessionKind::Seat);
    let left = app.context.store.session_of(own.map(TokenHash::of), None).await?;
    Ok((jar, Json(told(&Visitor::new(left, app.context.sessions.ends())))))
}

/// A name that others see: the house may want no such word in it.
pub(super) fn shown_name(app: &App, text: &str) -> Result<String, ApiError> {
    let name = name_of(text)?;
    let unwanted = |error: text::NameError| ApiError::new(ErrorCode::BadName, error.to_string());
    app.context.conduct.check_name(&name).map_err(unwanted)?;
    Ok(name)
}

pub(super) fn name_of(text: &str) -> Result<String, ApiError> {
    text::name(text).map_err(|error| ApiError::new(ErrorCode::BadName, error.to_string()))
}
