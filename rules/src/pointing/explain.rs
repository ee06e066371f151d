//! Explanation: what is asked for, and why an action may not be taken.

use super::{Duty, Ground, Pointing, Rules};
use crate::wedge::{Cell, CellSet};
use crate::{Ask, Game, Objection, Phase};

impl<R: Rules> Pointing<R> {
    pub(super) fn tell_asks(&self) -> Vec<Ask> {
        if self.phase() == Phase::Over {
            return Vec::new();
        }
        match self.duty() {
            Some(Duty::Null) => vec![Ask::Hole {}],
            Some(Duty::Root) if self.roots_hang_together() => vec![Ask::RootBeside {}],
            Some(Duty::Root) => vec![Ask::Root {}],
            None => vec![Ask::Build {}, Ask::Size {}, Ask::Aim {}],
        }
    }

    pub(super) fn tell_objection(&self, tokens: &[&str]) -> Objection {
        let cell = |at: usize| tokens.get(at).and_then(|name| self.board.cell_named(name));
        match (self.duty(), tokens.first()) {
            (Some(Duty::Null), Some(&"null")) => cell(1)
                .map_or(Objection::NotNow {}, |cell| self.covered(cell).unwrap_or(Objection::SplitsBoard {})),
            (Some(Duty::Root), Some(&"root")) => cell(1)
                .map_or(Objection::NotNow {}, |cell| self.covered(cell).unwrap_or(Objection::RootApart {})),
            (None, Some(_)) => {
                cell(0).map_or(Objection::NotNow {}, |cell| self.object_to_lay(cell, &tokens[1..]))
            }
            _ => Objection::NotNow {},
        }
    }

    /// Whether the next root must lie beside one that is there.
    pub(super) fn roots_hang_together(&self) -> bool {
        self.ground == Ground::FreeRoot && !self.roots.is_empty()
    }

    /// What is there already, if anything is.
    fn covered(&self, cell: Cell) -> Option<Objection> {
        if self.nulls.contains(cell) {
            Some(Objection::Hole {})
        } else {
            (!self.free().contains(cell)).then_some(Objection::Occupied {})
        }
    }

    fn object_to_lay(&self, cell: Cell, rest: &[&str]) -> Objection {
        if let Some(covered) = self.covered(cell) {
            return covered;
        }
        let targets = self.roots | self.pieces();
        let beside = self.board.neighbours(cell);
        if (beside & targets).is_empty() {
            return Objection::NothingBeside {};
        }
        let Some(size) =
            rest.first().and_then(|text| text.parse::<u8>().ok()).filter(|size| (1..=3).contains(size))
        else {
            return Objection::NotNow {};
        };
        if self.stashes[usize::from(self.seats.to_act())][usize::from(size) - 1] == 0 {
            return Objection::NoneLeft { size };
        }
        match rest.get(1).and_then(|name| self.board.cell_named(name)) {
            None => Objection::NotNow {},
            Some(target) if self.nulls.contains(target) => Objection::Hole {},
            Some(target) if !(targets & !CellSet::of(cell)).contains(target) => {
                Objection::NothingToPointAt {}
            }
            Some(_) => Objection::NotBeside {},
        }
    }
}
