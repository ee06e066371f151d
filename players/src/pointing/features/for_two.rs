//! Features of the pointing games for two seats: what a net sees of each cell, of what is left, and of the points.

use cydonia_rules::pointing::{Pointing, Rules};
use cydonia_rules::wedge::CellSet;
use cydonia_rules::{Game, Seat};

use crate::evaluation::Features;

/// What lies where, what each free cell would cost either seat, what each has left, and who is ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen;

const CELLS: usize = 32;
/// A piece of either seat of each size, a root, or a free cell that costs nothing to either, both or neither.
const STATES: usize = 6 + 1 + 4;
const PLACES: usize = 0;
/// What a free cell would cost either seat to lay on, by how many of its neighbours are free.
const COSTS: usize = 5;
const OPEN: usize = PLACES + CELLS * STATES;
const NEIGHBOURS: usize = 5;
/// How many pieces of each size either seat has left.
const STASH: usize = OPEN + COSTS * COSTS * NEIGHBOURS;
const LEFT: usize = 6;
/// The lead in points, up to so many either way.
const LEAD: usize = STASH + 2 * 3 * LEFT;
const MOST: i32 = 15;
/// How many pieces are left, and who has more cells that cost nothing, and by how many.
const EASY: usize = LEAD + 2 * MOST as usize + 1;
const MOST_EASY: i32 = 8;
const EASY_COUNT: usize = 2 * MOST_EASY as usize + 1;
const STAGE: usize = EASY + 4 * EASY_COUNT;
const STAGES: usize = 33;

impl<R: Rules> Features<Pointing<R>> for Seen {
    const COUNT: usize = STAGE + STAGES;

    fn each(game: &Pointing<R>, seat: Seat, mut name: impl FnMut(usize)) {
        let (board, free, roots) = (game.board(), game.free_cells(), game.roots());
        let sides = [seat, 1 - seat];
        let owned = sides.map(|side| game.owned()[usize::from(side)]);
        let sized = [1, 2, 3].map(|size| game.pieces_of(size));
        let easy = crate::pointing::easy(game);
        let easy = sides.map(|side| easy[usize::from(side)]);
        // The free cells where the cheapest target of the other's is of each size.
        let near = owned.map(|own| [0, 1, 2].map(|size| board.bordering(own & sized[size]) & free));
        for (side, own) in owned.iter().enumerate() {
            for (size, pieces) in sized.iter().enumerate() {
                for cell in (*own & *pieces).iter() {
                    name(PLACES + usize::from(cell) * STATES + side * 3 + size);
                }
            }
        }
        for cell in roots.iter() {
            name(PLACES + usize::from(cell) * STATES + 6);
        }
        let cost = |side: usize, cell| {
            if easy[side].contains(cell) {
                0
            } else {
                near[1 - side].iter().position(|set| set.contains(cell)).map_or(4, |size| size + 1)
            }
        };
        for cell in free.iter() {
            let costs = [cost(0, cell), cost(1, cell)];
            let state = usize::from(costs[0] == 0) + 2 * usize::from(costs[1] == 0);
            name(PLACES + usize::from(cell) * STATES + 7 + state);
            let around = ((board.neighbours(cell) & free).len() as usize).min(NEIGHBOURS - 1);
            name(OPEN + (costs[0] * COSTS + costs[1]) * NEIGHBOURS + around);
        }
        for (place, side) in sides.into_iter().enumerate() {
            for (size, left) in game.stash(side).into_iter().enumerate() {
                name(STASH + (place * 3 + size) * LEFT + usize::from(left).min(LEFT - 1));
            }
        }
        let lead = game.merit_of(seat) - game.merit_of(1 - seat);
        name(LEAD + (lead.clamp(-MOST, MOST) + MOST) as usize);
        let alone = |set: CellSet, other: CellSet| (set & !other).len() as i32;
        let more = alone(easy[0], easy[1]) - alone(easy[1], easy[0]);
        let stage = (free.len() as usize / 9).min(3);
        name(EASY + stage * EASY_COUNT + (more.clamp(-MOST_EASY, MOST_EASY) + MOST_EASY) as usize);
        name(STAGE + (free.len() as usize).min(STAGES - 1));
    }
}
