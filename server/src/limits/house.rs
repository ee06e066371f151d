//! House limits: those that depend on who comes to a house, as flags and in the environment.

use std::num::NonZeroU32;

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
    /// Attempts at puzzles from one address in a minute: a class that solves them together makes fewer, and what somebody's
    /// first ones move is everybody's.
    #[arg(long = "attempts-a-minute", env = "CYDONIA_ATTEMPTS_A_MINUTE", default_value = "60")]
    pub attempts: NonZeroU32,
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
    /// Tables of computers alone that may be played at once, for people to look on.
    #[arg(long = "exhibitions", env = "CYDONIA_EXHIBITIONS", default_value_t = 0)]
    pub exhibitions: u32,
    /// How long a computer pauses at most before it moves, in milliseconds, as people do; a third of it at least.
    #[arg(long = "computer-pause-ms", env = "CYDONIA_COMPUTER_PAUSE_MS", default_value_t = 2000)]
    pub computer_pause_ms: u32,
    /// Games that one person may have analysed in an hour: each takes up to a minute of a core.
    #[arg(long = "analyses-an-hour", env = "CYDONIA_ANALYSES_AN_HOUR", default_value = "20")]
    pub analyses: NonZeroU32,
    /// The same from one address: behind one there may be a whole club.
    #[arg(
        long = "analyses-an-hour-an-address",
        env = "CYDONIA_ANALYSES_AN_HOUR_AN_ADDRESS",
        default_value = "60"
    )]
    pub analyses_an_address: NonZeroU32,
    /// Hints that one player may have in a minute: each is thought about for a second, and whoever wants one for every move is
    /// not the one who plays.
    #[arg(long = "hints-a-minute", env = "CYDONIA_HINTS_A_MINUTE", default_value = "6")]
    pub hints: NonZeroU32,
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
            attempts: some(60),
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
            exhibitions: 0,
            computer_pause_ms: 2000,
            analyses: some(20),
            analyses_an_address: some(60),
            hints: some(6),
            behind_proxy: false,
        }
    }
}

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
