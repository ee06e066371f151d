//! `cydonia-train`: makes the weights of a game's net.
//!
//! `cargo run --release -p cydonia-train -- --game martian-backgammon` makes those that are in the repository; what else can be said is in
//! `--help`. It may be killed at any time: called again in the same way it goes on.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use cydonia_players::{branches_twigs_thorns, martian_backgammon, martian_chess, martian_frisby, martian_go};
use cydonia_rules::SetupError;
use cydonia_train::{Backgammon, Branches, Chess, Course, FileError, Files, Frisby, Go, Plan, Subject};

/// Learns an evaluation by self-play.
#[derive(Clone, Debug, Parser)]
struct Cli {
    /// The game, as martian-backgammon.
    #[arg(long)]
    game: String,
    /// How many games it plays; by default as many as made the weights in the repository.
    #[arg(long)]
    games: Option<u64>,
    /// What all chance follows from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at a time. The weights are the same with any number.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// After how many games its strength against the hand evaluation is measured; by default twelve times in all.
    #[arg(long)]
    every: Option<u64>,
    /// By how many pairs of games that is measured.
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// How many nodes either side has for an action then.
    #[arg(long, default_value_t = 300)]
    nodes: u64,
    /// Where the weights go; by default where players read them.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Where it keeps what it needs to go on; by default beside the weights.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

/// Why there are no weights.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(
        "--game: no net learns “{0}”; there are martian-backgammon, martian-frisby, martian-chess, martian-go and branches-twigs-thorns"
    )]
    Game(String),
    #[error("{0} must be 1 at least")]
    Nothing(&'static str),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    File(#[from] FileError),
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli) -> Result<(), Failure> {
    match cli.game.as_str() {
        "martian-backgammon" => train::<Backgammon, { martian_backgammon::HIDDEN }>(cli, 40_000),
        "martian-frisby" => train::<Frisby, { martian_frisby::HIDDEN }>(cli, 80_000),
        "martian-chess" => train::<Chess, { martian_chess::HIDDEN }>(cli, 20_000),
        "martian-go" => train::<Go, { martian_go::HIDDEN }>(cli, 100_000),
        "branches-twigs-thorns" => train::<Branches, { branches_twigs_thorns::HIDDEN }>(cli, 200_000),
        other => Err(Failure::Game(other.to_owned())),
    }
}

fn train<S: Subject, const HIDDEN: usize>(cli: &Cli, games: u64) -> Result<(), Failure> {
    let games = cli.games.unwrap_or(games);
    let every = cli.every.unwrap_or(games.div_ceil(12));
    let plan = Plan { games, seed: cli.seed, every, pairs: cli.pairs, nodes: cli.nodes };
    let numbers =
        [("--games", games), ("--every", every), ("--pairs", cli.pairs), ("--threads", cli.threads as u64)];
    if let Some((name, _)) = numbers.iter().find(|(_, number)| *number == 0) {
        return Err(Failure::Nothing(name));
    }
    let weights = cli
        .weights
        .clone()
        .unwrap_or_else(|| format!("players/src/{}/net.weights", cli.game.replace('-', "_")).into());
    let checkpoint = cli.checkpoint.clone().unwrap_or_else(|| weights.with_extension("checkpoint"));
    let files = Files { checkpoint, weights };
    let mut course: Course<S, HIDDEN> = files.open(plan)?;
    // What cannot be kept is found out before anything is learned.
    files.keep(&course)?;
    show(&course, games);
    while course.advance(cli.threads)? {
        files.keep(&course)?;
        show(&course, games);
    }
    files.finish(&course)?;
    eprintln!();
    println!("| games | against the hand evaluation |\n|---|---|");
    for point in course.curve() {
        println!("| {} | {:.1} % |", point.games, 100.0 * point.part);
    }
    Ok(())
}

/// The progress bar.
fn show<S: Subject, const HIDDEN: usize>(course: &Course<S, HIDDEN>, games: u64) {
    const WIDTH: u64 = 40;
    let full = (WIDTH * course.done() / games) as usize;
    let bar = "#".repeat(full) + &"-".repeat(WIDTH as usize - full);
    let last = course.curve().last();
    let strength = last.map(|point| format!(", {:.1} % against the hand evaluation", 100.0 * point.part));
    eprint!("\r[{bar}] {} of {games} games{}", course.done(), strength.unwrap_or_default());
}
