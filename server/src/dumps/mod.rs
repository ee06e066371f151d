//! Dumps: all public finished games of a house as files, made every night and kept in a folder. Each dump is a folder of its own,
//! which gets its name only once all in it is written and flushed: one that was stopped half-way has none, and is cleared away by the
//! next.

mod columns;
mod make;
pub(crate) mod nightly;
mod table;
mod write;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cydonia_protocol::{Dump, DumpFile};
use time::OffsetDateTime;

use crate::store::StoreError;

pub(crate) use make::make;

/// The file that tells of the others; it is written last.
const MANIFEST: &str = "manifest.json";

/// The folder of a dump that is being written, or of one that is being removed. It begins as no dump's name does.
const UNFINISHED: &str = ".unfinished";

/// The folder that dumps are kept in.
#[derive(Clone, Debug)]
pub(crate) struct Dumps(PathBuf);

/// Why a dump could not be made or read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DumpError {
    /// A file could not be written or read.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A table could not be written.
    #[error("{file}: {error}")]
    Table {
        /// Its file.
        file: &'static str,
        /// Why.
        error: parquet::errors::ParquetError,
    },
    /// Something could not be written as JSON.
    #[error("{file}: {error}")]
    Json {
        /// Its file.
        file: &'static str,
        /// Why.
        error: serde_json::Error,
    },
    /// The games could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl DumpError {
    fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io { path, error }
    }
}

impl Dumps {
    /// Those in that folder.
    pub(crate) fn of(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// Makes the folder, if it is missing.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(crate) fn prepare(&self) -> Result<(), DumpError> {
        fs::create_dir_all(&self.0).map_err(DumpError::io(&self.0))
    }

    /// The dumps that are whole, the newest first. One of which something is missing is left out, and the log is told.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn list(&self) -> Result<Vec<Dump>, DumpError> {
        let Self(folder) = self;
        let mut dumps = Vec::new();
        let entries = match fs::read_dir(folder) {
            // Before the first.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(dumps),
            entries => entries.map_err(DumpError::io(folder))?,
        };
        for entry in entries {
            let name = entry.map_err(DumpError::io(folder))?.file_name();
            let Some(name) = name.to_str().filter(|name| is_name(name)) else { continue };
            match self.read(name) {
                Ok(dump) => dumps.push(dump),
                Err(error) => tracing::error!(name, %error, "a dump is left out of the list"),
            }
        }
        dumps.sort_by(|one, other| other.name.cmp(&one.name));
        Ok(dumps)
    }

    /// What the dump of that name tells of itself, if all of it is there.
    fn read(&self, name: &str) -> Result<Dump, DumpError> {
        let path = self.0.join(name).join(MANIFEST);
        let json = fs::read(&path).map_err(DumpError::io(&path))?;
        let dump: Dump =
            serde_json::from_slice(&json).map_err(|error| DumpError::Json { file: MANIFEST, error })?;
        let unlike =
            |path: PathBuf| DumpError::io(path)(io::Error::other("it is not what the manifest tells"));
        if dump.name != name {
            return Err(unlike(path));
        }
        for file in &dump.files {
            let path = self.0.join(name).join(&file.name);
            let found = fs::metadata(&path).map_err(DumpError::io(&path))?;
            if !found.is_file() || found.len() != file.bytes {
                return Err(unlike(path));
            }
        }
        Ok(dump)
    }

    /// A file of a dump, and where it lies, if there is one: both names are looked up in the list, and are never taken for a path.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn file(&self, dump: &str, file: &str) -> Result<Option<(DumpFile, PathBuf)>, DumpError> {
        let found = self.list()?.into_iter().find(|one| one.name == dump);
        let found = found.and_then(|dump| {
            let file = dump.files.into_iter().find(|one| one.name == file)?;
            Some((dump.name, file))
        });
        Ok(found.map(|(dump, file)| {
            let path = self.0.join(dump).join(&file.name);
            (file, path)
        }))
    }

    /// Removes all but the newest so many, and whatever was left half-way.
    fn tidy(&self, keep: usize) -> Result<(), DumpError> {
        let unfinished = self.0.join(UNFINISHED);
        remove(&unfinished)?;
        for old in self.list()?.into_iter().skip(keep) {
            // Its name first: whatever stops this, no half of it is listed.
            let path = self.0.join(&old.name);
            fs::rename(&path, &unfinished).map_err(DumpError::io(&path))?;
            remove(&unfinished)?;
        }
        Ok(())
    }
}

/// Removes a folder with all that is in it, if it is there.
fn remove(folder: &Path) -> Result<(), DumpError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(DumpError::io(folder)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The name of a dump that is made at that time: `2026-01-31T00-05-00Z`.
fn name_at(ms: i64) -> String {
    let at = OffsetDateTime::from_unix_timestamp(ms.div_euclid(1_000)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (year, month, day) = at.to_calendar_date();
    let (hour, minute, second) = at.to_hms();
    format!("{year:04}-{:02}-{day:02}T{hour:02}-{minute:02}-{second:02}Z", u8::from(month))
}

fn is_name(name: &str) -> bool {
    let fits = |(byte, form): (u8, u8)| if form == b'0' { byte.is_ascii_digit() } else { byte == form };
    let form = "0000-00-00T00-00-00Z";
    name.len() == form.len() && name.bytes().zip(form.bytes()).all(fits)
}

#[cfg(test)]
mod tests;
