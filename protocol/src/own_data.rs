//! Own data: all that a house keeps of somebody, for themselves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    Account, Contact, ContactSettings, MatchRecord, OwnReport, OwnSanction, OwnSession, OwnToken,
    PlayerRating, Preferences, Rating, Room, Words,
};

/// A line of `GET /api/v1/account/data`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OwnDataLine {
    /// The first: everything but the games.
    Own(Box<OwnData>),
    /// Each further one: a finished game, private or not, the first one first.
    Game(Box<MatchRecord>),
}

/// All that is kept of somebody but their games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnData {
    /// Who one is, and how one signs in.
    pub account: Account,
    /// When one first said a name, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since_ms: i64,
    /// Where one is signed in.
    pub sessions: Vec<OwnSession>,
    /// What one's programs may do.
    pub tokens: Vec<OwnToken>,
    /// How one likes the page.
    pub preferences: Preferences,
    /// How others may reach one.
    pub contact: ContactSettings,
    /// Whom one follows.
    pub follows: Vec<Contact>,
    /// Whom one has blocked.
    pub blocks: Vec<Contact>,
    /// The addresses of push services at which one's browsers are told of turns.
    pub push: Vec<String>,
    /// One's ratings.
    pub ratings: Vec<PlayerRating>,
    /// One's rating in puzzles, once one has tried one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub puzzle_rating: Option<Rating>,
    /// The puzzles that one has tried, the first one first.
    pub puzzles: Vec<TriedPuzzle>,
    /// What one has said and is still kept, the first one first.
    pub said: Vec<SaidLine>,
    /// Whom one has reported, the last first.
    pub reports: Vec<OwnReport>,
    /// What one may not do here, or might not once, the last first.
    pub sanctions: Vec<OwnSanction>,
    /// Rated games that one played from the address of another who played them.
    pub same_address_games: Vec<Uuid>,
}

/// A puzzle that one has tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TriedPuzzle {
    /// Which.
    pub puzzle: Uuid,
    /// Whether one's first attempt found the solution.
    pub solved: bool,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
}

/// Something that one has said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SaidLine {
    /// The table at which.
    pub table: Uuid,
    /// To whom.
    pub room: Room,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// What.
    pub words: Words,
}
