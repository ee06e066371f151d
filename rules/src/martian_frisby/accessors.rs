//! Accessors: a position as those who think about it read it, without taking it apart into texts and pictures.

use super::{MartianFrisby, TURN_LIMIT};
use crate::grid::Move;
use crate::{Seat, Size};

impl MartianFrisby {
    /// The squares of a seat's pieces of that size, 1 to 3: bit 0 for a1, bit 1 for b1, bit 2 for a2 and so on.
    ///
    /// On a square with several pieces the larger stands over the smaller; there are no two of one size.
    #[must_use]
    pub fn pieces(&self, seat: Seat, size: Size) -> u16 {
        self.board.of_size(seat, size)
    }

    /// Whether a die may also take a piece into the other column.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The faces of the dice not yet used, in the order rolled; 0 where there is none.
    #[must_use]
    pub fn dice_left(&self) -> [u8; 2] {
        let (one, two) = self.dice.map_or((None, None), super::Dice::unspent);
        [one.unwrap_or(0), two.unwrap_or(0)]
    }

    /// The move that the turn under way began with: the next one may not take it back.
    #[must_use]
    pub fn first_move(&self) -> Option<Move> {
        let dice = self.dice.filter(|dice| !dice.are_fresh())?;
        self.last.moves[0].filter(|_| dice.unspent() != (None, None))
    }

    /// So many turns more, and the game is a draw.
    #[must_use]
    pub fn turns_left(&self) -> u16 {
        TURN_LIMIT.saturating_sub(self.turns)
    }
}
