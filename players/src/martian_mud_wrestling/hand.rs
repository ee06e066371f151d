//! Hand evaluation of Martian Mud Wrestling: who is on top, and what lies beneath.

use cydonia_rules::martian_mud_wrestling::MartianMudWrestling;
use cydonia_rules::{Game, Seat};

use crate::evaluation::Terms;

/// What a person looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look;

const COUNT: usize = 15;

impl Terms<MartianMudWrestling> for Look {
    type Vector = [i32; COUNT];

    const WEIGHTS: &'static [(&'static str, i32)] = &[
        ("turn", 6),
        ("top 1", 252),
        ("top 2", 299),
        ("top 3", 267),
        ("below own 1", 169),
        ("below own 2", 219),
        ("below own 3", 238),
        ("below other 1", 175),
        ("below other 2", 154),
        ("below other 3", 117),
        ("slack under top", 3),
        ("slack 0", 85),
        ("centre", 0),
        ("next own", -41),
        ("next other", -104),
    ];

    fn terms(game: &MartianMudWrestling, seat: Seat) -> [i32; COUNT] {
        let mut terms = [0; COUNT];
        terms[0] = if game.seats().to_act() == seat { 1 } else { -1 };
        for (cell, stack) in game.stacks().into_iter().enumerate() {
            if stack == 0 {
                continue;
            }
            let top = Piece::of(stack);
            let sign = |piece: Piece| if piece.owner == seat { 1 } else { -1 };
            terms[top.size] += sign(top);
            let mut below = stack >> 3;
            let mut next = true;
            while below != 0 {
                let piece = Piece::of(below);
                let first = if piece.owner == top.owner { 3 } else { 6 };
                terms[first + piece.size] += sign(piece);
                if next {
                    terms[if piece.owner == top.owner { 13 } else { 14 }] += sign(top);
                    next = false;
                }
                below >>= 3;
            }
            let slack = slack(stack);
            terms[10] += sign(top) * slack.min(6);
            terms[11] += sign(top) * i32::from(slack == 0);
            let (column, row) = (cell as i32 % 5, cell as i32 / 5);
            terms[12] += sign(top) * (4 - (column - 2).abs() - (row - 2).abs());
        }
        terms
    }
}

/// A stack's topmost piece.
#[derive(Clone, Copy)]
struct Piece {
    size: usize,
    owner: Seat,
}

impl Piece {
    fn of(stack: u32) -> Self {
        Self { size: (stack & 3) as usize, owner: (stack >> 2 & 1) as Seat }
    }
}

/// By how many points more of a stack touch the ground than do not.
fn slack(stack: u32) -> i32 {
    let count = (u32::BITS - stack.leading_zeros()).div_ceil(3);
    let (mut height, mut balance) = (0, 0);
    for above in (0..count).rev() {
        let size = (stack >> (3 * above) & 3) as i32;
        if size > height {
            height = size;
            balance += size;
        } else {
            height += 1;
            balance -= size;
        }
    }
    balance
}

/// By how many points of a stack that sinks the other seat loses more than that one.
pub(super) fn lost_by_other(mut stack: u32, seat: Seat) -> i32 {
    let mut more = 0;
    while stack != 0 {
        let piece = Piece::of(stack);
        more += if piece.owner == seat { -(piece.size as i32) } else { piece.size as i32 };
        stack >>= 3;
    }
    more
}
