//! REST documents under `/api/v1`.

use cydonia_rules::{LeaveReason, Options, Reason, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{ErrorCode, Event, Player, Pool, RatingChange, Series, TableInfo, TimeControl};

/// `POST` or `PATCH /api/v1/session`: what one wants to be called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SessionRequest {
    /// The name.
    pub name: String,
    /// Programs ask for a bearer token; browsers get a cookie that scripts cannot read.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub bearer: bool,
}

/// Who one is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Session {
    /// Oneself; null without a session.
    pub player: Option<Player>,
    /// The one table that the session is for, if it was opened by a seat's link: elsewhere one is nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<Uuid>,
    /// The token, given once to programs that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
}

/// `POST /api/v1/session/seat`: one's seat from another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    /// The table.
    pub table: Uuid,
    /// The seat's key.
    pub key: String,
}

/// `POST /api/v1/tables/{id}/seat-key`: what opens one's own seat from another device, until the game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatKey {
    /// The key: whoever has it plays for this seat.
    pub key: String,
}

/// `GET /api/v1/sessions`: where one is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SessionList {
    /// One's sessions, the newest first.
    pub sessions: Vec<OwnSession>,
}

/// One of one's sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnSession {
    /// What it is ended by; it opens nothing.
    #[ts(type = "number")]
    pub id: i64,
    /// When it was opened, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// When it was last used, to the day, in milliseconds since 1970.
    #[ts(type = "number")]
    pub used_ms: i64,
    /// Whether it is the one that asks.
    pub current: bool,
    /// The one table that it is for, if it was opened by a seat's link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<Uuid>,
}

/// One finished game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchSummary {
    /// Its place in the order of finishing, from 1, without gaps.
    #[ts(type = "number")]
    pub number: i64,
    /// Its table's id: `/games/{id}`.
    pub id: Uuid,
    /// Which game, by its id.
    pub game: String,
    /// The options that were chosen.
    #[ts(type = "Record<string, OptionValue>")]
    pub options: Options,
    /// Whether it counts for the players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// Its place in a series of games, if it was one of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub series: Option<Series>,
    /// Every seat in order, as it was at the end.
    pub seats: Vec<MatchSeat>,
    /// Why it ended.
    pub reason: Reason,
    /// How many actions it took, those taken back not counted, and leavings.
    pub plies: u32,
    /// When it started, in milliseconds since 1970.
    #[ts(type = "number")]
    pub started_ms: i64,
    /// When it ended, in milliseconds since 1970.
    #[ts(type = "number")]
    pub finished_ms: i64,
}

impl MatchSummary {
    /// The pool in which it is rated, if it is.
    #[must_use]
    pub fn pool(&self) -> Pool {
        Pool::of(self.seats.len(), self.seats.iter().any(|seat| seat.player.computer.is_some()))
    }
}

/// One seat of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchSeat {
    /// Who sat there.
    pub player: Player,
    /// Its score, in the game's own points.
    pub score: i32,
    /// Its rank, 1 is best.
    pub rank: u8,
    /// What a rated game did to its rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<RatingChange>,
}

/// A page of finished games, the last finished first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchPage {
    /// The games.
    pub matches: Vec<MatchSummary>,
    /// `?cursor=` of the next page; null at the end.
    pub next: Option<String>,
}

/// One finished game whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchRecord {
    /// What the lists show.
    #[serde(flatten)]
    pub summary: MatchSummary,
    /// The seat that began.
    pub first: Seat,
    /// How much time each seat had.
    pub clock: TimeControl,
    /// Whether the player who did not act first could take that side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub pie: bool,
    /// The version of the rules it was played under.
    pub rules_version: u16,
    /// Everything that changed the position, in order.
    pub line: Vec<RecordedMove>,
}

/// One action, roll, undoing, swap, takeback, leaving or taking over of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RecordedMove {
    /// Who.
    pub seat: Seat,
    /// The action's notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub action: Option<String>,
    /// The dice that were rolled for it.
    #[schemars(inner(range(min = 1, max = 6)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub roll: Option<[u8; 2]>,
    /// True if it took its last action back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub undo: bool,
    /// True if its player, instead of acting, took the other's side: from here on each sits where the other did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub swap: bool,
    /// True if it had lost what it had pledged for its dice: that roll is void.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub lost: bool,
    /// How many actions were taken back by consent, to before its last turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub takeback: Option<u32>,
    /// Why it left, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left: Option<LeaveReason>,
    /// Who sat there until a computer took the seat over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub takeover_of: Option<Player>,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
}

/// A finished game as the events that its watchers saw, from `start` to `finish`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Replay {
    /// The table.
    pub info: TableInfo,
    /// The events.
    pub events: Vec<Event>,
}

/// An error, as `application/problem+json` (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Problem {
    /// Always `about:blank`: the code tells the kind.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// Why, for programs.
    pub code: ErrorCode,
    /// Why, for people.
    pub detail: String,
    /// The first line of a record that is wrong, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<u32>,
    /// The first entry of a side line that cannot be played, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub entry: Option<u32>,
}
