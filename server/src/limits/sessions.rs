//! Sessions and seats' links: how many there are, and how long they last.

use std::time::Duration;

/// A session that nobody has used for so long is gone: browsers keep no cookie for longer, and a guest's games may last
/// weeks.
pub const SESSION_IDLE: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// How often it is noted down at most that a session is used: a write a day, and not one for each request.
pub const SESSION_NOTED: Duration = Duration::from_secs(24 * 60 * 60);

/// Sessions that links have opened for one seat; the oldest go. Nobody has more devices.
pub const SESSIONS: i64 = 16;

/// Tokens of a player: nobody has more programs.
pub const TOKENS: i64 = 32;

/// Secret links to one table's seats; the oldest go.
pub const SEAT_KEYS: i64 = 16;
