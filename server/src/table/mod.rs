//! Tables: one task owns each, and nothing else touches its state.
//!
//! [`state`] is the table as a pure state machine, [`requests`] what people ask of it, [`task`] the actor round it, [`registry`] finds or wakes it,
//! [`mod@create`] sets a new one up, [`record`] is what the journal keeps.

mod create;
mod packing;
mod record;
mod refused;
mod registry;
mod requests;
mod state;
mod task;

pub(crate) use create::{Wish, create};
pub(crate) use record::{PackedLine, Record, Stamped};
pub(crate) use refused::Refused;
pub(crate) use registry::{Ask, Registry, Request};
pub(crate) use state::Table;
