//! The pointing games: sampling search whose leaves a net judges, and what it is told by hand.
//!
//! A cell is *easy* for a seat if a piece laid there can point at a root or at a piece of its own, and so costs nothing. Games are
//! won by having easy cells when the others have none left: so shared ones are taken first, one's own are kept, and the others
//! are walled in.

mod features;
mod judged;
mod known;
mod walls;

use cydonia_rules::pointing::{Pointing, Rules};
use cydonia_rules::wedge::CellSet;
use cydonia_rules::{Game, MAX_SEATS};

pub use features::{Seen, SeenByOneOfMany};
pub use judged::Judged;
pub use known::MANY;
pub use known::{Judge, Known, engine, engine_with, judge};
pub use walls::{Walls, Weights};

/// The free cells that are easy for each seat that is still in.
fn easy<R: Rules>(game: &Pointing<R>) -> [CellSet; MAX_SEATS] {
    let (board, seats) = (game.board(), game.seats());
    let (free, rooted) = (game.free_cells(), board.bordering(game.roots()));
    let mut easy = [CellSet::EMPTY; MAX_SEATS];
    for seat in seats.all().filter(|seat| seats.is_in(*seat)) {
        easy[usize::from(seat)] = (board.bordering(game.owned()[usize::from(seat)]) | rooted) & free;
    }
    easy
}
