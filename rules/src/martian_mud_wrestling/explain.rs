//! Explanation: what is asked for, and why an action may not be taken.

use super::{GRID, MartianMudWrestling};
use crate::{Ask, Game, Objection, Phase};

impl MartianMudWrestling {
    pub(super) fn tell_asks(&self) -> Vec<Ask> {
        match self.phase() {
            Phase::Over => Vec::new(),
            _ => vec![Ask::Piece {}, Ask::Goal {}],
        }
    }

    pub(super) fn tell_objection(&self, tokens: &[&str]) -> Objection {
        let Some(from) = tokens.first().and_then(|name| GRID.cell_named(name)) else {
            return Objection::NotNow {};
        };
        match self.stacks[usize::from(from)].top() {
            None => Objection::Empty {},
            Some(piece) if piece.owner != self.seats.to_act() => {
                Objection::OthersPiece { size: piece.size, seat: piece.owner }
            }
            Some(_) if tokens.get(1).is_some_and(|name| GRID.cell_named(name).is_some()) => {
                Objection::OneStep {}
            }
            Some(_) => Objection::NotNow {},
        }
    }
}
