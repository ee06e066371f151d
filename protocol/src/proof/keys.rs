//! A house's keys, as it publishes them: each is signed by the one before, so that whoever trusts one trusts those that follow.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::signing::is_key_signed;
use super::{GameProof, ProofError, Signature, SigningKeysError};
use crate::dice::Bytes32;

/// `GET /api/v1/signing-keys`: the keys with which the house has signed games, the first one first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SigningKeys {
    /// The keys; the last signs what ends now.
    pub keys: Vec<PublishedKey>,
}

/// One of a house's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PublishedKey {
    /// The public key, of Ed25519.
    pub key: Bytes32,
    /// The number of the first game that it signs.
    #[ts(type = "number")]
    pub first_game: i64,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// What the key before has signed of it; null for the first.
    pub signature: Option<Signature>,
}

impl SigningKeys {
    /// Checks that each key is signed by the one before, and that their games come in order.
    ///
    /// # Errors
    /// The first [`SigningKeysError`].
    pub fn check(&self) -> Result<(), SigningKeysError> {
        let (Some(first), rest) = (self.keys.first(), self.keys.iter().skip(1)) else {
            return Err(SigningKeysError::Order);
        };
        if first.signature.is_some() || first.first_game < 1 {
            return Err(SigningKeysError::Order);
        }
        for (before, next) in self.keys.iter().zip(rest) {
            if next.first_game < before.first_game {
                return Err(SigningKeysError::Order);
            }
            let is_signed = next
                .signature
                .is_some_and(|signature| is_key_signed(&before.key, &signature, &next.key, next.first_game));
            if !is_signed {
                return Err(SigningKeysError::Signature(next.first_game));
            }
        }
        Ok(())
    }

    /// Checks that a proof is signed by one of these, and by the one whose turn it was.
    ///
    /// # Errors
    /// [`ProofError::Key`] or [`ProofError::KeyNumber`].
    pub fn admit(&self, proof: &GameProof) -> Result<(), ProofError> {
        let place = self.keys.iter().position(|own| own.key == proof.seal.key).ok_or(ProofError::Key)?;
        let number = proof.statement.number;
        let is_before_next = self.keys.get(place + 1).is_none_or(|next| number < next.first_game);
        if number >= self.keys[place].first_game && is_before_next {
            Ok(())
        } else {
            Err(ProofError::KeyNumber)
        }
    }
}
