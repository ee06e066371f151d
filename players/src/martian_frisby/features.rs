//! Features of Martian Frisby: what a net sees of the squares, and of the two far rows together.

use cydonia_rules::martian_frisby::MartianFrisby;
use cydonia_rules::{Game, Phase, Seat};

use crate::evaluation::Features;

/// What stands on each square, by whose turn it is; what stands on either far row; and how much time is left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen;

const SQUARES: usize = 16;
/// Of each size there is on a square one's own piece, the other's, or none.
const STACKS: usize = 27;
const ROWS: usize = 2 * SQUARES * STACKS;
const TIME: usize = ROWS + 2 * STACKS * STACKS;
/// From so many turns left on it is told.
const LATE: [u16; 5] = [200, 100, 50, 25, 10];
const OPEN: usize = TIME + LATE.len();

impl Features<MartianFrisby> for Seen {
    const COUNT: usize = OPEN + 1;

    /// Who stands in the other's way for ever does neither any good.
    const IS_ZERO_SUM: bool = false;

    fn each(game: &MartianFrisby, seat: Seat, mut name: impl FnMut(usize)) {
        let stacks = stacks(game, seat);
        let is_others = matches!(game.phase(), Phase::Act { seat: to_act } | Phase::Roll { seat: to_act } if to_act != seat);
        let first = if is_others { SQUARES * STACKS } else { 0 };
        for (square, stack) in stacks.iter().enumerate() {
            if *stack > 0 {
                name(first + square * STACKS + stack);
            }
        }
        let row = |at: usize| stacks[at] * STACKS + stacks[at + 1];
        name(ROWS + row(SQUARES - 2));
        name(ROWS + STACKS * STACKS + row(0));
        let left = game.turns_left();
        (0..LATE.len()).filter(|at| left <= LATE[*at]).for_each(|at| name(TIME + at));
        if game.is_open() {
            name(OPEN);
        }
    }
}

/// What stands on each square, counted from that seat's end of the board: for each size 1 for one's own and 2 for the other's
/// piece, as digits to the base of 3.
fn stacks(game: &MartianFrisby, seat: Seat) -> [usize; SQUARES] {
    let mut stacks = [0; SQUARES];
    for (size, worth) in [(1, 1), (2, 3), (3, 9)] {
        for (side, times) in [(seat, 1), (1 - seat, 2)] {
            let squares = game.pieces(side, size);
            let mut rest = if seat == 0 { squares } else { squares.reverse_bits() };
            while rest != 0 {
                stacks[rest.trailing_zeros() as usize] += worth * times;
                rest &= rest - 1;
            }
        }
    }
    stacks
}
