//! Tokens: one's programs' sessions, each for as much as it needs: made, listed and revoked by their owner in person.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{ErrorCode, OwnToken, Scope, TokenList, TokenRequest};
use uuid::Uuid;

use super::app::App;
use super::extract::{ApiJson, ApiPath, CurrentVisitor, SameOrigin};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::session::name_of;
use crate::limits;
use crate::store::{CreateToken, EndSessions, LiveSession, LiveToken, Scopes, StoreError, TokenHash};

const PATH: &str = "/api/v1/tokens";

/// What tokens begin with, so that whoever looks for leaked ones finds them.
const PREFIX: &str = "cydonia_";

pub(super) fn operations() -> [Operation; 3] {
    [list_tokens(), create_token(), revoke_token()]
}

fn list_tokens() -> Operation {
    Operation::get(Tag::Session, PATH, "listTokens", list)
        .summary("One's tokens")
        .description("What one's programs may do, and when each was last used.")
        .responds::<TokenList>("The tokens, without what opens anything.")
        .errors([ErrorCode::NoSession, ErrorCode::SeatOnly, ErrorCode::NoScope])
        .auth_required()
}

async fn list(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
) -> Result<Json<TokenList>, ApiError> {
    Ok(Json(listed(&app, visitor.in_person()?).await?))
}

fn create_token() -> Operation {
    Operation::post(Tag::Session, PATH, "createToken", create)
        .summary("Make a token")
        .description(
            "For a program of one's own: it is sent as `Authorization: Bearer …`, does what its scopes say \
             and nothing about the account, and is good until it is revoked, or was not used for 400 days. It is \
             told once, and only a hash of it is kept.",
        )
        .json_body::<TokenRequest>()
        .responds::<OwnToken>("The token.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadName,
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::TooMany,
        ])
        .auth_required()
}

async fn create(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    body: Result<ApiJson<TokenRequest>, ApiError>,
) -> Result<Json<OwnToken>, ApiError> {
    let player = visitor.in_person()?.player.id;
    let ApiJson(TokenRequest { name, scopes }) = body?;
    let name = name_of(&name)?;
    let scopes = scopes.into_iter().chain([Scope::Read]).collect();
    let made = issue(&app, player, name, scopes).await?.ok_or_else(too_many)?;
    Ok(Json(made))
}

/// Makes a token, and tells it this once; none if its owner has as many as one may.
pub(super) async fn issue(
    app: &App,
    player: Uuid,
    name: String,
    scopes: Scopes,
) -> Result<Option<OwnToken>, StoreError> {
    let token = format!("{PREFIX}{}", app.context.entropy.secret::<32>());
    let now_ms = app.context.clock.now_ms();
    let new = CreateToken { player, token: TokenHash::of(&token), name: name.clone(), scopes, now_ms };
    let number = app.context.store.write(new).await?;
    let made = |number| told(LiveToken { number, name, scopes, created_ms: now_ms, used_ms: now_ms });
    Ok(number.map(|number| OwnToken { token: Some(token), ..made(number) }))
}

/// The refusal of one more.
pub(super) fn too_many() -> ApiError {
    let why = format!("you have {} tokens, as many as one may: revoke one first", limits::TOKENS);
    ApiError::new(ErrorCode::TooMany, why)
}

fn revoke_token() -> Operation {
    Operation::delete(Tag::Session, "/api/v1/tokens/{id}", "revokeToken", revoke)
        .summary("Revoke a token")
        .description("It opens nothing from now on, and its sockets and streams are closed.")
        .path::<i64>("id", "The token, by its id in the list.")
        .responds::<TokenList>("What is left.")
        .errors([
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NotFound,
        ])
        .auth_required()
}

async fn revoke(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    id: ApiPath<i64>,
) -> Result<Json<TokenList>, ApiError> {
    let own = visitor.in_person()?;
    let missing = || ApiError::new(ErrorCode::NotFound, "you have no such token");
    let Ok(Path(number)) = id else { return Err(missing()) };
    if !app.context.end_sessions(EndSessions::Token { player: own.player.id, number }).await? {
        return Err(missing());
    }
    Ok(Json(listed(&app, own).await?))
}

pub(super) async fn listed(app: &App, own: &LiveSession) -> Result<TokenList, StoreError> {
    let tokens = app.context.store.tokens_of(own.player.id).await?;
    Ok(TokenList { tokens: tokens.into_iter().map(told).collect() })
}

fn told(LiveToken { number: id, name, scopes, created_ms, used_ms }: LiveToken) -> OwnToken {
    OwnToken { id, name, scopes: scopes.iter().collect(), created_ms, used_ms, token: None }
}
