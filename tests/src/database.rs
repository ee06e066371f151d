//! A database of a test's own: in SQLite, or in the Postgres server that `CYDONIA_TEST_POSTGRES` names, as
//! `postgres://user@host:port`. Made for one test and gone with it. The store's own tests share this file.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use tempfile::{NamedTempFile, TempDir};
use uuid::Uuid;

/// What whoever makes a template of databases holds meanwhile: “cydonia” as a number, and two, as houses hold that and the next.
const TEMPLATE_LOCK: i64 = 0x0063_7964_6f6e_6963;

/// A database of a test's own.
pub struct TestDatabase(Location);

enum Location {
    Folder {
        path: PathBuf,
        /// What goes with this.
        _ours: Option<TempDir>,
    },
    Postgres {
        server: String,
        name: String,
        /// How it is come to, as in `?sslmode=require`; usually nothing.
        manner: String,
        /// Whether it is dropped with this.
        is_ours: bool,
    },
}

/// A database, opened beside the server that has it.
pub enum Outside {
    /// A file of SQLite's.
    Sqlite(SqliteConnection),
    /// A database in Postgres.
    Postgres(PgConnection),
}

/// Runs one piece of code on whichever engine an [`Outside`] is of.
///
/// ```ignore
/// let (tables,): (i64,) = on!(outside, |c| sqlx::query_as("SELECT count(*) FROM tables").fetch_one(c).await?);
/// ```
#[macro_export]
macro_rules! on {
    ($outside:expr, |$it:ident| $run:expr) => {
        match &mut $outside {
            $crate::Outside::Sqlite($it) => $run,
            $crate::Outside::Postgres($it) => $run,
        }
    };
}

impl TestDatabase {
    /// One of a house that nobody has been to, on the engine that the tests are run on: with all its tables, and nothing in them. It is a
    /// copy of one that was made once, which takes a fraction of the time of all migrations.
    pub async fn new() -> Self {
        let Ok(server) = std::env::var("CYDONIA_TEST_POSTGRES") else {
            let database = Self::in_sqlite();
            let file = database.folder().expect("a folder").join("cydonia.db");
            std::fs::copy(sqlite_template().await, file).expect("a copy");
            return database;
        };
        Self::made_from(&server, &format!(" TEMPLATE {}", postgres_template(&server).await)).await
    }

    /// An empty one, without any tables, on the engine that the tests are run on.
    pub async fn empty() -> Self {
        let Ok(server) = std::env::var("CYDONIA_TEST_POSTGRES") else { return Self::in_sqlite() };
        Self::in_postgres(&server).await
    }

    /// An empty one on that Postgres server, given as `postgres://user@host:port`.
    pub async fn in_postgres(server: &str) -> Self {
        Self::made_from(server, "").await
    }

    async fn made_from(server: &str, template: &str) -> Self {
        // Two processes that begin in one tick of the clock draw the same.
        let name = format!("cydonia_{}_{:032x}", std::process::id(), fastrand::u128(..));
        administer(server, format!("CREATE DATABASE {name}{template}")).await;
        Self(Location::Postgres { server: server.to_owned(), name, manner: String::new(), is_ours: true })
    }

    /// The same database, in Postgres, at another address.
    #[must_use]
    pub fn by_way_of(&self, address: SocketAddr) -> Self {
        self.come_to(format!("postgres://postgres@{address}"), String::new())
    }

    /// The same database, in Postgres, on that server, given as to [`Self::in_postgres`], and in that manner, as in `?sslmode=require`.
    #[must_use]
    pub fn come_to(&self, server: String, manner: String) -> Self {
        let Location::Postgres { name, .. } = &self.0 else { panic!("there is one way to a file") };
        Self(Location::Postgres { server, name: name.clone(), manner, is_ours: false })
    }

    /// An empty one in SQLite, for what only SQLite can do.
    #[must_use]
    pub fn in_sqlite() -> Self {
        let ours = TempDir::new().expect("a temporary folder");
        Self(Location::Folder { path: ours.path().to_owned(), _ours: Some(ours) })
    }

