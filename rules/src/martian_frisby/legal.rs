//! Move generation: which actions are legal.

use super::{Action, MartianFrisby};
use crate::Seat;
use crate::grid::Move;

impl MartianFrisby {
    pub(super) fn add_legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        let Some(dice) = self.dice else { return };
        match dice.unspent() {
            (Some(one), Some(two)) => {
                let before = actions.len();
                actions.extend(self.first_moves(seat, one, two).map(Action::Move));
                if one != two {
                    actions.extend(self.first_moves(seat, two, one).map(Action::Move));
                }
                if actions.len() == before {
                    actions.push(Action::Pass);
                }
            }
            (Some(die), None) | (None, Some(die)) => {
                let first = self.last.moves[0];
                let moves = self.board.moves(seat, die, self.open);
                actions.extend(moves.filter(|second| !undoes(*second, first)).map(Action::Move));
            }
            (None, None) => actions.push(Action::End),
        }
    }

    /// The moves by one die that win at once or that a move by the other can follow.
    fn first_moves(&self, seat: Seat, die: u8, other: u8) -> impl Iterator<Item = Move> {
        self.board.moves(seat, die, self.open).filter(move |first| {
            let after = self.board.after(*first);
            after.is_home(seat)
                || after.moves(seat, other, self.open).any(|second| !undoes(second, Some(*first)))
        })
    }
}

/// Whether a second move leaves the board as it was before the first.
///
/// Both must be of one piece, or of two alike. One piece has to go straight back; of two alike, the second would have
/// to fill the square that the first left and leave the one where the first stopped, which makes it the first.
pub(super) fn undoes(second: Move, first: Option<Move>) -> bool {
    first == Some(second.reversed())
}
