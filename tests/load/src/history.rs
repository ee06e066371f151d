//! History load: people who look finished games up, on a house that has many.

use std::time::{Duration, Instant};

use cydonia_protocol::{Explorer, Leaderboard, MatchPage, MatchSummary};
use cydonia_rules::GameKind;
use reqwest::{Client, Response};
use uuid::Uuid;

use crate::house::House;
use crate::latency::Latency;
use crate::load::Load;
use crate::play::Window;
use crate::reads::read;
use crate::report::Figures;

/// People who look finished games up. The house's store has to be filled: see `fill`, `--kept` and `--database-url`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct History {
    /// Requests a second, each when it is due.
    #[arg(long, default_value_t = 200)]
    rate: u32,
    /// Seconds of each kind.
    #[arg(long, default_value_t = 20)]
    seconds: u32,
    /// Games that are then read in one stream.
    #[arg(long, default_value_t = 100_000)]
    streamed: usize,
    /// Asks for nothing that is by position, and so does not wait until the house has counted all of its games for that.
    #[arg(long)]
    without_explorer: bool,
}

/// Lines that are followed into each game,
const PATHS: usize = 8;
/// as many actions deep,
const DEPTH: usize = 10;
/// by one of so many that are played most.
const WIDTH: usize = 4;
/// How often it is looked whether all games are counted.
const COUNTING: Duration = Duration::from_secs(1);

/// From so many games on what is found is a measurement; with fewer it has to run through, and a rare game's list may have no place so deep.
const MEASURED: i64 = 10_000;

/// Lists that are cut out of the long one, as people might.
const FILTERS: [&str; 6] = [
    "game=martian-chess&seats=2&rated=true",
    "reason=resigned",
    "game=martian-go&seats=4",
    "game=martian-frisby&reason=home",
    "game=martian-chess&options.rules=arcade",
    "rated=false&seats=3",
];

impl Load for History {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let reader = Reader { client: Client::new(), url: format!("http://{}", house.address) };
        let newest: MatchPage = reader.get("/api/v1/matches?limit=1").await?;
        let games = newest.matches.first().ok_or("there is no finished game")?.number;
        let mut random = fastrand::Rng::with_seed(1);
        let mut figures = Figures::default();
        figures.add("finished games", games as f64, "");

        // Before anything else has used memory.
        self.stream(&reader, house, &mut figures).await?;

        let players = reader.players(games, &mut random).await?;
        let paths = self
            .paths(|_| format!("/api/v1/matches?player={}&limit=50", players[random.usize(..players.len())]));
        let names = ["a player's last 50: p50", "p99", "p99.9", "longest"];
        self.read(&reader, paths, names, &mut figures).await?;

        let mut random = fastrand::Rng::with_seed(2);
        let mut lists = Vec::new();
        for filter in FILTERS {
            lists.push(reader.cursors(filter).await?);
        }
        for (names, depth) in [
            (["a filtered page at the newest: p50", "p99 ", "p99.9 ", "longest "], 0.0),
            (["halfway: p50", " p99", " p99.9", " longest"], 0.5),
            (["at the oldest: p50", " p99 ", " p99.9 ", " longest "], 0.95),
        ] {
            // Where the list is so deep, with some room around.
            let from = (games as f64 * (0.95 - depth)) as i64;
            let deep: Vec<Vec<&str>> =
                lists.iter().map(|list| cursors_within(list, from, games / 20)).collect();
            let is_missing = |list: &Vec<&str>| depth > 0.0 && list.is_empty() && games >= MEASURED;
            if let Some((filter, _)) = FILTERS.iter().zip(&deep).find(|(_, list)| is_missing(list)) {
                return Err(format!("{filter}: there are too few games to be so deep in"));
            }
            let paths = self.paths(|turn| {
                let filter = turn % FILTERS.len();
                let cursor = random.choice(&deep[filter]).map(|one| format!("&cursor={one}"));
                format!("/api/v1/matches?{}&limit=50{}", FILTERS[filter], cursor.unwrap_or_default())
            });
            self.read(&reader, paths, names, &mut figures).await?;
        }

        let boards: Vec<String> = reader.boards().await?;
        let paths = self.paths(|turn| boards[turn % boards.len()].clone());
        let names = ["a leaderboard's page: p50", "  p99", "  p99.9", "  longest"];
        self.read(&reader, paths, names, &mut figures).await?;

        if !self.without_explorer {
            self.explore(&reader, &mut random, &mut figures).await?;
        }

        let paths = self.paths(|_| format!("/api/v1/players/{}", players[random.usize(..players.len())]));
        let names = ["a player's page: p50", "  p99 ", "  p99.9 ", "  longest "];
        self.read(&reader, paths, names, &mut figures).await?;

        Ok(figures)
    }
}

impl History {
    fn paths(&self, path: impl FnMut(usize) -> String) -> Vec<String> {
        (0..(self.rate * self.seconds) as usize).map(path).collect()
    }

    /// What was played from a position, and games in which it stood.
    async fn explore(
        &self,
        reader: &Reader,
        random: &mut fastrand::Rng,
        figures: &mut Figures,
    ) -> Result<(), String> {
        let positions = reader.positions(random).await?;
        let position = |random: &mut fastrand::Rng| positions[random.usize(..positions.len())].as_str();
        let paths = self.paths(|_| format!("/api/v1/explorer?position={}", position(random)));
        let names = ["the explorer: p50", "p99   ", "p99.9   ", "longest   "];
        self.read(reader, paths, names, figures).await?;
        let paths = self.paths(|_| format!("/api/v1/matches?position={}&limit=50", position(random)));
        let names = ["games in which a position stood: p50", " p99  ", " p99.9  ", " longest  "];
        self.read(reader, paths, names, figures).await?;
        Ok(())
    }

