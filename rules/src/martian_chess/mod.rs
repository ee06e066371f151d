//! Martian Chess, for 2 to 6 seats, by Andrew Looney.
//!
//! Who owns a piece is the wedge it stands in; a piece that captures therefore changes hands. See the rules page
//! for the rulings that are ours.

mod accessors;
mod action;
mod explain;
mod info;
mod legal;
mod position;
mod show;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use info::{CLOCK, EMPTY, INFO, NO_PROGRESS};

use crate::wedge::{Cell, CellSet, WedgeBoard};
use crate::{
    Ask, Game, GameInfo, Layout, LeaveReason, MAX_SEATS, Motion, Objection, Outcome, Phase, Picture,
    PositionFields, Reason, Seat, Seats, Setup, Size, rank,
};

/// Once this many actions in a row captured nothing, an arcade player may start the clock.
const CLOCK_MAY_START: u16 = 7;
/// With the clock running, this many actions in a row without a capture end the game.
const CLOCK_RUNS: u8 = 7;
/// This many actions a seat in a row without a capture end the game in either rule set.
const QUIET_LIMIT_PER_SEAT: u16 = 30;

/// A position of Martian Chess: small and `Copy`.
#[derive(Clone, Copy, Debug)]
pub struct MartianChess {
    board: &'static WedgeBoard,
    arcade: bool,
    teams: bool,
    seats: Seats,
    /// The cells of the pieces of size 1, 2 and 3.
    pieces: [CellSet; 3],
    /// How many pieces of each size each seat captured.
    captured: [[u8; 3]; MAX_SEATS],
    /// Actions in a row without a capture.
    quiet: u16,
    /// Actions without a capture that the running clock still allows.
    clock: Option<u8>,
    last: Option<LastMove>,
    ended: Option<Reason>,
}

/// The last action that was not a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LastMove {
    seat: Seat,
    from: Cell,
    to: Cell,
    /// Whether nothing but a pass has happened since: what "no rejections" asks.
    fresh: bool,
}

impl MartianChess {
    fn occupied(&self) -> CellSet {
        self.pieces[0] | self.pieces[1] | self.pieces[2]
    }

    /// The size of the piece on `cell`, if any.
    fn size_at(&self, cell: Cell) -> Option<Size> {
        (1..=3).find(|size| self.pieces[usize::from(*size) - 1].contains(cell))
    }

    fn lift(&mut self, cell: Cell) {
        for set in &mut self.pieces {
            *set &= !CellSet::of(cell);
        }
    }

    fn put(&mut self, size: Size, cell: Cell) {
        self.pieces[usize::from(size) - 1] |= CellSet::of(cell);
    }

    fn score(&self, seat: Seat) -> i32 {
        let [ones, twos, threes] = self.captured[usize::from(seat)].map(i32::from);
        ones + 2 * twos + 3 * threes
    }

    fn quiet_limit(&self) -> u16 {
        QUIET_LIMIT_PER_SEAT * u16::from(self.seats.count())
    }

    /// A number that is equal for seats that win and lose together.
    fn team(&self, seat: Seat) -> u8 {
        if self.teams { seat % 2 } else { seat }
    }

    /// Moves the piece and returns whether something was captured.
    fn transfer(&mut self, seat: Seat, from: Cell, to: Cell) -> bool {
        let Some(size) = self.size_at(from) else { return false };
        let target = self.size_at(to);
        self.lift(from);
        self.lift(to);
        match target {
            Some(own) if WedgeBoard::wedge(seat).contains(to) => {
                self.put(size + own, to);
                false
            }
            Some(taken) => {
                self.captured[usize::from(seat)][usize::from(taken) - 1] += 1;
                self.put(size, to);
                true
            }
            None => {
                self.put(size, to);
                false
            }
        }
    }

    /// Counts an action towards the limits.
    fn count(&mut self, captured: bool, starts_clock: bool) {
        self.quiet = if captured { 0 } else { self.quiet + 1 };
        self.clock = match self.clock {
            None => starts_clock.then_some(CLOCK_RUNS),
            Some(_) if captured => Some(CLOCK_RUNS),
            Some(left) => Some(left - 1),
        };
    }

    /// The first of the game's ends that the position meets.
    fn find_end(&self) -> Option<Reason> {
        let occupied = self.occupied();
        if self.seats.all().any(|seat| !WedgeBoard::wedge(seat).meets(occupied)) {
            Some(EMPTY)
        } else if self.clock == Some(0) {
            Some(CLOCK)
        } else if self.quiet >= self.quiet_limit() {
            Some(NO_PROGRESS)
        } else {
            None
        }
    }

    /// Whether those who are still in win and lose together.
    fn is_one_side_left(&self) -> bool {
        let mut sides = self.seats.all().filter(|seat| self.seats.is_in(*seat)).map(|seat| self.team(seat));
        let first = sides.next();
        sides.all(|side| Some(side) == first)
    }

    /// What a seat is ranked by: staying before leaving, then the points it shares with its team, then, in arcade,
    /// having emptied the wedge; leavers by how long they stayed.
    fn merit(&self, seat: Seat, top: i32) -> (bool, i32, bool, usize) {
        let total = self.total(seat);
        let emptied = self.ended == Some(EMPTY)
            && self.last.is_some_and(|last| self.team(last.seat) == self.team(seat));
        let breaks_tie = self.arcade && emptied && total == top;
        match self.staying(seat) {
            Ok(()) => (true, total, breaks_tie, 0),
            Err(order) => (false, 0, false, order),
        }
    }

