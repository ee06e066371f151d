//! Pointing games: pieces are laid on their sides, each pointing at a neighbour that lies there already.
//!
//! A game of this family is a [`Rules`]; everything else is told here once. The board is the wedge board with
//! *roots*, which may be pointed at, and *nulls*, which are holes in it.

mod accessors;
mod action;
mod explain;
mod legal;
mod position;
mod rules;
mod show;

use std::marker::PhantomData;

pub use action::Action;
pub use rules::{Ground, Rules};

use crate::wedge::{Cell, CellSet, WedgeBoard};
use crate::{
    Ask, Game, GameInfo, Layout, LeaveReason, MAX_SEATS, Motion, Objection, Outcome, Phase, Picture,
    PositionFields, Reason, Seat, Seats, Setup, Size, rank,
};

/// Every seat still in has laid all its pieces; unless somebody left, no cell is free then.
pub const BOARD_FULL: Reason = Reason::new("board-full");

/// Each seat's pieces of each size.
const PIECES_OF_A_SIZE: u8 = 5;
/// The cells of the largest board.
const MAX_CELLS: usize = 16 * MAX_SEATS;

/// What has to be laid before play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    Null,
    Root,
}

/// A position of a pointing game: small and `Copy`.
#[derive(Clone, Copy, Debug)]
pub struct Pointing<R> {
    board: &'static WedgeBoard,
    ground: Ground,
    seats: Seats,
    /// The seat that begins, if it is still in by then.
    first: Seat,
    /// What is still to be laid before play; roots come after nulls.
    nulls_due: u8,
    roots_due: u8,
    roots: CellSet,
    nulls: CellSet,
    /// The cells of each seat's pieces.
    owned: [CellSet; MAX_SEATS],
    /// The cells of the pieces of size 1, 2 and 3.
    sized: [CellSet; 3],
    /// What the piece on each cell points at; without meaning where there is no piece.
    targets: [Cell; MAX_CELLS],
    /// How many pieces of each size each seat has still to lay.
    stashes: [[u8; 3]; MAX_SEATS],
    points: [i32; MAX_SEATS],
    /// Who acted last, and where.
    last: Option<(Seat, Cell)>,
    ended: Option<Reason>,
    rules: PhantomData<R>,
}

impl<R: Rules> Pointing<R> {
    fn pieces(&self) -> CellSet {
        self.sized[0] | self.sized[1] | self.sized[2]
    }

    /// The cells where nothing lies.
    fn free(&self) -> CellSet {
        self.board.cells() & !(self.roots | self.nulls | self.pieces())
    }

    fn owner(&self, cell: Cell) -> Option<Seat> {
        self.seats.all().find(|seat| self.owned[usize::from(*seat)].contains(cell))
    }

    fn size(&self, cell: Cell) -> Option<Size> {
        (1..).zip(self.sized).find_map(|(size, cells)| cells.contains(cell).then_some(size))
    }

    /// What the seat to act must lay, while the board is being made ready.
    fn duty(&self) -> Option<Duty> {
        if self.nulls_due > 0 {
            Some(Duty::Null)
        } else if self.roots_due > 0 {
            Some(Duty::Root)
        } else {
            None
        }
    }

    fn lay(&mut self, seat: Seat, cell: Cell, size: Size, target: Cell) {
        if let (Some(owner), Some(aim)) = (self.owner(target), self.size(target))
            && owner != seat
        {
            let (own, others) = R::points(size, aim);
            self.points[usize::from(seat)] += own;
            self.points[usize::from(owner)] += others;
        }
        self.owned[usize::from(seat)] |= CellSet::of(cell);
        self.sized[usize::from(size) - 1] |= CellSet::of(cell);
        self.targets[usize::from(cell)] = target;
        self.stashes[usize::from(seat)][usize::from(size) - 1] -= 1;
    }

    /// After a duty: the next one is the next seat's, and play is opened by the first seat.
    fn after_duty(&mut self) {
        match self.duty() {
            Some(_) => self.seats.advance(),
            None => self.seats.hand_to(self.first),
        }
    }

