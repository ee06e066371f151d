//! Accessors: a position as those who think about it read it, without taking it apart into texts and pictures.

use super::{Action, MartianChess};
use crate::wedge::{Cell, CellSet, WedgeBoard};
use crate::{Seat, Size};

impl MartianChess {
    /// The cells of the pieces of that size, 1 to 3. Whose they are is told by the wedge that they stand in.
    #[must_use]
    pub fn pieces(&self, size: Size) -> CellSet {
        self.pieces[usize::from(size) - 1]
    }

    /// The size of the piece on a cell, if there is one.
    #[must_use]
    pub fn piece_on(&self, cell: Cell) -> Option<Size> {
        self.size_at(cell)
    }

    /// The points that a seat has captured.
    #[must_use]
    pub fn points(&self, seat: Seat) -> i32 {
        self.score(seat)
    }

    /// Actions in a row without a capture, up to now.
    #[must_use]
    pub fn quiet_actions(&self) -> u16 {
        self.quiet
    }

    /// So many actions more without a capture would end the game, whatever the clock says.
    #[must_use]
    pub fn quiet_actions_left(&self) -> u16 {
        self.quiet_limit().saturating_sub(self.quiet)
    }

    /// Actions without a capture that the clock still allows, if it runs.
    #[must_use]
    pub fn clock_left(&self) -> Option<u8> {
        self.clock
    }

    /// Whether the arcade rules are played.
    #[must_use]
    pub fn is_arcade(&self) -> bool {
        self.arcade
    }

    /// Whether every second seat is a partner.
    #[must_use]
    pub fn is_in_teams(&self) -> bool {
        self.teams
    }

    /// The move, as from where to where, that may not be made now because it would take the last one straight back.
    #[must_use]
    pub fn rejected(&self) -> Option<(Cell, Cell)> {
        let last = self.last.filter(|last| last.fresh && self.seats.count() == 2)?;
        Some((last.to, last.from))
    }

    /// The cells that a seat's pieces of one size reach, whoever stands there, were it that seat's turn.
    #[must_use]
    pub fn reached(&self, seat: Seat, size: Size) -> CellSet {
        let occupied = self.occupied();
        let movers = self.pieces[usize::from(size) - 1] & WedgeBoard::wedge(seat);
        movers.iter().fold(CellSet::EMPTY, |set, from| {
            set | self.board.reach(from, super::legal::stride(size), occupied)
        })
    }

    /// Appends the legal actions that capture, each once; none of them starts the clock.
    pub fn captures(&self, actions: &mut Vec<Action>) {
        if self.ended.is_none() {
            self.add_captures(actions);
        }
    }
}
