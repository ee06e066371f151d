//! Configuration: what the server is told when it starts.

mod conduct;
mod mail;
mod nodes;
mod push;

use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use cydonia_cluster::Incarnation;
use cydonia_table::DiceSecrets;
use sqlx::postgres::PgConnectOptions;

use crate::base_path::BasePath;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::limits::Limits;
use crate::thinker::Thinker;
use crate::tls::Tls;

pub use conduct::{ChatSetting, Conduct, ConductError, ConductSettings};
pub use mail::{
    MailFrom, MailFromError, MailHouse, MailLinks, MailLinksError, MailRelay, MailRelayError, MailSettings,
    MailSettingsError,
};
pub use nodes::{NatsServers, NatsServersError, NodeSettings};
pub use push::{PushContact, PushKey, PushService, PushSettings};

/// The server's settings.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where what is kept is kept.
    pub database: Database,
    /// Where the house lives under its host.
    pub base: BasePath,
    /// Time.
    pub clock: Clock,
    /// Randomness.
    pub entropy: Entropy,
    /// Where the house's first signing key comes from: it depends on nothing else that is drawn, nor that on it.
    pub key_entropy: Entropy,
    /// How much comes in at most.
    pub limits: Limits,
    /// What the server adds to dice.
    pub dice_secrets: DiceSecrets,
    /// What computer players think.
    pub thinker: Thinker,
    /// What people may say, and whether newcomers are let in.
    pub conduct: Conduct,
    /// How it sends to push services.
    pub push: PushSettings,
    /// How it sends e-mail, if it does.
    pub mail: Option<MailHouse>,
    /// Whether browsers may keep the page for when there is no line; if not, they are rid of the worker that does.
    pub service_worker: bool,
    /// The folder for nightly dumps of all public games; none are made without.
    pub dumps: Option<PathBuf>,
    /// What it speaks TLS with; without it lines are plain, as behind a proxy.
    pub tls: Option<Tls>,
    /// The port by which people reach it, if it is not the one that it listens on.
    pub public_port: Option<u16>,
    /// How it is one of several nodes on one Postgres, if it is.
    pub nodes: Option<NodeSettings>,
}

/// Where what is kept is kept.
#[derive(Clone, Debug)]
pub enum Database {
    /// In SQLite.
    Sqlite {
        /// The folder that holds the database.
        folder: PathBuf,
        /// The most that it may grow to, in megabytes.
        most_megabytes: Option<NonZeroU32>,
    },
    /// In Postgres.
    Postgres(DatabaseUrl),
    /// In Postgres, as one of several nodes, which has joined the others.
    Node(DatabaseUrl, Incarnation),
}

impl Database {
    /// Which node of several has it so; none if a house alone does.
    pub(crate) fn node(&self) -> Option<Incarnation> {
        match self {
            Self::Sqlite { .. } | Self::Postgres(_) => None,
            Self::Node(_, node) => Some(*node),
        }
    }
}

/// A Postgres database, as `postgres://user:password@host:port/name`.
#[derive(Clone)]
pub struct DatabaseUrl(Box<PgConnectOptions>);

impl DatabaseUrl {
    pub(crate) fn options(&self) -> &PgConnectOptions {
        &self.0
    }
}

/// Without the password.
impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(options) = self;
        let name = options.get_database().unwrap_or_default();
        write!(formatter, "postgres://{}:{}/{name}", options.get_host(), options.get_port())
    }
}

/// Why something is no [`DatabaseUrl`].
#[derive(Debug, thiserror::Error)]
pub enum DatabaseUrlError {
    /// It names another kind of database, or none.
    #[error("it must begin with postgres://; without it the data are kept with SQLite in the data folder")]
    Scheme,
    /// The rest cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(sqlx::Error),
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(url: &str) -> Result<Self, DatabaseUrlError> {
        if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err(DatabaseUrlError::Scheme);
        }
        let options = url.parse().map_err(DatabaseUrlError::Unreadable)?;
        Ok(Self(Box::new(options)))
    }
}
