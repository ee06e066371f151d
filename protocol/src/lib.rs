//! What crosses the wire: messages in both directions, their errors and close codes, and the REST documents.
//!
//! Everything is JSON. Over the socket a client sends [`Envelope`]s and gets [`ServerMessage`]s; `docs/protocol.md`
//! tells the story, and the TypeScript in `web-client/src/lib/protocol.ts` is generated from these types.
//! Numbers stay below 2^53, so that JavaScript reads them exactly.

mod client;
mod error;
mod event;
mod rest;
mod server;
mod table;
pub mod typescript;

pub use client::{Command, Envelope, Unreadable, is_object, read};
pub use error::{Close, ErrorCode};
pub use event::{Event, EventKind};
pub use rest::{
    MatchPage, MatchRecord, MatchSeat, MatchSummary, Problem, RecordedMove, Replay, Session, SessionRequest,
};
pub use server::{GameState, ServerMessage};
pub use table::{Player, SeatState, TableInfo, TableStatus};

/// The version of the protocol. A client names it when it connects (`/ws?protocol=1`).
pub const VERSION: u32 = 1;

/// The longest frame that the server reads, in bytes.
pub const MAX_FRAME: usize = 8 * 1024;

/// The longest name of a player, in characters.
pub const MAX_NAME: usize = 24;
