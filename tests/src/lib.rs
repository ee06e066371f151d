//! The harness: a whole server on a port of its own, and clients that fold what they hear into state.

mod client;
mod conversation;
mod crash;
mod cutting;
mod database;
mod disk;
mod examples;
mod folded;
pub mod fuzz;
mod hand;
mod noticed;
mod played;
mod postgres;
mod process;
mod server;
mod tape;
mod timekeeper;

pub use client::{Answer, Cut, Offered, Refusal, TestClient};
pub use conversation::{Conversation, Position, Refused};
pub use crash::{Figures, crash};
pub use cutting::CuttingLine;
pub use database::{Outside, TestDatabase};
pub use disk::{Fault, Faults, SmallDisk};
pub use examples::{ExampleHouse, ExampleRequest};
pub use folded::Folded;
pub use hand::Hand;
pub use noticed::Noticed;
pub use postgres::Postgres;
pub use process::{Process, program, refused_start};
pub use server::{Guest, TestServer, ample, settings};
pub use tape::{Line, Said, Tape};

/// Longer than anything takes; a test that waits for this long has failed.
pub const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);
