//! The harness: a whole server on a port of its own, and clients that fold what they hear into state.

mod client;
mod process;
mod server;

pub use client::{Answer, Folded, Refusal, TestClient};
pub use process::{Process, program};
pub use server::{Guest, TestServer};

/// Longer than anything takes; a test that waits for this long has failed.
pub const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);
