//! Schema migrations: of which version a database is, and whether it may come to this program's.

use include_dir::{Dir, File};
use sqlx::SqlSafeStr;
use sqlx::error::DatabaseError;
use sqlx::migrate::{Migrate, Migration, MigrationType, Migrator};

use crate::store::StoreError;

/// The table in which sqlx keeps which steps were taken.
const STEPS: &str = "_sqlx_migrations";

/// The steps of a folder that is in the program, each named by its number and what it brings.
pub(super) fn embedded(folder: &'static Dir<'_>) -> Migrator {
    Migrator::with_migrations(folder.files().filter_map(step).collect())
}

/// `0004_history.sql`; none if it has another name.
fn step(file: &'static File<'_>) -> Option<Migration> {
    let (number, name) = file.path().to_str()?.strip_suffix(".sql")?.split_once('_')?;
    let sql = file.contents_utf8()?.into_sql_str();
    Some(Migration::new(
        number.parse().ok()?,
        name.replace('_', " ").into(),
        MigrationType::Simple,
        sql,
        false,
    ))
}

/// What becomes of a database of an older version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum MigrationPolicy {
    /// It is brought to this program's version, and made if there is none.
    Migrate,
    /// It is left as it is, and refused; where there is none, one is made.
    RequireCurrentOrNone,
    /// It is left as it is, and refused.
    RequireCurrent,
}

impl MigrationPolicy {
    /// Checks that a database need not be brought to this program's version, if it is to be left as it is.
    ///
    /// # Errors
    /// If it is older.
    pub(in crate::store) async fn check(
        self,
        connection: &mut impl Migrate,
        migrations: &Migrator,
    ) -> Result<(), StoreError> {
        let ours = migrations.iter().map(|step| step.version).max().unwrap_or(0);
        if self == Self::Migrate {
            return Ok(());
        }
        match Self::version(connection).await? {
            0 if self == Self::RequireCurrentOrNone => Ok(()),
            older if older < ours => Err(StoreError::Older(older)),
            _ => Ok(()),
        }
    }

    /// Whether a database is made where there is none.
    pub(super) fn makes(self) -> bool {
        self != Self::RequireCurrent
    }

    /// Of which version a database is; 0 if it was never a house's.
    pub(in crate::store) async fn version(connection: &mut impl Migrate) -> Result<i64, StoreError> {
        match connection.list_applied_migrations(STEPS).await.map_err(StoreError::from) {
            Ok(taken) => Ok(taken.iter().map(|step| step.version).max().unwrap_or(0)),
            // There is not even a list of them.
            Err(StoreError::Database(sqlx::Error::Database(error))) if is_missing(&*error) => Ok(0),
            Err(error) => Err(error),
        }
    }
}

/// Whether it is a table that is not there, as Postgres tells it and as SQLite does.
fn is_missing(error: &dyn DatabaseError) -> bool {
    error.code().as_deref() == Some("42P01") || error.message().starts_with("no such table")
}
