//! Web Push: how much waits, how often somebody is told, and how long the house tries.

use std::time::Duration;

/// Bytes of a push service's address; those of the great ones have 200.
pub const PUSH_ENDPOINT: usize = 1024;

/// Subscriptions of one player, of all their sessions; the oldest go. Nobody has more devices.
pub const PUSH_SUBSCRIPTIONS: i64 = 16;

/// News from tables that wait to be taken in. Beyond that they are left out: no table waits.
pub const PUSH_QUEUE: usize = 4096;

/// Players whom tables wait for, as far as is remembered.
pub const PUSH_PLAYERS: usize = 20_000;

/// Tables that wait for one player, as far as is remembered; the oldest are left out.
pub const PUSH_TABLES: usize = 64;

/// Tables that a message tells of one by one: it is bounded by 4 kB.
pub const PUSH_NAMED: usize = 3;

/// Others at a table whom a message names.
pub const PUSH_OTHERS: usize = 3;

/// How long it is waited before somebody is told: whoever only loads the page anew is back by then.
pub const PUSH_SETTLE: Duration = Duration::from_secs(4);

/// How often one player is told at most, of all that waits: but for an opponent, who will not wait.
pub const PUSH_PAUSE: Duration = Duration::from_secs(30);

/// How long a push service keeps word of a turn where there is time,
pub const PUSH_KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);
/// and of one that is played now, or of an opponent.
pub const PUSH_KEPT_LIVE: Duration = Duration::from_secs(10 * 60);

/// Players who are told at the same time: each of their services may take its time.
pub const PUSH_AT_ONCE: usize = 64;

/// How long a push service may take for a message.
pub const PUSH_TIMEOUT: Duration = Duration::from_secs(10);

/// How long it is waited before a message that failed is sent again: the first time, and four times as long each time after.
pub const PUSH_RETRY: Duration = Duration::from_secs(30);
/// How often one is sent again.
pub const PUSH_RETRIES: u32 = 3;
/// The longest that a service may ask to be left alone.
pub const PUSH_RETRY_LONGEST: Duration = Duration::from_secs(60 * 60);

/// Messages in a row that failed for good, after which a subscription is gone.
pub const PUSH_FAILURES: i64 = 10;

/// How long a claim is good by which the house identifies itself; a day is the most there may be (RFC 8292).
pub const PUSH_CLAIM: Duration = Duration::from_secs(12 * 60 * 60);
