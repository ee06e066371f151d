//! Ed25519 signatures: what of a proof is signed, and what of a key that follows another.

use std::borrow::Cow;
use std::fmt;

use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};
use ts_rs::TS;

use super::{ChainLink, PROOF_SCHEME};
use crate::dice::{Bytes32, read_hex};

/// What the message about a key that follows another begins with. It is longer than that of a statement, which therefore never
/// is one.
const KEY_SCHEME: &str = "cydonia-signing-key-v1";

/// A signature of Ed25519: 64 bytes, as 128 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, TS)]
#[ts(as = "String")]
pub struct Signature(pub [u8; 64]);

/// A house's private key.
#[derive(Clone)]
pub struct HouseKey(SigningKey);

/// Without the private half.
impl fmt::Debug for HouseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HouseKey").field(&self.public()).finish()
    }
}

impl HouseKey {
    /// From its 32 bytes: any are a key.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(bytes))
    }

    /// Its 32 bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// What is told of it.
    #[must_use]
    pub fn public(&self) -> Bytes32 {
        Bytes32(self.0.verifying_key().to_bytes())
    }

    /// Signs a statement, given its digest, behind the game before.
    #[must_use]
    pub fn sign_statement(&self, number: i64, digest: &Bytes32, before: &ChainLink) -> Signature {
        Signature(self.0.sign(&statement_message(number, digest, before)).to_bytes())
    }

    /// Signs the key that follows this one, from that game on.
    #[must_use]
    pub fn sign_key(&self, next: &Bytes32, first_game: i64) -> Signature {
        Signature(self.0.sign(&key_message(next, first_game)).to_bytes())
    }
}

/// The SHA-256 of a statement: of its line, without the end of that.
pub(super) fn digest(statement: &str) -> Bytes32 {
    Bytes32(Sha256::digest(statement).into())
}

/// Where a game stands in the chain: what is signed of it, hashed. So every link holds all before it.
pub(super) fn link(number: i64, digest: &Bytes32, before: &ChainLink) -> ChainLink {
    let link = Bytes32(Sha256::digest(statement_message(number, digest, before)).into());
    ChainLink { number, link }
}

/// What is signed of a game.
fn statement_message(number: i64, digest: &Bytes32, before: &ChainLink) -> Vec<u8> {
    let numbers = [before.number, number].map(i64::to_be_bytes);
    [PROOF_SCHEME.as_bytes(), &numbers[0], &before.link.0, &numbers[1], &digest.0].concat()
}

/// What is signed of a key.
fn key_message(next: &Bytes32, first_game: i64) -> Vec<u8> {
    [KEY_SCHEME.as_bytes(), &first_game.to_be_bytes(), &next.0].concat()
}

pub(super) fn is_statement_signed(
    key: &Bytes32,
    signature: &Signature,
    number: i64,
    digest: &Bytes32,
    before: &ChainLink,
) -> bool {
    is_signed(key, signature, &statement_message(number, digest, before))
}

pub(super) fn is_key_signed(key: &Bytes32, signature: &Signature, next: &Bytes32, first_game: i64) -> bool {
    is_signed(key, signature, &key_message(next, first_game))
}

/// By the strict rule, which knows one signature alone where looser ones take several spellings of it.
fn is_signed(key: &Bytes32, signature: &Signature, message: &[u8]) -> bool {
    let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
    VerifyingKey::from_bytes(&key.0).is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(self.0))
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = read_hex(&text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| de::Error::custom("a signature is 128 lower-case hexadecimal digits"))
    }
}

impl JsonSchema for Signature {
    fn schema_name() -> Cow<'static, str> {
        "Signature".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A signature of Ed25519: 64 bytes.",
            "type": "string",
            "pattern": "^[0-9a-f]{128}$",
        })
    }
}
