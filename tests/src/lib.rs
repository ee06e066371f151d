//! The harness: a whole server on a port of its own, and clients that fold what they hear into state.

mod ample;
mod authenticator;
mod client;
mod conversation;
mod crash;
mod cutting;
mod database;
mod disk;
mod examples;
mod folded;
pub mod fuzz;
mod guest;
mod hand;
mod ids;
mod mail_relay;
mod nats;
mod nodes;
mod noticed;
mod played;
mod postgres;
mod process;
mod push_service;
mod server;
mod tape;
mod timekeeper;

pub use ample::ample;
pub use authenticator::Authenticator;
pub use client::{Answer, CallError, CutError, Offered, TestClient};
pub use conversation::{Conversation, Position, RefereeError};
pub use crash::{Figures, crash};
pub use cutting::CuttingLine;
pub use database::{Outside, TestDatabase};
pub use disk::{Fault, Faults, SmallDisk};
pub use examples::{ExampleHouse, ExampleRequest};
pub use folded::Folded;
pub use guest::Guest;
pub use hand::Hand;
pub use ids::fresh_id;
pub use mail_relay::{Letter, MailRelay, RelayManner};
pub use nats::Nats;
pub use nodes::Nodes;
pub use noticed::CheatError;
pub use postgres::{Postgres, until_writer_is_gone, until_writer_waits};
#[cfg(unix)]
pub use process::refused_start_handed;
pub use process::{KeptPort, Process, program, refused_start};
pub use push_service::{Manner, PushService, Pushed, Subscriber};
#[cfg(unix)]
pub use rustix::process::Signal;
pub use server::{TestServer, TestServerBuilder, settings};
pub use tape::{Said, Tape, TapeEntry};

/// Longer than anything takes; a test that waits for this long has failed.
pub const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);
