//! Authenticator: makes passkeys as a browser's would, and signs by them (Web Authentication, ES256).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use web_push_native::p256::ecdsa::signature::Signer;
use web_push_native::p256::ecdsa::{DerSignature, SigningKey};

/// One that holds a passkey for one user of one house.
#[derive(Clone, Debug)]
pub struct Authenticator {
    /// The page's origin, as its browser would say it.
    pub origin: String,
    /// How often it has signed; it counts if this is not 0.
    pub counter: u32,
    /// Whether it says that it has verified its user.
    pub verifies: bool,
    id: Vec<u8>,
    key: SigningKey,
    user: String,
}

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const HAS_CREDENTIAL: u8 = 0x40;

impl Authenticator {
    /// One without a passkey yet. `seed` makes it another than others; it is no 0.
    #[must_use]
    pub fn new(origin: impl Into<String>, seed: u8) -> Self {
        Self {
            origin: origin.into(),
            counter: 0,
            verifies: true,
            id: vec![seed; 16],
            key: SigningKey::from_slice(&[seed; 32]).expect("a number below the curve's order"),
            user: String::new(),
        }
    }

    /// Makes its passkey by such options (`PasskeyCreation`): the body of `POST /api/v1/account/passkeys`.
    pub fn create(&mut self, options: &Value, name: &str) -> Value {
        self.user = text(&options["user"]);
        let mut data = self.data(&text(&options["host"]), HAS_CREDENTIAL);
        data.extend([0; 16]); // The make: it tells none.
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(&self.id);
        let point = self.key.verifying_key().to_encoded_point(false);
        // COSE: { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y }
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(point.x().expect("a point"));
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().expect("a point"));
        // { "fmt": "none", "attStmt": {}, "authData": data }
        let mut attestation = vec![0xa3, 0x63];
        attestation.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x59");
        attestation.extend((data.len() as u16).to_be_bytes());
        attestation.extend(data);
        json!({
            "ceremony": options["ceremony"],
            "name": name,
            "client_data": URL_SAFE_NO_PAD.encode(self.client_data("webauthn.create", options)),
            "attestation": URL_SAFE_NO_PAD.encode(attestation),
        })
    }

    /// Signs by its passkey what such options ask for (`PasskeyChallenge`): the body of `POST /api/v1/sign-in`.
    pub fn sign(&mut self, options: &Value) -> Value {
        if self.counter > 0 {
            self.counter += 1;
        }
        let data = self.data(&text(&options["host"]), 0);
        let client_data = self.client_data("webauthn.get", options);
        let mut signed = data.clone();
        signed.extend(sha256(client_data.as_bytes()));
        let signature: DerSignature = self.key.sign(&signed);
        json!({ "with": {
            "by": "passkey",
            "ceremony": options["ceremony"],
            "credential": URL_SAFE_NO_PAD.encode(&self.id),
            "client_data": URL_SAFE_NO_PAD.encode(client_data),
            "authenticator_data": URL_SAFE_NO_PAD.encode(data),
            "signature": URL_SAFE_NO_PAD.encode(signature.as_bytes()),
            "user": self.user,
        } })
    }

    fn data(&self, host: &str, flags: u8) -> Vec<u8> {
        let verified = if self.verifies { USER_VERIFIED } else { 0 };
        let mut data = sha256(host.as_bytes()).to_vec();
        data.push(USER_PRESENT | verified | flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        json!({
            "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false,
        })
        .to_string()
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).into()
}
