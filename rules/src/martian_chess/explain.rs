//! Explanation: what is asked for, and why an action may not be taken.

use super::legal::stride;
use super::{Action, MartianChess};
use crate::wedge::{Cell, CellSet, WedgeBoard};
use crate::{Ask, Game, Objection, Phase, Size};

impl MartianChess {
    pub(super) fn tell_asks(&self) -> Vec<Ask> {
        match self.phase() {
            Phase::Over => Vec::new(),
            _ if self.is_legal(Action::Pass) => vec![Ask::Pass {}],
            _ => vec![Ask::Piece {}, Ask::Goal {}],
        }
    }

    pub(super) fn tell_objection(&self, tokens: &[&str]) -> Objection {
        if tokens == ["pass"] {
            return Objection::MustMove {};
        }
        let cell = |at: usize| tokens.get(at).and_then(|name| self.board.cell_named(name));
        let Some(from) = cell(0) else { return Objection::NotNow {} };
        let Some(size) = self.size_at(from) else { return Objection::Empty {} };
        let owner = WedgeBoard::place(from).0;
        if owner != self.seats.to_act() {
            return Objection::OthersGround { size, seat: owner };
        }
        match cell(1) {
            None if tokens.len() == 1 => Objection::Stuck { size },
            None => Objection::NotNow {},
            Some(to) => self.object_to_goal(size, from, to),
        }
    }

    fn object_to_goal(&self, size: Size, from: Cell, to: Cell) -> Objection {
        let reaches = |occupied| self.board.reach(from, stride(size), occupied).contains(to);
        if !reaches(CellSet::EMPTY) {
            return Objection::Stride { size };
        }
        if !reaches(self.occupied()) {
            return Objection::Blocked {};
        }
        if self.rejected() == Some((from, to)) {
            return Objection::Rejection {};
        }
        match self.size_at(to) {
            Some(_) if !self.arcade => Objection::OwnPiece {},
            Some(own) if own + size > 3 => Objection::MergedTooLarge {},
            Some(own) => Objection::MergedSizeTaken { size: own + size },
            None => Objection::NotNow {},
        }
    }
}
