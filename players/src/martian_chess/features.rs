//! Features of Martian Chess for two seats: what a net sees of the board and of the points.

use cydonia_rules::Seat;
use cydonia_rules::martian_chess::MartianChess;
use cydonia_rules::wedge::{CellSet, WedgeBoard};

use crate::evaluation::Features;

/// What stands where and can be taken there, how far pieces reach, who is ahead, and how near the end is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen;

const CELLS: usize = 32;
const SIZES: usize = 3;
/// Pieces by cell and size, and once more those that can be taken.
const PIECES: usize = 0;
const PREY: usize = PIECES + CELLS * SIZES;
/// How many cells the pieces of a size reach, by pairs.
const REACH: usize = PREY + CELLS * SIZES;
const REACHES: usize = 10;
/// The lead in points, up to so many either way.
const LEAD: usize = REACH + 2 * SIZES * REACHES;
const MOST: i32 = 15;
/// Who is ahead, by how many pieces either zone has.
const END: usize = LEAD + 2 * MOST as usize + 1;
const FEW: usize = 6;
/// How many actions the clock still allows.
const CLOCK: usize = END + 3 * FEW * FEW;
const CLOCKS: usize = 8;
const ARCADE: usize = CLOCK + CLOCKS;

impl Features<MartianChess> for Seen {
    const COUNT: usize = ARCADE + 1;

    fn each(game: &MartianChess, seat: Seat, mut name: impl FnMut(usize)) {
        let pieces = [1, 2, 3].map(|size| game.pieces(size));
        let mut counts = [0; 2];
        for (side, zone) in [seat, 1 - seat].into_iter().enumerate() {
            let own = WedgeBoard::wedge(zone);
            let mut threats = CellSet::EMPTY;
            for size in 0..SIZES {
                let reached = game.reached(1 - zone, size as u8 + 1);
                threats |= reached;
                let steps = (reached.len() as usize / 2).min(REACHES - 1);
                name(REACH + ((1 - side) * SIZES + size) * REACHES + steps);
            }
            for (size, pieces) in pieces.iter().enumerate() {
                for cell in (*pieces & own).iter() {
                    counts[side] += 1;
                    let place = size * CELLS + seen_from(seat, cell);
                    name(PIECES + place);
                    if threats.contains(cell) {
                        name(PREY + place);
                    }
                }
            }
        }
        let lead = game.points(seat) - game.points(1 - seat);
        name(LEAD + (lead.clamp(-MOST, MOST) + MOST) as usize);
        let [own, others] = counts.map(|count: usize| count.min(FEW - 1));
        name(END + ((lead.signum() + 1) as usize * FEW + own) * FEW + others);
        if let Some(left) = game.clock_left() {
            name(CLOCK + usize::from(left).min(CLOCKS - 1));
        }
        if game.is_arcade() {
            name(ARCADE);
        }
    }
}

/// A cell's place for that seat: its own zone comes first, and the board is turned for the second seat.
fn seen_from(seat: Seat, cell: u8) -> usize {
    if seat == 0 {
        return cell.into();
    }
    // A half turn takes `(0, a, b)` to `(1, b, 3 − a)`, and `(1, a, b)` to `(0, 3 − b, a)`.
    let (wedge, a, b) = (cell / 16, cell / 4 % 4, cell % 4);
    let (a, b) = if wedge == 0 { (b, 3 - a) } else { (3 - b, a) };
    usize::from((1 - wedge) * 16 + a * 4 + b)
}
