//! Lobby: the list of public tables, what one asks to see of it, and what it tells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::strict::text_if_any;
use crate::{TableInfo, TableStatus, TimeControl};

/// Which tables one wants to see: those to which all that is given applies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LobbyFilter {
    /// Of this game, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<String>,
    /// With so many seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<u8>,
    /// With this kind of clock.
    #[serde(default, deserialize_with = "text_if_any", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<ClockKind>,
    /// Where a seat is free, or where the game is on.
    #[serde(default, deserialize_with = "text_if_any", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub standing: Option<LobbyStanding>,
    /// Those whose game counts for the players' ratings, or those whose does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rated: Option<bool>,
}

/// The kinds of time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// Without a clock.
    None,
    /// With minutes for the game.
    Fischer,
    /// With days for a turn.
    Correspondence,
}

/// Where a listed table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum LobbyStanding {
    /// Seats can be taken.
    Open,
    /// The game is on.
    Playing,
}

/// A table as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ListedTable {
    /// The table.
    pub info: TableInfo,
    /// How many watch it without sitting at it.
    pub watchers: u32,
    /// Whether somebody who sits there is present, while it is open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub attended: bool,
}

impl LobbyFilter {
    /// Whether it asks for that table.
    #[must_use]
    pub fn admits(&self, info: &TableInfo) -> bool {
        let clock = match info.clock {
            TimeControl::None {} => ClockKind::None,
            TimeControl::Fischer { .. } => ClockKind::Fischer,
            TimeControl::Correspondence { .. } => ClockKind::Correspondence,
        };
        let standing = match info.status {
            TableStatus::Open => Some(LobbyStanding::Open),
            TableStatus::Playing => Some(LobbyStanding::Playing),
            TableStatus::Finished | TableStatus::Aborted => None,
        };
        self.game.as_ref().is_none_or(|game| *game == info.game)
            && self.seats.is_none_or(|seats| usize::from(seats) == info.seats.len())
            && self.clock.is_none_or(|wanted| wanted == clock)
            && self.rated.is_none_or(|rated| rated == info.rated)
            && self.standing.is_none_or(|wanted| Some(wanted) == standing)
    }
}
