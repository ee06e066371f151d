//! Actors: one task owns each table, and nothing else touches its state, which is [`cydonia_table::Table`].
//!
//! [`actor`] takes each [`message`] from a bounded mailbox, [`commands`] does what it asks, [`persist`] has it kept and reads it again, [`broadcast`] tells it,
//! [`replay_buffer`] holds what was told last, [`deadlines`] is what time brings about, [`presence`] who is there, [`push`] who is to be told elsewhere, [`chat`] what
//! they say. [`hints`] are for those who play against computers. [`seats`] is what people ask before a game, [`rated`] what counts for ratings. [`registry`] finds an actor or wakes
//! it, or reaches it at another node by [`relay`], [`mod@create`] sets a table up, [`matchmaking`] finds one for somebody who does not mind which, and [`rematch`] is the same
//! players once more.

mod actor;
mod broadcast;
mod chat;
mod commands;
mod computers;
mod contacts;
mod create;
mod deadlines;
mod hints;
mod matchmaking;
mod message;
mod moderation;
mod own_games;
mod persist;
mod presence;
mod push;
mod rated;
mod registry;
pub(crate) mod relay;
mod rematch;
mod replay_buffer;
mod seats;
mod series;

pub(crate) use chat::note_played;
pub(crate) use contacts::check_may_meet;
pub(crate) use create::{Wish, create, sitter_at};
pub(crate) use matchmaking::Quick;
pub(crate) use message::{Ask, Asker, Request, TableMessage};
pub(crate) use own_games::{note_new, tell_turns};
pub(crate) use push::{note_paired, waits_for};
pub(crate) use rated::check_not_barred;
pub(crate) use registry::Registry;
