//! Tokens: what programs of a player's do things with, each for as much as it needs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use ts_rs::TS;

/// What a token is good for.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    TS,
    VariantArray,
    IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Scope {
    /// To see what its player sees: their private games, and whatever comes to them. Every token is good for that.
    Read,
    /// To play: tables, seats, actions, offers, puzzles.
    Play,
    /// To talk: at tables, and in reviews.
    Chat,
}

impl Scope {
    /// Every scope, in the order of declaration.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// `POST /api/v1/tokens`: a new token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// What one knows it by, written as a player's name is.
    pub name: String,
    /// What it is good for, besides reading.
    pub scopes: Vec<Scope>,
}

/// One of one's tokens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnToken {
    /// What it is revoked by; it opens nothing.
    #[ts(type = "number")]
    pub id: i64,
    /// What one knows it by.
    pub name: String,
    /// What it is good for.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// When it was last used, to the day, in milliseconds since 1970.
    #[ts(type = "number")]
    pub used_ms: i64,
    /// The token itself: told once, in the answer to whoever made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
}

/// `GET /api/v1/tokens`: what one's programs may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TokenList {
    /// One's tokens, the newest first.
    pub tokens: Vec<OwnToken>,
}
