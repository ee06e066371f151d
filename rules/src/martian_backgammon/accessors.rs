//! Accessors: a position as those who think about it read it, without taking it apart into texts and pictures.

use super::track::OUT;
use super::{DRY_LIMIT, IDLE_LIMIT, MartianBackgammon};
use crate::Seat;

impl MartianBackgammon {
    /// How many pieces of size 1, 2 and 3 a seat has on each step of its own track: step 0 is where those wait that were
    /// hit, 1 to 11 are spaces. All of a space are one stack, the smallest on top. Steps 1 to 5 of one seat are the steps
    /// 7 to 11 of the other; step 6 is the safe spot, which the other never enters.
    #[must_use]
    pub fn track(&self, seat: Seat) -> [[u8; 3]; OUT as usize] {
        self.sides[usize::from(seat)].stacks.map(super::Stack::counts)
    }

    /// How many of a seat's fifteen pieces are out. They go out in the order 1, 2, 3, 1, 2, 3 …
    #[must_use]
    pub fn pieces_out(&self, seat: Seat) -> u8 {
        self.sides[usize::from(seat)].out
    }

    /// Whether only the own safe spot may be stopped on when it is empty.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// The faces of the dice not yet spent, in the order rolled; 0 where there is none.
    #[must_use]
    pub fn dice_left(&self) -> [u8; 3] {
        let mut left = [0; 3];
        for (place, face) in left.iter_mut().zip(self.dice.unspent()) {
            *place = face;
        }
        left
    }

    /// So many turns more in which nobody moves, or in which no piece goes out, would end the game.
    #[must_use]
    pub fn turns_left(&self) -> (u8, u8) {
        (IDLE_LIMIT.saturating_sub(self.idle), DRY_LIMIT.saturating_sub(self.dry))
    }

    /// Moves made in the turn under way, and whether a piece went out by them.
    #[must_use]
    pub fn turn_so_far(&self) -> (u8, bool) {
        (self.moved, self.went_out)
    }
}
