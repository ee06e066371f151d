//! Lobby, watchers and chat: what is told, how much of it, and how often.

use std::num::NonZeroU32;
use std::time::Duration;

/// Tables that the lobby lists for one who follows it: more than anybody reads; filters find the others.
pub const LOBBY: usize = 200;

/// Public tables that the lobby knows of at all, the newest: some megabytes.
pub const LOBBY_KNOWN: usize = 20_000;

/// The lobby tells of changes at most this often, so that a busy house costs no more than a calm one.
pub const LOBBY_COALESCE: Duration = Duration::from_millis(250);

/// So long after a game's people were last seen, it is listed: they think, or come back. Then it is theirs alone until one does.
pub const PRESENT: Duration = Duration::from_secs(10 * 60);

/// Who watches is told at most this often: a thousand who come at once are one message to each, not a thousand.
pub const WATCHERS_COALESCE: Duration = Duration::from_secs(1);

/// Names of watchers that are told.
pub const WATCHERS_NAMED: usize = 20;

/// Lines of a room that are told to whoever comes.
pub const CHAT_TOLD: usize = 100;

/// The time in which a player may say so many lines.
pub const CHAT_WINDOW: Duration = Duration::from_secs(15);

/// Lines that all together may say at one table in that time: more nobody reads, and moves must not wait for talk.
pub const TABLE_LINES: NonZeroU32 = NonZeroU32::new(200).expect("more than none");

/// What was said is kept for this long after it was: for a table's people, not for ever.
pub const CHAT_KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Games of a player that are looked at, the last ones, for one in which they moved: who has a habit of playing has one
/// among them, and who sets up empty games by the hundred does not have the house read them all.
pub const GAMES_LOOKED_AT: usize = 10;
