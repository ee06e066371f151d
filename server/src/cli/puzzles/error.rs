//! Errors: why no puzzles can be looked for, or kept.

use std::io;
use std::path::PathBuf;

use cydonia_rules::{GameKind, SetupError};

/// Why no puzzles can be looked for, or kept.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleSearchError {
    /// There is no such game.
    #[error("--game: there is no game “{0}”; there are {games}", games = games())]
    Game(String),
    /// The game does not take these seats.
    #[error("--seats: {0}")]
    Setup(#[from] SetupError),
    /// A number that must not be nothing.
    #[error("{0} must be 1 at least")]
    Nothing(&'static str),
    /// No part of a victory.
    #[error("--gap is a number from 0 to 1")]
    Gap,
    /// A puzzle cannot be written as JSON.
    #[error("a puzzle cannot be written: {0}")]
    Unwritable(#[from] serde_json::Error),
    /// The file cannot be written.
    #[error("{} cannot be written: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is the matter.
        error: io::Error,
    },
}

fn games() -> String {
    GameKind::ALL.iter().map(|kind| kind.id()).collect::<Vec<_>>().join(", ")
}