    /// Reads all of them, each when it is due, and tells how long that took, from when it was due.
    async fn read(
        &self,
        reader: &Reader,
        paths: Vec<String>,
        names: [&'static str; 4],
        figures: &mut Figures,
    ) -> Result<(), String> {
        let addresses: Vec<String> = paths.iter().map(|path| format!("{}{path}", reader.url)).collect();
        let window = Window::at_once(self.seconds.into());
        let times = read(&addresses, self.rate.into(), window).await?;
        Latency::of(times).tell(figures, names);
        Ok(())
    }

    /// Reads games in one stream, as fast as they come, and looks at what memory that takes.
    async fn stream(&self, reader: &Reader, house: &House, figures: &mut Figures) -> Result<(), String> {
        for (whole, [speed, memory]) in [
            ("false", ["a stream of games", "resident meanwhile"]),
            ("true", ["a stream of whole games", "resident meanwhile "]),
        ] {
            let path = format!("/api/v1/matches.ndjson?whole={whole}");
            let begun = Instant::now();
            let mut response = reader.response(&path).await?;
            let (mut games, mut most) = (0, 0);
            while games < self.streamed
                && let Some(chunk) = response.chunk().await.map_err(|error| format!("{path}: {error}"))?
            {
                games += chunk.iter().filter(|byte| **byte == b'\n').count();
                most = most.max(house.usage().map_or(0, |usage| usage.resident));
            }
            figures.add(speed, games as f64 / begun.elapsed().as_secs_f64(), "games/s");
            figures.add_known(memory, (most > 0).then_some(most as f64 / 1e6), "MB");
        }
        Ok(())
    }
}

/// Those cursors of a list that are places from a game's number on, as far as that.
fn cursors_within(list: &[String], from: i64, far: i64) -> Vec<&str> {
    let number = |cursor: &str| cursor.split_once('-')?.0.parse::<i64>().ok();
    let is_within =
        |cursor: &&str| number(cursor).is_some_and(|number| (from..=from + far).contains(&number));
    list.iter().map(String::as_str).filter(is_within).collect()
}

/// Somebody who reads.
struct Reader {
    client: Client,
    url: String,
}

impl Reader {
    async fn response(&self, path: &str) -> Result<Response, String> {
        let sent = self.client.get(format!("{}{path}", self.url)).send().await;
        sent.and_then(Response::error_for_status).map_err(|error| format!("{path}: {error}"))
    }

    async fn get<T: serde::de::DeserializeOwned>(&self, path: &str) -> Result<T, String> {
        self.response(path).await?.json().await.map_err(|error| format!("{path}: {error}"))
    }

    /// Who has played, all over the list: those who played most are met most.
    async fn players(&self, games: i64, random: &mut fastrand::Rng) -> Result<Vec<Uuid>, String> {
        let mut players = Vec::new();
        for _ in 0..40 {
            let number = random.i64(101..games.max(102));
            let path = format!("/api/v1/matches.ndjson?after={number}&limit=50");
            let lines = self.response(&path).await?.text().await;
            for line in lines.map_err(|error| format!("{path}: {error}"))?.lines() {
                let game: MatchSummary =
                    serde_json::from_str(line).map_err(|error| format!("{path}: {error}"))?;
                players.extend(game.seats.iter().map(|seat| seat.player.id));
            }
        }
        Ok(players)
    }

    /// Every cursor of a list, from the newest game on.
    async fn cursors(&self, filter: &str) -> Result<Vec<String>, String> {
        let list = format!("/api/v1/matches?{filter}&limit=100");
        let mut page: MatchPage = self.get(&list).await?;
        let mut cursors = Vec::new();
        while let Some(next) = page.next {
            page = self.get(&format!("{list}&cursor={next}")).await?;
            cursors.push(next);
        }
        Ok(cursors)
    }

    /// Positions that stood in games: of every game for two the start, and what was played from there, ever deeper; frequent ones
    /// first. Waits until all kept games are counted.
    async fn positions(&self, random: &mut fastrand::Rng) -> Result<Vec<String>, String> {
        let explorer = async |position: &str| {
            let explorer: Explorer = self.get(&format!("/api/v1/explorer?position={position}")).await?;
            Ok::<_, String>(explorer)
        };
        let newest: MatchPage = self.get("/api/v1/matches?limit=1").await?;
        let last = newest.matches.first().map_or(0, |game| game.number);
        while explorer("martian-chess:2").await?.through < last {
            tokio::time::sleep(COUNTING).await;
        }
        let mut positions = Vec::new();
        for kind in GameKind::ALL.iter().filter(|kind| kind.info().min_seats <= 2) {
            for _ in 0..PATHS {
                let mut position = format!("{}:2", kind.id());
                for _ in 0..DEPTH {
                    let moves = explorer(&position).await?.moves;
                    positions.push(position);
                    let next = moves.get(random.usize(..moves.len().clamp(1, WIDTH)));
                    let Some(next) = next.and_then(|one| one.leads_to.clone()) else { break };
                    position = next.text;
                }
            }
        }
        Ok(positions)
    }

    /// Every page of every leaderboard, as far as it is long.
    async fn boards(&self) -> Result<Vec<String>, String> {
        let mut boards = Vec::new();
        for kind in GameKind::ALL {
            for pool in ["two", "more"] {
                let board = format!("/api/v1/leaderboards/{}?pool={pool}&limit=50", kind.id());
                let mut path = board.clone();
                loop {
                    let page: Leaderboard = self.get(&path).await?;
                    boards.push(path);
                    match page.next {
                        Some(next) => path = format!("{board}&cursor={next}"),
                        None => break,
                    }
                }
            }
        }
        Ok(boards)
    }
}
