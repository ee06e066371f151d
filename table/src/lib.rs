//! State machine: a table, from the first seat that is taken to the end of its game. Requests become records, records become
//! events, and a journal of records replays to the very same state. Nothing here reads a clock, rolls a die or waits: times and
//! secrets come in with each call.

mod analysis;
mod apply;
mod charged;
mod clocks;
mod computers;
mod consent;
mod deadlines;
mod dice;
mod dice_proof;
mod dice_secrets;
#[cfg(test)]
mod fairness;
mod hints;
pub mod journal;
pub mod limits;
mod match_record;
mod offers;
mod packing;
mod party;
mod past;
mod pie;
mod playing;
mod rated;
mod rejection;
mod rematch;
mod seating;
mod series;
mod side_line;
mod snapshot;
mod stage;
mod state;
mod takeover;
#[cfg(test)]
mod tests;
mod time;
mod tournament;

pub use clocks::Arrival;
pub use computers::{ComputerTask, computer};
pub use dice_proof::dice_proof;
pub use dice_secrets::DiceSecrets;
pub use match_record::{LineDetail, match_record};
pub use party::Party;
pub use past::Acted;
pub use pie::check_pie;
pub use playing::{Action, Mover, Tried};
pub use rated::check_rated;
pub use rejection::Rejection;
pub use seating::Sitter;
pub use series::check_series;
pub use side_line::{SideLine, SideLineError, SideStep, Stood};
pub use stage::{Playing, Waiting};
pub use state::Table;
pub use time::{Millis, Span, UnixMs};
pub use tournament::{note_attendance, tournament_game};
