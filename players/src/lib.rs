//! Computer players: search and evaluation over the rules, as pure functions of a position.
//!
//! Like `rules` this crate knows no I/O, no clock and no ambient randomness: how much is thought is counted in nodes, when to
//! stop is asked of whoever called, and chance comes from a seed. The same position, level, seed and number of nodes give the
//! same choice on every machine.
//!
//! ```
//! use cydonia_players::{Level, Never, choose};
//! use cydonia_rules::{AnyGame, GameKind, Setup};
//!
//! let game = AnyGame::start(GameKind::MartianChess, &Setup::for_seats(2)).unwrap();
//! let choice = choose(&game, Level::new(1).unwrap(), 7, &Never).unwrap();
//! assert!(game.actions().contains(&choice.action));
//! assert_eq!(choose(&game, Level::new(1).unwrap(), 7, &Never), Some(choice));
//! ```

mod analysis;
pub mod branches_twigs_thorns;
mod budget;
mod choice;
pub mod evaluation;
mod human_error;
mod level;
pub mod martian_backgammon;
pub mod martian_chess;
pub mod martian_chess_many;
pub mod martian_frisby;
pub mod martian_go;
pub mod martian_mud_wrestling;
pub mod pointing;
pub mod search;
mod values;
mod verdict;
pub mod yardsticks;

pub use analysis::{ANALYSIS_VERSION, analysis_nodes};
pub use budget::{Budget, Never, Stop};
pub use choice::{Analysis, Choice, Scored, analyse, choose, choose_in};
pub use level::Level;
pub use values::Values;
pub use verdict::{Candidate, Engine, Verdict};
