//! Move generation: which actions are legal.

use super::{Action, CLOCK_MAY_START, MartianChess};
use crate::Size;
use crate::wedge::{Cell, CellSet, Stride, WedgeBoard};

/// How a piece of each size moves.
pub(super) fn stride(size: Size) -> Stride {
    match size {
        1 => Stride::OneDiagonal,
        2 => Stride::TwoStraight,
        _ => Stride::Any,
    }
}

impl MartianChess {
    pub(super) fn add_legal(&self, actions: &mut Vec<Action>) {
        let before = actions.len();
        let may_start_clock = self.may_start_clock();
        let wedge = WedgeBoard::wedge(self.seats.to_act());
        for size in 1..=3 {
            let targets = self.targets(size, wedge);
            for from in (self.pieces[usize::from(size) - 1] & wedge).iter() {
                for to in (targets & self.reach(size, from)).iter() {
                    actions.push(Action::Move { from, to, clock: false });
                    if may_start_clock {
                        actions.push(Action::Move { from, to, clock: true });
                    }
                }
            }
        }
        if actions.len() == before {
            actions.push(Action::Pass);
        }
    }

    /// Those that capture.
    pub(super) fn add_captures(&self, actions: &mut Vec<Action>) {
        let wedge = WedgeBoard::wedge(self.seats.to_act());
        let targets = self.occupied() & !wedge;
        for size in 1..=3 {
            for from in (self.pieces[usize::from(size) - 1] & wedge).iter() {
                let taken = (targets & self.reach(size, from)).iter();
                actions.extend(taken.map(|to| Action::Move { from, to, clock: false }));
            }
        }
    }

    /// Whether that action is one of them.
    pub(super) fn allows(&self, action: Action) -> bool {
        let wedge = WedgeBoard::wedge(self.seats.to_act());
        match action {
            Action::Move { from, to, clock } => {
                let reaches = |size| (self.targets(size, wedge) & self.reach(size, from)).contains(to);
                let may_move = wedge.contains(from) && self.size_at(from).is_some_and(reaches);
                may_move && (!clock || self.may_start_clock())
            }
            Action::Pass => !self.may_move(),
        }
    }

    /// Whether any piece may go anywhere: whoever has none that may passes.
    fn may_move(&self) -> bool {
        let wedge = WedgeBoard::wedge(self.seats.to_act());
        (1..=3).any(|size| {
            let targets = self.targets(size, wedge);
            let mut own = (self.pieces[usize::from(size) - 1] & wedge).iter();
            own.any(|from| !(targets & self.reach(size, from)).is_empty())
        })
    }

    /// The size of the piece that a legal action captures, 0 if none.
    #[must_use]
    pub fn capture_of(&self, action: Action) -> Size {
        match action {
            Action::Move { to, .. } if !WedgeBoard::wedge(self.seats.to_act()).contains(to) => {
                self.size_at(to).unwrap_or(0)
            }
            Action::Move { .. } | Action::Pass => 0,
        }
    }

    fn may_start_clock(&self) -> bool {
        self.arcade && self.clock.is_none() && self.quiet >= CLOCK_MAY_START
    }

    /// Where a piece of `size` may go as far as what is there is concerned: other wedges may be captured in; in one's own
    /// only empty cells and mergers are left.
    pub(super) fn targets(&self, size: Size, wedge: CellSet) -> CellSet {
        !(wedge & self.occupied()) | self.mergers(size, wedge)
    }

    /// Where a piece of `size` comes from there.
    fn reach(&self, size: Size, from: Cell) -> CellSet {
        self.board.reach(from, stride(size), self.occupied()) & !self.rejection(from)
    }

    /// The own pieces that a piece of `size` may merge with under the arcade rules.
    fn mergers(&self, size: Size, wedge: CellSet) -> CellSet {
        if !self.arcade {
            return CellSet::EMPTY;
        }
        let own = self.pieces.map(|set| set & wedge);
        let mut partners = CellSet::EMPTY;
        if size == 1 && own[1].is_empty() {
            partners |= own[0];
        }
        if size < 3 && own[2].is_empty() {
            partners |= own[2 - usize::from(size)];
        }
        partners
    }

    /// With two seats, the piece that the opponent has just moved here may not be moved straight back.
    fn rejection(&self, from: Cell) -> CellSet {
        match self.last {
            Some(last) if last.fresh && self.seats.count() == 2 && last.to == from => CellSet::of(last.from),
            _ => CellSet::EMPTY,
        }
    }
}
