//! Tournaments: how many there are, and how large.

use std::time::Duration;

/// Tournaments that somebody has set up and that are not over.
pub const TOURNAMENTS: i64 = 3;

/// Players of a Swiss or an arena: as many as are paired in a moment.
pub const TOURNAMENT_PLAYERS: i64 = 256;

/// Players of a round robin, which has as many rounds but one.
pub const ROUND_ROBIN_PLAYERS: i64 = 16;

/// Rounds of a Swiss.
pub const SWISS_ROUNDS: u8 = 12;

/// For how long games of an arena are begun, in minutes.
pub const ARENA_MINUTES: std::ops::RangeInclusive<u16> = 10..=240;

/// A tournament is set up so long before it begins at most.
pub const TOURNAMENT_AHEAD: Duration = Duration::from_secs(28 * 24 * 60 * 60);

/// So long after a round's last game the next is paired: whoever played it sees how it ended, and comes back.
pub const ROUND_PAUSE: Duration = Duration::from_secs(20);

/// So long after a game of an arena, or a pairing, nobody is paired there: also for whoever gives up at once, again and again.
pub const ARENA_PAUSE: Duration = Duration::from_secs(5);