    fn can_lay(&self, seat: Seat) -> bool {
        self.seats.is_in(seat) && self.stashes[usize::from(seat)] != [0; 3]
    }

    /// Passes over seats that have nothing left to lay; if nobody has, the game is over.
    fn skip_or_end(&mut self) {
        if !self.seats.all().any(|seat| self.can_lay(seat)) {
            self.ended = Some(BOARD_FULL);
            return;
        }
        while !self.can_lay(self.seats.to_act()) {
            self.seats.advance();
        }
    }

    /// What a seat is ranked by: staying before leaving, then points; leavers by how long they stayed.
    fn rank_by(&self, seat: Seat) -> (bool, i32, usize) {
        match self.seats.leavers().iter().position(|leaver| *leaver == seat) {
            None => (true, R::merit(self.points[usize::from(seat)]), 0),
            Some(order) => (false, 0, order),
        }
    }
}

impl<R: Rules> Game for Pointing<R> {
    type Action = Action;
    const INFO: &'static GameInfo = R::INFO;

    fn new(setup: &Setup) -> Self {
        let (ground, seats) = (R::ground(setup), setup.seats);
        let centre = || (0..seats).map(|wedge| WedgeBoard::cell(wedge, 0, 0)).collect();
        let (roots, nulls_due, roots_due) = match ground {
            Ground::Centre => (centre(), 0, 0),
            Ground::FreeRoot => (CellSet::EMPTY, 0, seats),
            Ground::Nulls => (CellSet::EMPTY, seats / 2, seats - seats / 2),
        };
        Self {
            board: WedgeBoard::of(seats),
            ground,
            seats: Seats::new(seats, setup.first),
            first: setup.first,
            nulls_due,
            roots_due,
            roots,
            nulls: CellSet::EMPTY,
            owned: [CellSet::EMPTY; MAX_SEATS],
            sized: [CellSet::EMPTY; 3],
            targets: [0; MAX_CELLS],
            stashes: [[PIECES_OF_A_SIZE; 3]; MAX_SEATS],
            points: [R::START; MAX_SEATS],
            last: None,
            ended: None,
            rules: PhantomData,
        }
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

    fn apply(&mut self, action: Action) {
        let seat = self.seats.to_act();
        let cell = match action {
            Action::Null(cell) => {
                self.nulls |= CellSet::of(cell);
                self.nulls_due -= 1;
                self.after_duty();
                cell
            }
            Action::Root(cell) => {
                self.roots |= CellSet::of(cell);
                self.roots_due -= 1;
                self.after_duty();
                cell
            }
            Action::Lay { cell, size, target } => {
                self.lay(seat, cell, size, target);
                self.seats.advance();
                self.skip_or_end();
                cell
            }
        };
        self.last = Some((seat, cell));
    }

    fn apply_leave(&mut self, seat: Seat, reason: LeaveReason) {
        self.seats.leave(seat);
        if self.seats.remaining() == 1 {
            self.ended = Some(reason.into());
        } else if self.duty().is_none() {
            self.skip_or_end();
        }
    }

    fn seats(&self) -> &Seats {
        &self.seats
    }

    fn seats_mut(&mut self) -> &mut Seats {
        &mut self.seats
    }

    fn scores(&self) -> Vec<i32> {
        self.points[..usize::from(self.seats.count())].to_vec()
    }

    fn merit_of(&self, seat: Seat) -> i32 {
        R::merit(self.points[usize::from(seat)])
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = self.ended?;
        let merits: Vec<_> = self.seats.all().map(|seat| self.rank_by(seat)).collect();
        Some(Outcome { scores: self.scores(), ranks: rank(&merits), reason })
    }

    fn action_bound(&self) -> u32 {
        // Every action, of the set-up too, takes a free cell, and no cell is ever freed again.
        u32::from(self.board.cell_count())
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
