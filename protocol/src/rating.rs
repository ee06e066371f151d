//! Ratings: how strong players are, as everybody sees it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::Player;

/// Games of two and games of more are rated apart, and so are those in which computers play: no rating among people follows
/// from them.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Pool {
    /// Games with two seats.
    #[default]
    Two,
    /// Games with three seats and more.
    More,
    /// Games with two seats, one of them a computer's.
    Computers,
    /// Games with three seats and more, some of them computers'.
    ComputersMore,
}

impl Pool {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Two, Self::More, Self::Computers, Self::ComputersMore];

    /// The pool in which a game of so many seats is rated.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::Pool;
    ///
    /// assert_eq!((Pool::of(2, false), Pool::of(4, true)), (Pool::Two, Pool::ComputersMore));
    /// assert!(Pool::ALL.iter().all(|pool| Pool::from_name(pool.name()) == Some(*pool)));
    /// ```
    #[must_use]
    pub fn of(seats: usize, has_computers: bool) -> Self {
        match (seats, has_computers) {
            (2, false) => Self::Two,
            (_, false) => Self::More,
            (2, true) => Self::Computers,
            (_, true) => Self::ComputersMore,
        }
    }

    /// As it is spelt everywhere.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Two => "two",
            Self::More => "more",
            Self::Computers => "computers",
            Self::ComputersMore => "computers_more",
        }
    }

    /// The pool that is spelt so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pool| pool.name() == name)
    }
}

/// A rating as it is shown, in Glicko-2's scale around 1500.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Rating {
    /// To the nearest whole number.
    pub rating: i32,
    /// The rating deviation: the truth is within twice this with 95 %.
    pub deviation: u16,
    /// Whether too little is known yet to rely on it.
    pub provisional: bool,
}

impl Rating {
    /// From this deviation on a rating is provisional.
    pub const PROVISIONAL: f64 = 110.0;

    /// A rating rounded for showing.
    #[must_use]
    pub fn of(rating: f64, deviation: f64) -> Self {
        Self {
            rating: rating.round() as i32,
            deviation: deviation.round() as u16,
            provisional: deviation > Self::PROVISIONAL,
        }
    }
}

/// A rating as it stood at one time, with decimals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExactRating {
    /// In Glicko-2's scale around 1500, to two decimals.
    pub rating: f64,
    /// The rating deviation, to two decimals.
    pub deviation: f64,
    /// How much the player's strength goes up and down in a week, to six decimals.
    pub volatility: f64,
}

impl ExactRating {
    /// A rating rounded to the decimals that are told.
    #[must_use]
    pub fn of(rating: f64, deviation: f64, volatility: f64) -> Self {
        let hundredth = |figure: f64| (figure * 100.0).round() / 100.0;
        Self {
            rating: hundredth(rating),
            deviation: hundredth(deviation),
            volatility: (volatility * 1_000_000.0).round() / 1_000_000.0,
        }
    }
}

/// What a rated game did to one seat's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingChange {
    /// As it was when the game ended; null for somebody's first rated game.
    pub before: Option<Rating>,
    /// As the game left it.
    pub after: Rating,
    /// The same with decimals; of puzzles it is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub exact: Option<ExactRating>,
}

/// How one player stands in one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerRating {
    /// Which game, by its id.
    pub game: String,
    /// With two seats or with more, among people or with computers.
    pub pool: Pool,
    /// As it is now: the longer somebody has not played, the less is known.
    pub rating: Rating,
    /// As it is now, with decimals.
    pub now: ExactRating,
    /// As the last game left it, with decimals.
    pub last: ExactRating,
    /// How many games that is from.
    #[ts(type = "number")]
    pub games: i64,
    /// When the last of them ended, in milliseconds since 1970.
    #[ts(type = "number")]
    pub last_ms: i64,
}

/// `GET /api/v1/players/{id}/ratings`: one player's ratings, in the order of the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerRatings {
    /// Who.
    pub player: Player,
    /// One for each game and pool that they have played rated.
    pub ratings: Vec<PlayerRating>,
}

/// One game in the history of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingPoint {
    /// The game's place in the order of finishing.
    #[ts(type = "number")]
    pub number: i64,
    /// The game's id: `/games/{id}`.
    pub id: Uuid,
    /// When it ended, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// The rating that it left.
    pub rating: Rating,
    /// The same with decimals.
    pub exact: ExactRating,
}

/// `GET /api/v1/players/{id}/ratings/{game}`: how a rating came about, the last game first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingHistory {
    /// The games.
    pub points: Vec<RatingPoint>,
    /// `?cursor=` of the next page; null at the end.
    pub next: Option<String>,
}

/// One line of a leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Leader {
    /// The place, 1 being the first.
    pub place: u32,
    /// Who.
    pub player: Player,
    /// As it is now, as in the player's own ratings. Who is on the list, and where, is by what the last game left.
    pub rating: Rating,
    /// As it is now, with decimals.
    pub now: ExactRating,
    /// As the last game left it, with decimals.
    pub last: ExactRating,
    /// How many games that is from.
    #[ts(type = "number")]
    pub games: i64,
    /// When the last of them ended, in milliseconds since 1970.
    #[ts(type = "number")]
    pub last_ms: i64,
}

/// `GET /api/v1/leaderboards/{game}`: who is rated highest, of those who have played enough and not too long ago.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Leaderboard {
    /// From the highest rating on.
    pub leaders: Vec<Leader>,
    /// `?cursor=` of the next page; null at the end.
    pub next: Option<String>,
}

impl Leaderboard {
    /// So many rated games has everybody played who is listed.
    pub const MIN_GAMES: u32 = 10;

    /// So many days ago the last of them ended at most.
    pub const MAX_IDLE_DAYS: u32 = 90;
}