    /// One in SQLite, in a folder that somebody else sees to.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self(Location::Folder { path: folder.to_owned(), _ours: None })
    }

    /// The folder that holds it, if it is SQLite's.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        match &self.0 {
            Location::Folder { path, .. } => Some(path),
            Location::Postgres { .. } => None,
        }
    }

    /// Its address, if it is in Postgres.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        match &self.0 {
            Location::Folder { .. } => None,
            Location::Postgres { server, name, manner, .. } => Some(format!("{server}/{name}{manner}")),
        }
    }

    /// What tells the program to use it.
    #[must_use]
    pub fn arguments(&self) -> [OsString; 2] {
        match &self.0 {
            Location::Folder { path, .. } => ["--data".into(), path.into()],
            Location::Postgres { server, name, manner, .. } => {
                ["--database-url".into(), format!("{server}/{name}{manner}").into()]
            }
        }
    }

    /// Opens it beside the server that has it.
    pub async fn open(&self) -> Outside {
        match &self.0 {
            Location::Folder { path, .. } => {
                let options = SqliteConnectOptions::new().filename(path.join("cydonia.db"));
                let connection = SqliteConnection::connect_with(&options.create_if_missing(true)).await;
                Outside::Sqlite(connection.expect("the database"))
            }
            Location::Postgres { server, name, manner, .. } => {
                let connection = PgConnection::connect(&format!("{server}/{name}{manner}")).await;
                Outside::Postgres(connection.expect("the database"))
            }
        }
    }

    /// Holds the database's only write lock until the connection is closed, so that every commit of the server's fails.
    pub async fn lock(&self) -> Outside {
        let mut outside = self.open().await;
        let locked = match &mut outside {
            Outside::Sqlite(connection) => connection.execute("BEGIN IMMEDIATE").await.map(drop),
            Outside::Postgres(connection) => {
                // Every commit is fenced by a row of it.
                connection.execute("BEGIN; LOCK TABLE pens IN EXCLUSIVE MODE").await.map(drop)
            }
        };
        locked.expect("the lock");
        outside
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let Location::Postgres { server, name, is_ours: true, .. } = &self.0 else { return };
        let (server, drop) = (server.clone(), format!("DROP DATABASE {name} WITH (FORCE)"));
        // In a thread of its own, as one cannot wait here for anything that runs in the test's.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(administer(&server, drop));
        });
        // A test that has failed already must not fail once more.
        assert!(dropping.join().is_ok() || std::thread::panicking(), "{name} is dropped");
    }
}

/// The migrations of an engine, and a name for what they make.
async fn migrations(engine: &str) -> (Migrator, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(engine);
    let migrations = Migrator::new(folder).await.expect("migrations");
    let mut hasher = DefaultHasher::new();
    for step in migrations.iter() {
        (step.version, &step.checksum).hash(&mut hasher);
    }
    (migrations, format!("cydonia_template_{:016x}", hasher.finish()))
}

/// A file with all tables and nothing in them.
async fn sqlite_template() -> PathBuf {
    let (migrations, name) = migrations("sqlite").await;
    let template = std::env::temp_dir().join(name);
    if !template.exists() {
        let file = NamedTempFile::new().expect("a file");
        let options = SqliteConnectOptions::new().filename(file.path());
        let mut connection = SqliteConnection::connect_with(&options).await.expect("a database");
        migrations.run(&mut connection).await.expect("tables");
        connection.close().await.expect("closed");
        // Whoever was faster has made the same.
        file.persist(&template).expect("a template");
    }
    template
}

