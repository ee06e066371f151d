//! What computers think about: for how long at a board, and how much for those who ask.

use std::time::Duration;

/// Analyses that wait or are made at a time: on one thread, so that the last of them is ready within a quarter of an hour.
pub const ANALYSES: usize = 16;

/// Of those, asked for by one person: one to look at, and one to come.
pub const ANALYSES_A_PERSON: usize = 2;

/// Analyses of games that are on that are held in memory, a few hundred kilobytes each at most: as many as may be made at a time, and
/// as many to be looked at. Of whatever goes for another, whoever still wants it has it made again.
pub const ANALYSES_IN_MEMORY: usize = 32;

/// A move that gave away less of the victory than this, as a part of it, is none that changed the game: a search of the same
/// length sees no finer.
pub const TURNING_POINT: f32 = 0.05;
/// Moves that are told as those which changed a game most: more than these nobody goes through.
pub const TURNING_POINTS: usize = 5;

/// Actions of the best line that are told for each position: farther on a search is but guessing.
pub const LINE: usize = 6;

/// A computer thinks about an action, or a hint, no longer than this, by any clock: the highest level has nodes for about a second, but
/// on a core that many want that second may never be over.
pub const LONGEST_THOUGHT: Duration = Duration::from_secs(10);
