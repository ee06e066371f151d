//! The store: what shares a commit, what waits for one, what a query looks at, and how long things are kept.

use std::time::Duration;

/// Appends that share one commit at most, so that the first never waits long.
pub const MAX_COMMIT_BATCH: usize = 256;

/// Bytes of records that come in before they are sorted into their tables' journals. Until then they are in memory too; the
/// more there are, the fewer pages are written for each.
pub const STAGING_MAX_BYTES: usize = 2 * 1024 * 1024;

/// Bytes of records that come in while others are sorted in; then appends wait for that.
pub const STAGING_HARD_BYTES: usize = 2 * STAGING_MAX_BYTES;

/// Writes that wait for the store; then their senders wait too.
pub const WRITE_QUEUE_LEN: usize = 1024;

/// How long a commit waits for a backup or another program that holds the database; then it is refused.
pub const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a commit to a database server may take in all, and how long connecting to one; then nobody is there.
pub const COMMIT: Duration = Duration::from_secs(5);
/// See [`COMMIT`].
pub const CONNECT: Duration = Duration::from_secs(3);

/// A database that was lost is tried again at once, then after this long, and then after twice as long each time,
pub const RECONNECT: Duration = Duration::from_millis(100);
/// but at least this often: a server comes back within seconds when it is restarted, a disk as soon as there is room.
pub const RECONNECT_MAX_BACKOFF: Duration = Duration::from_secs(5);

/// How often the house notes down that it is open. After a crash nobody loses more than this of their time.
pub const HEARTBEAT: Duration = Duration::from_secs(2);

/// How long a database server may work on one thing that is read from it; then it gives that up.
pub const READ: Duration = Duration::from_secs(5);
/// How long its answer is waited for: it may never come, as over a line that is cut on the way.
pub const ANSWER: Duration = Duration::from_secs(6);

/// Connections that read the store beside the one that writes.
pub const READERS: u32 = 4;

/// A thread of low priority that computes yields its core after so long,
pub const YIELD_EVERY: Duration = Duration::from_micros(200);
/// for this long, and whoever waits for that core has it. It costs what takes long a fifth of its speed. Moves are flushed by threads
/// of the system's own, which wait for it: after half a millisecond, the 99th percentile of moves beside computers that think
/// was 1.8 times what it is without them, and is 1.3 times now.
pub const YIELD_FOR: Duration = Duration::from_micros(50);

/// It looks at the clock whenever it has written or packed so many bytes,
pub const YIELD_BYTES: usize = 16 * 1024;
/// played some records, or come so many steps further in a query.
pub const YIELD_STEPS: i32 = 1_000;

/// Games off which the name of somebody who was deleted is taken in one commit: a few milliseconds.
pub const GAMES_ERASED_AT_ONCE: i64 = 500;

/// Games that are given in one commit to whom their player has become part of: as [`GAMES_ERASED_AT_ONCE`].
pub const GAMES_HANDED_OVER_AT_ONCE: i64 = 500;

/// Rows that a page of finished games looks at: some milliseconds. What is rarer than that comes in more pages.
pub const MAX_ROWS_SCANNED: i64 = 2_000;

/// Games of which the options are read in one go with a page that asks for some: the rows that it looks at, and others in between.
pub const OPTIONS_READ: i64 = 10 * MAX_ROWS_SCANNED;

/// Games of somebody's that are added up: as many as one person plays in some years, and some milliseconds.
pub const RESULTS_SCANNED: i64 = 10_000;

/// The most that a house's clock is ever set back: games that ended in some days are looked for among those that were
/// kept within so much of them.
pub const CLOCK_SET_BACK: Duration = Duration::from_secs(24 * 60 * 60);

/// Rows that one statement adds: an engine takes some tens of thousands of values.
pub const ROWS: usize = 1000;

/// Games that are rated anew in one go.
pub const RECOMPUTED: i64 = 1000;

/// Puzzles of a house's own games: more than anybody solves, and some megabytes.
pub const OWN_PUZZLES: i64 = 10_000;

/// Whoever has not played for longer is on no leaderboard.
pub const ACTIVE: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// How often what is kept for a while only is looked through.
pub const TIDY_EVERY: Duration = Duration::from_secs(60 * 60);

/// What was wished for is remembered for so long after its table was set up, if that is gone: repeats come within minutes.
pub const WISHES_KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Wishes that are forgotten in one go: some milliseconds.
pub const WISHES_FORGOTTEN: i64 = 10_000;

/// What is counted by the day comes back over so much time.
pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Actions of a game whose positions are in the explorer: an opening, and as much again. Beyond it hardly any position stood twice.
pub const EXPLORED_ACTIONS: usize = 40;

/// Games that are taken into the explorer together: a commit of about three milliseconds, as those who play wait for it.
pub const EXPLORER_BATCH: usize = 8;

/// Games of which the lines are rendered together: some fifty milliseconds, and a commit of less than one.
pub const LINES_RENDERED: usize = 32;

/// How long after midnight, in UTC, the nightly dump is made: those who end a game at midnight have done so.
pub const DUMP_AT: Duration = Duration::from_mins(5);

/// How long it is until a dump is tried again that could not be made.
pub const DUMP_RETRY: Duration = Duration::from_mins(30);

/// Dumps that are kept: whoever reads one has a day for it.
pub const DUMPS_KEPT: usize = 2;

/// KiB of pages that a connection for lists and whole games keeps. By itself SQLite keeps 2 000, of which an export fills all; the
/// system has them in memory anyway.
pub const LOOKUP_CACHE: u32 = 512;

/// Bytes of a line that is kept as it is told: ten times what a usual one has. A longer one is replayed, so that a hundred of them are
/// soon read, and little is kept for whoever is slow.
pub const RENDERED_BYTES: usize = 128 * 1024;

/// How well zstd packs it: one that is packed better takes longer to pack than to replay.
pub const RENDERED_LEVEL: i32 = 9;

/// Plies of the games that are told whole together, but for one that has more by itself: some fifteen usual games, and some hundred
/// kilobytes.
pub const EXPORTED_PLIES: u32 = 1_024;

/// Bytes in which they are written, to begin with: where all are alike the allocator gives the last ones out again.
pub const EXPORTED_BYTES: usize = 64 * 1024;

/// How long those who follow the kept games wait after these could not be read.
pub const FOLLOWER_RETRY: Duration = Duration::from_secs(10);

/// How long those that write wait where there is no room.
pub const FOLLOWER_FULL: Duration = Duration::from_mins(15);

/// Games that are shown of a position.
pub const EXPLORER_EXAMPLES: usize = 6;

/// Games that are sealed together, and how many somebody who asks for a proof has sealed first: a moment's work.
pub const SEALED_AT_ONCE: i64 = 16;

/// So many games back it is looked whether the clock was set back since.
pub const CLOCK_SET_BACK_GAMES: i64 = 32;

/// Finished games that somebody who follows them may be behind; whoever is farther reads them from the store.
pub const FINISHED_AHEAD: usize = 256;
