//! Command-line parsing: subcommands and flags. Wherever a flag stands, before a subcommand or after it, it is the same flag.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{
    ArgMatches, Command, CommandFactory, Error, FromArgMatches, Parser, Subcommand, error::ErrorKind,
};

use super::bot::BotArguments;
use super::puzzles::PuzzleSearch;
use super::tournament::Tournament;
use crate::base_path::BasePath;
use crate::config::{Database, DatabaseUrlError, PushSettings};
use crate::limits::Limits;

/// An online house for the pyramid games of Mars.
#[derive(Debug, Parser)]
#[command(version)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Program>,
    #[command(flatten)]
    pub(super) serve: Serve,
}

#[derive(Debug, Subcommand)]
pub(super) enum Program {
    /// Referee games line by line, as JSON on standard input and output.
    Referee,
    /// Seat a program at a table of a running house, for one game. Exits with 0 if the game is over, 1 if the bot is out of it
    /// before its end, 2 if it could not begin or go on.
    Bot(Box<BotArguments>),
    /// Check proofs of games: line, dice, result, ratings and signature, and the chain from one to the next. Exits with 0 if they fit,
    /// 1 if something does not, 2 if a file is none or cannot be read.
    Verify {
        /// What `GET /api/v1/matches/{id}/proof` answered; - for standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Whom to trust: a public key, or a file with what `GET /api/v1/signing-keys` of the house answered.
        #[arg(long, value_name = "KEY_OR_FILE")]
        keys: Option<String>,
    },
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
    /// Have another key sign games from now on, while no server has the data open. The old one signs it, and its private half goes.
    RotateSigningKey {
        #[command(flatten)]
        data: Data,
    },
    /// Play every game that is kept, and every table that is on, through by the rules, while no server has the data open. Exits with 1 if
    /// one does not come to what is kept of it, 2 if it cannot be looked at.
    Check {
        #[command(flatten)]
        data: Data,
    },
    /// Copy the database in the data folder to a file, as it stands at one moment; a server may go on meanwhile.
    Backup {
        #[command(flatten)]
        data: Data,
        /// The file. It is not there yet.
        #[arg(long)]
        to: PathBuf,
    },
    /// Put a backup into a data folder that holds no database.
    Restore {
        #[command(flatten)]
        data: Data,
        /// The file that `backup` made.
        #[arg(long)]
        from: PathBuf,
    },
    /// Write all public finished games to files, while no server has the data open.
    Dump {
        #[command(flatten)]
        data: Data,
        /// The folder for dumps: this one gets a folder of its own in it, and only the last few stay.
        #[arg(long)]
        to: PathBuf,
    },
    /// Have computer players play each other, and tell what came of it.
    Tournament(Tournament),
    /// Find puzzles: positions in which one action is clearly better than all others.
    Puzzles(Box<PuzzleSearch>),
}

impl Program {
    /// Where its data are, if it has any of its own.
    fn data_mut(&mut self) -> Option<&mut Data> {
        match self {
            Self::RecomputeRatings { data, .. }
            | Self::RotateSigningKey { data }
            | Self::Check { data }
            | Self::Backup { data, .. }
            | Self::Restore { data, .. }
            | Self::Dump { data, .. } => Some(data),
            Self::Puzzles(search) => Some(&mut search.data),
            Self::Referee
            | Self::Bot(_)
            | Self::Verify { .. }
            | Self::VerifyDice { .. }
            | Self::CheckRecord { .. }
            | Self::Tournament(_) => None,
        }
    }
}

