//! Command-line parsing: subcommands and flags. Wherever a flag stands, before a subcommand or after it, it is the same flag.

mod called;
mod in_force;
mod settings_file;

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory, Error, Parser, Subcommand};

use super::bot::BotArguments;
use super::puzzles::PuzzleSearch;
use super::tournament::Tournament;
use crate::base_path::BasePath;
use crate::config::{ConductSettings, Database, DatabaseUrlError, MailSettings, NatsServers, PushSettings};
use crate::limits::Limits;
use crate::tls::AcmeSettings;
use crate::traces::OtlpEndpoint;
use called::Called;
pub(super) use in_force::{Origin, Setting};
use settings_file::SettingsFile;

/// An online house for the pyramid games of Mars.
#[derive(Debug, Parser)]
#[command(version)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Program>,
    #[command(flatten)]
    pub(super) serve: Serve,
    /// By which settings a server would run, for `config`.
    #[arg(skip)]
    pub(super) in_force: Vec<Setting>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Program {
    /// Print by which settings a server would run, and where each comes from, as a file that --config takes. Secrets are not shown.
    Config(Box<Serve>),
    /// Ask a running house whether it answers (/healthz). Exits with 0 if it does, 1 if not.
    Health {
        /// Where it is; one that speaks TLS answers plainly behind its --metrics address.
        #[arg(default_value = "http://127.0.0.1:8080/")]
        house: String,
    },
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
    /// Copy all that a house keeps to an empty database of either engine, while no server has either open.
    Migrate {
        /// Where it is kept: sqlite:FOLDER, or postgres://user:password@host/name.
        #[arg(long, env = "CYDONIA_MIGRATE_FROM", hide_env_values = true, value_name = "DATABASE")]
        from: String,
        /// Where it is to be kept, the same way; a folder is made, a Postgres database is there already.
        #[arg(long, env = "CYDONIA_MIGRATE_TO", hide_env_values = true, value_name = "DATABASE")]
        to: String,
    },
    /// Which nodes of a house there are, how many slots each owns, and whom it hears; servers may go on meanwhile.
    Nodes {
        #[command(flatten)]
        data: Data,
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
            | Self::Nodes { data }
            | Self::Dump { data, .. } => Some(data),
            Self::Puzzles(search) => Some(&mut search.data),
            Self::Config(serve) => Some(&mut serve.data),
            Self::Referee
            | Self::Health { .. }
            | Self::Bot(_)
            | Self::Verify { .. }
            | Self::VerifyDice { .. }
            | Self::CheckRecord { .. }
            | Self::Migrate { .. }
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
    /// A file of settings (TOML), with the flags by their names, as in `names-an-hour = 100`. Flags and the environment go before it.
    #[arg(long, env = "CYDONIA_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
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
    /// Be one of several nodes of a house, which share a Postgres database and reach each other by these servers of NATS, as
    /// nats://one:4222,nats://two:4222.
    #[arg(long, env = "CYDONIA_NATS", value_name = "SERVERS", hide_env_values = true)]
    pub(super) nats: Option<NatsServers>,
    /// As one of several nodes: its share of the tables, beside those of others; 0 for one that only holds sockets.
    #[arg(long, env = "CYDONIA_WEIGHT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(..=10_000))]
    pub(super) weight: u32,
    /// Where the house lives under its host.
    #[arg(long, env = "CYDONIA_BASE", default_value = "/")]
    pub(super) base: BasePath,
    /// Speak TLS, with the certificate in this file (PEM), and behind it those that lead to one that browsers know. It is read anew when
    /// it changes.
    #[arg(long, env = "CYDONIA_TLS_CERTIFICATE", value_name = "FILE")]
    pub(super) tls_certificate: Option<PathBuf>,
    /// The certificate's private key (PEM).
    #[arg(long, env = "CYDONIA_TLS_KEY", value_name = "FILE")]
    pub(super) tls_key: Option<PathBuf>,
    #[command(flatten)]
    pub(super) acme: AcmeSettings,
    /// Send whoever comes to this address without TLS to where it is spoken, as 0.0.0.0:80.
    #[arg(long, env = "CYDONIA_REDIRECT", value_name = "ADDRESS")]
    pub(super) redirect: Option<SocketAddr>,
    /// The port by which people reach the house over TLS, if something in between hands it on from there to the one listened on.
    #[arg(long, env = "CYDONIA_PUBLIC_PORT", value_name = "PORT")]
    pub(super) public_port: Option<u16>,
    #[command(flatten)]
    pub(super) limits: Limits,
    #[command(flatten)]
    pub(super) conduct: ConductSettings,
    #[command(flatten)]
    pub(super) push: PushSettings,
    #[command(flatten)]
    pub(super) mail: MailSettings,
    /// Have browsers remove the service worker that they have of this house, and with it all that it kept and Web Push.
    #[arg(long, env = "CYDONIA_NO_SERVICE_WORKER")]
    pub(super) no_service_worker: bool,
    /// Write all public finished games to files in this folder soon after each midnight (UTC), and have everybody read them.
    #[arg(long, env = "CYDONIA_DUMPS")]
    pub(super) dumps: Option<PathBuf>,
    /// Tell what the house counts and measures, for Prometheus, at /metrics behind this address, as 127.0.0.1:9090: it is nobody
    /// else's business.
    #[arg(long, env = "CYDONIA_METRICS", value_name = "ADDRESS")]
    pub(super) metrics: Option<SocketAddr>,
    /// Send the spans of requests to this collector, by OTLP over HTTP, as http://127.0.0.1:4318: for a program that was built with
    /// the feature opentelemetry.
    #[arg(long, env = "CYDONIA_OTLP_ENDPOINT", value_name = "URL")]
    pub(super) otlp_endpoint: Option<OtlpEndpoint>,
    /// What the log is written in.
    #[arg(long, env = "CYDONIA_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(super) log_format: LogFormat,
}

/// What a log is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object a line, for programs.
    Json,
}

