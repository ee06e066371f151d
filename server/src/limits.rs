//! Limits: every limit in one place, with its reason. Those that depend on who comes to a house are its own to set: [`Limits`].

use std::num::NonZeroU32;
use std::time::Duration;

use cydonia_protocol::{HouseLimits, MAX_TEXT, TimeControl};
/// Those that a table keeps by itself.
pub use cydonia_table::limits::*;

/// The limits that a house sets for itself, by flag or in the environment.
#[derive(Clone, Debug, clap::Args)]
pub struct Limits {
    /// Messages a second that a socket may send in the long run. People send a few a minute, programs a few a second.
    #[arg(long = "messages-a-second", env = "CYDONIA_MESSAGES_A_SECOND", default_value = "20")]
    pub messages: NonZeroU32,
    /// Messages that a socket may send at once: a page that comes back asks for each of its tables.
    #[arg(long = "messages-at-once", env = "CYDONIA_MESSAGES_AT_ONCE", default_value = "200")]
    pub burst: NonZeroU32,
    /// Sockets from one address: behind one there may be a whole club.
    #[arg(long = "sockets-an-address", env = "CYDONIA_SOCKETS_AN_ADDRESS", default_value_t = 200)]
    pub sockets: u32,
    /// New names from one address in an hour.
    #[arg(long = "names-an-hour", env = "CYDONIA_NAMES_AN_HOUR", default_value = "100")]
    pub names_an_hour: NonZeroU32,
    /// Links to seats opened from one address in an hour: each is a session to be kept.
    #[arg(long = "links-an-hour", env = "CYDONIA_LINKS_AN_HOUR", default_value = "100")]
    pub links_an_hour: NonZeroU32,
    /// Tables that one player may have set up and that are open or played at.
    #[arg(long = "tables-a-player", env = "CYDONIA_TABLES_A_PLAYER", default_value_t = 50)]
    pub tables: u32,
    /// Tables that one socket may watch.
    #[arg(long = "tables-a-socket", env = "CYDONIA_TABLES_A_SOCKET", default_value_t = 100)]
    pub watched: usize,
    /// Lines of chat that one player may say in a quarter of a minute.
    #[arg(long = "lines", env = "CYDONIA_LINES", default_value = "5")]
    pub lines: NonZeroU32,
    /// Requests over HTTP that an address may make in a second in the long run. A page makes a few when it is opened and hardly
    /// any after that; what asks for more than this is a program that could wait.
    #[arg(long = "requests-a-second", env = "CYDONIA_REQUESTS_A_SECOND", default_value = "50")]
    pub requests: NonZeroU32,
    /// Requests over HTTP that an address may make at once: a club that comes in together opens some pages.
    #[arg(long = "requests-at-once", env = "CYDONIA_REQUESTS_AT_ONCE", default_value = "500")]
    pub requests_at_once: NonZeroU32,
    /// Connections from one address, sockets among them; more than those, as pages fetch with several at a time. Behind a
    /// proxy all come from one address, and the proxy is the one to count them.
    #[arg(long = "connections-an-address", env = "CYDONIA_CONNECTIONS_AN_ADDRESS", default_value_t = 250)]
    pub connections: u32,
    /// A name under which people reach the house, such as games.example or 192.168.0.7:8080; without a port any will do. Others
    /// are refused, if there is one. May be given several times, or with commas in between.
    #[arg(long = "host", env = "CYDONIA_HOST", value_name = "NAME", value_delimiter = ',')]
    pub hosts: Vec<String>,
    /// Times that one player may sit down, stand up, be ready or begin in a minute, in all: each is kept and told.
    #[arg(long = "seatings-a-minute", env = "CYDONIA_SEATINGS_A_MINUTE", default_value = "30")]
    pub seatings: NonZeroU32,
    /// Open tables of one player that are listed: more is no offer, but a wall before those of others.
    #[arg(long = "listed-a-player", env = "CYDONIA_LISTED_A_PLAYER", default_value_t = 5)]
    pub listed_a_player: u32,
    /// Open tables from one address that are listed.
    #[arg(long = "listed-an-address", env = "CYDONIA_LISTED_AN_ADDRESS", default_value_t = 20)]
    pub listed_an_address: u32,
    /// Rated games of the same two players that count in a day: more than people play who want to play.
    #[arg(long = "rated-a-pair", env = "CYDONIA_RATED_A_PAIR", default_value = "20")]
    pub rated_a_pair: NonZeroU32,
    /// Rated games with others of the same address that count in a day, for each player: a family may play for points, and
    /// nobody wins many against themselves.
    #[arg(long = "rated-an-address", env = "CYDONIA_RATED_AN_ADDRESS", default_value = "10")]
    pub rated_an_address: NonZeroU32,
    /// Rated games that one player may leave in a day before everybody has moved: lines are cut and doorbells ring, but
    /// nobody looks for a better opening.
    #[arg(long = "early-leaves-a-day", env = "CYDONIA_EARLY_LEAVES_A_DAY", default_value = "3")]
    pub early_leaves: NonZeroU32,
    /// Take a caller's address from the last entry of `X-Forwarded-For`: only behind a proxy of one's own that sets it.
    #[arg(long, env = "CYDONIA_BEHIND_PROXY")]
    pub behind_proxy: bool,
}

