//! Tables awake and asleep: their mailboxes, their deadlines, and who is away from them.

use std::time::Duration;

/// Tables that whoever follows their own games is told of at first: more than anybody plays at.
pub const OWN_TABLES: i64 = 200;

/// Of those, games of which they are told at first whether it is their turn: the newest, as each has to be in memory for it.
pub const OWN_TURNS: usize = 32;

/// Tables that are told to somebody who wants to know all that is kept of them, but for finished games.
pub const OWN_DATA_TABLES: i64 = 1_000;

/// Commands that wait for one table; then its senders wait too.
pub const MAILBOX_LEN: usize = 64;

/// A table that nobody watches leaves memory when nothing came for this long; the next touch reads it again.
pub const TABLE_IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// The same of a table whose game is kept: those who were there may ask for a rematch, others read it elsewhere.
pub const KEPT_IDLE_TIMEOUT: Duration = Duration::from_secs(2);

/// Frames of events that are kept as they were told, for whoever was away for a moment,
pub const RECENT: usize = 2;
/// if they are no longer than this: an event of a game under way is, and its start is not.
pub const RECENT_LENGTH: usize = 1024;

/// In a live game a seat that is away for this long has walked off: long enough for a tunnel or a restart of the page.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(2 * 60);

/// In a game without a clock the others may have a seat leave that was away for this long.
pub const CLAIM_AFTER: Duration = Duration::from_secs(10 * 60);

/// Somebody who has set a table up may take this long to come to it, before it counts as one where nobody waits.
pub const ARRIVAL: Duration = Duration::from_secs(5);

/// Of the time that an open table stands so much may go by before it is noted down that somebody was there, as a share of
/// it: a visit is not worth a write, and a crash costs no more than this.
pub const ATTENDANCE_NOTED: u32 = 8;

/// Open tables that a quick match tries one after another before it sets one up.
pub const QUICK_TRIES: usize = 8;

/// How often it is looked whether a sleeping table wants attention.
pub const TICK: Duration = Duration::from_secs(1);

/// Tables woken by one look.
pub const WAKE_BATCH: i64 = 1000;

/// A table's deadline is written at most this often, and not before half the time to the one that is noted has passed: a
/// stale one only wakes the table too early.
pub const DEADLINE_EVERY: Duration = Duration::from_secs(5);

/// A table that cannot be read is looked at again after this long: somebody may have mended it.
pub const DAMAGED_AGAIN: Duration = Duration::from_secs(60 * 60);

/// What a game is worth to a computer that holds it for lost, as a part of the victory,
pub const LOST: f32 = 0.02;
/// how often in a row it has to find that before it resigns,
pub const LOST_TURNS: u32 = 4;
/// and the level from which on it does: beginners like to win to the end, and are to see how that is done.
pub const RESIGNS_FROM: u8 = 5;

/// Turns at a table before a computer offers a draw: one that is even until then may still be played out,
pub const DRAW_OFFER_TURNS: u32 = 100;
/// how often in a row it has to find the game even before it does, and before it does so again: who declines is not pressed,
pub const EVEN_TURNS: u32 = 20;
/// and by how much of the victory its own part may differ from those of the others.
pub const EVEN_MARGIN: f32 = 0.05;

/// Actions of each seat before a computer takes a draw: an offer in the opening is no answer to a game.
pub const DRAW_TURNS: u32 = 10;
/// By how much more than its share, for each level below the highest, a computer may think itself ahead and still take a draw.
pub const DRAW_MARGIN: f32 = 0.02;

/// A computer's pause takes at most such a part of what its clock has left.
pub const PART_OF_CLOCK: u64 = 30;
