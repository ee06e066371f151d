//! Store errors: what can go wrong with the store, told the same whichever engine holds it.

use std::fmt::Display;

use cydonia_table::journal::CorruptData;
use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;
type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused or failed.
    #[error("the database failed: {}", told(.0))]
    Database(#[source] sqlx::Error),
    /// There is no way to the database, or nobody at its end.
    #[error("the database cannot be reached: {}", told(.0))]
    Unreachable(#[source] sqlx::Error),
    /// The database knows the user not, or not by this password.
    #[error("the database does not let this server in: {}", told(.0))]
    NoEntry(#[source] sqlx::Error),
    /// The database server has no database of that name.
    #[error("the database is missing, and this server makes none there: {}", told(.0))]
    NoDatabase(#[source] sqlx::Error),
    /// The file is something else than a database.
    #[error("what is to hold the data is not a database: {}", told(.0))]
    NotADatabase(#[source] sqlx::Error),
    /// Nothing can be written.
    #[error("the database is read-only: {}", told(.0))]
    ReadOnly(#[source] sqlx::Error),
    /// There is no room left.
    #[error("the database is full: {}", told(.0))]
    Full(#[source] sqlx::Error),
    /// Reading or writing failed, below whatever holds the database.
    #[error("the disk does not do what the database asks of it: {}", told(.0))]
    Disk(#[source] sqlx::Error),
    /// Another program keeps the database to itself.
    #[error("another program holds the database locked: {}", told(.0))]
    Locked(#[source] sqlx::Error),
    /// A newer program has changed the schema.
    #[error(
        "the database is of version {0} and was written by a newer version of this program, which is needed to open it"
    )]
    Newer(i64),
    /// The schema is not yet this program's, and nothing was to be changed.
    #[error(
        "the database is of version {0} and was written by an older version of this program: start the server, which \
         brings it to its own"
    )]
    Older(i64),
    /// A step that led to the database's schema is not the one that this program knows.
    #[error("the database was brought to version {0} by another program than this")]
    Altered(i64),
    /// The database could not be brought to this program's version.
    #[error("the database cannot be brought to this program's version: {0}")]
    Migration(#[source] MigrateError),
    /// The folder for the data could not be made or written to.
    #[error("the data folder cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    /// What is to be filled is somebody's already.
    #[error("the database holds games already, and only an empty one is filled")]
    NotEmpty,
    /// Another server has this data open.
    #[error("another server has this data open")]
    InUse,
    /// Something with this mark is there already.
    #[error("{0} is taken")]
    Taken(Unique),
    /// What is stored does not read back, or its records do not replay.
    #[error("what is stored is damaged: {0}")]
    Damaged(#[from] CorruptData),
    /// Something could not be brought into the form in which it is stored.
    #[error("the {0} cannot be written: {1}")]
    Unwritable(&'static str, #[source] BoxError),
    /// Another writer has written to this table: what this one remembers is out of date.
    #[error("another writer was faster")]
    Fenced,
    /// The wish that is to be carried out was carried out at another table.
    #[error("that was done at another table")]
    CarriedOut,
    /// The store has stopped, or a commit failed and nothing is known of its outcome.
    #[error("the store did not take it")]
    Unavailable,
}

/// What the engine says, without where in its own source it says so.
fn told(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        other => other.to_string(),
    }
}

/// What there can be but once, where a statement does not say itself what is to happen to a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unique {
    /// A player's id.
    PlayerId,
    /// A session's token.
    SessionToken,
    /// The key of a table's dice.
    DiceKey,
    /// A secret link to a seat.
    SeatKey,
    /// A finished game's number.
    MatchNumber,
}

impl Unique {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::PlayerId, Self::SessionToken, Self::DiceKey, Self::SeatKey, Self::MatchNumber];

    /// The constraint's name on Postgres, and what SQLite, which tells no names, calls it.
    #[must_use]
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Self::PlayerId => ["players_id_key", "players.id"],
            Self::SessionToken => ["sessions_token_hash_key", "sessions.token_hash"],
            Self::DiceKey => ["dice_keys_pkey", "dice_keys.table_number"],
            Self::SeatKey => ["seat_keys_key_hash_key", "seat_keys.key_hash"],
            Self::MatchNumber => ["matches_pkey", "matches.number"],
        }
    }

    fn violated_by(error: &dyn DatabaseError) -> Option<Self> {
        if !error.is_unique_violation() {
            return None;
        }
        let name = error.constraint().or_else(|| error.message().rsplit(": ").next())?;
        Self::ALL.into_iter().find(|unique| unique.names().contains(&name))
    }
}

impl Display for Unique {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::PlayerId => "a player's id",
            Self::SessionToken => "a session's token",
            Self::DiceKey => "the place of a table's key for dice",
            Self::SeatKey => "a link to a seat",
            Self::MatchNumber => "a finished game's number",
        })
    }
}