impl Default for Limits {
    fn default() -> Self {
        const fn some(number: u32) -> NonZeroU32 {
            NonZeroU32::new(number).expect("more than none")
        }
        Self {
            messages: some(20),
            burst: some(200),
            sockets: 200,
            names_an_hour: some(100),
            links_an_hour: some(100),
            tables: 50,
            watched: 100,
            lines: some(5),
            requests: some(50),
            requests_at_once: some(500),
            connections: 250,
            hosts: Vec::new(),
            seatings: some(30),
            listed_a_player: 5,
            listed_an_address: 20,
            rated_a_pair: some(20),
            rated_an_address: some(10),
            early_leaves: some(3),
            behind_proxy: false,
        }
    }
}

/// What everybody is told of the limits when they come in.
#[must_use]
pub(crate) fn told() -> HouseLimits {
    let ms = |duration: Duration| duration.as_millis() as u64;
    let (initial, increment, days) = (TimeControl::INITIAL_S, TimeControl::INCREMENT_S, TimeControl::DAYS);
    HouseLimits {
        abandoned_after_ms: ms(ABANDONED_AFTER),
        claim_after_ms: ms(CLAIM_AFTER),
        ready_within_ms: ms(READY_WITHIN),
        pause_kept_ms: ms(PAUSE_KEPT),
        initial_s: [*initial.start(), *initial.end()],
        increment_s: [*increment.start(), *increment.end()],
        days: [*days.start(), *days.end()],
        text: MAX_TEXT as u32,
    }
}

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

/// Whoever asks too fast is held back for so long before they are told: a program that asks again at once costs nothing then.
pub const HELD_BACK_FOR: Duration = Duration::from_secs(1);

/// Whoever is held back beside others of their address waits so much longer for each of them: a crowd that is let go at once would
/// be back at once.
pub const HELD_BACK_APART: Duration = Duration::from_millis(8);

/// Requests of an address that are held back at most: as many as it has connections, or a proxy would keep for it. One more
/// has its connection closed.
pub const HELD_BACK: u32 = 256;
/// What is counted by the day comes back over so much time.
pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Of the time that an open table stands so much may go by before it is noted down that somebody was there, as a share of
/// it: a visit is not worth a write, and a crash costs no more than this.
pub const ATTENDANCE_NOTED: u32 = 8;

/// What was wished for is remembered for so long after its table was set up, if that is gone: repeats come within minutes.
pub const WISHES_KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Wishes that are forgotten in one go: some milliseconds.
pub const WISHES_FORGOTTEN: i64 = 10_000;

/// A client that has nothing to say pings this often; less often than proxies cut silent connections (30 to 60 s).
pub const PING_EVERY: Duration = Duration::from_secs(20);

