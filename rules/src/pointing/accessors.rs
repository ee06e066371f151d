//! Accessors: a position as those who think about it read it, without taking it apart into texts and pictures.

use super::{Pointing, Rules};
use crate::wedge::{Cell, CellSet, WedgeBoard};
use crate::{MAX_SEATS, Seat, Size};

impl<R: Rules> Pointing<R> {
    /// The board that it is played on.
    #[must_use]
    pub fn board(&self) -> &'static WedgeBoard {
        self.board
    }

    /// The cells where something may still be laid.
    #[must_use]
    pub fn free_cells(&self) -> CellSet {
        self.free()
    }

    /// The cells of the roots, which anybody may point at for nothing.
    #[must_use]
    pub fn roots(&self) -> CellSet {
        self.roots
    }

    /// The cells of each seat's pieces; none for a seat that there is not.
    #[must_use]
    pub fn owned(&self) -> &[CellSet; MAX_SEATS] {
        &self.owned
    }

    /// The cells of all pieces of that size, 1 to 3.
    #[must_use]
    pub fn pieces_of(&self, size: Size) -> CellSet {
        self.sized[usize::from(size) - 1]
    }

    /// How many pieces of size 1, 2 and 3 that seat has still to lay.
    #[must_use]
    pub fn stash(&self, seat: Seat) -> [u8; 3] {
        self.stashes[usize::from(seat)]
    }

    /// Whether roots or nulls are still to be laid before the first piece.
    #[must_use]
    pub fn is_being_set_up(&self) -> bool {
        self.duty().is_some()
    }

    /// What the seat to act gains in merit by pointing from a piece of `size` at `target`, and what it brings whom else.
    #[must_use]
    pub fn effect(&self, size: Size, target: Cell) -> (i32, Option<(Seat, i32)>) {
        match (self.owner(target), self.size(target)) {
            (Some(owner), Some(aim)) if owner != self.seats.to_act() => {
                let (own, others) = R::points(size, aim);
                (R::merit(own), (others != 0).then(|| (owner, R::merit(others))))
            }
            _ => (0, None),
        }
    }
}
