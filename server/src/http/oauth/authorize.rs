//! Authorization endpoint: an app's request is checked, and a player consents to it in person. The page at `/authorize` asks them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum_extra::extract::WithRejection;
use cydonia_protocol::{AuthorizationRequest, AuthorizationResponse, ConsentPrompt, ErrorCode};

use super::issuer;
use crate::accounts::{Authorization, AuthorizationError};
use crate::http::app::App;
use crate::http::extract::{ApiJson, ApiQuery, CurrentVisitor, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::tokens::too_many;
use crate::limits;

const PATH: &str = "/api/v1/oauth/authorize";

pub(super) fn operations() -> [Operation; 2] {
    [check_authorization(), authorize()]
}

fn check_authorization() -> Operation {
    Operation::get(Tag::Apps, PATH, "checkAuthorization", check)
        .summary("Check an app's request")
        .description(
            "What a player is asked before an app is let in. An app does not ask this: it sends the player's browser to \
             `/authorize` with the same behind the `?`.",
        )
        .query::<AuthorizationRequest>()
        .responds::<ConsentPrompt>("What the player is asked.")
        .errors([ErrorCode::BadQuery])
}

async fn check(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    WithRejection(query, _): ApiQuery<AuthorizationRequest>,
) -> Result<Json<ConsentPrompt>, ApiError> {
    let asked = Authorization::of(query.0).map_err(|error| refused(ErrorCode::BadQuery, &error))?;
    let issuer = issuer(&app, &headers)?;
    Ok(Json(ConsentPrompt {
        redirect_to: asked.redirect_to(),
        scopes: asked.scopes.iter().collect(),
        denied_uri: asked.answer(&issuer, "error", "access_denied"),
        client_id: asked.client_id,
    }))
}

fn authorize() -> Operation {
    Operation::post(Tag::Apps, PATH, "authorizeApp", consent)
        .summary("Let an app in")
        .description(
            "A player consents, in person. The code that the browser takes to the app is good for one exchange within a minute, by \
             whoever has the secret that the challenge was made of.",
        )
        .json_body::<AuthorizationRequest>()
        .responds::<AuthorizationResponse>("Where the browser goes now.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::TooMany,
        ])
        .auth_required()
}

async fn consent(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: HeaderMap,
    body: Result<ApiJson<AuthorizationRequest>, ApiError>,
) -> Result<Json<AuthorizationResponse>, ApiError> {
    let player = visitor.in_person()?.player.id;
    let ApiJson(request) = body?;
    let asked = Authorization::of(request).map_err(|error| refused(ErrorCode::BadMessage, &error))?;
    if app.context.store.tokens_of(player).await?.len() as i64 >= limits::TOKENS {
        return Err(too_many());
    }
    let code = app.context.entropy.secret::<32>();
    let redirect_uri = asked.answer(&issuer(&app, &headers)?, "code", &code);
    app.context.accounts.codes.note(code, player, asked);
    Ok(Json(AuthorizationResponse { redirect_uri }))
}

fn refused(code: ErrorCode, error: &AuthorizationError) -> ApiError {
    ApiError::new(code, error.to_string())
}