/// A socket from which nothing came for this long is closed: two pings were missed. While something long is sent to it nothing
/// is heard, and bytes that leave are as good a sign of life.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(50);

/// Bytes that wait to be sent to one socket; a client that falls further behind is dropped and resumes. Beside them there is
/// room for one answer to `watch`, a snapshot or what was missed, as long as the game is.
pub const OUTBOX_BYTES: usize = 1024 * 1024;

/// What a frame costs there beside its bytes: the room that it takes in the queue and in memory.
pub const FRAME_COST: usize = 64;

/// The longest frame that is read off the wire at all. One between this and the protocol's limit is told what is
/// wrong with it in good order; a longer one is cut off, and its sender may miss the reason.
pub const LONGEST_READ: usize = 64 * 1024;

/// How long a close frame may take to leave before the connection is simply dropped.
pub const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// Frames of events that are kept as they were told, for whoever was away for a moment,
pub const RECENT: usize = 2;
/// if they are no longer than this: an event of a game under way is, and its start is not.
pub const RECENT_LENGTH: usize = 1024;

/// Commands that wait for one table; then its senders wait too.
pub const MAILBOX_LEN: usize = 64;

/// A table that nobody watches leaves memory when nothing came for this long; the next touch reads it again.
pub const TABLE_IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// The same of a table whose game is kept: those who were there may ask for a rematch, others read it elsewhere.
pub const KEPT_IDLE_TIMEOUT: Duration = Duration::from_secs(2);

/// Appends that share one commit at most, so that the first never waits long.
pub const MAX_COMMIT_BATCH: usize = 256;

/// Bytes of records that come in before they are sorted into their tables' journals. Until then they are in memory too; the
/// more there are, the fewer pages are written for each.
pub const STAGING_MAX_BYTES: usize = 2 * 1024 * 1024;

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

/// Connections that read the store beside the one that writes.
pub const READERS: u32 = 4;

/// A thread of low priority that computes yields its core after so long,
pub const YIELD_EVERY: Duration = Duration::from_micros(500);
/// for this long, and whoever waits for that core has it. It costs what takes long a fifth of its speed.
pub const YIELD_FOR: Duration = Duration::from_micros(50);
/// It looks at the clock whenever it has written or packed so many bytes,
pub const YIELD_BYTES: usize = 16 * 1024;
/// played some records, or come so many steps further in a query.
pub const YIELD_STEPS: i32 = 1_000;

/// Tables that the lobby lists for one who follows it: more than anybody reads; filters find the others.
pub const LOBBY: usize = 200;

/// Public tables that the lobby knows of at all, the newest: some megabytes.
pub const LOBBY_KNOWN: usize = 20_000;

/// Open tables that a quick match tries one after another before it sets one up.
pub const QUICK_TRIES: usize = 8;

/// Who watches is told at most this often: a thousand who come at once are one message to each, not a thousand.
pub const WATCHERS_COALESCE: Duration = Duration::from_secs(1);

/// Names of watchers that are told.
pub const WATCHERS_NAMED: usize = 20;

/// Games of a player that are looked at, the last ones, for one in which they moved: who has a habit of playing has one
/// among them, and who sets up empty games by the hundred does not have the house read them all.
pub const GAMES_LOOKED_AT: usize = 10;

/// Lines of a room that are told to whoever comes.
pub const CHAT_TOLD: usize = 100;

/// The time in which a player may say so many lines.
pub const CHAT_WINDOW: Duration = Duration::from_secs(15);

/// Lines that all together may say at one table in that time: more nobody reads, and moves must not wait for talk.
pub const TABLE_LINES: NonZeroU32 = NonZeroU32::new(200).expect("more than none");

/// What was said is kept for this long after it was: for a table's people, not for ever.
pub const CHAT_KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How often what is kept for a while only is looked through.
pub const TIDY_EVERY: Duration = Duration::from_secs(60 * 60);

/// The lobby tells of changes at most this often, so that a busy house costs no more than a calm one.
pub const LOBBY_COALESCE: Duration = Duration::from_millis(250);

