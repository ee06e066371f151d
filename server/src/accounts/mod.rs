//! Accounts: what shows who somebody is, and whom they let in. [`passkeys`] asks browsers for passkeys and checks what they answer (Web Authentication);
//! [`passwords`] hashes passwords and turns weak ones away; [`recovery_codes`] makes codes for a drawer; [`guesses`] has whoever guesses wait longer
//! and longer; [`authorization`] checks what apps of others ask for (OAuth 2), and [`authorization_codes`] keeps what players
//! have consented to.

mod authorization;
mod authorization_codes;
mod guesses;
mod passkeys;
mod passwords;
mod recovery_codes;

use crate::clock::Clock;
pub(crate) use authorization::{Authorization, AuthorizationError};
pub(crate) use authorization_codes::{AuthorizationCodes, Consent};
pub(crate) use guesses::Guesses;
pub(crate) use passkeys::{PasskeyError, Passkeys, RelyingParty};
pub(crate) use passwords::Password;
pub(crate) use recovery_codes::{code_hash, new_code, new_codes};

/// What is remembered of accounts between two requests.
#[derive(Debug)]
pub(crate) struct Accounts {
    /// Passkeys that browsers are asked for.
    pub passkeys: Passkeys,
    /// Wrong passwords and codes.
    pub guesses: Guesses,
    /// Consents that no app has fetched its token for yet.
    pub codes: AuthorizationCodes,
}

impl Accounts {
    pub(crate) fn new(clock: Clock) -> Self {
        Self {
            passkeys: Passkeys::new(clock.clone()),
            guesses: Guesses::new(clock.clone()),
            codes: AuthorizationCodes::new(clock),
        }
    }
}
