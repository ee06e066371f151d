//! State transitions: what moves and the end of a turn do.

use super::track::{OUT, Step, WAITING, across, place, step};
use super::{
    ALL_OUT, DRY_LIMIT, IDLE_LIMIT, LastMoves, MartianBackgammon, NO_PROGRESS, Origin, PIECES, Stage, Target,
};
use crate::Seat;

impl MartianBackgammon {
    pub(super) fn make_move(&mut self, from: Origin, to: Target) {
        let seat = self.seats.to_act();
        let Some((size, start)) = self.mover(seat, from) else { return };
        let own = &mut self.sides[usize::from(seat)];
        own.stacks[usize::from(start)].take(size);
        let goal = match to {
            Target::Out => OUT,
            Target::Space(place) => step(seat, place).unwrap_or(start),
        };
        let reached = if goal == OUT {
            own.out += 1;
            Self::resting_place(seat, own.out - 1)
        } else {
            own.stacks[usize::from(goal)].put(size);
            self.hit(seat, goal);
            place(seat, goal)
        };
        self.dice.spend(goal.abs_diff(start));
        if self.moved == 0 {
            self.last = LastMoves { seat, ..LastMoves::default() };
        }
        let began = (start != WAITING).then(|| place(seat, start));
        // In a position that was read, the turn's earlier moves are not known.
        self.last.moves[usize::from(self.last.count)] = (began, reached);
        self.last.count += 1;
        self.moved += 1;
        self.went_out |= goal == OUT;
        if self.sides[usize::from(seat)].out == PIECES {
            self.ended = Some(ALL_OUT);
        }
    }

    /// Sends whatever the opponent has on the space back to wait: it can only be a singleton.
    fn hit(&mut self, seat: Seat, goal: Step) {
        let Some(theirs) = across(goal) else { return };
        let stacks = &mut self.sides[usize::from(Self::opponent(seat))].stacks;
        if let Some(size) = stacks[usize::from(theirs)].top() {
            stacks[usize::from(theirs)].take(size);
            stacks[usize::from(WAITING)].put(size);
        }
    }

    pub(super) fn end_turn(&mut self) {
        if self.moved == 0 {
            self.last = LastMoves { seat: self.seats.to_act(), ..LastMoves::default() };
        }
        self.idle = if self.moved == 0 { self.idle + 1 } else { 0 };
        self.dry = if self.went_out { 0 } else { self.dry + 1 };
        if self.idle >= IDLE_LIMIT || self.dry >= DRY_LIMIT {
            self.ended = Some(NO_PROGRESS);
            return;
        }
        self.seats.advance();
        self.stage = Stage::Roll;
    }
}
