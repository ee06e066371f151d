//! Files: where a course is kept, so that it outlasts whoever runs it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::{CheckpointError, Course, Plan, Subject};

/// Why a course cannot be kept, or gone on with.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A file cannot be read or written.
    #[error("{} cannot be read or written: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What is the matter.
        error: io::Error,
    },
    /// What stands where the checkpoint should be is none of this course.
    #[error("{}: {error}; remove it to begin anew", file.display())]
    Checkpoint {
        /// The file.
        file: PathBuf,
        /// What is the matter with it.
        error: CheckpointError,
    },
}

/// Where a course keeps its checkpoint, and puts its weights in the end.
#[derive(Clone, Debug)]
pub struct Files {
    /// Whatever is needed to go on.
    pub checkpoint: PathBuf,
    /// What players read.
    pub weights: PathBuf,
}

impl Files {
    /// The course that the checkpoint is of, or a new one if there is none.
    ///
    /// # Errors
    /// If there is something else, which stays as it is.
    pub fn open<S: Subject, const HIDDEN: usize>(&self, plan: Plan) -> Result<Course<S, HIDDEN>, FileError> {
        let file = self.checkpoint.clone();
        match fs::read(&file) {
            Ok(bytes) => {
                Course::from_bytes(plan, &bytes).map_err(|error| FileError::Checkpoint { file, error })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Course::new(plan)),
            Err(error) => Err(FileError::Io { file, error }),
        }
    }

    /// Keeps the course as it stands.
    ///
    /// # Errors
    /// If it cannot be written; the checkpoint before it stays.
    pub fn keep<S: Subject, const HIDDEN: usize>(&self, course: &Course<S, HIDDEN>) -> Result<(), FileError> {
        replace(&self.checkpoint, &course.to_bytes())
    }

    /// Writes the weights, and removes the checkpoint.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn finish<S: Subject, const HIDDEN: usize>(
        &self,
        course: &Course<S, HIDDEN>,
    ) -> Result<(), FileError> {
        replace(&self.weights, &course.net().to_bytes::<S::Game>())?;
        match fs::remove_file(&self.checkpoint) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(FileError::Io { file: self.checkpoint.clone(), error })
            }
            _ => Ok(()),
        }
    }
}

/// Puts bytes in a file's place at one stroke: whoever is killed half-way leaves the old ones or the new ones.
fn replace(file: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    let write = || {
        let mut new = File::create(&beside)?;
        new.write_all(bytes)?;
        new.sync_all()?;
        fs::rename(&beside, file)
    };
    write().map_err(|error| FileError::Io { file: file.to_owned(), error })
}
