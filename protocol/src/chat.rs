//! Chat: what people say to each other at a table.

use cydonia_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::VariantArray;
use ts_rs::TS;

use crate::Player;
use crate::strict::from_text;

/// The longest text that is passed on, in characters.
pub const MAX_TEXT: usize = 200;

/// Who hears it. While the game is on neither room hears the other; once it is over those who watched are heard by all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// Those who sit at the table, and nobody else.
    Players,
    /// Those who watch; who sits at the table is told once the game is over.
    Watchers,
}

/// What a house lets people say at tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChatRule {
    /// Phrases that every page knows, and words of one's own.
    #[default]
    Words,
    /// Phrases alone.
    Phrases,
    /// Nothing.
    Off,
}

impl ChatRule {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    pub(crate) fn is_words(&self) -> bool {
        *self == Self::Words
    }
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Words {
    /// Words of one's own: for those who have finished a game here.
    Text {
        /// One line, of at most 200 characters, without links.
        text: String,
    },
    /// Something that everybody may say, and that every page says in its own words.
    Phrase {
        /// Which.
        #[serde(deserialize_with = "from_text")]
        phrase: Phrase,
    },
}

/// What everybody may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Thank you!
    Thanks,
    /// Oh!
    Oh,
    /// Sorry!
    Sorry,
    /// One moment, please.
    OneMoment,
    /// I am back.
    Back,
    /// Good game!
    GoodGame,
    /// I have to go.
    Goodbye,
}

impl Phrase {
    /// Every phrase, in the order in which they are offered.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ChatLine {
    /// Its number in its room at this table, from 1.
    #[ts(type = "number")]
    pub n: u64,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ms: i64,
    /// By whom, as they were called then.
    pub player: Player,
    /// The speaker's seat, in the room of the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<Seat>,
    /// What.
    pub words: Words,
}
