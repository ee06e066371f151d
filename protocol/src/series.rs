//! Series of games: the same people at one table after another, each time one seat on, with a score.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

/// A game's place in a series. When one ends, the house sets the next table up: its players have moved one seat on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Series {
    /// The table of its first game: what all its games have in common.
    pub id: Uuid,
    /// Which of its games this is, from 1.
    pub number: u8,
    /// How many games it is of.
    pub games: u8,
    /// What each seat had before this game, in sixtieths of a point: a game is worth one, shared by those with the first rank.
    pub score: Vec<u32>,
    /// Whether no other game follows though there were to be more: this one was aborted, or somebody has walked off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub ended: bool,
}

impl Series {
    /// The most games of one series: a multiple of two, three, four and six.
    pub const MOST_GAMES: u8 = 12;

    /// A whole point: as up to six share it, each part is a whole number.
    pub const POINT: u32 = 60;

    /// Whether so many games can be played by so many seats: one, which is no series, or everybody has each seat equally often.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::Series;
    ///
    /// assert!(Series::admits(1, 2) && Series::admits(4, 2) && Series::admits(9, 3));
    /// assert!(!Series::admits(0, 2) && !Series::admits(3, 2) && !Series::admits(14, 2));
    /// ```
    #[must_use]
    pub fn admits(games: u8, seats: u8) -> bool {
        games == 1 || (1..=Self::MOST_GAMES).contains(&games) && seats > 0 && games.is_multiple_of(seats)
    }

    /// The first game of a series; none for a single game.
    #[must_use]
    pub fn begin(id: Uuid, games: u8, seats: usize) -> Option<Self> {
        (games > 1).then(|| Self { id, number: 1, games, score: vec![0; seats], ended: false })
    }

    /// What each seat has after this game, by its ranks.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::Series;
    ///
    /// let series = Series::begin(uuid::Uuid::nil(), 3, 3).unwrap();
    /// assert_eq!(series.score_after(&[1, 3, 1]), [Series::POINT / 2, 0, Series::POINT / 2]);
    /// ```
    #[must_use]
    pub fn score_after(&self, ranks: &[u8]) -> Vec<u32> {
        let firsts = ranks.iter().filter(|rank| **rank == 1).count() as u32;
        let won = |rank: u8| if rank == 1 { Self::POINT / firsts.max(1) } else { 0 };
        self.score.iter().zip(ranks).map(|(score, rank)| score + won(*rank)).collect()
    }

    /// Whether others are to follow, unless it has ended.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.number < self.games && !self.ended
    }

    /// Whether it has begun before this game: none of its seats can be given up any more.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        self.number > 1
    }
}

/// As many games as there are where nothing is said of a series.
pub(crate) fn one_game() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
pub(crate) fn is_one(games: &u8) -> bool {
    *games == 1
}