/// Somebody who has set a table up may take this long to come to it, before it counts as one where nobody waits.
pub const ARRIVAL: Duration = Duration::from_secs(5);

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

/// Bytes of an answer from which on packing it pays: less is a packet or two in any case.
pub const WORTH_PACKING: usize = 2 * 1024;

/// How long no connection is taken after one that the system refused, as for want of descriptors: it would refuse the next,
pub const REFUSED_PAUSE: Duration = Duration::from_millis(200);
/// and how often the log is told of that at most.
pub const REFUSED_TOLD: Duration = Duration::from_secs(10);

/// A socket's read buffer: messages are small, and a larger one would be the largest cost of an idle player.
pub const READ_BUFFER: usize = 1024;

/// Bytes that are gathered for a socket before they are sent: what one move brings about fits in.
pub const WRITE_BUFFER: usize = 4 * 1024;

/// The longest body of a REST request.
pub const BODY: usize = 4 * 1024;

/// The longest text of a game that is checked: several times the longest games that are played.
pub const RECORD: usize = 128 * 1024;

/// Finished games on a page: what is given without a wish, and the most.
pub const PAGE: (usize, usize) = (20, 100);

/// Rows that a page of finished games looks at: some milliseconds. What is rarer than that comes in more pages.
pub const MAX_ROWS_SCANNED: i64 = 2_000;

/// The most that a house's clock is ever set back: games that ended in some days are looked for among those that were
/// kept within so much of them.
pub const CLOCK_SET_BACK: Duration = Duration::from_secs(24 * 60 * 60);

/// Whoever has not played for longer is on no leaderboard.
pub const ACTIVE: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// Rows that one statement adds: an engine takes some tens of thousands of values.
pub const ROWS: usize = 1000;

/// Games that are rated anew in one go.
pub const RECOMPUTED: i64 = 1000;

/// How long a shutdown waits for what is under way.
pub const SHUTDOWN: Duration = Duration::from_secs(10);

/// In a live game a seat that is away for this long has walked off: long enough for a tunnel or a restart of the page.
pub const ABANDONED_AFTER: Duration = Duration::from_secs(2 * 60);

/// In a game without a clock the others may have a seat leave that was away for this long.
pub const CLAIM_AFTER: Duration = Duration::from_secs(10 * 60);

/// The least of so many of the last echoes is how long a player's messages are under way: one that is slow is chance.
pub const ECHOES: usize = 4;

/// How often it is measured how long a player's messages are under way.
pub const ECHO_EVERY: Duration = Duration::from_secs(15);

/// How often it is looked whether a sleeping table wants attention.
pub const TICK: Duration = Duration::from_secs(1);

/// How often the house notes down that it is open. After a crash nobody loses more than this of their time.
pub const HEARTBEAT: Duration = Duration::from_secs(2);

/// A table that cannot be read is looked at again after this long: somebody may have mended it.
pub const DAMAGED_AGAIN: Duration = Duration::from_secs(60 * 60);

/// A table's deadline is written at most this often, and not before half the time to the one that is noted has passed: a
/// stale one only wakes the table too early.
pub const DEADLINE_EVERY: Duration = Duration::from_secs(5);

/// Tables woken by one look.
pub const WAKE_BATCH: i64 = 1000;

/// Secret links to one table's seats; the oldest go.
pub const SEAT_KEYS: i64 = 16;

/// Sessions that links have opened for one seat; the oldest go. Nobody has more devices.
pub const SESSIONS: i64 = 16;

/// A session that nobody has used for so long is gone: browsers keep no cookie for longer, and a guest's games may last
/// weeks.
pub const SESSION_IDLE: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// How often it is noted down at most that a session is used: a write a day, and not one for each request.
pub const SESSION_NOTED: Duration = Duration::from_secs(24 * 60 * 60);

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        limits: Limits,
    }

    #[test]
    fn without_flags_a_house_has_the_limits_that_are_its_default() {
        let Flags { limits } = Flags::parse_from(["cydonia"]);
        assert_eq!(format!("{limits:?}"), format!("{:?}", Limits::default()));
    }
}
