//! Move generation: which actions are legal.

use super::track::{LAST, OUT, SAFE, Step, WAITING, across, place};
use super::{Action, MartianBackgammon, Origin, Stack, Stage, Target};
use crate::{Seat, Size};

impl MartianBackgammon {
    pub(super) fn add_legal(&self, actions: &mut Vec<Action>) {
        if self.ended.is_some() || self.stage != Stage::Act {
            return;
        }
        actions.push(Action::End);
        let longest = self.dice.longest();
        if longest == 0 {
            return;
        }
        let seat = self.seats.to_act();
        let landing = self.landing(seat);
        let own = &self.sides[usize::from(seat)];
        for size in own.stacks[usize::from(WAITING)].sizes() {
            for to in (1..=longest).filter(|to| landing[usize::from(*to)] >= size) {
                let to = Target::Space(place(seat, to));
                actions.push(Action::Move { from: Origin::Waiting(size), to });
            }
        }
        for step in 1..=LAST {
            let Some(size) = own.stacks[usize::from(step)].top() else { continue };
            let from = Origin::Space(place(seat, step));
            // Nothing moves back to where pieces wait.
            for to in step.saturating_sub(longest).max(1)..=(step + longest).min(LAST) {
                if to != step && landing[usize::from(to)] >= size {
                    actions.push(Action::Move { from, to: Target::Space(place(seat, to)) });
                }
            }
            if step + longest >= OUT && size == own.next_out() {
                actions.push(Action::Move { from, to: Target::Out });
            }
        }
    }

    /// For each step the largest size that may stop there, 0 for none.
    fn landing(&self, seat: Seat) -> [Size; OUT as usize] {
        let own = &self.sides[usize::from(seat)];
        let mut landing = [0; OUT as usize];
        for step in 1..=LAST {
            let facing = self.facing(seat, step);
            landing[usize::from(step)] = match own.stacks[usize::from(step)].top() {
                Some(size) => size,
                None if facing.is_singleton() => 3,
                None if facing.is_empty() && (step == SAFE || !self.strict) => 3,
                None => 0,
            };
        }
        landing
    }

    /// The opponent's stack on the space that is that step of the seat's track.
    pub(super) fn facing(&self, seat: Seat, step: Step) -> Stack {
        across(step).map_or(Stack::EMPTY, |step| self.sides[usize::from(1 - seat)].stacks[usize::from(step)])
    }
}
