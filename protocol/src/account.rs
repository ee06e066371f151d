//! Accounts: a name of one's own, and what one signs in by: passkeys, a password, recovery codes.
//!
//! Whatever a browser's authenticator gives is told here in base64url without padding (RFC 4648, 5), piece by piece, as
//! [Web Authentication](https://www.w3.org/TR/webauthn-3/) names it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::Player;

/// The fewest characters of a password.
pub const MIN_PASSWORD: usize = 8;

/// The most characters of a password.
pub const MAX_PASSWORD: usize = 128;

/// `GET /api/v1/account`: how one signs in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Account {
    /// Oneself; `registered` if one has an account.
    pub player: Player,
    /// Whether one has a password.
    pub password: bool,
    /// One's passkeys, the newest first.
    pub passkeys: Vec<OwnPasskey>,
    /// How many recovery codes are left.
    pub recovery_codes: u32,
    /// Whether this session has proved so lately who one is that it may change any of this.
    pub fresh: bool,
    /// New recovery codes, told once, to whoever has just registered or asked for others: each opens the account once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub new_recovery_codes: Option<Vec<String>>,
}

/// One of one's passkeys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnPasskey {
    /// What it is removed by.
    #[ts(type = "number")]
    pub id: i64,
    /// What one knows it by.
    pub name: String,
    /// The house's name for which it was made: under another it opens nothing.
    pub host: String,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// When one last signed in by it, in milliseconds since 1970.
    #[ts(type = "number")]
    pub used_ms: i64,
}

/// `POST /api/v1/account/passkeys/options`: what a browser makes a new passkey of (`navigator.credentials.create`). It is to be
/// discoverable, and to verify its user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PasskeyCreation {
    /// What the answer names; good once, for some minutes.
    pub ceremony: String,
    /// The relying party: the house's name, `rp.id`.
    pub host: String,
    /// What is signed, in base64url.
    pub challenge: String,
    /// The user's handle, `user.id`, in base64url.
    pub user: String,
    /// The user's name.
    pub name: String,
    /// The algorithms that are taken, by their COSE numbers, the best first.
    pub algorithms: Vec<i32>,
    /// Ids of passkeys of one's own that there are already, in base64url.
    pub exclude: Vec<String>,
    /// How long the browser may take, in milliseconds.
    pub timeout_ms: u32,
}

/// `POST /api/v1/account/passkeys`: a passkey that a browser has made. A guest has an account from then on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPasskeyRequest {
    /// Of the options that it was made of.
    pub ceremony: String,
    /// What one wants to know it by, written as a player's name is.
    pub name: String,
    /// `response.clientDataJSON`, in base64url.
    pub client_data: String,
    /// `response.attestationObject`, in base64url.
    pub attestation: String,
}

/// `PUT /api/v1/account/password`: a new password. A guest has an account from then on.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PasswordRequest {
    /// From eight characters on, and not easily guessed.
    pub password: String,
}

/// `POST /api/v1/sign-in/options`: what a browser asks its passkeys for (`navigator.credentials.get`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PasskeyChallenge {
    /// What the answer names; good once, for some minutes.
    pub ceremony: String,
    /// The relying party: the house's name, `rpId`.
    pub host: String,
    /// What is signed, in base64url.
    pub challenge: String,
    /// How long the browser may take, in milliseconds.
    pub timeout_ms: u32,
}

/// `POST /api/v1/sign-in`: who one is, and what shows it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SignInRequest {
    /// What shows it.
    pub with: Credentials,
    /// Who it is to be: anybody else is refused as whoever is wrong. For those who confirm that it is them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub player: Option<Uuid>,
    /// Programs ask for a bearer token; browsers get a cookie that scripts cannot read.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub bearer: bool,
    /// Whether the guest that one is here becomes part of that account, with all that was theirs.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub merge: bool,
}

/// `POST /api/v1/account/merge`: what shows that one is somebody besides, who becomes part of the account that asks.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct MergeRequest {
    /// What shows it.
    pub with: Credentials,
}

/// What shows who one is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
pub enum Credentials {
    /// A passkey, which knows whose it is.
    Passkey {
        /// Of the options that it was asked with.
        ceremony: String,
        /// `rawId`, in base64url.
        credential: String,
        /// `response.clientDataJSON`, in base64url.
        client_data: String,
        /// `response.authenticatorData`, in base64url.
        authenticator_data: String,
        /// `response.signature`, in base64url.
        signature: String,
        /// `response.userHandle`, in base64url.
        user: String,
    },
    /// A name and its password.
    Password {
        /// The account's name, in whatever case.
        name: String,
        /// The password.
        password: String,
    },
    /// A name and one of its recovery codes, which is used up by it.
    RecoveryCode {
        /// The account's name, in whatever case.
        name: String,
        /// The code; case, spaces and hyphens are of no matter.
        code: String,
    },
}

/// Secrets are in no log.
macro_rules! no_secrets {
    ($($name:ident),*) => {$(
        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )*};
}

no_secrets!(PasswordRequest, SignInRequest, MergeRequest, Credentials);
