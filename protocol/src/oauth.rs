//! OAuth 2: how an app of somebody else's gets a token, with its player's consent: the authorization code grant (RFC 6749) with proof
//! key (PKCE, RFC 7636). Fields are called what those pages call them, and so are errors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Scope;

/// What an app may be answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ResponseType {
    /// A code, to be exchanged for a token.
    Code,
}

/// How a proof key is made a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub enum CodeChallengeMethod {
    /// SHA-256, in base64url.
    S256,
}

/// What an app asks a player for: it sends their browser to `/authorize` with this behind the `?` (RFC 6749, 4.1.1; RFC 7636, 4.3).
/// `GET /api/v1/oauth/authorize` checks it, `POST` consents to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AuthorizationRequest {
    /// What is asked for: a code.
    pub response_type: ResponseType,
    /// What the app calls itself, in 1 to 64 visible ASCII characters: apps are not registered.
    #[schemars(length(min = 1, max = 64))]
    pub client_id: String,
    /// Where the player's browser goes with the code: an address of `https`, of `http` on the player's own machine, or of a scheme that
    /// is a domain's name backwards, such as `org.example.app:/back`.
    #[schemars(length(min = 1, max = 512))]
    pub redirect_uri: String,
    /// The challenge: the SHA-256 of the app's secret `code_verifier`, in base64url without padding.
    #[schemars(length(equal = 43))]
    pub code_challenge: String,
    /// How the challenge is made.
    pub code_challenge_method: CodeChallengeMethod,
    /// What the token shall be good for, besides reading: [scopes](Scope), with a space between two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scope: Option<String>,
    /// What the app wants back as it is, to know its own request by; at most 512 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 512))]
    #[ts(optional)]
    pub state: Option<String>,
}

/// `GET /api/v1/oauth/authorize`: what a player is asked before an app is let in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ConsentPrompt {
    /// What the app calls itself.
    pub client_id: String,
    /// Where it is: the host, or the scheme of an app on the player's own machine.
    pub redirect_to: String,
    /// What its token would be good for.
    pub scopes: Vec<Scope>,
    /// Where the browser goes if the player says no.
    pub denied_uri: String,
}

/// `POST /api/v1/oauth/authorize`: consent was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AuthorizationResponse {
    /// Where the browser goes now: the app's address with `code`, `state`, and `iss` (RFC 9207) behind the `?`.
    pub redirect_uri: String,
}

/// `POST /api/v1/oauth/token`, as a form: a code for a token (RFC 6749, 4.1.3; RFC 7636, 4.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenForm {
    /// `authorization_code`.
    #[serde(default)]
    pub grant_type: String,
    /// The code that came with the player's browser.
    #[serde(default)]
    pub code: String,
    /// The address that was asked for.
    #[serde(default)]
    pub redirect_uri: String,
    /// The name that asked.
    #[serde(default)]
    pub client_id: String,
    /// The secret that the challenge was made of.
    #[serde(default)]
    pub code_verifier: String,
}

/// What a token is used as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum TokenType {
    /// `Authorization: Bearer …`
    Bearer,
}

/// The token that an app was given (RFC 6749, 5.1). It is good until it is revoked, or was not used for 400 days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AccessToken {
    /// The token.
    pub access_token: String,
    /// What it is used as.
    pub token_type: TokenType,
    /// What it is good for, with a space between two.
    pub scope: String,
}

/// `POST /api/v1/oauth/revoke`, as a form: a token that its app has no use for any more (RFC 7009).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RevocationForm {
    /// The token.
    #[serde(default)]
    pub token: String,
}

/// Why an app got no token (RFC 6749, 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OAuthErrorCode {
    /// Something is missing, or there twice, or cannot be read.
    InvalidRequest,
    /// The code is none, or was used, or is older than a minute, or was given to another app; or the verifier is not what the challenge
    /// was made of.
    InvalidGrant,
    /// A token can be had for an authorization code alone.
    UnsupportedGrantType,
}

/// An answer to an app that got no token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OAuthError {
    /// Why, for programs.
    pub error: OAuthErrorCode,
    /// Why, for people.
    pub error_description: String,
}

/// `GET /.well-known/oauth-authorization-server`: where an app finds all this (RFC 8414).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorizationServer {
    /// The house, by its address.
    pub issuer: String,
    /// Where players' browsers are sent.
    pub authorization_endpoint: String,
    /// Where codes are exchanged.
    pub token_endpoint: String,
    /// Where tokens are revoked.
    pub revocation_endpoint: String,
    /// What a token may be good for.
    pub scopes_supported: Vec<Scope>,
    /// What may be asked for.
    pub response_types_supported: Vec<ResponseType>,
    /// What a token is given for: `authorization_code`.
    pub grant_types_supported: Vec<String>,
    /// How challenges are made.
    pub code_challenge_methods_supported: Vec<CodeChallengeMethod>,
    /// How an app shows who it is when it asks for a token: not at all (`none`).
    pub token_endpoint_auth_methods_supported: Vec<String>,
    /// The same when it revokes one: whoever has a token may.
    pub revocation_endpoint_auth_methods_supported: Vec<String>,
    /// An answer says which house it comes from (RFC 9207).
    pub authorization_response_iss_parameter_supported: bool,
}
