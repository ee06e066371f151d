//! Martian Chess for three and more: what its computer player knows and how it searches.
//!
//! What follows after all the others have moved is seen by playouts of a few actions, mostly captures; a leaf is worth the
//! points taken so far. The points that stand in one's own wedge are no help: they belong to whoever takes them.

use cydonia_rules::Game;
use cydonia_rules::martian_chess::{Action, MartianChess};

use crate::search::sampling::{Guide, Parameters, Sampling, Shares, softmax};

/// Points that count about as much as 2.7 to 1.
const UNIT: f32 = 3.0;

/// The guide: captures first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Captures;

impl Guide<MartianChess> for Captures {
    type Sight = ();

    fn look(&self, _game: &MartianChess) {}

    fn gain(&self, game: &MartianChess, _sight: &(), action: Action) -> f32 {
        f32::from(game.capture_of(action))
    }

    fn shares(&self, game: &MartianChess) -> Shares {
        softmax(game, UNIT, |seat| game.merit_of(seat) as f32)
    }

    fn key(&self, _game: &MartianChess, action: Action) -> u16 {
        match action {
            Action::Move { from, to, .. } => u16::from(from) * 97 + u16::from(to),
            Action::Pass => u16::MAX,
        }
    }
}

/// The search.
pub(crate) fn engine() -> Sampling<Captures> {
    let parameters = Parameters {
        exploration: 0.35,
        guess_unit: 1.0,
        reserve: 0.1,
        history: 0.5,
        playout_actions: 12,
        tries: 6,
        most_nodes: 1 << 21,
    };
    Sampling::new(Captures, parameters)
}
