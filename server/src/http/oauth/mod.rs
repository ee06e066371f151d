//! OAuth 2 with PKCE: apps of others get a token for a player who consents. [`authorize`] asks for consent, [`token`] exchanges the code
//! that comes of it, and revokes what came of that; here is told where all of it is (RFC 8414).

mod authorize;
mod token;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use cydonia_protocol::{AuthorizationServer, CodeChallengeMethod, ErrorCode, ResponseType, Scope};

use super::app::App;
use super::extract::is_https;
use super::openapi::{Operation, Tag};
use super::problem::ApiError;

/// The one grant there is.
const AUTHORIZATION_CODE: &str = "authorization_code";

pub(super) fn operations() -> Vec<Operation> {
    let mut all = vec![metadata()];
    all.extend(authorize::operations());
    all.extend(token::operations());
    all
}

fn metadata() -> Operation {
    Operation::get(Tag::Apps, "/.well-known/oauth-authorization-server", "describeAuthorization", describe)
        .summary("Where an app is let in")
        .description(
            "The authorization server's metadata (RFC 8414). A house under a path has it below that path.",
        )
        .responds::<AuthorizationServer>("Every address that an app needs.")
}

async fn describe(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Json<AuthorizationServer>, ApiError> {
    let issuer = issuer(&app, &headers)?;
    Ok(Json(AuthorizationServer {
        authorization_endpoint: format!("{issuer}/authorize"),
        token_endpoint: format!("{issuer}{}", token::TOKEN),
        revocation_endpoint: format!("{issuer}{}", token::REVOKE),
        scopes_supported: Scope::ALL.to_vec(),
        response_types_supported: vec![ResponseType::Code],
        grant_types_supported: vec![AUTHORIZATION_CODE.to_owned()],
        code_challenge_methods_supported: vec![CodeChallengeMethod::S256],
        token_endpoint_auth_methods_supported: vec!["none".to_owned()],
        revocation_endpoint_auth_methods_supported: vec!["none".to_owned()],
        authorization_response_iss_parameter_supported: true,
        issuer,
    }))
}

/// The house, by the address under which it was found: apps hold an answer against it.
fn issuer(app: &App, headers: &HeaderMap) -> Result<String, ApiError> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.ok_or_else(|| ApiError::new(ErrorCode::BadMessage, "say for which host this is"))?;
    let scheme = if is_https(app, headers) { "https" } else { "http" };
    Ok(format!("{scheme}://{host}{}", app.site.base().inner()))
}
