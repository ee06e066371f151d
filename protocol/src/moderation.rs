//! Moderation: what people report, what moderators do about it, and what whoever it is about is told.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use ts_rs::TS;
use uuid::Uuid;

use crate::strict::from_text;
use crate::{Player, SaidLine};

/// The longest text of a report, of a moderator's note and of the reason of a sanction, in characters.
pub const MAX_NOTE: usize = 500;

/// What somebody is reported for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ReportReason {
    /// What they say insults or harasses.
    Insults,
    /// They do not play by themselves, lose on purpose, or play against themselves.
    Cheating,
    /// What they call themselves insults, or passes them off as somebody else.
    Name,
    /// Something else, which the text says.
    Other,
}

impl ReportReason {
    /// Its name on the wire.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(cydonia_protocol::ReportReason::Insults.name(), "insults");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// `POST /api/v1/reports`: somebody is reported to the moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// Who is reported.
    pub player: Uuid,
    /// What for.
    #[serde(deserialize_with = "from_text")]
    pub reason: ReportReason,
    /// The table at which it was: what they have said there goes with the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<Uuid>,
    /// What there is to say of it, in at most 500 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
}

/// What became of a report, for whoever made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReportReceipt {
    /// Its number.
    #[ts(type = "number")]
    pub report: i64,
}

/// A report that one has made, among one's own data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnReport {
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// Who is reported.
    pub player: Player,
    /// What for.
    pub reason: ReportReason,
    /// The table at which it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<Uuid>,
    /// What one had to say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
}

impl From<Report> for OwnReport {
    fn from(Report { ms, player, reason, table, text, .. }: Report) -> Self {
        Self { ms, player, reason, table, text }
    }
}

/// What moderators found of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ReportOutcome {
    /// It was right.
    Upheld,
    /// There was nothing in it.
    Dismissed,
}

impl ReportOutcome {
    /// Its name on the wire.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(cydonia_protocol::ReportOutcome::Upheld.name(), "upheld");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A report, for moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Report {
    /// Its number.
    #[ts(type = "number")]
    pub number: i64,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// Who is reported.
    pub player: Player,
    /// By whom.
    pub by: Player,
    /// What for.
    pub reason: ReportReason,
    /// The table at which it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<Uuid>,
    /// What there is to say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// The last that they had said at that table by then.
    pub said: Vec<SaidLine>,
    /// What was found, once it is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub closed: Option<ReportClosed>,
}

/// What moderators found of a report, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReportClosed {
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// Which of them.
    pub by: Player,
    /// What.
    pub outcome: ReportOutcome,
}

/// `GET /api/v1/moderation/reports`: reports, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReportPage {
    /// The reports.
    pub reports: Vec<Report>,
    /// The cursor of the next page, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// `POST /api/v1/moderation/reports/{number}`: a report is closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CloseReport {
    /// What was found.
    #[serde(deserialize_with = "from_text")]
    pub outcome: ReportOutcome,
    /// A word for the log, in at most 500 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
}

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
    /// The same of the address at which a player, who is here just now, is.
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
    /// Whom it is about, if that is a range of addresses; empty once that is forgotten.
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
    /// The last reports of them.
    pub reports: Vec<Report>,
    /// All sanctions that they ever had, the newest first.
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
}
