//! Explanation: what is asked for, and why an action may not be taken.

use super::board::{GRID, distance};
use super::legal::undoes;
use super::{Action, MartianFrisby};
use crate::grid::Move;
use crate::{Ask, Game, Objection, Phase};

impl MartianFrisby {
    pub(super) fn tell_asks(&self) -> Vec<Ask> {
        match self.phase() {
            Phase::Over => Vec::new(),
            Phase::Roll { .. } => vec![Ask::Roll {}],
            Phase::Act { .. } => {
                let dice = self.unspent_dice();
                if dice.is_empty() {
                    vec![Ask::EndAllUsed {}]
                } else if self.is_legal(Action::Pass) {
                    vec![Ask::PassBothDice {}]
                } else {
                    vec![Ask::PieceByDie { dice }, Ask::Goal {}]
                }
            }
        }
    }

    pub(super) fn tell_objection(&self, tokens: &[&str]) -> Objection {
        let dice = self.unspent_dice();
        let cell = |at: usize| tokens.get(at).and_then(|name| GRID.cell_named(name));
        match (tokens, cell(0), cell(1)) {
            (["end"], ..) => Objection::DiceLeft {},
            (["pass"], ..) => Objection::MustMove {},
            (_, None, _) => Objection::NotNow {},
            _ if dice.is_empty() => Objection::DiceUsed {},
            (_, Some(from), to) => match self.board.top(from) {
                None => Objection::Empty {},
                Some((size, seat)) if seat != self.seats.to_act() => Objection::OthersPiece { size, seat },
                Some((size, _)) => match to {
                    None if tokens.len() == 1 => Objection::Stuck { size },
                    None => Objection::NotNow {},
                    Some(to) => self.object_to_goal(Move { from, to }, &dice),
                },
            },
        }
    }

    fn object_to_goal(&self, taken: Move, dice: &[u8]) -> Objection {
        let die = distance(taken);
        if !self.open && GRID.place(taken.from).0 != GRID.place(taken.to).0 {
            return Objection::OtherColumn {};
        }
        if !dice.contains(&die) {
            return Objection::NotByDie { dice: dice.to_vec() };
        }
        let seat = self.seats.to_act();
        if !self.board.moves(seat, die, self.open).any(|possible| possible == taken) {
            return Objection::NotSmaller {};
        }
        match dice {
            [one, two] => Objection::OtherDieStuck { die: if *one == die { *two } else { *one } },
            _ if undoes(taken, self.last.moves[0]) => Objection::Undoes {},
            _ => Objection::NotNow {},
        }
    }
}
