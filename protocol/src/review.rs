//! Shared reviews: finished games that several people look at together, where one leads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::MAX_SIDE_LINE;

/// The longest entry of a side line, in bytes; no game has longer ones.
const MAX_ENTRY: usize = 64;

/// A place in a finished game: one of its positions, or one of a side line that leaves it there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReviewPlace {
    /// After how many entries of the game's line.
    pub step: u32,
    /// The entries of the side line, in the notation of records; none in the game itself.
    #[schemars(length(max = 100), inner(length(min = 1, max = 64)))]
    pub line: Vec<String>,
    /// How many of them have been played in the position that is shown; all, if there are not so many.
    pub shown: u32,
}

impl ReviewPlace {
    /// Whether it may be a place at all; whether its entries are legal is found by whoever looks at it.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::ReviewPlace;
    ///
    /// let place = ReviewPlace { step: 12, line: vec!["b2-c3".to_owned()], shown: 1 };
    /// assert!(place.is_sound());
    /// assert!(!ReviewPlace { line: vec![String::new()], ..place }.is_sound());
    /// ```
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.line.len() <= MAX_SIDE_LINE
            && self.line.iter().all(|entry| !entry.is_empty() && entry.len() <= MAX_ENTRY)
    }
}

/// Somebody who takes part in a shared review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Reviewer {
    /// Tells people of one review apart; never used twice there.
    pub number: u32,
    /// Their name; none for a guest without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
}