/// Where what is kept is kept.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Data {
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
    pub(super) fn database(self) -> Result<Database, DatabaseUrlError> {
        match self.database_url {
            // Read only here, as whoever reads the arguments would repeat a bad one, password and all.
            Some(url) => url.parse().map(Database::Postgres),
            None => Ok(Database::Sqlite { folder: self.data, most_megabytes: self.most_megabytes }),
        }
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Serve {
    /// The address to listen on.
    #[arg(long, env = "CYDONIA_LISTEN", default_value = "0.0.0.0:8080")]
    pub(super) listen: SocketAddr,
    #[command(flatten)]
    pub(super) data: Data,
    /// Where the house lives under its host.
    #[arg(long, env = "CYDONIA_BASE", default_value = "/")]
    pub(super) base: BasePath,
    #[command(flatten)]
    pub(super) limits: Limits,
    #[command(flatten)]
    pub(super) push: PushSettings,
    /// Have browsers remove the service worker that they have of this house, and with it all that it kept and Web Push.
    #[arg(long, env = "CYDONIA_NO_SERVICE_WORKER")]
    pub(super) no_service_worker: bool,
    /// Write all public finished games to files in this folder soon after each midnight (UTC), and have everybody read them.
    #[arg(long, env = "CYDONIA_DUMPS")]
    pub(super) dumps: Option<PathBuf>,
}

/// Reads what the program was called with; ends it with a sentence if that cannot be meant.
pub(super) fn read() -> Arguments {
    let mut command = Arguments::command();
    let read = command.try_get_matches_from_mut(std::env::args_os());
    read.and_then(|given| of(&mut command, &given)).unwrap_or_else(|error| error.exit())
}

fn of(command: &mut Command, given: &ArgMatches) -> Result<Arguments, Error> {
    let Arguments { command: mut program, serve } = Arguments::from_arg_matches(given)?;
    let own = given.subcommand();
    let known = own.map(|(name, _)| flags_of(command, name)).unwrap_or_default();
    let is_before = |id: &str| is_said(given, id);
    let is_after =
        |id: &str| own.is_some_and(|(_, own)| known.iter().any(|known| known == id) && is_said(own, id));
    if let Some((name, _)) = own {
        check_before(command, name, is_before, is_after, &known)?;
    }
    let is_said = |id: &str| is_before(id) || is_after(id);
    if is_said("data") && is_said("database_url") {
        let why = "--data and --database-url are two places for the same: say one of them";
        return Err(command.error(ErrorKind::ArgumentConflict, why));
    }
    let settle = |mut data: Data| {
        // Who names a folder does not mean the database that the surroundings name.
        if is_said("data") {
            data.database_url = None;
        }
        data
    };
    let join = |own: Data| {
        let before = serve.data.clone();
        let [data, most_megabytes, database_url] = ["data", "most_megabytes", "database_url"].map(is_before);
        settle(Data {
            data: if data { before.data } else { own.data },
            most_megabytes: if most_megabytes { before.most_megabytes } else { own.most_megabytes },
            database_url: if database_url { before.database_url } else { own.database_url },
        })
    };
    if let Some(own) = program.as_mut().and_then(Program::data_mut) {
        *own = join(own.clone());
        return Ok(Arguments { command: program, serve });
    }
    let data = settle(serve.data.clone());
    Ok(Arguments { command: program, serve: Serve { data, ..serve } })
}

/// Checks the flags before a subcommand: it has to know each of them, and not be told it twice.
fn check_before(
    command: &mut Command,
    name: &str,
    is_before: impl Fn(&str) -> bool,
    is_after: impl Fn(&str) -> bool,
    known: &[String],
) -> Result<(), Error> {
    let said: Vec<(String, String)> = command
        .get_arguments()
        .filter(|flag| is_before(flag.get_id().as_str()))
        .map(|flag| (flag.get_id().to_string(), flag.get_long().unwrap_or_default().to_owned()))
        .collect();
    for (id, long) in said {
        let why = if !known.contains(&id) {
            format!("--{long} means nothing to {name}")
        } else if is_after(&id) {
            format!("--{long} is there twice, before {name} and after it")
        } else {
            continue;
        };
        return Err(command.error(ErrorKind::ArgumentConflict, why));
    }
    Ok(())
}

/// The flags that a subcommand has, by what they are told apart by. They are asked of the command and not of what was read:
/// that tells of a flag which is none only where assertions are compiled in.
fn flags_of(command: &Command, name: &str) -> Vec<String> {
    let own = command.find_subcommand(name).map(Command::get_arguments);
    own.into_iter().flatten().map(|flag| flag.get_id().to_string()).collect()
}

/// Whether a flag was given by hand, and not by the surroundings or by default.
fn is_said(given: &ArgMatches, id: &str) -> bool {
    given.value_source(id) == Some(ValueSource::CommandLine)
}
