//! Clubs: players who belong together, under a name of their own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{Player, TableInfo};

/// The longest text that a club tells of itself, in characters.
pub const MAX_ABOUT: usize = 500;

/// `POST /api/v1/clubs`, `PUT /api/v1/clubs/{id}`: what a club is called, and what it tells of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClubRequest {
    /// What it is called, written as a player's name is. No two clubs have names that look the same.
    pub name: String,
    /// A few words about itself: plain text, without links, and 500 characters at most.
    #[serde(default)]
    pub about: String,
}

/// `PUT /api/v1/clubs/{id}/owner`: whose a club is from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClubOwnerRequest {
    /// A member of it.
    pub player: Uuid,
}

/// The club that something is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubName {
    /// Its address: `/clubs/{id}`.
    pub id: Uuid,
    /// What it is called.
    pub name: String,
}

/// A club, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubSummary {
    /// Its address: `/clubs/{id}`.
    pub id: Uuid,
    /// What it is called.
    pub name: String,
    /// A few words about itself; perhaps none.
    pub about: String,
    /// Whose it is.
    pub owner: Player,
    /// How many belong to it, its owner included.
    pub members: u32,
    /// When it was founded, in milliseconds since 1970.
    #[ts(type = "number")]
    pub founded_ms: i64,
}

/// `GET /api/v1/clubs`: clubs, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubPage {
    /// The clubs.
    pub clubs: Vec<ClubSummary>,
    /// The cursor of the next page, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// Somebody who belongs to a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubMember {
    /// Who.
    pub player: Player,
    /// Since when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub joined_ms: i64,
}

/// `GET /api/v1/clubs/{id}`: a club, with its members and what they play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Club {
    /// As lists show it.
    #[serde(flatten)]
    pub summary: ClubSummary,
    /// Everybody who belongs to it, whoever has for the longest time first.
    pub roster: Vec<ClubMember>,
    /// The public tables, open or on, at which one of them sits: the newest first, 100 at most.
    pub tables: Vec<TableInfo>,
    /// Whom the owner has put out and not let in again: told to the owner alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Player>>")]
    pub expelled: Vec<Player>,
}
