//! `cydonia puzzles`: finds puzzles, in games of computer players or in the finished games of a house.
//!
//! How much is thought is counted in nodes, so that the same seed gives the same puzzles on every machine.

mod candidate;
mod error;
mod self_play;
mod stored;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cydonia_rules::{AnyGame, GameKind, Setup};

use self::candidate::Demands;
pub use self::error::PuzzleSearchError;
use super::arguments::Data;
use super::{CommandError, block_on, existing};
use crate::clock::Clock;
use crate::metrics::Metrics;
use crate::puzzles::PuzzleRecord;
use crate::store::Store;

/// What is to be found.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct PuzzleSearch {
    /// Look through the house's own finished games, while no server has the data open, and add what is found to its database;
    /// otherwise computer players play games for it.
    #[arg(long, conflicts_with_all = ["seats", "write"])]
    stored: bool,
    #[command(flatten)]
    pub(super) data: Data,
    /// The game, as martian-go; of stored games it is all, if none is said.
    #[arg(long, required_unless_present = "stored")]
    game: Option<String>,
    /// How many seats.
    #[arg(long, default_value_t = 2)]
    seats: u8,
    /// How many puzzles.
    #[arg(long, default_value_t = 12)]
    count: usize,
    /// The most games that are looked through for them; of stored ones the newest.
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// What the games and the searches follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the first look at a position; by default a fortieth of what the highest level has for an action.
    #[arg(long)]
    nodes: Option<u64>,
    /// How many times as many the search has that verifies what was found.
    #[arg(long, default_value_t = 10)]
    deeper: u64,
    /// By how much of a victory the best action must be better than any other, from 0 to 1.
    #[arg(long, default_value_t = 0.2)]
    gap: f32,
    /// Write the puzzles to this file, once all are found, and not to standard output.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

pub(super) fn run(search: PuzzleSearch) -> Result<ExitCode, CommandError> {
    let demands = search.demands()?;
    let wanted = (search.count, search.games, search.seed);
    let kind = search.kind()?;
    let Some(kind) = kind.filter(|_| !search.stored) else {
        return in_stored_games(search.data, kind, &demands, wanted);
    };
    let setup = Setup::for_seats(search.seats);
    AnyGame::start(kind, &setup).map_err(PuzzleSearchError::from)?;
    let puzzles = self_play::find(kind, &setup, &demands, wanted, |games, found| {
        eprintln!("{found} puzzles in {games} games");
    });
    let text = text(&puzzles)?;
    match &search.write {
        Some(file) => replace(file, &text)?,
        None => std::io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn in_stored_games(
    data: Data,
    kind: Option<GameKind>,
    demands: &Demands,
    wanted: (usize, u64, u64),
) -> Result<ExitCode, CommandError> {
    let database = existing(data)?;
    let tally = block_on(async {
        let clock = Clock::system();
        let (store, writer) = Store::open(&database, clock.clone(), Metrics::new()).await?;
        let tell = |tally: stored::Tally| eprintln!("{} puzzles in {} games", tally.found, tally.games);
        let found = stored::find(&store, &clock, kind, demands, wanted, tell).await;
        store.stop().await;
        let ended = writer.await.unwrap_or(Ok(()));
        let tally = found?;
        ended?;
        Ok(tally)
    })?;
    let stored::Tally { games, damaged, found, added } = tally;
    println!("games: {games}, of which damaged: {damaged}; puzzles: {found}, of which new: {added}");
    Ok(ExitCode::SUCCESS)
}

impl PuzzleSearch {
    fn kind(&self) -> Result<Option<GameKind>, PuzzleSearchError> {
        let read =
            |game: &String| GameKind::from_id(game).ok_or_else(|| PuzzleSearchError::Game(game.clone()));
        self.game.as_ref().map(read).transpose()
    }

    fn demands(&self) -> Result<Demands, PuzzleSearchError> {
        if self.nodes == Some(0) {
            return Err(PuzzleSearchError::Nothing("--nodes"));
        }
        if self.deeper == 0 {
            return Err(PuzzleSearchError::Nothing("--deeper"));
        }
        if !(0.0..=1.0).contains(&self.gap) {
            return Err(PuzzleSearchError::Gap);
        }
        Ok(Demands { nodes: self.nodes, deeper: self.deeper, gap: self.gap })
    }
}

/// A line for each.
fn text(puzzles: &[PuzzleRecord]) -> Result<String, PuzzleSearchError> {
    let mut text = String::new();
    for puzzle in puzzles {
        text.push_str(&serde_json::to_string(puzzle)?);
        text.push('\n');
    }
    Ok(text)
}

/// Writes a file beside the old one and puts it in its place: whoever is stopped half-way leaves the old one.
fn replace(file: &Path, text: &str) -> Result<(), PuzzleSearchError> {
    let failed = |error| PuzzleSearchError::File { file: file.to_owned(), error };
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    std::fs::write(&beside, text).map_err(failed)?;
    std::fs::rename(&beside, file).map_err(failed)
}
