//! Passkeys (Web Authentication): what browsers are asked for, and whether they answer it. What was asked is kept in memory for
//! some minutes, and forgotten when it is answered, so that no answer counts twice.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cydonia_protocol::{Credentials, NewPasskeyRequest, PasskeyChallenge, PasskeyCreation, Player};
use serde_json::json;
use uuid::Uuid;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, DiscoverableKey, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Url, WebauthnError,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use crate::admission::Address;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::limits;
use crate::store::NewPasskeyRow;

/// Whom a passkey is for (relying party): the house under the name by which a page has found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RelyingParty {
    origin: Url,
    host: String,
}

/// Why a passkey was not taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PasskeyError {
    /// The page is at no name.
    #[error(
        "passkeys want a house that has a name, not a number, for its address, and a page that tells it (Origin)"
    )]
    NoName,
    /// Nothing was asked, or too long ago, or it was answered.
    #[error(
        "nothing was asked for under this ceremony, or too long ago, or it was answered already: begin anew"
    )]
    NoCeremony,
    /// It is no answer to what was asked.
    #[error("this does not answer what was asked: begin anew")]
    Refused,
    /// The authenticator has counted fewer times than it had: there may be two of it.
    #[error(
        "this passkey has been used elsewhere since, as a copy of it would be: sign in by something else, and remove it"
    )]
    Copied,
}

/// What browsers are asked for.
#[derive(Debug)]
pub(crate) struct Passkeys {
    clock: Clock,
    asked: Mutex<AllAsked>,
}

#[derive(Debug, Default)]
struct AllAsked {
    /// By the ceremony, which is a secret of the browser's.
    open: HashMap<String, Asked>,
    /// Each when it was asked, the oldest first, with those that were answered.
    order: VecDeque<String>,
    /// The same of each address.
    of_address: HashMap<Address, VecDeque<String>>,
}

/// Something that one browser is asked for (a ceremony).
#[derive(Debug)]
struct Asked {
    address: Address,
    asked_ms: i64,
    party: RelyingParty,
    what: What,
}

#[derive(Debug)]
enum What {
    /// To make a passkey for that player.
    Create(Uuid, Box<PasskeyRegistration>),
    /// To sign by any.
    Sign(Box<DiscoverableAuthentication>),
}

impl RelyingParty {
    /// By the page's origin, which was found to be of this house.
    pub(crate) fn of(origin: &str) -> Result<Self, PasskeyError> {
        let origin = Url::parse(origin).map_err(|_none| PasskeyError::NoName)?;
        let host = origin.domain().ok_or(PasskeyError::NoName)?.to_owned();
        Ok(Self { origin, host })
    }

    fn webauthn(&self) -> Result<Webauthn, PasskeyError> {
        let made = WebauthnBuilder::new(&self.host, &self.origin);
        let made = made.map(|builder| builder.rp_name("Cydonia").timeout(limits::CEREMONY));
        made.and_then(WebauthnBuilder::build).map_err(|_error| PasskeyError::NoName)
    }
}

