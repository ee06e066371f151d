//! Accounts: what shows who somebody is. [`passkeys`] asks browsers for passkeys and checks what they answer (Web Authentication);
//! [`passwords`] hashes passwords and turns weak ones away; [`recovery_codes`] makes codes for a drawer; [`guesses`] has whoever guesses wait longer
//! and longer.

mod guesses;
mod passkeys;
mod passwords;
mod recovery_codes;

use crate::clock::Clock;
pub(crate) use guesses::Guesses;
pub(crate) use passkeys::{PasskeyError, Passkeys, RelyingParty};
pub(crate) use passwords::Password;
pub(crate) use recovery_codes::{code_hash, new_codes};

/// What is remembered of accounts between two requests.
#[derive(Debug)]
pub(crate) struct Accounts {
    /// Passkeys that browsers are asked for.
    pub passkeys: Passkeys,
    /// Wrong passwords and codes.
    pub guesses: Guesses,
}

impl Accounts {
    pub(crate) fn new(clock: Clock) -> Self {
        Self { passkeys: Passkeys::new(clock.clone()), guesses: Guesses::new(clock) }
    }
}
