//! Who one is: a name is enough.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::StringRejection;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use cydonia_protocol::{ErrorCode, Player, Session, SessionRequest, is_object};
use serde::de::DeserializeOwned;
use time::Duration;

use super::admission::is_https;
use super::openapi::{Chapter, Operation};
use super::{ApiError, Caller, SameOrigin, problem};
use crate::app::App;
use crate::store::{NewPlayer, TokenHash};
use crate::table::Refused;
use crate::text;

const COOKIE: &str = "cydonia_session";

/// The same over TLS, of a house that has its host to itself: no neighbour and no page over plain http can plant such a one. It
/// has a name of its own, too, as a browser that has a secure cookie takes no other by that name over plain http: a house that
/// is reached both ways, from afar and at home, would lock its people out of one of them.
const HOST_COOKIE: &str = "__Host-cydonia_session";

/// The same of a house under a path.
const SECURE_COOKIE: &str = "__Secure-cydonia_session";

/// What the cookie is called to pages over TLS.
fn secure_name(app: &App) -> &'static str {
    if app.site.base().href() == "/" { HOST_COOKIE } else { SECURE_COOKIE }
}

/// As long as browsers keep a cookie at all: a guest's games may last weeks.
const COOKIE_DAYS: i64 = 400;

/// Whoever's session came with a request, by cookie or as a bearer token; nobody's if there is none that is known.
#[derive(Clone, Debug)]
pub(crate) struct Who(pub Option<Player>);

impl FromRequestParts<Arc<App>> for Who {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let bearer = bearer(&parts.headers);
        let Some(token) = bearer.or_else(|| cookie(app, &parts.headers)) else { return Ok(Self(None)) };
        let player = app.store.player_of(TokenHash::of(token)).await?;
        if player.is_none() && bearer.is_some() {
            // A program wants to be told; a browser that kept an old cookie is a guest like any.
            return Err(ApiError::new(ErrorCode::NoSession, "this token is no session's"));
        }
        Ok(Self(player))
    }
}

/// What a program says to be its session's token. The scheme's name may be written either way (RFC 9110, 11.1).
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let told = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = told.split_once(' ').unwrap_or((told, ""));
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// What a browser keeps as its session's token. The plain cookie is not taken for a page over TLS: it may have been planted by
/// whoever is in between. Of two that have one name one was planted, and nobody knows which.
fn cookie<'a>(app: &App, headers: &'a HeaderMap) -> Option<&'a str> {
    let lists = headers.get_all(header::COOKIE).iter().filter_map(|list| list.to_str().ok());
    let pairs = lists.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (mut secure, mut plain) = (Vec::new(), Vec::new());
    for (name, token) in pairs {
        match name {
            COOKIE => plain.push(token),
            name if name == secure_name(app) => secure.push(token),
            _ => {}
        }
    }
    let found = if secure.is_empty() && !is_https(app, headers) { plain } else { secure };
    if let [token] = found[..] { Some(token) } else { None }
}

pub(super) fn operations() -> [Operation; 3] {
    const PATH: &str = "/api/v1/session";
    [
        Operation::get(Chapter::Session, PATH, "whoAmI", show)
            .says("Who one is", "By the session's cookie or bearer token.")
            .gives::<Session>("Oneself, or nobody.")
            .knows_session(),
        Operation::post(Chapter::Session, PATH, "sayName", open)
            .says("Say a name", "A name is enough to be a guest. Whoever has a session already is renamed.")
            .takes::<SessionRequest>()
            .gives::<Session>("Oneself; with the session in a cookie, or as a token if one asked for that.")
            .refuses([ErrorCode::BadMessage, ErrorCode::BadName, ErrorCode::BadOrigin, ErrorCode::TooFast])
            .knows_session(),
        Operation::patch(Chapter::Session, PATH, "changeName", rename)
            .says("Take another name", "From now on; what is kept has the old one.")
            .takes::<SessionRequest>()
            .gives::<Session>("Oneself under the new name.")
            .refuses([ErrorCode::BadMessage, ErrorCode::BadName, ErrorCode::BadOrigin, ErrorCode::NoSession])
            .wants_session(),
    ]
}

/// `GET /api/v1/session`
async fn show(Who(player): Who) -> Json<Session> {
    Json(Session { player, token: None })
}

/// `POST /api/v1/session`: a new guest; or, for somebody who has a session, a new name.
async fn open(
    state: State<Arc<App>>,
    same_origin: SameOrigin,
    who: Who,
    Caller(address): Caller,
    jar: CookieJar,
    body: Result<String, StringRejection>,
) -> Result<(CookieJar, Json<Session>), ApiError> {
    if who.0.is_some() {
        return Ok((jar, rename(state, same_origin, who, body).await?));
    }
    let State(app) = state;
    let request: SessionRequest = read_body(body)?;
    let name = name_of(&request.name)?;
    if !app.gate.admits_name(address) {
        let why = "as many have said a name from this address as may in an hour: come back later";
        return Err(ApiError::new(ErrorCode::TooFast, why));
    }
    let token = app.entropy.secret::<32>();
    let now = app.clock.now_ms();
    let player = Player { id: app.entropy.id(now), name };
    let new = NewPlayer { player: player.clone(), token: TokenHash::of(&token), created_ms: now };
    app.store.create_player(new).await?;
    if request.bearer {
        return Ok((jar, Json(Session { player: Some(player), token: Some(token) })));
    }
    let cookie = session_cookie(&app, same_origin, token);
    Ok((jar.add(cookie), Json(Session { player: Some(player), token: None })))
}

/// The cookie that brings a session's token back; to a page that came over TLS, over TLS alone.
pub(super) fn session_cookie(
    app: &App,
    SameOrigin { is_https }: SameOrigin,
    token: String,
) -> Cookie<'static> {
    let name = if is_https { secure_name(app) } else { COOKIE };
    Cookie::build((name, token))
        .path(app.site.base().href().to_owned())
        .secure(is_https)
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(Duration::days(COOKIE_DAYS))
        .build()
}

/// `PATCH /api/v1/session`: another name, from now on.
async fn rename(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    Who(player): Who,
    body: Result<String, StringRejection>,
) -> Result<Json<Session>, ApiError> {
    let mut player = player.ok_or_else(Refused::no_session)?;
    player.name = name_of(&read_body::<SessionRequest>(body)?.name)?;
    app.store.rename_player(player.id, player.name.clone()).await?;
    Ok(Json(Session { player: Some(player), token: None }))
}

/// Reads a request's body.
pub(super) fn read_body<T: DeserializeOwned>(body: Result<String, StringRejection>) -> Result<T, ApiError> {
    let body = body.map_err(|rejection| problem::unread(&rejection))?;
    if !is_object(&body) {
        return Err(ApiError::new(ErrorCode::BadMessage, "the body is a JSON object"));
    }
    serde_json::from_str(&body).map_err(|error| ApiError::new(ErrorCode::BadMessage, error.to_string()))
}

fn name_of(text: &str) -> Result<String, ApiError> {
    text::name(text).map_err(|why| ApiError::new(ErrorCode::BadName, why))
}
