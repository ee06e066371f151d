//! What somebody with an account says to an authority: signed, as JWS (RFC 7515) in the form that ACME has of it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};

/// An account's public key.
#[derive(Clone)]
pub(super) struct AccountKey {
    verifying: VerifyingKey,
    x: String,
    y: String,
}

impl AccountKey {
    fn read(jwk: &Value) -> Option<Self> {
        if (&jwk["kty"], &jwk["crv"]) != (&json!("EC"), &json!("P-256")) {
            return None;
        }
        let (x, y) = (jwk["x"].as_str()?.to_owned(), jwk["y"].as_str()?.to_owned());
        let mut point = vec![4];
        point.extend(URL_SAFE_NO_PAD.decode(&x).ok()?);
        point.extend(URL_SAFE_NO_PAD.decode(&y).ok()?);
        Some(Self { verifying: VerifyingKey::from_sec1_bytes(&point).ok()?, x, y })
    }

    /// What names the key (RFC 7638).
    pub(super) fn thumbprint(&self) -> String {
        let Self { x, y, .. } = self;
        let named = format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#);
        URL_SAFE_NO_PAD.encode(Sha256::digest(named))
    }
}

/// Something signed, before anybody has looked by whom.
pub(super) struct Signed {
    pub(super) nonce: String,
    pub(super) url: String,
    /// The account that it says it is of,
    pub(super) account: Option<String>,
    /// or the key, if it has no account yet.
    pub(super) key: Option<AccountKey>,
    message: String,
    signature: Signature,
}

impl Signed {
    pub(super) fn read(body: &[u8]) -> Option<Self> {
        let jws: Value = serde_json::from_slice(body).ok()?;
        let part = |name: &str| jws[name].as_str().map(str::to_owned);
        let (head, payload) = (part("protected")?, part("payload")?);
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(part("signature")?).ok()?).ok()?;
        let told: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(&head).ok()?).ok()?;
        if told["alg"] != "ES256" || told["jwk"].is_null() == told["kid"].is_null() {
            return None;
        }
        Some(Self {
            nonce: told["nonce"].as_str()?.to_owned(),
            url: told["url"].as_str()?.to_owned(),
            account: told["kid"].as_str().map(str::to_owned),
            key: AccountKey::read(&told["jwk"]),
            message: format!("{head}.{payload}"),
            signature,
        })
    }

    /// What it says, if it was signed with that key; null where it only asks.
    pub(super) fn verified(&self, key: &AccountKey) -> Option<Value> {
        key.verifying.verify(self.message.as_bytes(), &self.signature).ok()?;
        let (_, payload) = self.message.split_once('.')?;
        if payload.is_empty() {
            return Some(Value::Null);
        }
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).ok()?).ok()
    }
}
