//! E-mail: where somebody wants to be told once a day what waits for them, in a house that sends any.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Language;

/// The most bytes of an address (RFC 5321, 4.5.3.1.3, without its brackets).
pub const MAX_MAIL_ADDRESS: usize = 254;

/// `GET /api/v1/account/mail`: whether one is told by e-mail, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MailStatus {
    /// Whether this house sends e-mail.
    pub offered: bool,
    /// Where to; none if one has said nothing.
    pub address: Option<String>,
    /// Whether one has shown, by the code that was sent there, that it is one's own. Before that nothing else is sent there.
    pub confirmed: bool,
}

/// `PUT /api/v1/account/mail`: where to. A code is sent there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct MailRequest {
    /// The address: `local@domain` in ASCII, at most 254 bytes.
    pub address: String,
    /// What is sent there is written in.
    pub language: Language,
}

/// `POST /api/v1/account/mail/confirmation`: what shows that the address is one's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct MailConfirmation {
    /// The code that was sent there.
    pub code: String,
}
