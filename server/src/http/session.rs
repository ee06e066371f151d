//! Who one is: a name is enough.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::StringRejection;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use cydonia_protocol::{ErrorCode, MAX_NAME, Player, Session, SessionRequest, is_object};
use time::Duration;

use super::{ApiError, SameOrigin};
use crate::app::App;
use crate::store::{NewPlayer, TokenHash};
use crate::table::Refused;

const COOKIE: &str = "cydonia_session";

/// As long as browsers keep a cookie at all: a guest's games may last weeks.
const COOKIE_DAYS: i64 = 400;

/// Whoever's session came with a request, by cookie or as a bearer token; nobody's if there is none that is known.
#[derive(Clone, Debug)]
pub(crate) struct Who(pub Option<Player>);

impl FromRequestParts<Arc<App>> for Who {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let Some(token) = token(&parts.headers) else { return Ok(Self(None)) };
        Ok(Self(app.store.player_of(TokenHash::of(&token)).await?))
    }
}

fn token(headers: &HeaderMap) -> Option<String> {
    let bearer =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let cookie = || CookieJar::from_headers(headers).get(COOKIE).map(|cookie| cookie.value().to_owned());
    bearer.map(str::to_owned).or_else(cookie)
}

/// `GET /api/v1/session`
pub(super) async fn show(Who(player): Who) -> Json<Session> {
    Json(Session { player, token: None })
}

/// `POST /api/v1/session`: a new guest; or, for somebody who has a session, a new name.
pub(super) async fn open(
    state: State<Arc<App>>,
    same_origin: SameOrigin,
    who: Who,
    jar: CookieJar,
    body: Result<String, StringRejection>,
) -> Result<(CookieJar, Json<Session>), ApiError> {
    if who.0.is_some() {
        return Ok((jar, rename(state, same_origin, who, body).await?));
    }
    let State(app) = state;
    let request = read(body)?;
    let name = check_name(&request.name)?;
    let token = app.entropy.secret::<32>();
    let now = app.clock.now_ms();
    let player = Player { id: app.entropy.id(now), name };
    let new = NewPlayer { player: player.clone(), token: TokenHash::of(&token), created_ms: now };
    app.store.create_player(new).await?;
    if request.bearer {
        return Ok((jar, Json(Session { player: Some(player), token: Some(token) })));
    }
    let cookie = Cookie::build((COOKIE, token))
        .path(app.base.href().to_owned())
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(Duration::days(COOKIE_DAYS));
    Ok((jar.add(cookie), Json(Session { player: Some(player), token: None })))
}

/// `PATCH /api/v1/session`: another name, from now on.
pub(super) async fn rename(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    Who(player): Who,
    body: Result<String, StringRejection>,
) -> Result<Json<Session>, ApiError> {
    let mut player = player.ok_or_else(Refused::no_session)?;
    player.name = check_name(&read(body)?.name)?;
    app.store.rename_player(player.id, player.name.clone()).await?;
    Ok(Json(Session { player: Some(player), token: None }))
}

fn read(body: Result<String, StringRejection>) -> Result<SessionRequest, ApiError> {
    let body = body.map_err(|rejection| ApiError::new(ErrorCode::BadMessage, rejection.body_text()))?;
    if !is_object(&body) {
        return Err(ApiError::new(ErrorCode::BadMessage, "the body is a JSON object with a name"));
    }
    serde_json::from_str(&body).map_err(|error| ApiError::new(ErrorCode::BadMessage, error.to_string()))
}

/// A name as it is kept: without spaces round it, and made of characters that can be seen.
fn check_name(name: &str) -> Result<String, ApiError> {
    let refuse = |why: &str| Err(ApiError::new(ErrorCode::BadName, why));
    let name = name.trim();
    if name.is_empty() {
        return refuse("a name needs at least one character");
    }
    if name.chars().count() > MAX_NAME {
        return refuse(&format!("a name has at most {MAX_NAME} characters"));
    }
    if name.chars().any(is_unseen) {
        return refuse("a name cannot hold control characters");
    }
    Ok(name.to_owned())
}

/// Control characters, and those that show nothing or reorder what stands beside them.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_checked() {
        assert_eq!(check_name("  Ada \n").ok().as_deref(), Some("Ada"));
        assert_eq!(check_name(&"é".repeat(MAX_NAME)).ok(), Some("é".repeat(MAX_NAME)));
        for bad in [
            "",
            " \t ",
            "a\u{0}b",
            "a\u{202e}b",
            "a\nb",
            "\u{200b}",
            "\u{3164}",
            "\u{2800}",
            &"x".repeat(MAX_NAME + 1),
        ] {
            assert!(check_name(bad).is_err(), "{bad:?}");
        }
    }
}
