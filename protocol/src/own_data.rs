//! Own data: all that a house keeps of somebody, for themselves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    Account, Contact, ContactSettings, MailStatus, MatchRecord, OwnReport, OwnSanction, OwnSession, OwnToken,
    PlayerRating, Preferences, Rating, Room, TableInfo, Words,
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
    /// Who has become part of one, and when.
    pub merged: Vec<Contact>,
    /// The addresses of push services at which one's browsers are told of turns.
    pub push: Vec<String>,
    /// Tables whose games are not over at which one sits, or a seat is kept for one, and those whose games were aborted: the newest first, and the newest
    /// thousand.
    pub tables: Vec<TableInfo>,
    /// Where one is told by e-mail, if one is.
    pub mail: MailStatus,
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
    /// The tournaments that one has joined, the last first.
    pub tournaments: Vec<JoinedTournament>,
    /// The clubs to which one belongs, and those that one was put out of, the last first.
    pub clubs: Vec<OwnClub>,
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

/// A tournament that one has joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct JoinedTournament {
    /// Which.
    pub tournament: Uuid,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
}

/// How somebody stands to a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClubStanding {
    /// It is theirs.
    Owner,
    /// They belong to it.
    Member,
    /// Its owner has put them out.
    Expelled,
}

/// A club of one's own, or one that one joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnClub {
    /// Which.
    pub club: Uuid,
    /// What it is called.
    pub name: String,
    /// How one stands to it.
    pub standing: ClubStanding,
    /// Since when, in milliseconds since 1970.
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
