//! Player documents of the REST interface: who is found by a name, and how somebody's games went.

use std::collections::BTreeMap;

use cydonia_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Player;

/// `GET /api/v1/players`: a page of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerList {
    /// The players.
    pub players: Vec<Player>,
    /// The next page's cursor; null if there is none.
    pub next: Option<String>,
}

/// How many games, and how they ended for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Tally {
    /// Games in all.
    pub games: u32,
    /// Games that no opponent was first in.
    pub won: u32,
    /// Games that one was first in, too.
    pub drawn: u32,
    /// All others.
    pub lost: u32,
}

/// `GET /api/v1/players/{id}/results`: how somebody's public games went, by game and seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerResults {
    /// Who.
    pub player: Player,
    /// Against whom, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub opponent: Option<Player>,
    /// The number of the first game that was looked at; null if all were.
    #[ts(type = "number | null")]
    pub since: Option<i64>,
    /// The results, in the order of the games.
    pub results: Vec<SeatResults>,
}

/// How games went in which somebody sat at one seat. Of a computer that sat at several seats of a game each counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatResults {
    /// Which game, by its id.
    pub game: String,
    /// For how many.
    pub seats: u8,
    /// The seat.
    pub seat: Seat,
    /// How they went.
    #[serde(flatten)]
    pub tally: Tally,
}

/// `GET /api/v1/players/{id}/opponents`: against whom somebody has played in public games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Opponents {
    /// Who.
    pub player: Player,
    /// The number of the first game that was looked at; null if all were.
    #[ts(type = "number | null")]
    pub since: Option<i64>,
    /// Those whom they have met most often, a hundred at most; partners are none.
    pub opponents: Vec<Opponent>,
}

/// Somebody whom one has played against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Opponent {
    /// Who.
    pub player: Player,
    /// How these games went for whoever was asked about.
    #[serde(flatten)]
    pub tally: Tally,
}

/// `GET /api/v1/players/{id}/activity`: on which days somebody has finished public games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerActivity {
    /// Who.
    pub player: Player,
    /// The number of the first game that was looked at; null if all were.
    #[ts(type = "number | null")]
    pub since: Option<i64>,
    /// The days on which any game ended, the last first.
    pub days: Vec<ActiveDay>,
}

/// A day on which somebody has finished games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ActiveDay {
    /// When it began, in milliseconds since 1970: at midnight, UTC.
    #[ts(type = "number")]
    pub from_ms: i64,
    /// How many games, by the game's id.
    #[ts(type = "Record<string, number>")]
    pub finished: BTreeMap<String, u32>,
    /// How they went.
    #[serde(flatten)]
    pub tally: Tally,
}