impl StoreError {
    /// Something could not be brought into the form in which it is stored.
    pub(crate) fn unwritable<E: Into<BoxError>>(what: &'static str) -> impl Fn(E) -> Self {
        move |error| Self::Unwritable(what, error.into())
    }

    /// What is wrong, for everybody who wonders why the house is not ready: without what the engine says.
    pub(super) fn reason(&self) -> &'static str {
        match self {
            Self::Unreachable(_) | Self::NoEntry(_) | Self::NoDatabase(_) => "its database cannot be reached",
            Self::ReadOnly(_) => "its database is read-only",
            Self::Full(_) => "there is no room left for its data",
            Self::Disk(_) => "its disk fails",
            Self::Locked(_) => "another program holds its database locked",
            Self::Fenced | Self::InUse => "another server has its data open",
            _ => "its database does not keep what it is given",
        }
    }

    /// When nobody answers for too long.
    pub(crate) fn silent() -> Self {
        let error = std::io::Error::new(std::io::ErrorKind::TimedOut, "it does not answer");
        Self::Unreachable(sqlx::Error::Io(error))
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                CorruptData::Type(Box::new(error)).into()
            }
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut => Self::Unreachable(error),
            sqlx::Error::Database(told) => match Unique::violated_by(&**told) {
                Some(unique) => Self::Taken(unique),
                None => kind(&**told)(error),
            },
            _ => Self::Database(error),
        }
    }
}

/// What the engine's own code for an error means here.
fn kind(error: &dyn DatabaseError) -> fn(sqlx::Error) -> StoreError {
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<PgDatabaseError>().is_some() {
        // https://www.postgresql.org/docs/current/errcodes-appendix.html
        return match &*code {
            "28000" | "28P01" => StoreError::NoEntry,
            "3D000" => StoreError::NoDatabase,
            "25006" => StoreError::ReadOnly,
            "53100" => StoreError::Full,
            "55P03" => StoreError::Locked,
            "58030" => StoreError::Disk,
            // It took too long.
            "57014" => StoreError::Unreachable,
            "53300" | "57P01" | "57P02" | "57P03" => StoreError::Unreachable,
            code if code.starts_with("08") => StoreError::Unreachable,
            _ => StoreError::Database,
        };
    }
    // https://www.sqlite.org/rescode.html: the low byte is the kind.
    match code.parse().unwrap_or(0) & 0xff {
        5 | 6 => StoreError::Locked,
        8 => StoreError::ReadOnly,
        10 => StoreError::Disk,
        13 => StoreError::Full,
        14 => StoreError::Unreachable,
        26 => StoreError::NotADatabase,
        _ => StoreError::Database,
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(version) => Self::Newer(version),
            MigrateError::VersionMismatch(version) => Self::Altered(version),
            MigrateError::Execute(error) => error.into(),
            MigrateError::ExecuteMigration(error, version) => match Self::from(error) {
                // Not about what this program is told everyday, but about one step of a schema.
                Self::Database(error) => Self::Migration(MigrateError::ExecuteMigration(error, version)),
                told => told,
            },
            other => Self::Migration(other),
        }
    }
}
