//! Features of the pointing games for three seats and more: what a net sees of a position as one seat among several does.
//!
//! Cells count by how far they lie from the middle and the rim, not by which they are, and the others by how many they are, not by
//! who: so one net serves every number of seats, and a position looks the same however the board is turned.

use cydonia_rules::pointing::{Pointing, Rules};
use cydonia_rules::wedge::{Cell, CellSet, WedgeBoard};
use cydonia_rules::{Game, MAX_SEATS, Seat};

use crate::evaluation::Features;

/// What lies on cells of each kind, what each free one would cost, what each has left, and who is ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeenByOneOfMany;

/// Kinds of cells: the two steps away from the seams, whichever is the greater.
const KINDS: usize = 10;
/// A piece of one's own of each size, one of another's, or a free cell by whether it is easy for the seat and for how many others.
const STATES: usize = 3 + 3 + 2 * 3;
const PLACES: usize = 0;
/// A free cell by what it would cost the seat, for how many others it is easy, and how many of its neighbours are free.
const COSTS: usize = 5;
const OTHERS: usize = 4;
const NEIGHBOURS: usize = 5;
const OPEN: usize = PLACES + KINDS * STATES;
/// A free cell beside pieces of the seat's own and no root, by the smallest of them, how that compares with the smallest of the
/// others' there, and for how many others it is not easy: who lays there may have to point at that piece.
const TOLLS: usize = OPEN + COSTS * OTHERS * NEIGHBOURS;
/// How many pieces of each size the seat has left, and all the others together.
const STASH: usize = TOLLS + 3 * 3 * OTHERS;
const LEFT: usize = 6;
const OTHERS_LEFT: usize = 9;
/// How far the seat is ahead of each of the others, the best of them first, early or late.
const LEADS: usize = STASH + 3 * (LEFT + OTHERS_LEFT);
const MOST: i32 = 15;
const LEAD: usize = 2 * MOST as usize + 1;
const STAGES: usize = 4;
const RIVALS: usize = 3;
/// How many cells easy for it alone the seat has more than pieces, or fewer; and each of the others.
const EASY: usize = LEADS + RIVALS * STAGES * LEAD;
const MOST_EASY: i32 = 8;
const EASY_COUNT: usize = 2 * MOST_EASY as usize + 1;
const OTHERS_EASY: usize = EASY + STAGES * EASY_COUNT;
/// How many free cells lie beside pieces and no root: of the seat's, and of each of the others', the one who is furthest ahead first.
const BESIDE: usize = OTHERS_EASY + STAGES * EASY_COUNT;
const MOST_BESIDE: usize = 16;
/// How many are to act before the seat, by how many pieces are left on average.
const TURN: usize = BESIDE + (1 + RIVALS) * STAGES * MOST_BESIDE;
const TURNS: usize = 6;
const ROUNDS: usize = 16;
/// How many seats there are.
const SEATS: usize = TURN + TURNS * ROUNDS;

/// The kind of each cell of a wedge.
const KIND_OF: [u8; 16] = {
    let mut kinds = [0; 16];
    let mut cell = 0;
    while cell < 16 {
        let (a, b) = (cell / 4, cell % 4);
        let (near, far) = if a < b { (a, b) } else { (b, a) };
        kinds[cell] = (far * (far + 1) / 2 + near) as u8;
        cell += 1;
    }
    kinds
};

fn kind(cell: Cell) -> usize {
    usize::from(KIND_OF[usize::from(cell % 16)])
}

impl<R: Rules> Features<Pointing<R>> for SeenByOneOfMany {
    const COUNT: usize = SEATS + 4 * STAGES;
    const IS_ZERO_SUM: bool = false;