impl Passkeys {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, asked: Mutex::default() }
    }

    /// Asks a browser to make a passkey for somebody, other than those there are.
    pub(crate) fn ask_to_create(
        &self,
        entropy: &Entropy,
        (address, party): (Address, RelyingParty),
        player: &Player,
        known: Vec<Vec<u8>>,
    ) -> Result<PasskeyCreation, PasskeyError> {
        let exclude = known.iter().map(|id| URL_SAFE_NO_PAD.encode(id)).collect();
        let asked =
            party.webauthn()?.start_passkey_registration(player.id, &player.name, &player.name, Some(known));
        let (options, state) = asked.map_err(|error| refused(&error))?;
        let options = options.public_key;
        let ceremony = entropy.secret::<16>();
        let creation = PasskeyCreation {
            ceremony: ceremony.clone(),
            host: party.host.clone(),
            challenge: URL_SAFE_NO_PAD.encode(&options.challenge),
            user: URL_SAFE_NO_PAD.encode(&options.user.id),
            name: player.name.clone(),
            algorithms: options
                .pub_key_cred_params
                .iter()
                .filter_map(|one| i32::try_from(one.alg).ok())
                .collect(),
            exclude,
            timeout_ms: limits::CEREMONY.as_millis() as u32,
        };
        self.note(address, ceremony, party, What::Create(player.id, Box::new(state)));
        Ok(creation)
    }

    /// The passkey that a browser has made for somebody, if it was asked to.
    pub(crate) fn created(
        &self,
        party: &RelyingParty,
        player: Uuid,
        answer: &NewPasskeyRequest,
        name: String,
    ) -> Result<NewPasskeyRow, PasskeyError> {
        let What::Create(whose, state) = self.take(&answer.ceremony, party)? else {
            return Err(PasskeyError::NoCeremony);
        };
        if whose != player {
            return Err(PasskeyError::NoCeremony);
        }
        let answer: RegisterPublicKeyCredential = serde_json::from_value(json!({
            "id": "", "rawId": "", "type": "public-key",
            "response": { "attestationObject": answer.attestation, "clientDataJSON": answer.client_data },
        }))
        .map_err(|_error| PasskeyError::Refused)?;
        let passkey = party
            .webauthn()?
            .finish_passkey_registration(&answer, &state)
            .map_err(|error| refused(&error))?;
        Ok(NewPasskeyRow {
            credential_id: passkey.cred_id().clone(),
            host: party.host.clone(),
            document: serde_json::to_string(&passkey).map_err(|_error| PasskeyError::Refused)?,
            name,
        })
    }

    /// Asks a browser for any passkey that it has for this house.
    pub(crate) fn ask_to_sign(
        &self,
        entropy: &Entropy,
        (address, party): (Address, RelyingParty),
    ) -> Result<PasskeyChallenge, PasskeyError> {
        let (options, state) =
            party.webauthn()?.start_discoverable_authentication().map_err(|error| refused(&error))?;
        let ceremony = entropy.secret::<16>();
        let request = PasskeyChallenge {
            ceremony: ceremony.clone(),
            host: party.host.clone(),
            challenge: URL_SAFE_NO_PAD.encode(&options.public_key.challenge),
            timeout_ms: limits::CEREMONY.as_millis() as u32,
        };
        self.note(address, ceremony, party, What::Sign(Box::new(state)));
        Ok(request)
    }

    /// What a browser says that a passkey has signed.
    pub(crate) fn signed(
        &self,
        party: RelyingParty,
        credentials: &Credentials,
    ) -> Result<Signed, PasskeyError> {
        let Credentials::Passkey { ceremony, credential, client_data, authenticator_data, signature, user } =
            credentials
        else {
            return Err(PasskeyError::Refused);
        };
        let What::Sign(state) = self.take(ceremony, &party)? else {
            return Err(PasskeyError::NoCeremony);
        };
        let answer: PublicKeyCredential = serde_json::from_value(json!({
            "id": credential, "rawId": credential, "type": "public-key",
            "response": {
                "clientDataJSON": client_data, "authenticatorData": authenticator_data,
                "signature": signature, "userHandle": user,
            },
        }))
        .map_err(|_error| PasskeyError::Refused)?;
        Ok(Signed { party, state, answer })
    }

    fn note(&self, address: Address, ceremony: String, party: RelyingParty, what: What) {
        let asked_ms = self.clock.now_ms();
        let mut asked = self.lock();
        let of_address = asked.of_address.get(&address);
        let crowded = of_address.filter(|of| of.len() >= limits::CEREMONIES_AN_ADDRESS);
        if let Some(oldest) = crowded.and_then(VecDeque::front).cloned() {
            asked.forget(&oldest);
        }
        while asked.order.len() >= limits::CEREMONIES {
            let Some(oldest) = asked.order.pop_front() else { break };
            asked.forget(&oldest);
        }
        asked.order.push_back(ceremony.clone());
        asked.of_address.entry(address).or_default().push_back(ceremony.clone());
        asked.open.insert(ceremony, Asked { address, asked_ms, party, what });
    }

    /// What was asked, which is thereby answered.
    fn take(&self, ceremony: &str, party: &RelyingParty) -> Result<What, PasskeyError> {
        let now_ms = self.clock.now_ms();
        let taken = self.lock().forget(ceremony);
        let taken = taken.filter(|one| !one.is_over(now_ms) && one.party == *party);
        Ok(taken.ok_or(PasskeyError::NoCeremony)?.what)
    }

    fn lock(&self) -> MutexGuard<'_, AllAsked> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AllAsked {
    fn forget(&mut self, ceremony: &str) -> Option<Asked> {
        let asked = self.open.remove(ceremony)?;
        if let Some(of) = self.of_address.get_mut(&asked.address) {
            of.retain(|one| one != ceremony);
            if of.is_empty() {
                self.of_address.remove(&asked.address);
            }
        }
        Some(asked)
    }
}

impl Asked {
    fn is_over(&self, now_ms: i64) -> bool {
        now_ms.saturating_sub(self.asked_ms) >= limits::CEREMONY.as_millis() as i64
    }
}

/// What a passkey has signed, unchecked.
pub(crate) struct Signed {
    party: RelyingParty,
    state: Box<DiscoverableAuthentication>,
    answer: PublicKeyCredential,
}

impl Signed {
    /// The id that its authenticator knows the passkey by.
    pub(crate) fn credential_id(&self) -> &[u8] {
        self.answer.get_credential_id()
    }

    /// Checks it by the passkey that is kept under that id; gives what is to be kept of that from now on.
    ///
    /// # Errors
    /// If it is not what was asked for, or not that passkey's.
    pub(crate) fn check(self, owner: &Player, host: &str, document: &str) -> Result<String, PasskeyError> {
        let mut passkey: Passkey = serde_json::from_str(document).map_err(|_error| PasskeyError::Refused)?;
        let is_theirs = self.answer.get_user_unique_id() == Some(owner.id.as_bytes().as_slice());
        if host != self.party.host || !is_theirs {
            return Err(PasskeyError::Refused);
        }
        let result = self.party.webauthn()?.finish_discoverable_authentication_v2(
            &self.answer,
            *self.state,
            DiscoverableKey::from(&passkey),
        );
        let result = result.map_err(|error| refused(&error))?;
        passkey.update_credential(&result);
        serde_json::to_string(&passkey).map_err(|_error| PasskeyError::Refused)
    }
}

fn refused(error: &WebauthnError) -> PasskeyError {
    match error {
        WebauthnError::CredentialPossibleCompromise => PasskeyError::Copied,
        _ => {
            tracing::debug!(%error, "a passkey is refused");
            PasskeyError::Refused
        }
    }
}
