//! Repetition history: the moves since the last sinking, which is what it takes to know a position again.
//!
//! A sinking can never be undone, so a position can only return within these. Moves are kept and not positions,
//! since they are small, and taking them back one after another brings every earlier position back exactly.

use std::fmt;

use super::{GRID, NO_PROGRESS_AFTER, Stacks};
use crate::grid::Move;

const LIMIT: usize = NO_PROGRESS_AFTER as usize;

/// Moves in a row without a sinking, as many as a game can have.
#[derive(Clone, Copy)]
pub(super) struct QuietMoves {
    moves: [Step; LIMIT],
    count: u8,
    /// The positions that have stood twice since then, as one number.
    twice: u64,
}

/// A move to a neighbouring square in one byte: nine times where it begins, and which square of the three by three.
#[derive(Clone, Copy)]
struct Step(u8);

impl Step {
    fn new(taken: Move) -> Self {
        let ((column, row), (to_column, to_row)) = (GRID.place(taken.from), GRID.place(taken.to));
        Self(taken.from * 9 + (to_row + 1 - row) * 3 + (to_column + 1 - column))
    }

    fn taken(self) -> Move {
        let (from, square) = (self.0 / 9, self.0 % 9);
        let (column, row) = GRID.place(from);
        Move { from, to: GRID.cell(column + square % 3, row + square / 3) - GRID.cell(1, 1) }
    }
}

impl QuietMoves {
    pub(super) const NONE: Self = Self { moves: [Step(0); LIMIT], count: 0, twice: 0 };

    pub(super) fn count(&self) -> u8 {
        self.count
    }

    pub(super) fn push(&mut self, taken: Move) {
        self.moves[usize::from(self.count)] = Step::new(taken);
        self.count += 1;
    }

    /// Notes that a position, told by its number, stands for the second time.
    pub(super) fn note_second(&mut self, position: u64) {
        self.twice ^= position;
    }

    /// A number for the positions that have stood twice since the last sinking, and may stand but once more; 0 if
    /// there are none.
    pub(super) fn twice(&self) -> u64 {
        self.twice
    }

    /// The moves, the first first.
    pub(super) fn moves(&self) -> impl DoubleEndedIterator<Item = Move> {
        self.moves[..usize::from(self.count)].iter().map(|step| step.taken())
    }

    /// How many times the position `now`, to which these moves have led, has stood with the same seat to move,
    /// this time included.
    pub(super) fn times(&self, now: &Stacks) -> u8 {
        let mut times = 1;
        let mut then = *now;
        let mut differing: u32 = 0;
        let mut same_seat = true;
        for taken in self.moves().rev() {
            let (from, to) = (usize::from(taken.from), usize::from(taken.to));
            if let Some(piece) = then[to].pop() {
                then[from].push(piece);
            }
            for cell in [from, to] {
                differing &= !(1 << cell);
                differing |= u32::from(then[cell] != now[cell]) << cell;
            }
            same_seat = !same_seat;
            times += u8::from(same_seat && differing == 0);
        }
        times
    }
}

impl fmt::Debug for QuietMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.moves()).finish()
    }
}
