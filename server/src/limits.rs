//! Every limit in one place, with its reason.

use std::time::Duration;

/// A client that has nothing to say pings this often; less often than proxies cut silent connections (30 to 60 s).
pub const PING_EVERY: Duration = Duration::from_secs(20);

/// A socket from which nothing came for this long is closed: two pings were missed.
pub const SILENCE: Duration = Duration::from_secs(50);

/// Frames that wait to be sent to one socket; a client that falls further behind is dropped and resumes.
pub const OUTBOX: usize = 256;

/// Bytes that wait to be sent to one socket: a few snapshots of the largest games.
pub const OUTBOX_BYTES: usize = 1024 * 1024;

/// The longest frame that is read off the wire at all. One between this and the protocol's limit is told what is
/// wrong with it in good order; a longer one is cut off, and its sender may miss the reason.
pub const LONGEST_READ: usize = 64 * 1024;

/// How long a close frame may take to leave before the connection is simply dropped.
pub const FAREWELL: Duration = Duration::from_secs(3);

/// Commands that wait for one table; then its senders wait too.
pub const MAILBOX: usize = 64;

/// A table that nobody watches leaves memory when nothing came for this long; the next touch reads it again.
pub const TABLE_NAP: Duration = Duration::from_secs(60);

/// Appends that share one commit at most, so that the first never waits long.
pub const GROUP: usize = 256;

/// Writes that wait for the store; then their senders wait too.
pub const WRITES: usize = 1024;

/// How long a commit waits for a backup or another program that holds the database; then it is refused.
pub const BUSY: Duration = Duration::from_secs(2);

/// Connections that read the store beside the one that writes.
pub const READERS: u32 = 4;

/// Tables that the lobby lists.
pub const LOBBY: i64 = 200;

/// The lobby tells of changes at most this often, so that a busy house costs no more than a calm one.
pub const LOBBY_PAUSE: Duration = Duration::from_millis(250);

/// A socket's read buffer: messages are small, and a larger one would be the largest cost of an idle player.
pub const READ_BUFFER: usize = 2 * 1024;

/// The longest body of a REST request.
pub const BODY: usize = 4 * 1024;

/// Finished games on a page: what is given without a wish, and the most.
pub const PAGE: (i64, i64) = (20, 100);

/// How long a shutdown waits for what is under way.
pub const SHUTDOWN: Duration = Duration::from_secs(10);
