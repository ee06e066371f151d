//! Moderation: how much is reported, how long that is kept, and what of a player's games is looked at.

use std::num::NonZeroU32;
use std::time::Duration;

/// Reports that somebody may make in a day: whoever meets more that should be reported blocks them.
pub const REPORTS_A_DAY: NonZeroU32 = NonZeroU32::new(10).expect("more than none");

/// Lines of somebody who is reported that go with the report, the last at that table.
pub const LINES_REPORTED: i64 = 20;

/// How long a report is kept: so that whoever does it again is found.
pub const REPORTS_KEPT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Reports and sanctions that are told with a player's file.
pub const FILED: usize = 100;

/// The same among one's own data: more than come together.
pub const OWN_FILED: usize = 10_000;

/// Hours for which a range of addresses is shut out at most: addresses go from one household to the next.
pub const ADDRESSES_HOURS: u32 = 30 * 24;

/// How long it is kept which addresses were shut out, from when they were: longer than any of them is.
pub const ADDRESSES_KEPT: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// Hours for which anybody is: ten years. Whoever is meant for longer is meant for ever.
pub const SANCTION_HOURS: u32 = 10 * 365 * 24;

/// Bits of an IPv4 address that a range names at least: fewer are a whole provider.
pub const RANGE_BITS_V4: u8 = 16;

/// The same of IPv6,
pub const RANGE_BITS_V6: u8 = 32;

/// and at most, as a network gives the rest to one household.
pub const HOUSEHOLD_BITS_V6: u8 = 64;

/// Rated games of a player that are looked at, the last ones.
pub const FAIR_PLAY_GAMES: i64 = 200;

/// Opponents of whom is told how often they were met.
pub const FAIR_PLAY_OPPONENTS: usize = 10;

/// Plies for each seat within which a game that is given up was hardly played.
pub const THROWN_PLIES: i64 = 4;
