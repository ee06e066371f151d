//! Records: what moderators have done, and what they see of a player.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use ts_rs::TS;

use super::{Report, Sanction};
use crate::Player;

/// What a moderator has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ModeratorAction {
    /// Found a report right.
    Upheld,
    /// Found nothing in a report.
    Dismissed,
    /// Imposed a mute.
    Muted,
    /// Imposed a ban.
    Banned,
    /// Lifted a sanction.
    Lifted,
    /// Closed a club, whose name is the text.
    ClubClosed,
    /// Took a name away, which is the text.
    NameTaken,
}

impl ModeratorAction {
    /// Its name on the wire.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(cydonia_protocol::ModeratorAction::Lifted.name(), "lifted");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An entry of the audit log. None is ever taken out of it; only the text of one about somebody who was deleted, and which addresses it is about after 90 days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AuditEntry {
    /// Its number.
    #[ts(type = "number")]
    pub number: i64,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// Which moderator.
    pub by: Player,
    /// What they did.
    pub action: ModeratorAction,
    /// Whom it is about, if that is a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub player: Option<Player>,
    /// Whom it is about, if that is a range of addresses; empty if that is the one of the player, or once it is forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub addresses: Option<String>,
    /// When what was imposed was to end, in milliseconds since 1970, unless it was for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub until_ms: Option<i64>,
    /// The reason or the note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
}

/// `GET /api/v1/moderation/log`: the audit log, the newest entry first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AuditPage {
    /// The entries.
    pub entries: Vec<AuditEntry>,
    /// The cursor of the next page, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// `GET /api/v1/moderation/players/{id}`: what moderators see of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerFile {
    /// Who.
    pub player: Player,
    /// Whether they are here just now.
    pub online: bool,
    /// The last reports of them, a hundred at most.
    pub reports: Vec<Report>,
    /// The last sanctions that they had, the newest first, a hundred at most.
    pub sanctions: Vec<Sanction>,
    /// How their rated games look.
    pub fair_play: FairPlay,
}

/// How somebody's last rated games look: figures that ask for a look at the games, and prove nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FairPlay {
    /// Of how many of their last rated games this tells.
    pub games: u32,
    /// How many of these they gave up, left or lost on time within a few moves.
    pub thrown: u32,
    /// How many were won against others who did so.
    pub given: u32,
    /// With whom they played most of them.
    pub opponents: Vec<FairPlayOpponent>,
}

/// Somebody with whom a player has played rated games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FairPlayOpponent {
    /// Who.
    pub player: Player,
    /// How many of the games.
    pub games: u32,
    /// How many of these the player won.
    pub won: u32,
    /// How many of these were played from one address.
    pub same_address: u32,
}
