//! Tables: one task owns each, and nothing else touches its state.
//!
//! [`state`] is the table as a pure state machine, [`task`] the actor round it, [`registry`] finds or wakes it,
//! [`create`] sets a new one up, [`record`] is what the journal keeps.

mod create;
mod record;
mod registry;
mod state;
mod task;

pub(crate) use create::{Wish, create};
pub(crate) use record::{PackedLine, Record, Stamped};
pub(crate) use registry::{Ask, Registry, Request};
pub(crate) use state::{Refused, Table};
