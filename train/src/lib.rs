//! Trainer: nets learn by playing against themselves what positions are worth.
//!
//! Everything follows from a seed: the same course makes the same weights, with one thread or many, at one go or cut off and gone
//! on with. A [`Course`] plays some games by the net as it stands ([`play`]), has the [`Learner`] learn from all of them in their
//! order, and measures now and then how strong it has become ([`contest`]). It is all in its bytes, from which it goes on.

mod checkpoint;
pub mod contest;
mod course;
mod files;
mod learner;
mod self_play;
mod subject;

pub use checkpoint::CheckpointError;
pub use course::{Course, Plan, Point};
pub use files::{FileError, Files};
pub use learner::Learner;
pub use self_play::{Manner, Sample, play};
pub use subject::{Backgammon, Chess, ChessForMany, Frisby, PointingGame, Subject};
