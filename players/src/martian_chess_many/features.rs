//! Features of Martian Chess for three seats and more: what a net sees of a position as one seat among several does.
//!
//! The other wedges are told apart by whether theirs is the next turn after the seat's own, the last before it, or one in between, so that
//! one net serves every number of seats. What captures threaten whom before the seat can act again is seen at once, since a leaf is not
//! played on from.

use cydonia_rules::martian_chess::MartianChess;
use cydonia_rules::wedge::{CellSet, WedgeBoard};
use cydonia_rules::{Game, MAX_SEATS, Seat};

use crate::evaluation::Features;

/// What stands where, what can be taken there and by whom, who is ahead, and how near the end is.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeenByOneOfMany;

const SIZES: usize = 3;
/// Pieces by whose wedge they stand in, cell and size.
const WEDGES: usize = 4;
const CELLS: usize = 16;
const PIECES: usize = 0;
/// One's own that can be taken, by size, by the smallest that can, and whether that comes before one's own turn.
const THREATS: usize = PIECES + WEDGES * CELLS * SIZES;
/// Others' that can be taken, by size, by the smallest of one's own that can, and by whether another can before, or it can step aside.
const PREY: usize = THREATS + SIZES * SIZES * 2;
/// The most that each rival can take, the one who is furthest ahead first, and whether that comes before one's own turn.
const CHANCES: usize = PREY + SIZES * SIZES * 4;
const RIVALS: usize = 3;
/// The most that the seat itself can take, by how many are to act before.
const BEST: usize = CHANCES + RIVALS * 2 * (SIZES + 1);
/// How many cells the pieces of a size reach, by pairs: the seat's own.
const REACH: usize = BEST + MAX_SEATS * (SIZES + 1);
const REACHES: usize = 12;
/// How far the seat is ahead of each rival, early or late.
const LEADS: usize = REACH + SIZES * REACHES;
const MOST: i32 = 15;
const LEAD: usize = 2 * MOST as usize + 1;
const STAGES: usize = 5;
/// Who is ahead, by how many pieces the seat has, and by how many who has the fewest of the others.
const END: usize = LEADS + RIVALS * STAGES * LEAD;
const FEW: usize = 8;
const SIGNS: usize = 5;
/// How many are to act before the seat.
const TURN: usize = END + 2 * SIGNS * FEW;
/// How many seats there are.
const SEATS: usize = TURN + MAX_SEATS * STAGES;
/// How near the end is at which nothing was taken for too long, and the clock's.
const QUIET: usize = SEATS + 4 * STAGES;
const QUIETS: usize = 6;
const CLOCK: usize = QUIET + QUIETS;
const CLOCKS: usize = 8;
const ARCADE: usize = CLOCK + CLOCKS;

impl Features<MartianChess> for SeenByOneOfMany {
    const COUNT: usize = ARCADE + 1;
    const IS_ZERO_SUM: bool = false;

    fn each(game: &MartianChess, seat: Seat, mut name: impl FnMut(usize)) {
        let sight = Sight::of(game, seat);
        sight.name_pieces(&mut name);
        sight.name_threats(&mut name);
        sight.name_prey(&mut name);
        sight.name_rivals(&mut name);
        sight.name_end(&mut name);
    }
}

/// A position as a seat sees it.
struct Sight<'a> {
    game: &'a MartianChess,
    me: usize,
    /// How many seats there are.
    count: usize,
    /// How many act before each seat does.
    waits: [usize; MAX_SEATS],
    /// The pieces of each size.
    sized: [CellSet; SIZES],
    /// What each seat's pieces of each size reach.
    reached: [[CellSet; SIZES]; MAX_SEATS],
    /// How many pieces each seat has.
    left: [usize; MAX_SEATS],
    stage: usize,
}

impl<'a> Sight<'a> {
    fn of(game: &'a MartianChess, seat: Seat) -> Self {
        /// A seat's pieces at first.
        const ALL: usize = 9;
        let seats = game.seats();
        let (me, count) = (usize::from(seat), usize::from(seats.count()));
        let to_act = usize::from(seats.to_act());
        let sized = [1, 2, 3].map(|size| game.pieces(size));
        let all = sized[0] | sized[1] | sized[2];
        let mut reached = [[CellSet::EMPTY; SIZES]; MAX_SEATS];
        let mut left = [0; MAX_SEATS];
        for other in seats.all().filter(|other| seats.is_in(*other)) {
            reached[usize::from(other)] = [1, 2, 3].map(|size| game.reached(other, size));
            left[usize::from(other)] = (all & WedgeBoard::wedge(other)).len() as usize;
        }
        Self {
            game,
            me,
            count,
            waits: std::array::from_fn(|other| (other + MAX_SEATS * count - to_act) % count),
            sized,
            reached,
            left,
            stage: (all.len() as usize * STAGES / (ALL * count)).min(STAGES - 1),
        }
    }

    fn others(&self) -> impl Iterator<Item = usize> {
        (0..self.count).filter(|other| *other != self.me)
    }

