//! Tables: one task owns each, and nothing else touches its state.
//!
//! [`state`] is the table as a pure state machine and [`apply`] what a record does to it; [`requests`], [`playing`] and
//! [`consent`] are what people ask of it. [`clocks`], [`dice`] and [`offers`] are parts of its state. [`task`] is the actor
//! round it, [`watching`] what it tells, [`chat`] what people say there, [`timing`] what time brings about, [`presence`] who
//! is there; [`registry`] finds or wakes it, [`mod@create`] sets a new one up and [`quick`] finds one for somebody who
//! does not mind which, [`rematch`] is the same company once more; [`rated`] tells what counts for ratings; [`record`] is what the journal keeps, [`packing`] folds a finished game, [`past`] looks back into it, [`proof`] shows its dice,
//! and [`misfit`] tells why a record may not fit.

mod apply;
mod chat;
mod clocks;
mod consent;
mod create;
mod dice;
#[cfg(test)]
mod fairness;
mod keeping;
mod misfit;
mod offers;
mod packing;
mod past;
mod playing;
mod presence;
mod proof;
mod quick;
mod rated;
mod recent;
mod record;
mod refused;
mod registry;
mod rematch;
mod requests;
mod sitting;
mod state;
mod task;
#[cfg(test)]
mod tests;
mod timing;
mod watching;

pub(crate) use chat::has_played;
pub(crate) use clocks::Way;
pub(crate) use create::{Sitter, Wish, check_rated, create};
pub use misfit::Misfit;
pub(crate) use packing::PackedLine;
pub(crate) use playing::Action;
pub(crate) use proof::dice_proof;
pub(crate) use quick::Quick;
pub(crate) use record::{Record, Stamped};
pub(crate) use refused::Refused;
pub(crate) use registry::{Ask, Letter, Registry, Request};
pub(crate) use state::Table;
