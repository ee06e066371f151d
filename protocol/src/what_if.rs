//! What-if documents: side lines, which leave a game at one of its steps, and how things stand after them.

use cydonia_rules::{Layout, Notations, Outcome, ScoreChange, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Event, NamedPosition};

/// `GET /api/v1/matches/{id}/what-if`, `/api/v1/tables/{id}/what-if` or `/api/v1/what-if`: how a game would stand, had it gone on
/// otherwise, or from any position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct WhatIf {
    /// After how many entries of the game's line the side line begins.
    pub step: u32,
    /// How many entries there are of which one may ask that.
    pub steps: u32,
    /// Where things are and what they are called, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layout: Option<Layout>,
    /// The position in which the side line begins.
    pub start: View,
    /// What each entry of the side line does, as those who watch a table see it: `act` and `roll`, with differences and motions.
    /// Events and rolls are numbered within the side line, and none has a time.
    pub line: Vec<Event>,
    /// The position at its end.
    pub view: View,
    /// The same by name; none if the game is over there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub position: Option<NamedPosition>,
    /// Every action that is legal there; none where dice are due, or the game is over.
    #[schemars(with = "Vec<String>")]
    #[ts(as = "Vec<String>")]
    pub actions: Notations,
    /// Those that end the turn but not the game, in games with dice.
    #[schemars(with = "Vec<String>")]
    #[ts(as = "Vec<String>")]
    pub ends: Notations,
    /// What actions bring in scores, those together that bring the same; those that bring nobody anything stand in none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ScoreChange>>")]
    pub scores: Vec<ScoreChange>,
    /// How the game would have ended, if it is over there; null if not.
    pub outcome: Option<Outcome>,
}
