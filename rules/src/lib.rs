//! The pyramid games of Mars as pure functions of state and action.
//!
//! This crate referees and describes; it knows no I/O, no async, no clock, no randomness and no logging.
//! Dice are *asked for* ([`Phase::Roll`]) and told, never rolled. A game's state cannot be serialised: what
//! leaves the crate is a [`Layout`] once, then [`View`]s, differences between them and [`Motion`]s.
//!
//! ```
//! use cydonia_rules::{AnyGame, GameKind, Phase, Setup};
//!
//! let mut game = AnyGame::start(GameKind::MartianChess, &Setup::for_seats(2)).unwrap();
//! assert_eq!(game.phase(), Phase::Act { seat: 0 });
//! assert!(game.actions().contains(&"b3-a4".to_owned()));
//! game.play("b3-a4").unwrap();
//! assert_eq!(game.phase(), Phase::Act { seat: 1 });
//! assert!(game.play("b3-a4").is_err()); // refused, and nothing has changed
//! ```

#[macro_use]
mod games;

// The closed list, in the order in which games are shown. A new game is a line here, the `pub mod` of its folder below,
// and the folder.
games! {
    MartianChess in martian_chess,
    MartianGo in martian_go,
    BranchesTwigsThorns in branches_twigs_thorns,
    MartianMudWrestling in martian_mud_wrestling,
    MartianFrisby in martian_frisby,
    MartianBackgammon in martian_backgammon,
}

// By hand, not by the list: rustfmt and editors find a module only where it is written out.
pub mod branches_twigs_thorns;
pub mod martian_backgammon;
pub mod martian_chess;
pub mod martian_frisby;
pub mod martian_go;
pub mod martian_mud_wrestling;

mod any;
mod ask;
mod game;
pub mod grid;
mod hash;
mod info;
mod input_error;
mod layout;
mod motion;
mod notations;
mod outcome;
mod perft;
mod playout;
pub mod pointing;
mod position;
mod seats;
mod setup;
mod view;
mod visitor;
pub mod wedge;

pub use ask::{Ask, Objection, ScoreChange};
pub use game::{Game, Phase};
pub use hash::fold;
pub use info::{Choice, GameInfo, OnlyChoices, OptionInfo, OptionKind, ReasonInfo, ScoreInfo, SeatAdvantage};
pub use input_error::InputError;
pub use layout::{
    CounterInfo, Decor, DecorKind, Layout, Line, Point, Shade, Space, Token, TokenKind, TrayInfo, TrayKind,
};
pub use motion::Motion;
pub use notations::Notations;
pub use outcome::{LeaveReason, Outcome, Reason, rank};
pub use perft::perft;
pub use playout::playout;
pub use position::{MAX_POSITION, PositionError, PositionFields, hashed};
pub use seats::{MAX_SEATS, Seat, Seats};
pub use setup::{OptionError, OptionValue, Options, Setup, SetupError};
pub use view::{Die, LastAction, Marker, Picture, Pyramid, Size, SpaceView, Stack, Turn, View, ViewDiff};
pub use visitor::{GameVisitor, PositionVisitor};
