//! Session cookies and bearer tokens: who one is: a name is enough.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::StringRejection;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use cydonia_protocol::{ErrorCode, Player, Session, SessionRequest, is_object};
use cydonia_table::Rejection;
use serde::de::DeserializeOwned;
use time::Duration;

use super::admit::is_https;
use super::app::App;
use super::openapi::{Operation, Tag};
use super::{ApiError, Caller, SameOrigin, problem};
use crate::store::{NewPlayer, SessionEnd, TokenHash};
use crate::visitor::Visitor;
use crate::{limits, text};

const COOKIE: &str = "cydonia_session";

/// The same over TLS, of a house that has its host to itself: no neighbour and no page over plain http can plant such a one. It
/// has a name of its own, too, as a browser that has a secure cookie takes no other by that name over plain http: a house that
/// is reached both ways, from afar and at home, would lock its people out of one of them.
const HOST_COOKIE: &str = "__Host-cydonia_session";

/// The same of a house under a path.
const SECURE_COOKIE: &str = "__Secure-cydonia_session";

/// The session that a seat's link has opened has a cookie of its own: a visitor's own stays as it is, and goes for them
/// again as soon as this one opens nothing any more.
const SEAT_COOKIE: &str = "cydonia_seat";
/// The same over TLS, of a house that has its host to itself,
const HOST_SEAT_COOKIE: &str = "__Host-cydonia_seat";
/// and of one under a path.
const SECURE_SEAT_COOKIE: &str = "__Secure-cydonia_seat";

/// What a session is for, and with that its cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its player, in everything.
    Own,
    /// One seat.
    Seat,
}

impl Kind {
    /// The cookie's names, to pages over plain http and to those over TLS.
    fn cookies(self, app: &App) -> [&'static str; 2] {
        let has_host = app.site.base().href() == "/";
        match self {
            Self::Own => [COOKIE, if has_host { HOST_COOKIE } else { SECURE_COOKIE }],
            Self::Seat => [SEAT_COOKIE, if has_host { HOST_SEAT_COOKIE } else { SECURE_SEAT_COOKIE }],
        }
    }
}

/// Whoever's session came with a request, by cookie or as a bearer token; nobody's if there is none that is known.
#[derive(Clone, Debug)]
pub(crate) struct CurrentVisitor(pub Visitor);

impl FromRequestParts<Arc<App>> for CurrentVisitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let as_of = app.context.sessions.ends();
        let bearer = bearer(&parts.headers);
        // Whoever names a token means that one alone.
        let [own, seat] = match bearer {
            Some(token) => [Some(token), None],
            None => [Kind::Own, Kind::Seat].map(|kind| cookie(app, &parts.headers, kind)),
        };
        let session = app.context.store.session_of(own.map(TokenHash::of), seat.map(TokenHash::of)).await?;
        match &session {
            Some(session) => app.context.store.note_use(session, app.context.clock.now_ms()),
            // A program wants to be told; a browser that kept an old cookie is a guest like any.
            None if bearer.is_some() => {
                return Err(ApiError::new(ErrorCode::NoSession, "this token is no session's"));
            }
            None => {}
        }
        Ok(Self(Visitor::new(session, as_of)))
    }
}

/// What a program says to be its session's token. The scheme's name may be written either way (RFC 9110, 11.1).
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let told = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = told.split_once(' ').unwrap_or((told, ""));
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// What a browser keeps as a session's token. The plain cookie is not taken for a page over TLS: it may have been planted by
/// whoever is in between. Of two that have one name one was planted, and nobody knows which.
fn cookie<'a>(app: &App, headers: &'a HeaderMap, kind: Kind) -> Option<&'a str> {
    let [plain_name, secure_name] = kind.cookies(app);
    let lists = headers.get_all(header::COOKIE).iter().filter_map(|list| list.to_str().ok());
    let pairs = lists.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (mut secure, mut plain) = (Vec::new(), Vec::new());
    for (name, token) in pairs {
        if name == plain_name {
            plain.push(token);
        } else if name == secure_name {
            secure.push(token);
        }
    }
    let found = if secure.is_empty() && !is_https(app, headers) { plain } else { secure };
    if let [token] = found[..] { Some(token) } else { None }
}

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
    Session { player, table: session.and_then(|session| session.table), token: None }
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
            ErrorCode::BadOrigin,
            ErrorCode::TooFast,
            ErrorCode::SeatOnly,
        ])
        .auth_optional()
}

