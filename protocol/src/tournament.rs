//! Tournaments: many players, and the house pairs them: Swiss, round robin, or an arena.

use cydonia_rules::Options;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use ts_rs::TS;
use uuid::Uuid;

use crate::{ClubName, Player, TimeControl};

/// How players are paired. Where more than two sit at a table, pods of as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentFormat {
    /// In each round those meet who stand alike and have not met yet.
    Swiss {
        /// How many rounds are played.
        #[schemars(range(min = 1, max = 12))]
        rounds: u8,
    },
    /// Everybody meets everybody once, two at a table.
    RoundRobin {},
    /// For a time, whoever is free meets whoever else is.
    Arena {
        /// For so long games are begun, in minutes.
        #[schemars(range(min = 10, max = 240))]
        minutes: u16,
    },
}

/// `POST /api/v1/tournaments`: a new tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentRequest {
    /// What it is called, written as a player's name is.
    pub name: String,
    /// Which game, by its id.
    pub game: String,
    /// How many sit at a table.
    pub seats: u8,
    /// Options that differ from the default.
    #[serde(default)]
    #[ts(type = "Record<string, OptionValue>")]
    pub options: Options,
    /// How much time each seat has: a live clock.
    pub clock: TimeControl,
    /// Whether its games count for ratings.
    #[serde(default)]
    pub rated: bool,
    /// How players are paired.
    pub format: TournamentFormat,
    /// When it begins, in milliseconds since 1970: within the next four weeks.
    #[ts(type = "number")]
    pub starts_ms: i64,
    /// The club that it is of: one to which whoever sets it up belongs. Its members join it, and nobody else. Without one it is for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub club: Option<Uuid>,
}

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TournamentStatus {
    /// It has not begun: whoever likes joins, or of a club's whoever belongs to that.
    Open,
    /// It is on.
    Running,
    /// It is over.
    Finished,
    /// It has not begun, as too few came, whoever set it up has taken it back, or its club was closed.
    Cancelled,
}

/// A tournament, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentSummary {
    /// Its address: `/tournaments/{id}`.
    pub id: Uuid,
    /// What it is called.
    pub name: String,
    /// Which game, by its id.
    pub game: String,
    /// How many sit at a table.
    pub seats: u8,
    /// Options that differ from the default.
    #[ts(type = "Record<string, OptionValue>")]
    pub options: Options,
    /// How much time each seat has.
    pub clock: TimeControl,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// How players are paired.
    pub format: TournamentFormat,
    /// Where it stands.
    pub status: TournamentStatus,
    /// Who has set it up.
    pub host: Player,
    /// The club that it is of, as long as there is that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub club: Option<ClubName>,
    /// When it begins or began, in milliseconds since 1970.
    #[ts(type = "number")]
    pub starts_ms: i64,
    /// When it was over, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub ended_ms: Option<i64>,
    /// The round that was paired last, from 1; 0 before the first. In an arena each pairing is one.
    pub round: u32,
    /// How many have joined, those who have withdrawn included.
    pub players: u32,
}

/// `GET /api/v1/tournaments`: tournaments, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentPage {
    /// The tournaments.
    pub tournaments: Vec<TournamentSummary>,
    /// The cursor of the next page, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// `GET /api/v1/tournaments/{id}`: a tournament, with its standings and games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Tournament {
    /// As lists show it.
    #[serde(flatten)]
    pub summary: TournamentSummary,
    /// Everybody who has joined, the first first.
    pub standings: Vec<TournamentStanding>,
    /// Every game and every bye, the last round first.
    pub games: Vec<TournamentGame>,
}

/// How somebody stands in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentStanding {
    /// Their place, from 1: those who stand exactly alike share one.
    pub place: u32,
    /// Who.
    pub player: Player,
    /// Their points, in parts of which 120 make one.
    pub score: u32,
    /// The points of all whom they have met, in the same parts: of those who have as many points, whoever met stronger ones goes first.
    pub opponents_score: u32,
    /// How many of their games are over.
    pub games: u32,
    /// Whether they take no further part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub withdrawn: bool,
}

impl TournamentStatus {
    /// As it stands on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl TournamentStanding {
    /// A whole point: as a game of up to six is told in parts of it, each is a whole number.
    pub const POINT: u32 = 120;

    /// What each seat gets for a game, by its ranks: a point to whoever was before all others, none to whoever was behind them, and the
    /// parts between. To two that is one, a half or none.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::TournamentStanding as Standing;
    ///
    /// assert_eq!(Standing::points(&[1, 2]), [Standing::POINT, 0]);
    /// assert_eq!(Standing::points(&[1, 1]), [Standing::POINT / 2; 2]);
    /// assert_eq!(Standing::points(&[2, 1, 3]), [Standing::POINT / 2, Standing::POINT, 0]);
    /// ```
    #[must_use]
    pub fn points(ranks: &[u8]) -> Vec<u32> {
        let others = ranks.len().saturating_sub(1).max(1) as u32;
        let half = Self::POINT / 2;
        let against = |own: u8, other: u8| match own.cmp(&other) {
            std::cmp::Ordering::Less => 2 * half,
            std::cmp::Ordering::Equal => half,
            std::cmp::Ordering::Greater => 0,
        };
        // Oneself is no other: that half is taken off.
        let sum = |own: u8| ranks.iter().map(|other| against(own, *other)).sum::<u32>() - half;
        ranks.iter().map(|rank| sum(*rank) / others).collect()
    }
}

/// A game of a tournament, or a bye.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentGame {
    /// Its round, from 1.
    pub round: u32,
    /// Its table; none for a bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<Uuid>,
    /// The players, by the seats that they began at; one alone has a bye.
    pub players: Vec<Uuid>,
    /// What each of them got for it, once it is over, in parts of which 120 make a point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub points: Option<Vec<u32>>,
}

/// The tournament that a table is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentRound {
    /// The tournament.
    pub id: Uuid,
    /// What it is called.
    pub name: String,
    /// The round, from 1.
    pub round: u32,
}
