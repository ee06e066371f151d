//! Contacts: whom one follows, whom one blocks, and who may challenge one.

use cydonia_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use ts_rs::TS;
use uuid::Uuid;

use crate::Player;
use crate::strict::from_text;

/// A person who is challenged: a seat of a new table is kept for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ChallengedSeat {
    /// Which seat.
    pub seat: Seat,
    /// Who.
    pub player: Uuid,
}

/// Somebody whom one follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FollowedPlayer {
    /// Who.
    pub player: Player,
    /// Since when one follows them, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since_ms: i64,
    /// Whether they have the page open just now, or a program without a token, and let others know.
    pub online: bool,
    /// A public table at which they play just now, and not by correspondence: the newest. Left out too if they do not let others know
    /// that they are here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub playing: Option<Uuid>,
}

/// `GET /api/v1/follows`: whom one follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FollowList {
    /// By name.
    pub follows: Vec<FollowedPlayer>,
}

/// Somebody whom one follows, or has blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Contact {
    /// Who.
    pub player: Player,
    /// Since when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since_ms: i64,
}

/// `GET /api/v1/blocks`: whom one has blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BlockList {
    /// By name.
    pub blocks: Vec<Contact>,
}

/// From whom one takes challenges.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ChallengesFrom {
    /// From everybody whom one has not blocked.
    #[default]
    Everyone,
    /// From those who have an account, and those whom one follows.
    Registered,
    /// From those whom one follows.
    Followed,
    /// From nobody.
    Nobody,
}

impl ChallengesFrom {
    /// Its name on the wire.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(cydonia_protocol::ChallengesFrom::Followed.name(), "followed");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// `GET` and `PUT /api/v1/session/contact`: how others may reach one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ContactSettings {
    /// From whom one takes challenges.
    #[serde(deserialize_with = "from_text")]
    pub challenges: ChallengesFrom,
    /// Whether those who follow one see when one has the page open.
    pub shows_online: bool,
}

impl Default for ContactSettings {
    fn default() -> Self {
        Self { challenges: ChallengesFrom::default(), shows_online: true }
    }
}