    fn is_before_me(&self, other: usize) -> bool {
        self.waits[other] < self.waits[self.me]
    }

    /// All that a seat's pieces reach.
    fn all_reached(&self, who: usize) -> CellSet {
        let [one, two, three] = self.reached[who];
        one | two | three
    }

    /// The seat's own wedge comes first, then the next, the last before it, and those in between.
    fn name_pieces(&self, name: &mut impl FnMut(usize)) {
        for wedge in 0..self.count {
            let place = match (wedge + self.count - self.me) % self.count {
                0 => 0,
                1 => 1,
                far if far == self.count - 1 => 2,
                _ => 3,
            };
            for (size, pieces) in self.sized.iter().enumerate() {
                for cell in (*pieces & WedgeBoard::wedge(wedge as Seat)).iter() {
                    name(PIECES + (place * CELLS + usize::from(cell % 16)) * SIZES + size);
                }
            }
        }
        for (size, reached) in self.reached[self.me].iter().enumerate() {
            name(REACH + size * REACHES + (reached.len() as usize / 2).min(REACHES - 1));
        }
    }

    fn name_threats(&self, name: &mut impl FnMut(usize)) {
        let own = WedgeBoard::wedge(self.me as Seat);
        for is_before in [false, true] {
            let mut seen = CellSet::EMPTY;
            for by in 0..SIZES {
                let threatened = self
                    .others()
                    .filter(|other| self.is_before_me(*other) == is_before)
                    .fold(CellSet::EMPTY, |set, other| set | self.reached[other][by]);
                for (size, pieces) in self.sized.iter().enumerate() {
                    let taken = *pieces & own & threatened & !seen;
                    for _ in taken.iter() {
                        name(THREATS + (size * SIZES + by) * 2 + usize::from(is_before));
                    }
                }
                seen |= threatened;
            }
        }
    }

    fn name_prey(&self, name: &mut impl FnMut(usize)) {
        let own = WedgeBoard::wedge(self.me as Seat);
        let before = self.others().filter(|other| self.is_before_me(*other));
        let (mut contested, mut warned) = (CellSet::EMPTY, CellSet::EMPTY);
        for other in before {
            contested |= self.all_reached(other) & !WedgeBoard::wedge(other as Seat);
            warned |= WedgeBoard::wedge(other as Seat);
        }
        let mut seen = CellSet::EMPTY;
        let mut best = 0;
        for by in 0..SIZES {
            let reached = self.reached[self.me][by] & !own;
            for (size, pieces) in self.sized.iter().enumerate() {
                if (*pieces & reached).is_empty() {
                    continue;
                }
                best = best.max(size + 1);
                for cell in (*pieces & reached & !seen).iter() {
                    let how = usize::from(contested.contains(cell)) + 2 * usize::from(warned.contains(cell));
                    name(PREY + (size * SIZES + by) * 4 + how);
                }
            }
            seen |= reached;
        }
        name(BEST + self.waits[self.me] * (SIZES + 1) + best);
    }

    fn name_rivals(&self, name: &mut impl FnMut(usize)) {
        let merit = |who: usize| self.game.merit_of(who as Seat);
        let mut rivals = [(i32::MIN, 0, false); MAX_SEATS];
        for other in self.others() {
            let reached = self.all_reached(other) & !WedgeBoard::wedge(other as Seat);
            let most = self.sized.iter().rposition(|pieces| pieces.meets(reached)).map_or(0, |size| size + 1);
            rivals[other] = (merit(other), most, self.is_before_me(other));
        }
        rivals.sort_unstable_by(|one, other| other.cmp(one));
        for (rival, (theirs, most, is_before)) in rivals.iter().take(RIVALS.min(self.count - 1)).enumerate() {
            let lead = (merit(self.me) - theirs).clamp(-MOST, MOST) + MOST;
            name(LEADS + (rival * STAGES + self.stage) * LEAD + lead as usize);
            name(CHANCES + (rival * 2 + usize::from(*is_before)) * (SIZES + 1) + most);
        }
        // Up to three ahead or behind is close.
        let lead = merit(self.me) - rivals[0].0;
        let sign = (lead.signum() + lead.clamp(-4, 4) / 4 + 2) as usize;
        let fewest = self.others().map(|other| self.left[other]).min().unwrap_or(0);
        for (which, left) in [self.left[self.me], fewest].into_iter().enumerate() {
            name(END + (which * SIGNS + sign) * FEW + left.min(FEW - 1));
        }
    }

    fn name_end(&self, name: &mut impl FnMut(usize)) {
        name(TURN + self.waits[self.me] * STAGES + self.stage);
        name(SEATS + (self.count - 3).min(3) * STAGES + self.stage);
        name(QUIET + (usize::from(self.game.quiet_actions_left()) / self.count / 5).min(QUIETS - 1));
        if let Some(left) = self.game.clock_left() {
            name(CLOCK + (usize::from(left) / 2).min(CLOCKS - 1));
        }
        if self.game.is_arcade() {
            name(ARCADE);
        }
    }
}
