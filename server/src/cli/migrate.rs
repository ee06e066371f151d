//! `cydonia migrate`: a house moves from one database to another.

use std::path::PathBuf;
use std::process::ExitCode;

use super::{CommandError, block_on};
use crate::config::Database;
use crate::store;

pub(super) fn run(from: &str, to: &str) -> Result<ExitCode, CommandError> {
    let (from, to) = (place("from", from)?, place("to", to)?);
    if let Database::Sqlite { folder, .. } = &from
        && !folder.join("cydonia.db").exists()
    {
        return Err(CommandError::NoDatabase(folder.clone()));
    }
    let mut all = 0;
    block_on(async {
        let tell = |table: &str, rows| {
            all += rows;
            println!("{rows:>12} {table}");
        };
        Ok(store::migrate(&from, &to, tell).await?)
    })?;
    println!("{all:>12} rows were copied");
    Ok(ExitCode::SUCCESS)
}

/// A database by how it is named. What cannot be read is not repeated, as it may hold a password.
fn place(flag: &'static str, named: &str) -> Result<Database, CommandError> {
    match named.split_once(':') {
        Some(("sqlite", folder)) if !folder.is_empty() => {
            Ok(Database::Sqlite { folder: PathBuf::from(folder), most_megabytes: None })
        }
        Some(("postgres" | "postgresql", _)) => {
            named.parse().map(Database::Postgres).map_err(|error| CommandError::MigrationUrl(flag, error))
        }
        _ => Err(CommandError::DatabasePlace(flag)),
    }
}
