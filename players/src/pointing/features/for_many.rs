//! Features of the pointing games for three seats and more: what a net sees of a position as one seat among several does.
//!
//! Cells count by how far they lie from the middle and the rim, not by which they are, and the others by how many they are, not by
//! who: so one net serves every number of seats, and a position looks the same however the board is turned.

use cydonia_rules::pointing::{Pointing, Rules};
use cydonia_rules::wedge::{Cell, CellSet};
use cydonia_rules::{Game, MAX_SEATS, Seat};

use crate::evaluation::Features;
use crate::pointing::easy;

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
        let sight = Sight::of(game, seat);
        sight.name_pieces(&mut name);
        sight.name_free_cells(&mut name);
        sight.name_stashes(&mut name);
        sight.name_rivals(&mut name);
        sight.name_turns(&mut name);
    }
}

/// A position as a seat sees it.
struct Sight<'a, R> {
    game: &'a Pointing<R>,
    seat: Seat,
    me: usize,
    /// How many seats there are.
    count: usize,
    free: CellSet,
    own: CellSet,
    /// The pieces of all others.
    others: CellSet,
    /// The pieces of each size.
    sized: [CellSet; 3],
    /// The free cells that are easy for each seat.
    easy: [CellSet; MAX_SEATS],
    /// The cells beside a root.
    rooted: CellSet,
    stage: usize,
}

impl<'a, R: Rules> Sight<'a, R> {
    fn of(game: &'a Pointing<R>, seat: Seat) -> Self {
        let (me, count) = (usize::from(seat), usize::from(game.seats().count()));
        let (free, own) = (game.free_cells(), game.owned()[me]);
        let all = game.owned()[..count].iter().fold(CellSet::EMPTY, |set, cells| set | *cells);
        Self {
            game,
            seat,
            me,
            count,
            free,
            own,
            others: all & !own,
            sized: [1, 2, 3].map(|size| game.pieces_of(size)),
            easy: easy(game),
            rooted: game.board().bordering(game.roots()),
            stage: (free.len() as usize * STAGES / (16 * count)).min(STAGES - 1),
        }
    }

    fn rest(&self, who: usize) -> impl Iterator<Item = usize> {
        (0..self.count).filter(move |other| *other != who)
    }

    fn name_pieces(&self, name: &mut impl FnMut(usize)) {
        for (size, pieces) in self.sized.iter().enumerate() {
            for cell in (self.own & *pieces).iter() {
                name(PLACES + kind(cell) * STATES + size);
            }
            for cell in (self.others & *pieces).iter() {
                name(PLACES + kind(cell) * STATES + 3 + size);
            }
        }
    }

    fn name_free_cells(&self, name: &mut impl FnMut(usize)) {
        let board = self.game.board();
        // Cells that are easy for one other seat at least, for two, for three.
        let mut easy_for = [CellSet::EMPTY; OTHERS - 1];
        for other in self.rest(self.me) {
            easy_for[2] |= easy_for[1] & self.easy[other];
            easy_for[1] |= easy_for[0] & self.easy[other];
            easy_for[0] |= self.easy[other];
        }
        // Where the smallest piece of theirs, and of one's own, can be pointed at.
        let [near, toll] =
            [self.others, self.own].map(|pieces| self.sized.map(|sized| board.bordering(pieces & sized)));
        for cell in self.free.iter() {
            let is_there = |set: &CellSet| set.contains(cell);
            let is_easy = self.easy[self.me].contains(cell);
            let shared = easy_for.iter().filter(|set| is_there(set)).count();
            name(PLACES + kind(cell) * STATES + 6 + usize::from(is_easy) * 3 + shared.min(2));
            let theirs = near.iter().position(is_there).unwrap_or(3);
            let cost = if is_easy { 0 } else { theirs + 1 };
            let around = ((board.neighbours(cell) & self.free).len() as usize).min(NEIGHBOURS - 1);
            name(OPEN + (cost * OTHERS + shared) * NEIGHBOURS + around);
            if !self.rooted.contains(cell)
                && let Some(size) = toll.iter().position(is_there)
            {
                let paying = (self.count - 1).saturating_sub(shared).min(OTHERS - 1);
                name(TOLLS + (size * 3 + (theirs.cmp(&size) as i8 + 1) as usize) * OTHERS + paying);
            }
        }
    }

    fn name_stashes(&self, name: &mut impl FnMut(usize)) {
        let mut others_left = [0; 3];
        for other in self.rest(self.me) {
            let stash = self.game.stash(other as Seat);
            (0..3).for_each(|size| others_left[size] += usize::from(stash[size]));
        }
        for (size, left) in self.game.stash(self.seat).into_iter().enumerate() {
            name(STASH + size * LEFT + usize::from(left).min(LEFT - 1));
            let of_all = others_left[size] * (OTHERS_LEFT - 1) / (5 * (self.count - 1));
            name(STASH + 3 * LEFT + size * OTHERS_LEFT + of_all.min(OTHERS_LEFT - 1));
        }
    }

    fn name_rivals(&self, name: &mut impl FnMut(usize)) {
        let (stage, merit) = (self.stage, self.game.merit_of(self.seat));
        let mut rivals = [(i32::MIN, 0); MAX_SEATS];
        for other in self.rest(self.me) {
            rivals[other] = (self.game.merit_of(other as Seat), self.beside(other));
        }
        rivals.sort_unstable_by(|one, other| other.cmp(one));
        name(BESIDE + stage * MOST_BESIDE + self.beside(self.me));
        for (rival, (theirs, beside)) in rivals.iter().take((self.count - 1).min(RIVALS)).enumerate() {
            let lead = (merit - theirs).clamp(-MOST, MOST) + MOST;
            name(LEADS + (rival * STAGES + stage) * LEAD + lead as usize);
            name(BESIDE + ((1 + rival) * STAGES + stage) * MOST_BESIDE + beside);
        }
        name(EASY + stage * EASY_COUNT + self.spare(self.me));
        for other in self.rest(self.me) {
            name(OTHERS_EASY + stage * EASY_COUNT + self.spare(other));
        }
    }

    /// How many free cells lie beside a seat's pieces and no root.
    fn beside(&self, who: usize) -> usize {
        ((self.easy[who] & !self.rooted).len() as usize).min(MOST_BESIDE - 1)
    }

    /// How many cells easy for it alone a seat has more than pieces.
    fn spare(&self, who: usize) -> usize {
        let shared = self.rest(who).fold(CellSet::EMPTY, |set, other| set | self.easy[other]);
        let left: u8 = self.game.stash(who as Seat).iter().sum();
        let spare = (self.easy[who] & !shared).len() as i32 - i32::from(left);
        (spare.clamp(-MOST_EASY, MOST_EASY) + MOST_EASY) as usize
    }

    fn name_turns(&self, name: &mut impl FnMut(usize)) {
        let turn = (self.me + self.count - usize::from(self.game.seats().to_act())) % self.count;
        let round = (self.free.len() as usize / self.count).min(ROUNDS - 1);
        name(TURN + turn * ROUNDS + round);
        name(SEATS + (self.count - 3).min(3) * STAGES + self.stage);
    }
}
