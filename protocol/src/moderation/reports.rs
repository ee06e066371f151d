//! Reports: what people tell moderators of each other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use ts_rs::TS;
use uuid::Uuid;

use crate::strict::from_text;
use crate::{Player, SaidLine};

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
