//! Actors: one task owns each table, and nothing else touches its state, which is [`cydonia_table::Table`].
//!
//! [`task`] is the actor, [`keeping`] has its state kept and read, [`watching`] is what it tells, [`chat`] what people say there,
//! [`timing`] what time brings about, [`presence`] who is there; [`sitting`] is what people ask of it before a game, and [`rated`]
//! what counts for ratings. [`registry`] finds or wakes it, [`mod@create`] sets a new one up, [`quick`] finds one for somebody who
//! does not mind which, and [`rematch`] is the same players once more.

mod chat;
mod create;
mod keeping;
mod presence;
mod quick;
mod rated;
mod recent;
mod registry;
mod rematch;
mod sitting;
mod task;
mod timing;
mod watching;

pub(crate) use chat::has_played;
pub(crate) use create::{Wish, create};
pub(crate) use quick::Quick;
pub(crate) use registry::{Ask, Letter, Registry, Request};
