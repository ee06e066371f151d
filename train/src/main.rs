//! `cydonia-train`: makes the weights of a game's nets.
//!
//! `cargo run --release -p cydonia-train -- --game martian-backgammon` makes those that are in the repository; what else can be said is in
//! `--help`. It may be killed at any time: called again in the same way it goes on.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use cydonia_players::{martian_backgammon, martian_chess, martian_frisby};
use cydonia_rules::SetupError;
use cydonia_train::{
    Backgammon, Chess, ChessForMany, Course, FileError, Files, Frisby, Plan, PointingGame, Subject,
};

/// Learns an evaluation by self-play.
#[derive(Clone, Debug, Parser)]
struct Cli {
    /// The game, as martian-backgammon.
    #[arg(long)]
    game: String,
    /// For three seats and more, where another net judges.
    #[arg(long)]
    many: bool,
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
    /// By how many rounds that is measured, each of as many games as there are seats.
    #[arg(long, default_value_t = 100)]
    rounds: u64,
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
    #[error(
        "--many: no net learns “{0}” for three seats and more; there are martian-chess, martian-go and branches-twigs-thorns"
    )]
    Many(String),
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
    use cydonia_players::{
        branches_twigs_thorns as branches, martian_chess_many as chess_many, martian_go as go,
    };
    use {martian_backgammon as backgammon, martian_chess as chess, martian_frisby as frisby};

    match (cli.game.as_str(), cli.many) {
        ("martian-backgammon", false) => {
            train::<Backgammon, { backgammon::HIDDEN }>(cli, 40_000, "martian_backgammon/net")
        }
        ("martian-frisby", false) => train::<Frisby, { frisby::HIDDEN }>(cli, 80_000, "martian_frisby/net"),
        ("martian-chess", false) => train::<Chess, { chess::HIDDEN }>(cli, 20_000, "martian_chess/net"),
        ("martian-chess", true) => {
            train::<ChessForMany, { chess_many::HIDDEN }>(cli, 24_000, "martian_chess_many/net")
        }
        ("martian-go", false) => {
            train::<PointingGame<go::ForTwo>, { go::ForTwo::HIDDEN }>(cli, 100_000, "martian_go/for_two")
        }
        ("martian-go", true) => {
            train::<PointingGame<go::ForMany>, { go::ForMany::HIDDEN }>(cli, 24_000, "martian_go/for_many")
        }
        ("branches-twigs-thorns", false) => train::<
            PointingGame<branches::ForTwo>,
            { branches::ForTwo::HIDDEN },
        >(cli, 200_000, "branches_twigs_thorns/for_two"),
        ("branches-twigs-thorns", true) => train::<
            PointingGame<branches::ForMany>,
            { branches::ForMany::HIDDEN },
        >(cli, 30_000, "branches_twigs_thorns/for_many"),
        (other, false) => Err(Failure::Game(other.to_owned())),
        (other, true) => Err(Failure::Many(other.to_owned())),
    }
}

fn train<S: Subject, const HIDDEN: usize>(cli: &Cli, games: u64, weights: &str) -> Result<(), Failure> {
    let games = cli.games.unwrap_or(games);
    let every = cli.every.unwrap_or(games.div_ceil(12));
    let plan = Plan { games, seed: cli.seed, every, rounds: cli.rounds, nodes: cli.nodes };
    let numbers =
        [("--games", games), ("--every", every), ("--rounds", cli.rounds), ("--threads", cli.threads as u64)];
    if let Some((name, _)) = numbers.iter().find(|(_, number)| *number == 0) {
        return Err(Failure::Nothing(name));
    }
    let weights = cli.weights.clone().unwrap_or_else(|| format!("players/src/{weights}.weights").into());
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