/// A new guest; or, for somebody who has a session, a new name.
async fn open(
    state: State<Arc<App>>,
    same_origin: SameOrigin,
    who: CurrentVisitor,
    Caller(address): Caller,
    jar: CookieJar,
    body: Result<String, StringRejection>,
) -> Result<(CookieJar, Json<Session>), ApiError> {
    if who.0.session().is_some() {
        return Ok((jar, rename(state, same_origin, who, body).await?));
    }
    let State(app) = state;
    let request: SessionRequest = read_body(body)?;
    let name = name_of(&request.name)?;
    if !app.context.admission.admits_name(address) {
        let why = "as many have said a name from this address as may in an hour: come back later";
        return Err(ApiError::new(ErrorCode::TooFast, why));
    }
    let token = app.context.entropy.secret::<32>();
    let now = app.context.clock.now_ms();
    let player = Player { id: app.context.entropy.id(now), name };
    let new = NewPlayer { player: player.clone(), token: TokenHash::of(&token), created_ms: now };
    app.context.store.create_player(new).await?;
    if request.bearer {
        return Ok((jar, Json(Session { player: Some(player), table: None, token: Some(token) })));
    }
    let cookie = session_cookie(&app, same_origin, Kind::Own, token);
    Ok((jar.add(cookie), Json(Session { player: Some(player), table: None, token: None })))
}

/// The cookie that brings a session's token back; to a page that came over TLS, over TLS alone.
pub(super) fn session_cookie(
    app: &App,
    SameOrigin { is_https }: SameOrigin,
    kind: Kind,
    token: String,
) -> Cookie<'static> {
    let name = kind.cookies(app)[usize::from(is_https)];
    Cookie::build((name, token))
        .path(app.site.base().href().to_owned())
        .secure(is_https)
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(Duration::seconds(limits::SESSION_IDLE.as_secs() as i64))
        .build()
}

/// The same cookie, taken away.
pub(super) fn no_cookie(app: &App, same_origin: SameOrigin, kind: Kind) -> Cookie<'static> {
    let mut cookie = session_cookie(app, same_origin, kind, String::new());
    cookie.make_removal();
    cookie
}

fn change_name() -> Operation {
    Operation::patch(Tag::Session, PATH, "changeName", rename)
        .summary("Take another name")
        .description("From now on; what is kept has the old one.")
        .json_body::<SessionRequest>()
        .responds::<Session>("Oneself under the new name.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadName,
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
        ])
        .auth_required()
}

/// Another name, from now on.
async fn rename(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    body: Result<String, StringRejection>,
) -> Result<Json<Session>, ApiError> {
    let mut player = visitor.signed_in()?.player.clone();
    player.name = name_of(&read_body::<SessionRequest>(body)?.name)?;
    app.context.store.rename_player(player.id, player.name.clone()).await?;
    Ok(Json(Session { player: Some(player), table: None, token: None }))
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
    let ended = app.context.store.end_sessions(SessionEnd::This(session.number)).await?;
    app.context.sessions.end(&ended);
    if bearer(&headers).is_some() {
        return Ok((jar, Json(told(&Visitor::default()))));
    }
    let kind = if session.table.is_some() { Kind::Seat } else { Kind::Own };
    let jar = jar.add(no_cookie(&app, same_origin, kind));
    // Whoever has stopped playing for a seat is themselves again.
    let own = cookie(&app, &headers, Kind::Own).filter(|_| kind == Kind::Seat);
    let left = app.context.store.session_of(own.map(TokenHash::of), None).await?;
    Ok((jar, Json(told(&Visitor::new(left, app.context.sessions.ends())))))
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
