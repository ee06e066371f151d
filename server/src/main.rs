//! `cydonia`: the server, the referee for programs, the checks of a game's record and its dice, and the ratings worked out
//! anew.

mod command_line;

use std::io::{BufWriter, Read, Write, stdin, stdout};
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use clap::{Parser, Subcommand};
use cydonia_protocol::record::GameRecord;
use cydonia_rules::Outcome;
use cydonia_server::limits::Limits;
use cydonia_server::{
    BasePath, Clock, Config, Database, DiceSecrets, Entropy, Recomputed, Server, raise_descriptors,
    recompute_ratings, referee, verify_dice,
};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The system's own takes a fifth longer for a move when a thousand tables play.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// An online house for the pyramid games of Mars.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Program>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Debug, Subcommand)]
enum Program {
    /// Referee games line by line, as JSON on standard input and output.
    Referee,
    /// Check the record of a game's dice. Exits with 0 if they fit, 1 if they do not, 2 if it cannot be read.
    VerifyDice {
        /// What `GET /api/v1/matches/{id}/dice` answered; - for standard input.
        file: PathBuf,
    },
    /// Play a game's text through by the rules. Exits with 0 if it is right, 1 if a line is wrong, 2 if it cannot be read.
    CheckRecord {
        /// What `GET /api/v1/matches/{id}/record` answered; - for standard input.
        file: PathBuf,
    },
    /// Work all ratings out anew from the finished games, while no server has the data open. Exits with 1 if --check found
    /// any that are wrong.
    RecomputeRatings {
        #[command(flatten)]
        data: Data,
        /// Only tell what is wrong, and change nothing.
        #[arg(long)]
        check: bool,
    },
}

/// Where what is kept is kept.
#[derive(Clone, Debug, clap::Args)]
struct Data {
    /// The folder that holds the database.
    #[arg(long, env = "CYDONIA_DATA", default_value = "data")]
    data: PathBuf,
    /// The most that the database there may grow to; beyond it nothing is taken, rather than that a disk is filled.
    #[arg(long, env = "CYDONIA_MOST_MEGABYTES")]
    most_megabytes: Option<NonZeroU32>,
    /// Keep the data in a Postgres database instead, as postgres://user:password@host/name.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
}

impl Data {
    fn database(self) -> Result<Database, String> {
        match self.database_url {
            // Read only here, as whoever reads the arguments would repeat a bad one, password and all.
            Some(url) => {
                url.parse().map(Database::Postgres).map_err(|error| format!("--database-url: {error}"))
            }
            None => Ok(Database::Sqlite { folder: self.data, most_megabytes: self.most_megabytes }),
        }
    }
}

#[derive(Debug, clap::Args)]
struct Serve {
    /// The address to listen on.
    #[arg(long, env = "CYDONIA_LISTEN", default_value = "0.0.0.0:8080")]
    listen: SocketAddr,
    #[command(flatten)]
    data: Data,
    /// Where the house lives under its host.
    #[arg(long, env = "CYDONIA_BASE", default_value = "/")]
    base: BasePath,
    #[command(flatten)]
    limits: Limits,
}

fn main() -> ExitCode {
    let arguments = command_line::read();
    let outcome = match arguments.command {
        Some(Program::Referee) => referee_lines().map_err(|error| error.to_string()),
        Some(Program::VerifyDice { file }) => return verify_record(&file),
        Some(Program::RecomputeRatings { data, check }) => return recompute(data, check),
        Some(Program::CheckRecord { file }) => return check_record(&file),
        None => block_on(serve(arguments.serve)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cydonia: {message}");
            ExitCode::FAILURE
        }
    }
}

fn referee_lines() -> std::io::Result<()> {
    let mut output = BufWriter::new(stdout().lock());
    referee::run(stdin().lock(), &mut output)?;
    output.flush()
}

fn verify_record(file: &Path) -> ExitCode {
    let verdict = read_text(file)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()))
        .and_then(|text| verify_dice::verify(&text).map_err(|error| error.to_string()));
    match verdict {
        Ok(verdict) => {
            println!("{}", verdict.sentence);
            if verdict.fits { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(message) => {
            eprintln!("cydonia: {message}");
            ExitCode::from(2)
        }
    }
}

fn recompute(data: Data, check: bool) -> ExitCode {
    let database = match data.database() {
        Ok(database) => database,
        Err(message) => {
            eprintln!("cydonia: {message}");
            return ExitCode::from(2);
        }
    };
    if let Database::Sqlite { folder, .. } = &database
        && !folder.join("cydonia.db").exists()
    {
        eprintln!("cydonia: there is no database in {}", folder.display());
        return ExitCode::from(2);
    }
    match block_on(recompute_ratings(&database, !check)) {
        Ok(Recomputed { games, ratings, wrong }) => {
            let done = if check { "not as they should be" } else { "put right" };
            println!("rated games: {games}; ratings that follow from them: {ratings}; rows {done}: {wrong}");
            if check && wrong > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(error) => {
            eprintln!("cydonia: {error}");
            ExitCode::from(2)
        }
    }
}

fn check_record(file: &Path) -> ExitCode {
    let text = match read_text(file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("cydonia: {} cannot be read: {error}", file.display());
            return ExitCode::from(2);
        }
    };
    match GameRecord::check(&text) {
        Ok((record, checked)) => {
            let end = match checked.outcome {
                Some(Outcome { scores, ranks, reason }) => {
                    format!("ended as {}, scores {scores:?}, ranks {ranks:?}", reason.name())
                }
                None => "goes on".to_owned(),
            };
            println!("a game of {} that plays through: {end}; plies: {}", record.kind.id(), checked.plies);
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            println!("{wrong}");
            ExitCode::FAILURE
        }
    }
}

/// A file's text, or what comes on standard input.
fn read_text(file: &Path) -> std::io::Result<String> {
    if file.as_os_str() != "-" {
        return std::fs::read_to_string(file);
    }
    let mut text = String::new();
    stdin().lock().read_to_string(&mut text)?;
    Ok(text)
}

/// Sees a task through. With one core there is nobody to share its parts with, and nothing is spent on that.
fn block_on<T, E: ToString>(task: impl Future<Output = Result<T, E>>) -> Result<T, String> {
    let is_alone = thread::available_parallelism().is_ok_and(|cores| cores.get() == 1);
    let mut builder = if is_alone { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    let runtime = builder.enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(task).map_err(|error| error.to_string())
}

async fn serve(settings: Serve) -> Result<(), String> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    // What goes over a socket word for word, as its library would tell with RUST_LOG=trace, holds the keys of private tables.
    let is_no_secret =
        |about: &Metadata<'_>| !about.target().contains("tungstenite") || *about.level() <= Level::INFO;
    tracing_subscriber::fmt().with_env_filter(filter).finish().with(filter_fn(is_no_secret)).init();
    raise_descriptors();
    let config = Config {
        database: settings.data.database()?,
        base: settings.base,
        limits: settings.limits,
        clock: Clock::system(),
        entropy: Entropy::system(),
        dice_secrets: DiceSecrets::honest(),
    };
    let base = config.base.clone();
    let server = Server::new(config).await.map_err(|error| error.to_string())?;
    let listener = TcpListener::bind(settings.listen)
        .await
        .map_err(|error| format!("cannot listen on {}: {error}", settings.listen))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    tracing::info!("open on http://localhost:{}{}", address.port(), base.href());
    server.serve(listener, shutdown()).await.map_err(|error| error.to_string())
}

/// Until someone asks the process to end.
async fn shutdown() {
    let interrupted = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::error!(%error, "cannot listen for Ctrl-C");
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
    tracing::info!("closing");
}
