//! `cydonia backup` and `cydonia restore`: a copy of a database in SQLite, and the way back from it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::Data;
use super::{CommandError, block_on, existing};
use crate::config::Database;
use crate::store;

pub(super) fn back_up(data: Data, to: &Path) -> Result<ExitCode, CommandError> {
    let folder = folder_of(existing(data)?)?;
    block_on(async { Ok(store::back_up(&folder, to).await?) })?;
    println!("{} holds all that was kept in {}", to.display(), folder.display());
    Ok(ExitCode::SUCCESS)
}

pub(super) fn restore(data: Data, from: &Path) -> Result<ExitCode, CommandError> {
    let folder = folder_of(data.database()?)?;
    block_on(async { Ok(store::restore(from, &folder).await?) })?;
    println!("{} holds all that was kept in {}", folder.display(), from.display());
    Ok(ExitCode::SUCCESS)
}

fn folder_of(database: Database) -> Result<PathBuf, CommandError> {
    match database {
        Database::Sqlite { folder, .. } => Ok(folder),
        Database::Postgres(_) | Database::Node(..) => Err(CommandError::NotSqlite),
    }
}
