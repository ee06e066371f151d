//! Features of Martian Backgammon: what a net sees of both seats' tracks.

use cydonia_rules::Seat;
use cydonia_rules::martian_backgammon::MartianBackgammon;

use super::hand::{SAFE, Track, count, distance_to_hit, occupied};
use crate::evaluation::Features;

/// What stands where, what tops it, what may be hit from how far, and how much is out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen;

const STEPS: usize = 12;
const SIZES: usize = 3;
/// More pieces of one size on one step look like so many.
const MOST: usize = 4;
/// Pieces out.
const PIECES: usize = 15;
/// As far as one die goes, and further.
const REACH: usize = 7;

/// Where each kind of feature begins, for one side.
const COUNTS: usize = 0;
const TOPS: usize = COUNTS + STEPS * SIZES * MOST;
const OUT: usize = TOPS + STEPS * SIZES * 2;
const FOREMOST: usize = OUT + PIECES;
const ALONE: usize = FOREMOST + SIZES * (STEPS + 1);
const SIDE: usize = ALONE + STEPS * REACH;
/// Of the whole position.
const STRICT: usize = 2 * SIDE;

impl Features<MartianBackgammon> for Seen {
    const COUNT: usize = STRICT + 1;

    fn each(game: &MartianBackgammon, seat: Seat, mut name: impl FnMut(usize)) {
        let tracks = [game.track(seat), game.track(1 - seat)];
        for side in 0..2 {
            let out = game.pieces_out(if side == 0 { seat } else { 1 - seat });
            each_of_side(&tracks[side], occupied(&tracks[1 - side]), out, |feature| {
                name(side * SIDE + feature);
            });
        }
        if game.is_strict() {
            name(STRICT);
        }
    }
}

fn each_of_side(own: &Track, theirs: u16, out: u8, mut name: impl FnMut(usize)) {
    for (step, stack) in own.iter().enumerate() {
        let pieces = count(*stack);
        if pieces == 0 {
            continue;
        }
        for (size, count) in stack.iter().enumerate() {
            let first = COUNTS + (step * SIZES + size) * MOST;
            (0..usize::from(*count).min(MOST)).for_each(|more| name(first + more));
        }
        // The smallest is on top.
        let top = stack.iter().position(|count| *count > 0).unwrap_or(0);
        name(TOPS + (step * SIZES + top) * 2 + usize::from(pieces > 1));
        if pieces == 1 && step > 0 && step != SAFE {
            let distance = distance_to_hit(theirs, step).unwrap_or(REACH).min(REACH);
            name(ALONE + step * REACH + distance - 1);
        }
    }
    (0..usize::from(out)).for_each(|piece| name(OUT + piece));
    // How near the sizes are that must go out next.
    for ahead in 0..SIZES {
        let size = (usize::from(out) + ahead) % SIZES;
        let foremost = (0..STEPS).rev().find(|step| own[*step][size] > 0).unwrap_or(STEPS);
        name(FOREMOST + ahead * (STEPS + 1) + foremost);
    }
}
