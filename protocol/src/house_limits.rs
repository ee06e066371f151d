//! House limits: what a house allows, as its greeting tells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ChatRule;

/// How long the house waits for people, and what they may wish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HouseLimits {
    /// In a live game a seat that is away for so long has left, in milliseconds.
    #[ts(type = "number")]
    pub abandoned_after_ms: u64,
    /// In a game without a clock the others may have a seat leave that was away for so long, in milliseconds.
    #[ts(type = "number")]
    pub claim_after_ms: u64,
    /// A full table waits so long for seats that are not ready to play with dice, in milliseconds.
    #[ts(type = "number")]
    pub ready_within_ms: u64,
    /// After so long a pause ends though somebody is away, in milliseconds.
    #[ts(type = "number")]
    pub pause_kept_ms: u64,
    /// The least and the most seconds for a game.
    pub initial_s: [u32; 2],
    /// The least and the most seconds with every turn.
    pub increment_s: [u32; 2],
    /// The fewest and the most days for a turn.
    pub days: [u8; 2],
    /// The longest text that one may say, in characters.
    pub text: u32,
    /// How many tables of computers alone may be played at once; left out if none.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u32>")]
    pub exhibitions: u32,
    /// What may be said at tables; left out if words of one's own are.
    #[serde(default, skip_serializing_if = "ChatRule::is_words")]
    #[ts(optional, as = "Option<ChatRule>")]
    pub chat: ChatRule,
    /// Whether nobody gets a name here who has none; left out if they do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub no_newcomers: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