    /// Whether the seat, or with teams any of its team, is still in; if not, how many left before it.
    fn staying(&self, seat: Seat) -> Result<(), usize> {
        let gone = self.seats.leavers().iter().rposition(|leaver| self.team(*leaver) == self.team(seat));
        let any_in =
            self.seats.all().any(|other| self.team(other) == self.team(seat) && self.seats.is_in(other));
        match gone {
            Some(order) if !any_in => Err(order),
            _ => Ok(()),
        }
    }

    /// A seat's points together with its team's.
    fn total(&self, seat: Seat) -> i32 {
        self.seats
            .all()
            .filter(|other| self.team(*other) == self.team(seat))
            .map(|other| self.score(other))
            .sum()
    }
}

impl Game for MartianChess {
    type Action = Action;
    const INFO: &'static GameInfo = &INFO;

    fn new(setup: &Setup) -> Self {
        let mut game = Self {
            board: WedgeBoard::of(setup.seats),
            arcade: setup.choice(&INFO, "rules") == "arcade",
            teams: setup.is_on(&INFO, "teams"),
            seats: Seats::new(setup.seats, setup.first),
            pieces: [CellSet::EMPTY; 3],
            captured: [[0; 3]; MAX_SEATS],
            quiet: 0,
            clock: None,
            last: None,
            ended: None,
        };
        if setup.seats == 2 {
            // The blocks stand in opposite corners of the half board.
            for (size, cells) in
                [(3, "d1 c1 d2 a8 b8 a7"), (2, "b1 c2 d3 c8 b7 a6"), (1, "c3 b3 b2 b6 c6 c7")]
            {
                for cell in cells.split(' ').filter_map(|name| game.board.cell_named(name)) {
                    game.put(size, cell);
                }
            }
        } else {
            for (wedge, a, b) in setup_block(setup.seats) {
                // The further from the centre, the larger: 3 at a + b ≥ 5, 2 at 4, 1 below.
                let size = match a + b {
                    5.. => 3,
                    4 => 2,
                    _ => 1,
                };
                game.put(size, WedgeBoard::cell(wedge, a, b));
            }
        }
        game
    }

    fn phase(&self) -> Phase {
        match self.ended {
            Some(_) => Phase::Over,
            None => Phase::Act { seat: self.seats.to_act() },
        }
    }

    fn legal(&self, actions: &mut Vec<Action>) {
        if self.ended.is_none() {
            self.add_legal(actions);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        self.allows(action)
    }

    fn apply(&mut self, action: Action) {
        let seat = self.seats.to_act();
        let captured = match action {
            Action::Pass => {
                if let Some(last) = &mut self.last {
                    last.fresh = false;
                }
                false
            }
            Action::Move { from, to, .. } => {
                self.last = Some(LastMove { seat, from, to, fresh: true });
                self.transfer(seat, from, to)
            }
        };
        self.count(captured, matches!(action, Action::Move { clock: true, .. }));
        self.ended = self.find_end();
        if self.ended.is_none() {
            self.seats.advance();
        }
    }

    fn apply_leave(&mut self, seat: Seat, reason: LeaveReason) {
        self.seats.leave(seat);
        if self.is_one_side_left() {
            self.ended = Some(reason.into());
        }
    }

    fn seats(&self) -> &Seats {
        &self.seats
    }

    fn seats_mut(&mut self) -> &mut Seats {
        &mut self.seats
    }

    fn scores(&self) -> Vec<i32> {
        self.seats.all().map(|seat| self.score(seat)).collect()
    }

    fn merit_of(&self, seat: Seat) -> i32 {
        if self.teams { self.total(seat) } else { self.score(seat) }
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = self.ended?;
        let in_play = self.seats.all().filter(|seat| self.staying(*seat).is_ok());
        let top = in_play.map(|seat| self.total(seat)).max().unwrap_or(0);
        let merits: Vec<_> = self.seats.all().map(|seat| self.merit(seat, top)).collect();
        Some(Outcome { scores: self.scores(), ranks: rank(&merits), reason })
    }

    fn action_bound(&self) -> u32 {
        // Each capture takes one of nine pieces a seat, and at most `quiet_limit` actions lie between two.
        u32::from(self.seats.count()) * 9 * u32::from(self.quiet_limit())
    }

    fn parse(&self, text: &str) -> Option<Action> {
        Action::parse(self.board, text)
    }

    fn write_notation(&self, action: Action, text: &mut String) {
        action.write(self.board, text);
    }

    fn chosen(&self) -> Vec<(&'static str, &'static str)> {
        self.options_chosen()
    }

    fn write_position(&self, text: &mut String) {
        self.write_fields(text);
    }

    fn read_position(setup: &Setup, fields: &PositionFields<'_>) -> Option<Self> {
        Self::read_fields(setup, fields)
    }

    fn layout(&self) -> Layout {
        self.show_layout()
    }

    fn picture(&self) -> Picture {
        self.show()
    }

    fn motions(&self, action: Action) -> Vec<Motion> {
        self.show_motions(action)
    }

    fn asks(&self) -> Vec<Ask> {
        self.tell_asks()
    }

    fn object(&self, tokens: &[&str]) -> Objection {
        self.tell_objection(tokens)
    }
}

/// The cells of the nine pieces of each wedge: its outer three by three.
fn setup_block(seats: u8) -> impl Iterator<Item = (u8, u8, u8)> {
    (0..seats).flat_map(|wedge| (1..4).flat_map(move |a| (1..4).map(move |b| (wedge, a, b))))
}
