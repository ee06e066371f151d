//! Martian Mud Wrestling, for 2 seats, by Elliott C. Evans.
//!
//! Pieces are piled on each other; a stack that has more of itself in the air than on the ground sinks. See the
//! rules page for the rulings that are ours.

mod accessors;
mod explain;
mod info;
mod position;
mod quiet;
mod show;
mod stack;
#[cfg(test)]
mod tests;

pub use info::{BOTH_STUCK, INFO, NO_PROGRESS, REPETITION, STUCK};

use self::quiet::QuietMoves;
use self::stack::Stack;
use crate::grid::{Cell, Grid, Move};
use crate::{
    Ask, Game, GameInfo, Layout, LeaveReason, Motion, Objection, Outcome, Phase, Picture, PositionFields,
    Reason, Seat, Seats, Setup,
};

const GRID: Grid = Grid::new(5, 5);
const CELLS: usize = GRID.cell_count() as usize;
/// This many actions in a row without a sinking end the game.
const NO_PROGRESS_AFTER: u8 = 100;
/// The same position with the same seat to move ends the game when it stands for this time.
const REPETITIONS: u8 = 3;

/// What is on each square.
type Stacks = [Stack; CELLS];

/// The up to eight squares round each square, as bits.
const NEIGHBOURS: [u32; CELLS] = neighbours();

/// A position of Martian Mud Wrestling: small and `Copy`.
#[derive(Clone, Copy, Debug)]
pub struct MartianMudWrestling {
    seats: Seats,
    stacks: Stacks,
    quiet: QuietMoves,
    last: Option<LastMove>,
    ended: Option<Reason>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LastMove {
    seat: Seat,
    taken: Move,
}

impl MartianMudWrestling {
    /// The squares whose topmost piece is of that seat's colour. There is always a neighbouring square and any
    /// piece may go onto anything, so this is where the seat can move from.
    fn movable(&self, seat: Seat) -> impl Iterator<Item = Cell> {
        let owned = move |stack: &Stack| stack.top().is_some_and(|piece| piece.owner == seat);
        (0..).zip(&self.stacks).filter(move |(_, stack)| owned(stack)).map(|(cell, _)| cell)
    }

    fn is_stuck(&self, seat: Seat) -> bool {
        self.movable(seat).next().is_none()
    }

    /// The destination as it is with the piece moved there, before it sinks.
    fn landed(&self, Move { from, to }: Move) -> Stack {
        let mut stack = self.stacks[usize::from(to)];
        if let Some(piece) = self.stacks[usize::from(from)].top() {
            stack.push(piece);
        }
        stack
    }

    /// The first of the game's ends that the position meets, if it now stands for that time.
    fn find_end(&self, times: u8) -> Option<Reason> {
        let seat = self.seats.to_act();
        if self.is_stuck(seat) {
            Some(if self.is_stuck(other(seat)) { BOTH_STUCK } else { STUCK })
        } else if times >= REPETITIONS {
            Some(REPETITION)
        } else if self.quiet.count() >= NO_PROGRESS_AFTER {
            Some(NO_PROGRESS)
        } else {
            None
        }
    }

    fn ranks(&self, reason: Reason) -> Vec<u8> {
        let lost_by = |loser: Seat| self.seats.all().map(|seat| 1 + u8::from(seat == loser)).collect();
        if let [leaver] = self.seats.leavers() {
            lost_by(*leaver)
        } else if reason == STUCK {
            lost_by(self.seats.to_act())
        } else if reason == BOTH_STUCK {
            vec![2, 2]
        } else {
            vec![1, 1]
        }
    }
}

impl Game for MartianMudWrestling {
    type Action = Move;
    const INFO: &'static GameInfo = &INFO;

    fn new(setup: &Setup) -> Self {
        let mut stacks = [Stack::default(); CELLS];
        for column in 0..5 {
            for (owner, row) in [(0, 0), (1, 4)] {
                stacks[usize::from(GRID.cell(column, row))] = Stack::nest(owner);
            }
        }
        let seats = Seats::new(setup.seats, setup.first);
        Self { seats, stacks, quiet: QuietMoves::NONE, last: None, ended: None }
    }

    fn phase(&self) -> Phase {
        match self.ended {
            Some(_) => Phase::Over,
            None => Phase::Act { seat: self.seats.to_act() },
        }
    }

    fn legal(&self, actions: &mut Vec<Move>) {
        if self.ended.is_some() {
            return;
        }
        for from in self.movable(self.seats.to_act()) {
            let mut targets = NEIGHBOURS[usize::from(from)];
            while targets != 0 {
                actions.push(Move { from, to: targets.trailing_zeros() as Cell });
                targets &= targets - 1;
            }
        }
    }

    fn apply(&mut self, taken: Move) {
        let landed = self.landed(taken);
        self.stacks[usize::from(taken.from)].pop();
        if landed.sinks() {
            self.stacks[usize::from(taken.to)] = Stack::default();
            self.quiet = QuietMoves::NONE;
        } else {
            self.stacks[usize::from(taken.to)] = landed;
            self.quiet.push(taken);
        }
        self.last = Some(LastMove { seat: self.seats.to_act(), taken });
        self.seats.advance();
        let times = self.quiet.times(&self.stacks);
        if times == 2 {
            self.quiet.note_second(self.position_hash());
        }
        self.ended = self.find_end(times);
    }

    fn apply_leave(&mut self, seat: Seat, reason: LeaveReason) {
        self.seats.leave(seat);
        self.ended = Some(reason.into());
    }

    fn seats(&self) -> &Seats {
        &self.seats
    }

    fn seats_mut(&mut self) -> &mut Seats {
        &mut self.seats
    }

    fn scores(&self) -> Vec<i32> {
        vec![0; 2]
    }

    fn merit_of(&self, _seat: Seat) -> i32 {
        0
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = self.ended?;
        Some(Outcome { scores: self.scores(), ranks: self.ranks(reason), reason })
    }

    fn action_bound(&self) -> u32 {
        // Two pieces never sink: the upper one stands on the ground or is no larger than the lower. So a sinking takes
        // three of the thirty pieces at least, and nothing is left to move after ten. A sinking comes at the latest as
        // the hundredth action after the one before; a game with fewer ends within a hundred more.
        10 * u32::from(NO_PROGRESS_AFTER)
    }

    fn parse(&self, text: &str) -> Option<Move> {
        GRID.parse_move(text)
    }

    fn write_notation(&self, action: Move, text: &mut String) {
        GRID.write_move(action, text);
    }

    fn write_position(&self, text: &mut String) {
        self.write_fields(text);
    }

    fn read_position(setup: &Setup, fields: &PositionFields<'_>) -> Option<Self> {
        Self::read_fields(setup, fields)
    }

    fn layout(&self) -> Layout {
        self.show_layout()
    }

    fn picture(&self) -> Picture {
        self.show()
    }

    fn motions(&self, action: Move) -> Vec<Motion> {
        self.show_motions(action)
    }

    fn asks(&self) -> Vec<Ask> {
        self.tell_asks()
    }

    fn object(&self, tokens: &[&str]) -> Objection {
        self.tell_objection(tokens)
    }
}

fn other(seat: Seat) -> Seat {
    1 - seat
}

const fn neighbours() -> [u32; CELLS] {
    let mut sets = [0; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let (column, row) = GRID.place(from as Cell);
            let (to_column, to_row) = GRID.place(to as Cell);
            if from != to && column.abs_diff(to_column) <= 1 && row.abs_diff(to_row) <= 1 {
                sets[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    sets
}
