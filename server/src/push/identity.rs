//! Identification: how push services know the house (VAPID, RFC 8292). A signed claim is 30 lines; the kept crates for such tokens
//! bring every other algorithm along.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use web_push_native::p256::ecdsa::Signature;
use web_push_native::p256::ecdsa::signature::Signer;

use crate::config::{PushContact, PushKey, PushService};
use crate::limits;

/// The house, towards push services.
#[derive(Debug)]
pub(super) struct Identity {
    key: PushKey,
    contact: Option<PushContact>,
}

impl Identity {
    pub(super) fn new(key: PushKey, contact: Option<PushContact>) -> Self {
        Self { key, contact }
    }

    /// The public key, uncompressed, in base64url without padding.
    pub(super) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.key.signing().verifying_key().to_encoded_point(false))
    }

    /// What a message to that service says in `Authorization`.
    pub(super) fn authorization(&self, service: &PushService, now_ms: i64) -> String {
        let scheme = if service.is_tls() { "https" } else { "http" };
        let host = match service.host() {
            host if host.contains(':') => format!("[{host}]"),
            host => host.to_owned(),
        };
        let port = match (service.is_tls(), service.port()) {
            (true, 443) | (false, 80) => String::new(),
            (_, port) => format!(":{port}"),
        };
        let expires_s = now_ms / 1000 + limits::PUSH_CLAIM.as_secs() as i64;
        let mut claims = json!({ "aud": format!("{scheme}://{host}{port}"), "exp": expires_s });
        if let Some(contact) = &self.contact {
            claims["sub"] = contact.as_str().into();
        }
        let head = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature: Signature = self.key.signing().sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }
}