/// A database with all tables and nothing in them, by its name: nobody ever connects to it, or else it could not be copied.
async fn postgres_template(server: &str) -> String {
    let (migrations, name) = migrations("postgres").await;
    let mut connection = PgConnection::connect(&format!("{server}/postgres")).await.expect("Postgres");
    let locked =
        sqlx::query("SELECT pg_advisory_lock($1)").bind(TEMPLATE_LOCK).execute(&mut connection).await;
    locked.expect("the lock");
    let there = sqlx::query("SELECT 1 FROM pg_database WHERE datname = $1").bind(&name);
    if there.fetch_optional(&mut connection).await.expect("a row or none").is_none() {
        let making = format!("{name}_making");
        for statement in
            [format!("DROP DATABASE IF EXISTS {making} WITH (FORCE)"), format!("CREATE DATABASE {making}")]
        {
            connection.execute(AssertSqlSafe(statement)).await.expect("an empty database");
        }
        let mut made = PgConnection::connect(&format!("{server}/{making}")).await.expect("the database");
        migrations.run(&mut made).await.expect("tables");
        made.close().await.expect("closed");
        let rename = format!("ALTER DATABASE {making} RENAME TO {name}");
        connection.execute(AssertSqlSafe(rename)).await.expect("renamed");
    }
    connection.close().await.expect("closed");
    name
}

/// Has the server make or drop a database.
async fn administer(server: &str, statement: String) {
    let mut connection = PgConnection::connect(&format!("{server}/postgres")).await.expect("Postgres");
    connection.execute(AssertSqlSafe(statement)).await.expect("administered");
    connection.close().await.expect("closed");
}

impl Outside {
    /// Runs a statement without parameters, or several.
    pub async fn run(&mut self, statements: &'static str) {
        let done = match self {
            Self::Sqlite(connection) => connection.execute(statements).await.map(drop),
            Self::Postgres(connection) => connection.execute(statements).await.map(drop),
        };
        done.expect("done");
    }

    /// The same for one that is put together.
    pub async fn run_made(&mut self, statement: String) {
        let statement = AssertSqlSafe(statement);
        let done = match self {
            Self::Sqlite(connection) => connection.execute(statement).await.map(drop),
            Self::Postgres(connection) => connection.execute(statement).await.map(drop),
        };
        done.expect("done");
    }

    /// The number that a statement gives, which may ask for an id as `$1`.
    pub async fn number(&mut self, statement: &'static str, id: Option<Uuid>) -> i64 {
        let number = match self {
            Self::Sqlite(connection) => match id {
                Some(id) => sqlx::query_scalar(statement).bind(id).fetch_one(connection).await,
                None => sqlx::query_scalar(statement).fetch_one(connection).await,
            },
            Self::Postgres(connection) => match id {
                Some(id) => sqlx::query_scalar(statement).bind(id).fetch_one(connection).await,
                None => sqlx::query_scalar(statement).fetch_one(connection).await,
            },
        };
        number.expect("a number")
    }

    /// A table's records as they are kept, sorted into its journal or not yet, but for what was put aside.
    pub async fn journal(&mut self, table: i64) -> Vec<Value> {
        let mut records = Vec::new();
        for body in
            self.texts("SELECT body FROM events WHERE table_number = $1 ORDER BY seq", Some(table)).await
        {
            records.extend(serde_json::from_str::<Vec<Value>>(&body).expect("records"));
        }
        for body in self.texts("SELECT body FROM intake WHERE body LIKE '[%' ORDER BY number", None).await {
            let appends: Vec<(i64, u64, Vec<Value>)> = serde_json::from_str(&body).expect("appends");
            records.extend(appends.into_iter().filter(|(of, ..)| *of == table).flat_map(|(_, _, all)| all));
        }
        records
    }

    async fn texts(&mut self, statement: &'static str, number: Option<i64>) -> Vec<String> {
        let texts = match self {
            Self::Sqlite(connection) => match number {
                Some(number) => sqlx::query_scalar(statement).bind(number).fetch_all(connection).await,
                None => sqlx::query_scalar(statement).fetch_all(connection).await,
            },
            Self::Postgres(connection) => match number {
                Some(number) => sqlx::query_scalar(statement).bind(number).fetch_all(connection).await,
                None => sqlx::query_scalar(statement).fetch_all(connection).await,
            },
        };
        texts.expect("texts")
    }

    /// Ends the connection, and with it what it holds locked.
    pub async fn close(self) {
        let closed = match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        };
        closed.expect("closed");
    }
}
