//! Sanctions: what somebody may not do for a while, and what they are told of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use ts_rs::TS;
use uuid::Uuid;

use crate::Player;
use crate::strict::from_text;

/// What somebody may not do for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SanctionKind {
    /// Talk.
    Mute,
    /// Play or talk: they watch, and look up, as everybody may.
    Ban,
}

impl SanctionKind {
    /// Its name on the wire.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(cydonia_protocol::SanctionKind::Ban.name(), "ban");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Whom a sanction is to be for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum SanctionTarget {
    /// One player, guest or not.
    Player {
        /// Who.
        player: Uuid,
    },
    /// Guests of a range of addresses, and whoever comes from there without a name; those who have an account are not meant.
    Addresses {
        /// The range, as `203.0.113.0/24` or `2001:db8::/64`.
        range: String,
    },
    /// The same of the address at which a player, who is here just now, is. Nobody is told which that is.
    AddressOf {
        /// Who.
        player: Uuid,
    },
}

/// `POST /api/v1/moderation/sanctions`: a sanction is imposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SanctionRequest {
    /// What is not allowed.
    #[serde(deserialize_with = "from_text")]
    pub kind: SanctionKind,
    /// To whom.
    pub target: SanctionTarget,
    /// For how many hours; for ever if that is left out, which a range of addresses is never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hours: Option<u32>,
    /// Why, as they are told, in at most 500 characters.
    pub reason: String,
}

/// A sanction, for moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Sanction {
    /// Its number.
    #[ts(type = "number")]
    pub number: i64,
    /// What is not allowed.
    pub kind: SanctionKind,
    /// To whom, if it is for one player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub player: Option<Player>,
    /// To whom, if it is for a range of addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub addresses: Option<String>,
    /// To whom, if it is for guests from where a player was, which is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub address_of: Option<Player>,
    /// Why, as they are told.
    pub reason: String,
    /// Which moderator has imposed it.
    pub by: Player,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// When it ends, in milliseconds since 1970, unless it is for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub until_ms: Option<i64>,
    /// When it was lifted, in milliseconds since 1970, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub lifted_ms: Option<i64>,
}

/// `GET /api/v1/moderation/sanctions`: those that are in force, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SanctionPage {
    /// The sanctions.
    pub sanctions: Vec<Sanction>,
    /// The cursor of the next page, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// `GET /api/v1/session/standing`: what one may not do here, and whether one is a moderator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Standing {
    /// Whether one is a moderator.
    pub moderator: bool,
    /// What one may not do, for whatever reason.
    pub sanctions: Vec<OwnSanction>,
    /// To whom one turns who finds that wrong, in the house's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub appeals: Option<String>,
}

/// What one may not do, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnSanction {
    /// What.
    pub kind: SanctionKind,
    /// Whether it is for the address that one comes from, and for guests alone.
    pub by_address: bool,
    /// Why.
    pub reason: String,
    /// Since when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// Until when, in milliseconds since 1970, unless it is for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub until_ms: Option<i64>,
    /// When it was lifted, in milliseconds since 1970, if it was: among one's own data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub lifted_ms: Option<i64>,
}

impl From<Sanction> for OwnSanction {
    fn from(Sanction { kind, player, reason, ms, until_ms, lifted_ms, .. }: Sanction) -> Self {
        Self { kind, by_address: player.is_none(), reason, ms, until_ms, lifted_ms }
    }
}
