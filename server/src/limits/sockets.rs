//! Sockets: what waits for one, what is read from one, and when one is given up.

use std::time::Duration;

/// A client that has nothing to say pings this often; less often than proxies cut silent connections (30 to 60 s).
pub const PING_EVERY: Duration = Duration::from_secs(20);

/// A socket from which nothing came for this long is closed: two pings were missed. While something long is sent to it nothing
/// is heard, and bytes that leave are as good a sign of life.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(50);

/// The least of so many of the last echoes is how long a player's messages are under way: one that is slow is chance.
pub const ECHOES: usize = 4;

/// How often it is measured how long a player's messages are under way.
pub const ECHO_EVERY: Duration = Duration::from_secs(15);

/// A socket's read buffer: messages are small, and a larger one would be the largest cost of an idle player.
pub const READ_BUFFER: usize = 1024;

/// The longest frame that is read off the wire at all. One between this and the protocol's limit is told what is
/// wrong with it in good order; a longer one is cut off, and its sender may miss the reason.
pub const LONGEST_READ: usize = 64 * 1024;

/// Bytes that are gathered for a socket before they are sent: what one move brings about fits in.
pub const WRITE_BUFFER: usize = 4 * 1024;

/// Bytes that wait to be sent to one socket; a client that falls further behind is dropped and resumes. Beside them there is
/// room for one answer to `watch`, a snapshot or what was missed, as long as the game is.
pub const OUTBOX_BYTES: usize = 1024 * 1024;

/// What a frame costs there beside its bytes: the room that it takes in the queue and in memory.
pub const FRAME_COST: usize = 64;

/// What each thread keeps of the room in which it has written a longer message.
pub const DRAFT_BYTES: usize = 64 * 1024;

/// How long a close frame may take to leave before the connection is simply dropped.
pub const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// Of so many sockets people look at one finished game together, at most.
pub const REVIEWERS: usize = 50;
