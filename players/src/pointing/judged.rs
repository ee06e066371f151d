//! Judged leaves: for two seats a judge says what a position is worth, and nothing is played on from it.

use cydonia_rules::pointing::{Action, Pointing, Rules};
use cydonia_rules::{Game, MAX_SEATS, Seat};

use super::{Sight, Walls};
use crate::evaluation::{Evaluate, Score, chance_of};
use crate::search::sampling::{Guide, Parameters, Sampling, Shares};

/// The guide of [`Walls`], which leaves it to a judge what a position is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged<E> {
    walls: Walls,
    judge: E,
}

/// The search of a pointing game for two by that judge.
pub(crate) fn judged<E>(walls: Walls, judge: E) -> Sampling<Judged<E>> {
    let parameters = Parameters { playout_actions: 0, ..super::PARAMETERS };
    Sampling::new(Judged { walls, judge }, parameters)
}

impl<R: Rules, E: Evaluate<Pointing<R>>> Guide<Pointing<R>> for Judged<E> {
    type Sight = Sight;

    fn look(&self, game: &Pointing<R>) -> Sight {
        self.walls.look(game)
    }

    fn gain(&self, game: &Pointing<R>, sight: &Sight, action: Action) -> f32 {
        self.walls.gain(game, sight, action)
    }

    fn shares(&self, game: &Pointing<R>) -> Shares {
        let seat = game.seats().to_act();
        let own = chance_of(self.judge.score(game, seat));
        let mut shares = [0.0; MAX_SEATS];
        shares[usize::from(seat)] = own;
        shares[usize::from(1 - seat)] = 1.0 - own;
        shares
    }

    fn narrow(&self, game: &Pointing<R>, actions: &mut Vec<Action>) {
        self.walls.narrow(game, actions);
    }

    fn key(&self, game: &Pointing<R>, action: Action) -> u16 {
        self.walls.key(game, action)
    }
}

/// The hand evaluation: what the guide thinks of a position by itself.
impl<R: Rules> Evaluate<Pointing<R>> for Walls {
    fn score(&self, game: &Pointing<R>, seat: Seat) -> Score {
        /// Nothing is surer than this.
        const SUREST: f32 = 0.999;
        let part = self.shares(game)[usize::from(seat)].clamp(1.0 - SUREST, SUREST);
        (1_000.0 * (part / (1.0 - part)).ln()) as Score
    }
}
