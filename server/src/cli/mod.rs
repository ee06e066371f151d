//! Command line: the server, the referee for programs, the seat of a program at a table, tournaments of computer players, the
//! search for puzzles, the checks of a game's proof, its record and its dice, backups, moves to another database and the check of all that is kept, dumps of all games, the ratings
//! worked out anew, another key to sign with, whether a house answers, and the settings that hold.

mod arguments;
mod backup;
pub mod bot;
mod check;
mod check_record;
mod config;
mod dump;
mod health;
mod migrate;
mod nodes;
pub mod puzzles;
mod recompute_ratings;
pub mod referee;
mod rotate_signing_key;
mod serve;
mod tls;
pub mod tournament;
pub mod verify;
pub mod verify_dice;

use std::io::{Read, stdin};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io, thread};

use tokio::runtime::Builder;

use crate::config::{ConductError, Database, DatabaseUrlError, MailSettingsError};
use crate::dumps::DumpError;
use crate::server::StartError;
use crate::store::{BackupError, StoreError};
use crate::tls::TlsError;
use crate::traces::TracesError;
use arguments::{Arguments, Data, Program};
use bot::BotError;
use health::HealthError;
use puzzles::PuzzleSearchError;
use tls::AcmeConflict;
use tournament::TournamentError;
use verify::VerifyError;
use verify_dice::DiceRecordError;

/// Runs what the process was called with, until that has come to its end.
#[must_use]
pub fn run() -> ExitCode {
    let Arguments { command, serve, in_force } = arguments::read();
    // Those that exit with 1 for what they found exit with 2 where they could not look.
    let (done, failure) = match command {
        None => (block_on(serve::run(serve)), 1),
        Some(Program::Health { house }) => (block_on(health::run(&house)), 1),
        Some(Program::Config(_)) => (config::run(&in_force), 2),
        Some(Program::Referee) => (referee::run_on_stdio(), 1),
        Some(Program::Bot(settings)) => (bot::run(*settings), 2),
        Some(Program::Verify { files, keys }) => (verify::run(&files, keys.as_deref()), 2),
        Some(Program::VerifyDice { file }) => (verify_dice::run(&file), 2),
        Some(Program::CheckRecord { file }) => (check_record::run(&file), 2),
        Some(Program::Tournament(tournament)) => (tournament::run(&tournament), 2),
        Some(Program::Puzzles(search)) => (puzzles::run(*search), 2),
        Some(Program::RotateSigningKey { data }) => (rotate_signing_key::run(data), 2),
        Some(Program::Check { data }) => (check::run(data), 2),
        Some(Program::Backup { data, to }) => (backup::back_up(data, &to), 1),
        Some(Program::Restore { data, from }) => (backup::restore(data, &from), 1),
        Some(Program::Migrate { from, to }) => (migrate::run(&from, &to), 1),
        Some(Program::Nodes { data }) => (nodes::run(data), 1),
        Some(Program::Dump { data, to }) => (dump::run(data, to), 1),
        Some(Program::RecomputeRatings { data, check }) => (recompute_ratings::run(data, check), 2),
    };
    done.unwrap_or_else(|error| {
        eprintln!("cydonia: {error}");
        ExitCode::from(failure)
    })
}

/// Why a command could not do what it is for.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error("--database-url: {0}")]
    DatabaseUrl(#[from] DatabaseUrlError),
    #[error(transparent)]
    Mail(#[from] MailSettingsError),
    #[error("the house is not well: {0}")]
    Health(#[from] HealthError),
    #[error("--{0}: a database is named as sqlite:FOLDER or postgres://user:password@host/name")]
    DatabasePlace(&'static str),
    #[error("--{0}: {1}")]
    MigrationUrl(&'static str, DatabaseUrlError),
    #[error("TLS needs both --tls-certificate and --tls-key, and --redirect needs TLS")]
    HalfOfTls,
    #[error(transparent)]
    Traces(#[from] TracesError),
    #[error(transparent)]
    Acme(#[from] AcmeConflict),
    #[error(transparent)]
    Tls(#[from] TlsError),
    #[error(transparent)]
    Conduct(#[from] ConductError),
    #[error("there is no database in {}", .0.display())]
    NoDatabase(PathBuf),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("nodes are those that share a Postgres database: say which by --database-url")]
    NothingShared,
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error(
        "a Postgres database is backed up and restored by its own programs: docs/operations.md tells how"
    )]
    NotSqlite,
    #[error(transparent)]
    Dump(#[from] DumpError),
    #[error("{} cannot be read: {error}", file.display())]
    File { file: PathBuf, error: io::Error },
    #[error(transparent)]
    DiceRecord(#[from] DiceRecordError),
    #[error(transparent)]
    Verify(#[from] VerifyError),
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    #[error(transparent)]
    Puzzles(#[from] PuzzleSearchError),
    #[error("cannot listen on {address}: {error}")]
    Listen { address: SocketAddr, error: io::Error },
    #[error("what was handed over to listen on (LISTEN_FDS) is no such socket: {0}")]
    HandedOver(io::Error),
    #[error(transparent)]
    Bot(#[from] BotError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A file's text, or what comes on standard input.
fn read_text(file: &Path) -> Result<String, CommandError> {
    let read = || {
        if file.as_os_str() != "-" {
            return fs::read_to_string(file);
        }
        let mut text = String::new();
        stdin().lock().read_to_string(&mut text).map(|_| text)
    };
    read().map_err(|error| CommandError::File { file: file.to_owned(), error })
}

/// The database of a house that there is.
fn existing(data: Data) -> Result<Database, CommandError> {
    let database = data.database()?;
    match &database {
        Database::Sqlite { folder, .. } if !folder.join("cydonia.db").exists() => {
            Err(CommandError::NoDatabase(folder.clone()))
        }
        _ => Ok(database),
    }
}

/// Sees a task through. With one core there is nobody to share its parts with, and nothing is spent on that.
fn block_on<T>(task: impl Future<Output = Result<T, CommandError>>) -> Result<T, CommandError> {
    let is_alone = thread::available_parallelism().is_ok_and(|cores| cores.get() == 1);
    let mut builder = if is_alone { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    builder.enable_all().build()?.block_on(task)
}