/// Reads what the program was called with; ends it with a sentence if that cannot be meant.
pub(super) fn read() -> Arguments {
    let mut command = Arguments::command();
    read_by(&mut command).unwrap_or_else(|error| hide_secret(&command, error).exit())
}

fn read_by(command: &mut Command) -> Result<Arguments, Error> {
    let given = command.try_get_matches_from_mut(std::env::args_os())?;
    let called = Called { command, given: &given, file: &SettingsFile::default() };
    called.check_before()?;
    let Some(path) = called.settings_file() else { return called.arguments() };
    let file = SettingsFile::read(&path, command)
        .map_err(|error| command.error(ErrorKind::ValueValidation, format!("{}: {error}", path.display())))?;
    *command = file.as_defaults(Arguments::command());
    let given = command.try_get_matches_from_mut(std::env::args_os())?;
    Called { command, given: &given, file: &file }.arguments()
}

/// An error about a secret, without the secret.
fn hide_secret(command: &Command, mut error: Error) -> Error {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
    let name = flag.split_whitespace().next().and_then(|flag| flag.strip_prefix("--"));
    let is_secret =
        command.get_arguments().any(|flag| flag.get_long() == name && flag.is_hide_env_values_set());
    if is_secret {
        error.insert(ContextKind::InvalidValue, ContextValue::String("(not shown)".to_owned()));
    }
    error
}

/// Whether a subcommand has a flag. It is asked of the command and not of what was read: that tells of a flag which is none only
/// where assertions are compiled in.
fn knows(command: &Command, name: &str, id: &str) -> bool {
    command.find_subcommand(name).is_some_and(|own| own.get_arguments().any(|flag| flag.get_id() == id))
}

/// Whether a flag of the server says something of it, rather than what to print or where settings are.
fn is_setting(flag: &Arg) -> bool {
    flag.get_id() != "config" && !matches!(flag.get_action(), ArgAction::Help | ArgAction::Version)
}
