//! Move generation: which actions are legal.

use super::{Action, Duty, Pointing, Rules};
use crate::wedge::{Cell, CellSet};

impl<R: Rules> Pointing<R> {
    pub(super) fn add_legal(&self, actions: &mut Vec<Action>) {
        match self.duty() {
            Some(Duty::Null) => {
                let cells = self.free().iter().filter(|cell| self.leaves_whole(*cell));
                actions.extend(cells.map(Action::Null));
            }
            Some(Duty::Root) => actions.extend(self.root_cells().iter().map(Action::Root)),
            None => self.add_lays(actions),
        }
    }

    /// Whether a null on `cell` would leave the other cells in one part. They are in one part with it, so it is
    /// enough that its neighbours still hang together.
    fn leaves_whole(&self, cell: Cell) -> bool {
        let ground = self.board.cells() & !self.nulls & !CellSet::of(cell);
        self.board.joined(self.board.neighbours(cell) & ground, ground)
    }

    /// Where the next root may be laid.
    fn root_cells(&self) -> CellSet {
        if self.roots_hang_together() { self.free() & self.board.bordering(self.roots) } else { self.free() }
    }

    fn add_lays(&self, actions: &mut Vec<Action>) {
        let stash = self.stashes[usize::from(self.seats.to_act())];
        let targets = self.roots | self.pieces();
        for cell in self.free().iter() {
            for target in (self.board.neighbours(cell) & targets).iter() {
                for (size, left) in (1..).zip(stash) {
                    if left > 0 {
                        actions.push(Action::Lay { cell, size, target });
                    }
                }
            }
        }
    }
}
