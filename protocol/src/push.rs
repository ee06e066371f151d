//! Web Push: how a browser asks to be told, and what it is told.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

/// `POST /api/v1/push`: a browser's subscription, as its push service made it out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PushRequest {
    /// Where the push service takes messages for it: an `https` address, at most 1024 bytes.
    pub endpoint: String,
    /// The public key that messages are encrypted for: a point on P-256, uncompressed, in base64url without padding.
    pub p256dh: String,
    /// The secret that goes into the encryption besides: 16 bytes, in base64url without padding.
    pub auth: String,
}

/// `GET`, `POST` and `DELETE /api/v1/push`: how this browser stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PushStatus {
    /// The house's public key (VAPID), for which a browser subscribes: a point on P-256, uncompressed, in base64url without
    /// padding.
    pub key: String,
    /// Whether the session that asks has a subscription.
    pub subscribed: bool,
}

/// Why a table waits for somebody who is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PushReason {
    /// It is their turn.
    Turn,
    /// The last seat was taken.
    Opponent,
    /// A seat is kept for them: they are challenged.
    Challenge,
    /// They were paired in a tournament, and their game begins.
    Tournament,
}

/// A table that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PushTable {
    /// Its address.
    pub table: Uuid,
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub title: String,
    /// What for.
    pub why: PushReason,
    /// The names of some of the others, as they are shown.
    pub with: Vec<String>,
}

/// What a push message holds, encrypted for its browser: everything that waits, so that the last one is enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PushMessage {
    /// How many tables wait.
    pub count: u32,
    /// Some of them, the latest first.
    pub tables: Vec<PushTable>,
}
