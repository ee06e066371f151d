//! REST documents under `/api/v1`.

use cydonia_rules::{LeaveReason, Objection, Options, Reason, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::event::is_zero;
use crate::{
    ErrorCode, Event, NamedPosition, Player, Pool, RatingChange, Scope, Series, TableInfo, TimeControl,
};

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
    /// What the token that asks is good for; absent where it is a session, which is good for everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scopes: Option<Vec<Scope>>,
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

/// `POST /api/v1/tables/{id}/code` and `GET /api/v1/codes/{code}`: a table's short address, `/t/{code}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TableCode {
    /// The code: Crockford's base 32, from five letters and digits on.
    pub code: String,
    /// The table, or the game that was played there. A private one wants its key besides.
    pub table: Uuid,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchSummary {
    /// Its place in the order of finishing, from 1, without gaps.
    #[ts(type = "number")]
    pub number: i64,
    /// Its table's id: `/games/{id}`.
    pub id: Uuid,
    /// Which game, by its id.
    pub game: String,
    /// Every option as it stood, chosen or by default.
    #[ts(type = "Record<string, OptionValue>")]
    pub options: Options,
    /// The seat that began: where a roll decided it, whoever won that, or 0 if it never came so far.
    pub first: Seat,
    /// How much time each seat had.
    pub clock: TimeControl,
    /// Whether only those who played it, or have its key, find it.
    pub private: bool,
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
    /// How long it took from the one to the other, pauses and outages included.
    #[ts(type = "number")]
    pub duration_ms: i64,
    /// The seats that have won, those of a team together; none where the first rank was shared with an opponent.
    pub winners: Vec<Seat>,
    /// The table that it was a rematch of, or the one before in its series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rematch_of: Option<Uuid>,
}

impl MatchSummary {
    /// The pool in which it is rated, if it is.
    #[must_use]
    pub fn pool(&self) -> Pool {
        Pool::of(self.seats.len(), self.seats.iter().any(|seat| seat.player.computer.is_some()))
    }
}

/// A command that was carried out: what stands in the `ok` that answers it over the socket.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct CommandAnswer {
    /// The table that was made or found, for `create`, `quick` and `rematch`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<Uuid>,
    /// The seat that was taken, for `create`, `quick`, `sit` and `rematch`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<Seat>,
    /// The key of a private table, for `create` and `rematch`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// The offer that was made, for `offer`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub offer: Option<u64>,
    /// Why the action may not be taken, for `explain`; none if it may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub objection: Option<Objection>,
}

/// What a game was to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// It was first, and no opponent was.
    Won,
    /// It was first, and so was an opponent.
    Drawn,
    /// Somebody else was first.
    Lost,
}

/// Times in a finished game when no clock ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Standstill {
    /// Why.
    pub why: StandstillReason,
    /// From when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub from_ms: i64,
    /// Until when.
    #[ts(type = "number")]
    pub until_ms: i64,
}

/// Why no clock ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum StandstillReason {
    /// All had agreed to a pause.
    Pause,
    /// The house was away.
    Outage,
}

/// One seat of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchSeat {
    /// Who sat there.
    pub player: Player,
    /// Its score, in the game's own points.
    pub score: i32,
    /// Its rank, 1 is best.
    pub rank: u8,
    /// What the game was to it.
    pub result: GameResult,
    /// Its team, where there are teams: seats of one number played together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub team: Option<u8>,
    /// What a rated game did to its rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<RatingChange>,
}

impl MatchSeat {
    /// Which of these have won.
    #[must_use]
    pub fn winners(seats: &[Self]) -> Vec<Seat> {
        (0..).zip(seats).filter(|(_, seat)| seat.result == GameResult::Won).map(|(seat, _)| seat).collect()
    }
}

/// A page of finished games, the last finished first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchPage {
    /// The games.
    pub matches: Vec<MatchSummary>,
    /// `?cursor=` of the next page; null at the end of a list of the newest first. The oldest first it is always there: games that end
    /// later come behind it.
    pub next: Option<String>,
    /// Whether there may be games behind this page already.
    pub more: bool,
}

/// One finished game whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MatchRecord {
    /// What the lists show.
    #[serde(flatten)]
    pub summary: MatchSummary,
    /// Whether the player who did not act first could take that side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub pie: bool,
    /// The version of the rules it was played under.
    pub rules_version: u16,
    /// Everything that changed the position, in order.
    pub line: Vec<RecordedMove>,
    /// When no clock ran meanwhile, in order: what lies between two times of the line is not all thought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Standstill>>")]
    pub standstills: Vec<Standstill>,
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
    /// What its clock got back for the way through the net, and for the wait in the house, in milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u32>")]
    pub credit_ms: u32,
    /// What the seat had left behind it, in milliseconds; only with `clocks=true`, and only in games with clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub left_ms: Option<i64>,
    /// The position in which it came; only with `positions=true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub position: Option<NamedPosition>,
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
