//! Connections and requests: how long each may take, and how many are under way.

use std::num::NonZeroU32;
use std::time::Duration;

/// A request's head is here within this, from when the line is open or the answer before was sent; a line over which nothing comes
/// for so long is closed.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// What a request brings along is here within this.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// A line that takes nothing of an answer for so long is cut.
pub const PROGRESS_TIMEOUT: Duration = Duration::from_secs(30);

/// Bytes of answers that the kernel takes over at once from a connection, and keeps until the other side has them. By itself it
/// takes over megabytes, which on a core takes longer than a move may wait.
pub const SEND_BUFFER: usize = 256 * 1024;

/// Bytes that TLS takes over at once from a connection and keeps until the kernel takes them: little, as that any of them went is only
/// known when more are taken over.
pub const TLS_BUFFER: usize = 16 * 1024;

/// The longest body of a REST request.
pub const BODY: usize = 4 * 1024;

/// The longest text of a game that is checked: several times the longest games that are played.
pub const RECORD: usize = 128 * 1024;

/// The longest proof of a game that is checked: a record, and as much for each of the rolls of the longest games.
pub const PROOF: usize = 1024 * 1024;

/// Rows on a page, if nobody says how many.
pub const DEFAULT_PAGE_SIZE: usize = 20;
/// Rows on a page, at most.
pub const MAX_PAGE_SIZE: usize = 100;

/// Steps of a game in one film: of six seats about two seconds of a core, and a megabyte or two.
pub const FILM_PLIES: u32 = 120;

/// Bytes of an answer from which on packing it pays: less is a packet or two in any case.
pub const WORTH_PACKING: usize = 2 * 1024;

/// For so long a browser may remember what pages of other sites may ask for; few remember longer than two hours.
pub const PREFLIGHT_FOR: Duration = Duration::from_secs(2 * 60 * 60);

/// Whoever asks too fast is held back for so long before they are told: a program that asks again at once costs nothing then.
pub const HELD_BACK_FOR: Duration = Duration::from_secs(1);

/// The page is made of some dozens of files, which cost next to nothing: an address may ask for so many times as many of those as of
/// anything else. Eighty people behind one address open it at once, each for the first time.
pub const FILES_FOR_A_REQUEST: NonZeroU32 = NonZeroU32::new(10).unwrap();

/// Whoever is held back beside others of their address waits so much longer for each of them: a crowd that is let go at once would
/// be back at once.
pub const HELD_BACK_APART: Duration = Duration::from_millis(8);

/// Requests of an address that are held back at most: as many as it has connections, or a proxy would keep for it. One more
/// has its connection closed.
pub const HELD_BACK: u32 = 256;

/// How many who ask for something else than a move are heard at a time for each core: less than a tenth of a millisecond.
pub const NON_MOVE_PERMITS_PER_CORE: usize = 4;

/// Requests that change something and are worked on at a time: they wait for commits, which they share, and read little before.
pub const CHANGES: usize = 32;

/// Replays and the like that wait for a thread, or are on one: some seconds of the longest games. Beyond that whoever comes is
/// told to come again.
pub const JOBS: usize = 64;

/// Of those, of one address, what came of them counted until it is sent: a page asks for three when it opens a game.
pub const JOBS_AN_ADDRESS: u32 = 8;

/// When whoever was told that there is too much to do may come again.
pub const COME_AGAIN: Duration = Duration::from_secs(1);

/// How long no connection is taken after one that the system refused, as for want of descriptors: it would refuse the next,
pub const REFUSED_PAUSE: Duration = Duration::from_millis(200);
/// and how often the log is told of that at most.
pub const REFUSED_TOLD: Duration = Duration::from_secs(10);

/// How long a shutdown waits for what is under way.
pub const SHUTDOWN: Duration = Duration::from_secs(10);

/// Pages that are kept packed, each for every name under which somebody finds the house: eight pages under eight names.
pub const KNOWN_PAGES: usize = 64;

/// After how long a stream over HTTP on which nothing happened says that it is there: well before proxies, and this house itself, take
/// the line for dead.
pub const STREAM_HEARTBEAT: Duration = Duration::from_secs(15);

/// The longest idempotency key, in bytes.
pub const IDEMPOTENCY_KEY: usize = 64;

/// For how long what came under an idempotency key is remembered: longer than anybody tries again in one go.
pub const IDEMPOTENCY_KEPT: Duration = Duration::from_secs(10 * 60);

/// How many commands are remembered by their keys, some hundred bytes each.
pub const IDEMPOTENCY_KEYS: usize = 10_000;

/// How often it is looked whether the house's certificate was renewed: that is done weeks before the old one ends.
pub const CERTIFICATE_LOOKED_AT: Duration = Duration::from_secs(60);

/// How long browsers that have come over TLS come over nothing else, in seconds: a year, as is usual.
pub const TRANSPORT_SECURITY_S: u32 = 365 * 24 * 60 * 60;
