//! Hand evaluation of Martian Frisby: how far there is to go, and what stands in the way.

use cydonia_rules::martian_frisby::MartianFrisby;
use cydonia_rules::{Game, Phase, Seat};

use crate::evaluation::Terms;

/// What a person looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look;

const COUNT: usize = 16;

impl Terms<MartianFrisby> for Look {
    type Vector = [i32; COUNT];

    const WEIGHTS: &'static [(&'static str, i32)] = &[
        ("turn", 24),
        ("way 1", 33),
        ("way 2", -13),
        ("way 3", -20),
        ("placed 1", 365),
        ("placed 2", 73),
        ("placed 3", -191),
        ("early 2", -126),
        ("early 3", -197),
        ("under own", -137),
        ("under other", -18),
        ("other at home 1", -21),
        ("other at home 2", -66),
        ("other at home 3", -118),
        ("last steps", 600),
        ("home alone", 267),
    ];

    fn terms(game: &MartianFrisby, seat: Seat) -> [i32; COUNT] {
        let mut terms = [0; COUNT];
        let to_act = match game.phase() {
            Phase::Act { seat } | Phase::Roll { seat } => seat,
            Phase::Over => seat,
        };
        terms[0] = if to_act == seat { 1 } else { -1 };
        for (side, sign) in [(seat, 1), (1 - seat, -1)] {
            let own = [1, 2, 3].map(|size| game.pieces(side, size));
            let theirs = [1, 2, 3].map(|size| game.pieces(1 - side, size));
            let home: u16 = if side == 0 { 0b11 << 14 } else { 0b11 };
            for size in 0..3 {
                terms[1 + size] += sign * way(own[size], side);
                terms[11 + size] += sign * (theirs[size] & home).count_ones() as i32;
                let own_over = own[size + 1..].iter().fold(0, |set, cells| set | cells);
                let theirs_over = theirs[size + 1..].iter().fold(0, |set, cells| set | cells);
                terms[9] += sign * (own[size] & own_over & !home).count_ones() as i32;
                terms[10] += sign * (own[size] & theirs_over).count_ones() as i32;
            }
            let ones = own[0] & home;
            let twos = own[1] & ones;
            let threes = own[2] & twos;
            terms[4] += sign * ones.count_ones() as i32;
            terms[5] += sign * twos.count_ones() as i32;
            terms[6] += sign * threes.count_ones() as i32;
            terms[7] += sign * (own[1] & home & !ones).count_ones() as i32;
            terms[8] += sign * (own[2] & home & !twos).count_ones() as i32;
            let all = own.iter().map(|cells| cells.count_ones() as i32).sum::<i32>();
            let placed = (ones.count_ones() + twos.count_ones() + threes.count_ones()) as i32;
            terms[14] += sign * i32::from(placed >= all - 1);
            terms[15] += sign * i32::from(placed >= all - 2);
        }
        terms
    }
}

/// Rows that pieces on these squares have still to go.
fn way(cells: u16, seat: Seat) -> i32 {
    let mut rest = cells;
    let mut sum = 0;
    while rest != 0 {
        let row = rest.trailing_zeros() as i32 / 2;
        sum += if seat == 0 { 7 - row } else { row };
        rest &= rest - 1;
    }
    sum
}
