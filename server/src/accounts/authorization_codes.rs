//! Authorization codes (OAuth 2): consents that no app has fetched its token for yet. They are kept in memory for a minute, each for one
//! try.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cydonia_protocol::TokenForm;
use uuid::Uuid;

use super::authorization::Authorization;
use crate::clock::Clock;
use crate::limits;
use crate::store::{Scopes, TokenHash};

/// What a player has consented to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Consent {
    /// Who.
    pub player: Uuid,
    /// The app, by the name that it gave.
    pub client_id: String,
    /// What its token is good for.
    pub scopes: Scopes,
}

/// Codes that were given out.
#[derive(Debug)]
pub(crate) struct AuthorizationCodes {
    clock: Clock,
    /// The oldest first.
    codes: Mutex<VecDeque<Code>>,
    /// Those that were exchanged, for as long as they would have been good.
    spent: Mutex<VecDeque<Spent>>,
}

/// A code that was exchanged.
#[derive(Debug)]
struct Spent {
    code: Code,
    /// The token that was given for it, once it is made.
    token: Option<TokenHash>,
    /// Whether it came once more: somebody else has it, too.
    is_replayed: bool,
}

#[derive(Debug)]
struct Code {
    code: String,
    given_ms: i64,
    player: Uuid,
    asked: Authorization,
}

impl AuthorizationCodes {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, codes: Mutex::default(), spent: Mutex::default() }
    }

    /// Notes under a code, which is a secret, what a player has consented to. Of one player's codes a few are kept, and so many in all; the
    /// oldest go.
    pub(crate) fn note(&self, code: String, player: Uuid, asked: Authorization) {
        let given_ms = self.clock.now_ms();
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        while codes.front().is_some_and(|oldest| oldest.is_over(given_ms)) {
            codes.pop_front();
        }
        let mut theirs = codes.iter().enumerate().filter(|(_, one)| one.player == player);
        let oldest = theirs.next().map(|(place, _)| place);
        if let Some(oldest) = oldest.filter(|_| theirs.count() + 1 >= limits::AUTHORIZATION_CODES_A_PLAYER) {
            codes.remove(oldest);
        }
        if codes.len() >= limits::AUTHORIZATION_CODES {
            codes.pop_front();
        }
        codes.push_back(Code { code, given_ms, player, asked });
    }

    /// What was consented to, if the code is one and whoever brings it is its app. It is spent in any case.
    pub(crate) fn take(&self, form: &TokenForm) -> Option<Consent> {
        let now_ms = self.clock.now_ms();
        let code = {
            let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
            let place = codes.iter().position(|one| one.code == form.code)?;
            codes.remove(place)?
        };
        if code.is_over(now_ms) || !code.asked.is_of(&form.client_id, &form.redirect_uri, &form.code_verifier)
        {
            return None;
        }
        let Authorization { client_id, scopes, .. } = &code.asked;
        let consent = Consent { player: code.player, client_id: client_id.clone(), scopes: *scopes };
        let mut spent = self.spent();
        while spent.front().is_some_and(|oldest| oldest.code.is_over(now_ms)) {
            spent.pop_front();
        }
        if spent.len() >= limits::AUTHORIZATION_CODES {
            spent.pop_front();
        }
        spent.push_back(Spent { code, token: None, is_replayed: false });
        Some(consent)
    }

    /// A token was given for a code; whether that is to be revoked at once, as the code has come once more meanwhile.
    pub(crate) fn issued(&self, code: &str, token: TokenHash) -> bool {
        let mut spent = self.spent();
        let Some(one) = spent.iter_mut().find(|one| one.code.code == code) else { return false };
        one.token = Some(token);
        one.is_replayed
    }

    /// A code has come that is none any more; the token that was given for it, which is to be revoked (RFC 6749, 4.1.2).
    pub(crate) fn replayed(&self, code: &str) -> Option<TokenHash> {
        let mut spent = self.spent();
        let now_ms = self.clock.now_ms();
        let one = spent.iter_mut().find(|one| one.code.code == code && !one.code.is_over(now_ms))?;
        one.is_replayed = true;
        one.token
    }

    fn spent(&self) -> MutexGuard<'_, VecDeque<Spent>> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Code {
    fn is_over(&self, now_ms: i64) -> bool {
        now_ms.saturating_sub(self.given_ms) >= limits::AUTHORIZATION_CODE.as_millis() as i64
    }
}
