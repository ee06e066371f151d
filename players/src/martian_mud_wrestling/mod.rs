//! Martian Mud Wrestling: alpha-beta. What it needs to know of the game beyond its rules, and what it judges by.

mod hand;

use std::cmp::Ordering;

use cydonia_rules::grid::Move;
use cydonia_rules::martian_mud_wrestling::MartianMudWrestling;
use cydonia_rules::{Game, Phase, Seat, fold};

pub use hand::Look;

use crate::evaluation::{Evaluate, Hand, ended};
use crate::search::AlphaBeta;
use crate::search::alpha_beta::{Adversarial, HORIZON};

/// The strongest engine.
#[must_use]
pub fn engine() -> AlphaBeta<MartianMudWrestling, impl Evaluate<MartianMudWrestling>> {
    engine_with(hand())
}

/// The judge that a person thought of.
#[must_use]
pub fn hand() -> Hand<Look> {
    Hand::<Look>::new::<MartianMudWrestling>()
}

/// The same that judges by another evaluation.
#[must_use]
pub fn engine_with<E: Evaluate<MartianMudWrestling>>(evaluate: E) -> AlphaBeta<MartianMudWrestling, E> {
    AlphaBeta::new(evaluate)
}

const CELLS: usize = 25;

impl Adversarial for MartianMudWrestling {
    const SLOTS: usize = CELLS * CELLS;

    fn slot(action: Move) -> usize {
        usize::from(action.from) * CELLS + usize::from(action.to)
    }

    /// Repetition makes a position depend on its past. What has stood twice may stand but once more: that is part of the key.
    /// What has stood once would have to come twice again, which takes eight actions without any purpose; a search that
    /// sees so far takes these for the same.
    fn key(&self) -> u64 {
        let left = self.quiet_actions_left();
        let near = if left <= HORIZON { left } else { 0 };
        fold([self.position_hash(), self.stood_twice(), near.into()])
    }

    fn gain(&self, action: Move) -> i32 {
        self.sunk_by(action).map_or(0, |sunk| hand::lost_by_other(sunk, self.seats().to_act()))
    }

    /// Sinkings that cost the other more.
    fn noisy(&self, actions: &mut Vec<Move>) {
        let first = actions.len();
        self.sinkings(actions);
        let mut kept = first;
        for at in first..actions.len() {
            if self.gain(actions[at]) > 0 {
                actions.swap(kept, at);
                kept += 1;
            }
        }
        actions.truncate(kept);
    }

    fn ended(&self, seat: Seat) -> Option<Ordering> {
        if self.phase() == Phase::Over { ended(self, seat) } else { None }
    }
}
