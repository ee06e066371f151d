//! The hand evaluation: whose the free cells are, who will run out of them, and what an action gains by that.

use cydonia_rules::pointing::{Action, Pointing, Rules};
use cydonia_rules::wedge::CellSet;
use cydonia_rules::{Game, Seat, Seats};

use super::easy;
use crate::evaluation::{Evaluate, Score, score_of};
use crate::search::sampling::{Shares, softmax};

/// What counts how much, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// To take a cell that is easy for another seat too.
    pub contest: f32,
    /// To fill a cell that is easy for nobody else.
    pub spend: f32,
    /// For each free neighbour that becomes easy.
    pub grow: f32,
    /// For each point of the piece's size, for each free neighbour that is not easy for another seat.
    pub wall: f32,
    /// For each point of the size of a piece that walls nobody in.
    pub waste: f32,
    /// What each piece will cost for which no easy cell is left.
    pub shortage: f32,
}

/// A position as its acting seat sees it.
pub struct Sight {
    seats: usize,
    free: CellSet,
    /// The free cells that are easy for it.
    mine: CellSet,
    /// The free cells that are easy for any other seat.
    others: CellSet,
}

/// Judges by those weights.
#[derive(Clone, Copy, Debug)]
pub struct Walls {
    /// What counts how much.
    pub weights: Weights,
}

impl Walls {
    /// Looks at a position in which a seat is to act.
    pub(super) fn look<R: Rules>(self, game: &Pointing<R>) -> Sight {
        let easy = easy(game);
        let seats: &Seats = game.seats();
        let seat = seats.to_act();
        let others = seats.all().filter(|other| *other != seat);
        let others = others.fold(CellSet::EMPTY, |set, other| set | easy[usize::from(other)]);
        let mine = easy[usize::from(seat)];
        Sight { seats: usize::from(seats.count()), free: game.free_cells(), mine, others }
    }

    /// How good an action looks to the seat that takes it, in points.
    pub(super) fn gain<R: Rules>(self, game: &Pointing<R>, sight: &Sight, action: Action) -> f32 {
        let Action::Lay { cell, size, target } = action else { return 0.0 };
        let Weights { contest, spend, grow, wall, waste, shortage: _ } = self.weights;
        let (own, other) = game.effect(size, target);
        let paid = other.map_or(0, |(_, paid)| paid) as f32 / (sight.seats - 1) as f32;
        let mut gain = own as f32 - paid;
        if sight.others.contains(cell) {
            gain += contest;
        } else if sight.mine.contains(cell) {
            gain -= spend;
        }
        let around = game.board().neighbours(cell) & sight.free;
        gain += grow * (around & !sight.mine).len() as f32;
        let walled = (around & !sight.others).len();
        let size = f32::from(size);
        gain + if walled == 0 { -waste * size } else { wall * size * walled as f32 }
    }

    /// What the position promises each seat.
    fn shares<R: Rules>(self, game: &Pointing<R>) -> Shares {
        let easy = easy(game);
        let left = |seat: Seat| game.stash(seat).iter().sum::<u8>();
        // Of an easy cell each seat to which it is one has its part.
        let cells = |seat: Seat| {
            let own = easy[usize::from(seat)];
            own.iter()
                .map(|cell| 1.0 / easy.iter().filter(|set| set.contains(cell)).count() as f32)
                .sum::<f32>()
        };
        let most_left = game.seats().all().map(left).max().unwrap_or(0);
        softmax(game, 1.5 + 0.25 * f32::from(most_left), |seat| {
            let short = (f32::from(left(seat)) - cells(seat)).max(0.0);
            game.merit_of(seat) as f32 - self.weights.shortage * short
        })
    }
}

impl<R: Rules> Evaluate<Pointing<R>> for Walls {
    fn score(&self, game: &Pointing<R>, seat: Seat) -> Score {
        score_of(self.shares(game)[usize::from(seat)])
    }
}
