//! Backup: a copy of a database that a server may have open, made whole at one moment, and the way back from it.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::super::MigrationPolicy;
use super::{MIGRATIONS, lowered, own_file, own_folder};
use crate::limits;
use crate::store::StoreError;

/// Why there is no backup, or nothing was restored from it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BackupError {
    /// There is something at that place, which stays as it is.
    #[error("{} is there already, and is left as it is", .0.display())]
    Exists(PathBuf),
    /// The file is cut short, changed or something else.
    #[error("{} is no whole backup of a house: {what}", file.display())]
    NoBackup {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A file could not be read or written.
    #[error("{}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BackupError {
    fn io(file: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Self::Io { file: file.to_owned(), error }
    }
}

/// Copies the database in `folder` to a file, as it stands at one moment: whatever was acknowledged before is in it. A server may
/// have it open, and goes on.
///
/// # Errors
/// If there is such a file, there is no room, or the database cannot be read. Nothing of the copy is left then.
pub(crate) async fn back_up(folder: &Path, to: &Path) -> Result<(), BackupError> {
    if to.try_exists().map_err(BackupError::io(to))? {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let unfinished = unfinished(to);
    let copied = copy(&folder.join("cydonia.db"), &unfinished).await;
    let named = match copied {
        Ok(()) => take_name(&unfinished, to),
        Err(error) => Err(error),
    };
    if named.is_err() {
        // What is left of it, if anything, is of no use to anybody.
        let _ = fs::remove_file(&unfinished);
    }
    named
}

async fn copy(database: &Path, to: &Path) -> Result<(), BackupError> {
    let _ = fs::remove_file(to);
    // Empty, before SQLite makes one that everybody may read.
    own_file(to).map_err(BackupError::io(to))?;
    let mut connection = opened(database).await?;
    lowered(&mut connection).await.map_err(StoreError::from)?;
    let place = to.to_str().ok_or_else(|| BackupError::Io {
        file: to.to_owned(),
        error: io::Error::new(io::ErrorKind::InvalidInput, "its name cannot be told to the database"),
    })?;
    sqlx::query("VACUUM INTO ?1").bind(place).execute(&mut connection).await.map_err(StoreError::from)?;
    connection.close().await.map_err(StoreError::from)?;
    Ok(())
}

/// Puts a backup in place of a database that there is not.
///
/// # Errors
/// If there is a database, or the file is no whole backup by a program of this version or an older one. Nothing is left of it then.
pub(crate) async fn restore(from: &Path, folder: &Path) -> Result<(), BackupError> {
    own_folder(folder).map_err(BackupError::io(folder))?;
    let database = folder.join("cydonia.db");
    // A log of another database that lies beside it would be played over this one when that is opened.
    for name in ["cydonia.db", "cydonia.db-wal", "cydonia.db-shm", "cydonia.db-journal"] {
        let file = folder.join(name);
        if file.try_exists().map_err(BackupError::io(&file))? {
            return Err(BackupError::Exists(file));
        }
    }
    let unfinished = unfinished(&database);
    let put = async {
        let _ = fs::remove_file(&unfinished);
        let mut to = own_file(&unfinished).map_err(BackupError::io(&unfinished))?;
        let mut backup = File::open(from).map_err(BackupError::io(from))?;
        io::copy(&mut backup, &mut to).map_err(BackupError::io(&unfinished))?;
        check(&unfinished).await.map_err(|what| BackupError::NoBackup { file: from.to_owned(), what })?;
        take_name(&unfinished, &database)
    };
    let put = put.await;
    if put.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    put
}

/// Whether a file is a database of a house, every page of it; if not, why.
async fn check(file: &Path) -> Result<(), String> {
    let checked = async {
        let mut connection = opened(file).await?;
        let (found,): (String,) =
            sqlx::query_as("PRAGMA integrity_check(1)").fetch_one(&mut connection).await?;
        if found != "ok" {
            return Ok(Err(found));
        }
        // SQLite takes a last page that is cut short for one that ends in zeros.
        let (length,): (i64,) =
            sqlx::query_as("SELECT page_size * page_count FROM pragma_page_size, pragma_page_count")
                .fetch_one(&mut connection)
                .await?;
        if fs::metadata(file)?.len() != length.unsigned_abs() {
            return Ok(Err("it is cut short".to_owned()));
        }
        let steps = MigrationPolicy::version(&mut connection).await?;
        let ours = MIGRATIONS.iter().map(|step| step.version).max().unwrap_or(0);
        connection.close().await?;
        Ok(match steps {
            0 => Err("it was never a house's".to_owned()),
            newer if newer > ours => Err(StoreError::Newer(newer).to_string()),
            _ => Ok(()),
        })
    };
    checked.await.unwrap_or_else(|error: StoreError| Err(error.to_string()))
}

/// A connection that only reads.
async fn opened(file: &Path) -> Result<SqliteConnection, StoreError> {
    let options = SqliteConnectOptions::from_str("sqlite:")?
        .filename(file)
        .create_if_missing(false)
        .read_only(true)
        .busy_timeout(limits::LOCK_TIMEOUT)
        .disable_statement_logging();
    Ok(SqliteConnection::connect_with(&options).await?)
}

/// Has a file that is whole take its name, and both outlast a crash.
fn take_name(unfinished: &Path, name: &Path) -> Result<(), BackupError> {
    let written = OpenOptions::new().write(true).open(unfinished);
    written.and_then(|file| file.sync_all()).map_err(BackupError::io(unfinished))?;
    // Unlike a rename a second name is none that somebody else has taken meanwhile.
    match fs::hard_link(unfinished, name) {
        Ok(()) => fs::remove_file(unfinished).map_err(BackupError::io(unfinished))?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(BackupError::Exists(name.to_owned()));
        }
        // A disk that knows one name for a file, as sticks and shares mostly do.
        Err(_) => fs::rename(unfinished, name).map_err(BackupError::io(name))?,
    }
    let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(BackupError::io(folder))?;
    }
    Ok(())
}

/// Where a file is made before it has its name; another process makes its own elsewhere.
fn unfinished(file: &Path) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(format!(".unfinished-{}", std::process::id()));
    name.into()
}
