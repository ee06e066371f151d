//! Errors: why something is no puzzle.

use cydonia_rules::{InputError, SetupError};

/// Why something is no puzzle.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PuzzleError {
    /// It is no JSON of that form.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// This program does not play the game.
    #[error("there is no such game")]
    Game,
    /// The game does not take these seats or options.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An entry of its line is not legal.
    #[error("its line: {0}")]
    Line(#[source] InputError),
    /// Its line leads to a position in which another is to act, or nobody.
    #[error("its seat is not to act")]
    Seat,
    /// There is none.
    #[error("it has no solution")]
    NoSolution,
    /// The solution cannot be played.
    #[error("its solution: {0}")]
    Solution(#[source] InputError),
    /// The id does not follow from what it is of.
    #[error("its id is another puzzle's")]
    Id,
}