    fn each(game: &Pointing<R>, seat: Seat, mut name: impl FnMut(usize)) {
        let (board, free): (&WedgeBoard, CellSet) = (game.board(), game.free_cells());
        let (me, seats) = (usize::from(seat), game.seats());
        let count = usize::from(seats.count());
        let owned = game.owned();
        let own = owned[me];
        let others = owned[..count].iter().fold(CellSet::EMPTY, |set, cells| set | *cells) & !own;
        let sized = [1, 2, 3].map(|size| game.pieces_of(size));
        let easy = super::super::easy(game);
        // Cells that are easy for one other seat at least, for two, for three.
        let mut easy_for = [CellSet::EMPTY; OTHERS - 1];
        for (other, cells) in easy[..count].iter().enumerate() {
            if other != me {
                easy_for[2] |= easy_for[1] & *cells;
                easy_for[1] |= easy_for[0] & *cells;
                easy_for[0] |= *cells;
            }
        }
        let rooted = board.bordering(game.roots());
        let how_many = |cell| easy_for.iter().filter(|set| set.contains(cell)).count();
        for (size, pieces) in sized.iter().enumerate() {
            for cell in (own & *pieces).iter() {
                name(PLACES + kind(cell) * STATES + size);
            }
            for cell in (others & *pieces).iter() {
                name(PLACES + kind(cell) * STATES + 3 + size);
            }
        }
        let near = [0, 1, 2].map(|size| board.bordering(others & sized[size]));
        let toll = [0, 1, 2].map(|size| board.bordering(own & sized[size]));
        for cell in free.iter() {
            let is_easy = easy[me].contains(cell);
            let shared = how_many(cell);
            name(PLACES + kind(cell) * STATES + 6 + usize::from(is_easy) * 3 + shared.min(2));
            let cost = if is_easy {
                0
            } else {
                near.iter().position(|set| set.contains(cell)).map_or(4, |size| size + 1)
            };
            let around = ((board.neighbours(cell) & free).len() as usize).min(NEIGHBOURS - 1);
            name(OPEN + (cost * OTHERS + shared) * NEIGHBOURS + around);
            if !rooted.contains(cell)
                && let Some(size) = toll.iter().position(|set| set.contains(cell))
            {
                let theirs = near.iter().position(|set| set.contains(cell)).unwrap_or(3);
                let paying = (count - 1).saturating_sub(shared).min(OTHERS - 1);
                name(TOLLS + (size * 3 + (theirs.cmp(&size) as i8 + 1) as usize) * OTHERS + paying);
            }
        }
        let stage = (free.len() as usize * STAGES / (16 * count)).min(STAGES - 1);
        let mut others_left = [0; 3];
        for other in (0..count).filter(|other| *other != me) {
            let stash = game.stash(other as Seat);
            (0..3).for_each(|size| others_left[size] += usize::from(stash[size]));
        }
        for (size, left) in game.stash(seat).into_iter().enumerate() {
            name(STASH + size * LEFT + usize::from(left).min(LEFT - 1));
            let of_all = others_left[size] * (OTHERS_LEFT - 1) / (5 * (count - 1));
            name(STASH + 3 * LEFT + size * OTHERS_LEFT + of_all.min(OTHERS_LEFT - 1));
        }
        let beside = |who: usize| ((easy[who] & !rooted).len() as usize).min(MOST_BESIDE - 1);
        let mut rivals = [(i32::MIN, 0); MAX_SEATS];
        for other in (0..count).filter(|other| *other != me) {
            rivals[other] = (game.merit_of(other as Seat), beside(other));
        }
        rivals.sort_unstable_by(|one, other| other.cmp(one));
        let merit = game.merit_of(seat);
        name(BESIDE + stage * MOST_BESIDE + beside(me));
        for (rival, (theirs, beside)) in rivals.iter().take((count - 1).min(RIVALS)).enumerate() {
            let lead = (merit - theirs).clamp(-MOST, MOST) + MOST;
            name(LEADS + (rival * STAGES + stage) * LEAD + lead as usize);
            name(BESIDE + ((1 + rival) * STAGES + stage) * MOST_BESIDE + beside);
        }
        let spare = |who: usize| {
            let rest = (0..count).filter(|other| *other != who);
            let shared = rest.fold(CellSet::EMPTY, |set, other| set | easy[other]);
            let left: u8 = game.stash(who as Seat).iter().sum();
            let spare = (easy[who] & !shared).len() as i32 - i32::from(left);
            (spare.clamp(-MOST_EASY, MOST_EASY) + MOST_EASY) as usize
        };
        name(EASY + stage * EASY_COUNT + spare(me));
        (0..count).filter(|other| *other != me).for_each(|other| {
            name(OTHERS_EASY + stage * EASY_COUNT + spare(other));
        });
        let turn = (me + count - usize::from(seats.to_act())) % count;
        let round = (free.len() as usize / count).min(ROUNDS - 1);
        name(TURN + turn * ROUNDS + round);
        name(SEATS + (count - 3).min(3) * STAGES + stage);
    }
}
