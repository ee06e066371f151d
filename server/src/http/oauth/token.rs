//! Token endpoint: codes for tokens, and the end of tokens. Both take forms and refuse in OAuth's own words, as its clients know no others.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{
    AccessToken, OAuthError, OAuthErrorCode, RevocationForm, Scope, TokenForm, TokenType,
};

use super::AUTHORIZATION_CODE;
use crate::accounts::Consent;
use crate::http::app::App;
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::tokens::issue;
use crate::store::{EndSessions, StoreError, TokenHash};

pub(super) const TOKEN: &str = "/api/v1/oauth/token";
pub(super) const REVOKE: &str = "/api/v1/oauth/revoke";

pub(super) fn operations() -> [Operation; 2] {
    [exchange_code(), revoke_token()]
}

/// Why there is no token.
enum TokenRefusal {
    /// In OAuth's words.
    OAuth(OAuthErrorCode, String),
    /// The house cannot just now.
    Api(ApiError),
}

impl TokenRefusal {
    fn new(code: OAuthErrorCode, why: impl Into<String>) -> Self {
        Self::OAuth(code, why.into())
    }
}

impl From<StoreError> for TokenRefusal {
    fn from(error: StoreError) -> Self {
        Self::Api(error.into())
    }
}

impl From<FormRejection> for TokenRefusal {
    fn from(rejection: FormRejection) -> Self {
        Self::new(OAuthErrorCode::InvalidRequest, rejection.body_text())
    }
}

impl IntoResponse for TokenRefusal {
    fn into_response(self) -> Response {
        match self {
            Self::OAuth(error, error_description) => {
                (StatusCode::BAD_REQUEST, Json(OAuthError { error, error_description })).into_response()
            }
            Self::Api(error) => error.into_response(),
        }
    }
}

fn exchange_code() -> Operation {
    Operation::post(Tag::Apps, TOKEN, "exchangeCode", exchange)
        .summary("A code for a token")
        .description(
            "By the app that began with the secret `code_verifier` (PKCE). The player finds the token among theirs, under the app's \
             name, and may revoke it there.",
        )
        .form_body::<TokenForm>()
        .responds::<AccessToken>("The token.")
        .refuses_as::<OAuthError>()
}

async fn exchange(
    State(app): State<Arc<App>>,
    form: Result<Form<TokenForm>, FormRejection>,
) -> Result<Json<AccessToken>, TokenRefusal> {
    let Form(form) = form?;
    if form.grant_type != AUTHORIZATION_CODE {
        let why = "a token is given for an authorization code: grant_type=authorization_code";
        return Err(TokenRefusal::new(OAuthErrorCode::UnsupportedGrantType, why));
    }
    let missing = [
        ("code", &form.code),
        ("redirect_uri", &form.redirect_uri),
        ("client_id", &form.client_id),
        ("code_verifier", &form.code_verifier),
    ];
    if let Some((name, _)) = missing.iter().find(|(_, value)| value.is_empty()) {
        return Err(TokenRefusal::new(OAuthErrorCode::InvalidRequest, format!("{name} is missing")));
    }
    if !is_verifier(&form.code_verifier) {
        let why = "code_verifier has 43 to 128 letters, digits, and -._~ (RFC 7636)";
        return Err(TokenRefusal::new(OAuthErrorCode::InvalidRequest, why));
    }
    let codes = &app.context.accounts.codes;
    let Some(consent) = codes.take(&form) else {
        if let Some(token) = codes.replayed(&form.code) {
            app.context.end_sessions(EndSessions::TokenItself(token)).await?;
        }
        let why = "this code is none, or older than a minute, or was used, or is another app's: begin anew";
        return Err(TokenRefusal::new(OAuthErrorCode::InvalidGrant, why));
    };
    let Consent { player, client_id, scopes } = consent;
    let made = issue(&app, player, client_id, scopes).await?;
    let Some(access_token) = made.and_then(|made| made.token) else {
        let why = "the player has as many tokens as one may";
        return Err(TokenRefusal::new(OAuthErrorCode::InvalidGrant, why));
    };
    let token = TokenHash::of(&access_token);
    if codes.issued(&form.code, token) {
        app.context.end_sessions(EndSessions::TokenItself(token)).await?;
    }
    let scopes: Vec<&str> = scopes.iter().map(Scope::name).collect();
    Ok(Json(AccessToken { access_token, token_type: TokenType::Bearer, scope: scopes.join(" ") }))
}

/// Whether it may be a verifier: one that is short is soon guessed.
fn is_verifier(text: &str) -> bool {
    let is_known = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    (43..=128).contains(&text.len()) && text.bytes().all(is_known)
}

fn revoke_token() -> Operation {
    Operation::post(Tag::Apps, REVOKE, "giveTokenBack", revoke)
        .summary("A token that its app has no use for")
        .description("It opens nothing from now on; nor does what was none (RFC 7009).")
        .form_body::<RevocationForm>()
        .responds_as::<String>("text/plain", "It opens nothing.")
        .refuses_as::<OAuthError>()
}

async fn revoke(
    State(app): State<Arc<App>>,
    form: Result<Form<RevocationForm>, FormRejection>,
) -> Result<&'static str, TokenRefusal> {
    let Form(RevocationForm { token }) = form?;
    if token.is_empty() {
        return Err(TokenRefusal::new(OAuthErrorCode::InvalidRequest, "token is missing"));
    }
    app.context.end_sessions(EndSessions::TokenItself(TokenHash::of(&token))).await?;
    Ok("revoked\n")
}
