//! Hand evaluation of Martian Chess for two seats.

use cydonia_rules::Seat;
use cydonia_rules::martian_chess::MartianChess;
use cydonia_rules::wedge::WedgeBoard;

use cydonia_rules::Game;

use crate::evaluation::Terms;

/// What a person looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look;

const COUNT: usize = 13;

impl Terms<MartianChess> for Look {
    type Vector = [i32; COUNT];

    const WEIGHTS: &'static [(&'static str, i32)] = &[
        ("lead", 373),
        ("lead late", 28),
        ("turn", 174),
        ("ones", -378),
        ("twos", -454),
        ("threes", -211),
        ("reach 1", 26),
        ("reach 2", 46),
        ("reach 3", 40),
        ("prey 1", -13),
        ("prey 2", 79),
        ("prey 3", 369),
        ("ahead near the end", 122),
    ];

    fn terms(game: &MartianChess, seat: Seat) -> [i32; COUNT] {
        let other = 1 - seat;
        let pieces = [1, 2, 3].map(|size| game.pieces(size));
        let lead = game.points(seat) - game.points(other);
        let occupied = pieces[0] | pieces[1] | pieces[2];
        let gone = 18 - occupied.len() as i32;
        let mut terms = [0; COUNT];
        terms[0] = lead;
        terms[1] = lead * gone;
        let fewest = [seat, other].map(|side| (WedgeBoard::wedge(side) & occupied).len() as i32);
        terms[12] = lead.signum() * (4 - fewest[0].min(fewest[1])).max(0);
        terms[2] = if game.seats().to_act() == seat { 1 } else { -1 };
        for (side, sign) in [(seat, 1), (other, -1)] {
            let own = WedgeBoard::wedge(side);
            let theirs = WedgeBoard::wedge(1 - side);
            let mut all = cydonia_rules::wedge::CellSet::EMPTY;
            for size in 1..=3_u8 {
                let at = usize::from(size) - 1;
                let reached = game.reached(side, size);
                all = all | reached;
                terms[3 + at] += sign * (pieces[at] & own).len() as i32;
                terms[6 + at] += sign * reached.len() as i32;
            }
            for at in 0..3 {
                terms[9 + at] += sign * (all & pieces[at] & theirs).len() as i32;
            }
        }
        terms
    }
}
