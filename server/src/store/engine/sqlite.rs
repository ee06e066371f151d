//! SQLite: a file in a folder of this server's own.

mod backup;
pub(super) mod copying;

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::str::FromStr;
use std::sync::LazyLock;
use std::thread;

use include_dir::{Dir, include_dir};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool, SqliteTransaction};

use super::migrations::embedded;
use super::{MigrationPolicy, Readers};
use crate::background::{lower_priority, yield_core};
use crate::limits;
use crate::store::StoreError;
pub(crate) use backup::{BackupError, back_up, restore};

/// What brings a database to this program's version.
pub(in crate::store) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| embedded(&STEPS));

static STEPS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../migrations/sqlite");

/// The mode of a file that is for the house alone.
#[cfg(unix)]
const OWN: u32 = 0o600;

/// The one connection that writes.
#[derive(Debug)]
pub(crate) struct WriterConnection {
    connection: SqliteConnection,
    place: Place,
}

/// Where the database is, and how it is opened for writing.
#[derive(Debug)]
struct Place {
    options: SqliteConnectOptions,
    /// Locked while this server runs: two on one database would hide each other's moves from their watchers.
    _lock: File,
}

/// What is left of an [`WriterConnection`] without its connection. The data stay this server's.
#[derive(Debug)]
pub(crate) struct Lost(Place);

/// Opens the database in `folder`.
pub(in crate::store) async fn open(
    folder: &Path,
    most_megabytes: Option<NonZeroU32>,
    opening: MigrationPolicy,
) -> Result<(WriterConnection, Readers<SqlitePool>), StoreError> {
    let makes = opening.makes();
    if makes {
        own_folder(folder)?;
    }
    let lock = own_file(&folder.join("cydonia.lock"))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    let file = folder.join("cydonia.db");
    if makes && !file.try_exists()? {
        // Before SQLite makes it, which would let everybody read it. Those beside it get the same mode.
        own_file(&file)?;
    }
    let options = SqliteConnectOptions::from_str("sqlite:")?
        .filename(file)
        .create_if_missing(makes)
        .journal_mode(SqliteJournalMode::Wal)
        // FULL is what makes an acknowledged move survive a power cut, not just a crash of the process.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(limits::LOCK_TIMEOUT)
        .disable_statement_logging();
    // Never less than it has already; pages are of 4096 bytes.
    let most_pages = most_megabytes.map(|megabytes| (u64::from(megabytes.get()) * 256).to_string());
    let writing = match most_pages {
        Some(pages) => options.clone().pragma("max_page_count", pages),
        None => options.clone(),
    };
    let mut connection = SqliteConnection::connect_with(&writing).await?;
    opening.check(&mut connection, &MIGRATIONS).await?;
    MIGRATIONS.run(&mut connection).await?;
    if makes {
        tighten(folder);
    }
    // What is looked up computes: more at once than there are cores to do it are none the faster, and each has memory of its own.
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let lookups = u32::try_from(cores).unwrap_or(u32::MAX).min(limits::READERS);
    // A file is no line that may have gone down meanwhile, for each reader to try first.
    let pool = SqlitePoolOptions::new().max_connections(limits::READERS).test_before_acquire(false);
    let reading = options.read_only(true);
    let looking_up = reading.clone().pragma("cache_size", format!("-{}", limits::LOOKUP_CACHE));
    let readers = Readers {
        play: pool.clone().connect_with(reading).await?,
        lookups: pool
            .max_connections(lookups)
            .after_connect(|connection, _| Box::pin(lowered(connection)))
            .connect_with(looking_up)
            .await?,
    };
    // A file that is there and then is not must not be taken for a house that is new.
    let place = Place { options: writing.create_if_missing(false), _lock: lock };
    Ok((WriterConnection { connection, place }, readers))
}

/// Lowers the priority of the thread that a connection has its statements run on, and has it yield. SQLite calls a progress
/// handler there.
async fn lowered(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    connection.lock_handle().await?.set_progress_handler(1, || {
        lower_priority();
        true
    });
    sqlx::query("SELECT 1").execute(&mut *connection).await?;
    connection.lock_handle().await?.set_progress_handler(limits::YIELD_STEPS, || {
        yield_core();
        true
    });
    Ok(())
}

/// Makes a folder, if it is not there, that nobody else may look into: whoever reads the keys of dice knows the next roll.
fn own_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Opens a file, made if it is not there, that nobody else may read.
fn own_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, OWN);
    options.write(true).create(true).truncate(false).open(path)
}

/// What is there already was perhaps made by a program that let others read it.
#[cfg(unix)]
fn tighten(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;

    for name in ["cydonia.lock", "cydonia.db", "cydonia.db-wal", "cydonia.db-shm"] {
        let path = folder.join(name);
        let is_open =
            std::fs::metadata(&path).is_ok_and(|file| file.permissions().mode() & 0o777 & !OWN != 0);
        // On a disk that knows no modes, or in a file that is somebody else's, it can be read as before.
        if is_open && let Err(error) = std::fs::set_permissions(&path, std::fs::Permissions::from_mode(OWN)) {
            tracing::warn!(file = name, %error, "others may read the data");
        }
    }
}

#[cfg(not(unix))]
fn tighten(_folder: &Path) {}

impl WriterConnection {
    pub(in crate::store) async fn begin(&mut self) -> Result<SqliteTransaction<'_>, StoreError> {
        Ok(self.connection.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// The connection, for a statement that is a transaction of its own.
    pub(in crate::store) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    pub(in crate::store) async fn close(self) -> Result<(), StoreError> {
        Ok(self.connection.close().await?)
    }

    /// Closes the connection after a commit failed, and opens another. SQLite rolls a transaction back by itself when
    /// the disk is full or fails; sqlx goes on to count it, and would begin no other on that connection.
    pub(in crate::store) async fn renew(self) -> Result<Self, Lost> {
        let Self { connection, place } = self;
        if let Err(error) = connection.close().await {
            tracing::debug!(%error, "the connection was broken already");
        }
        Lost(place).reopen().await.map_err(|(lost, error)| {
            tracing::warn!(%error, "the database cannot be opened again");
            lost
        })
    }
}

impl Lost {
    /// Opens the database again.
    pub(in crate::store) async fn reopen(self) -> Result<WriterConnection, (Self, StoreError)> {
        match SqliteConnection::connect_with(&self.0.options).await {
            Ok(connection) => Ok(WriterConnection { connection, place: self.0 }),
            Err(error) => Err((self, error.into())),
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::background::is_low;

    /// Whether the thread that a pool's statements run on gives way to all others.
    async fn reads_low(pool: &SqlitePool) -> bool {
        let seen = Arc::new(AtomicBool::new(false));
        let note = Arc::clone(&seen);
        let mut connection = pool.acquire().await.expect("a connection");
        connection.lock_handle().await.expect("a connection").set_progress_handler(1, move || {
            note.store(is_low(), Ordering::Relaxed);
            true
        });
        sqlx::query("SELECT 1").execute(&mut *connection).await.expect("an answer");
        seen.load(Ordering::Relaxed)
    }

    #[tokio::test]
    async fn lookups_let_play_go_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let (_owner, readers) =
            open(folder.path(), None, MigrationPolicy::Migrate).await.expect("a database");
        assert!(reads_low(&readers.lookups).await);
        assert!(!reads_low(&readers.play).await);
    }
}
