//! Presentation: how Martian Chess is shown.

use super::legal::stride;
use super::{Action, CLOCK_RUNS, MartianChess};
use crate::wedge::{self, Cell};
use crate::{
    CounterInfo, LastAction, Layout, Motion, Picture, Pyramid, SpaceView, Token, TrayInfo, TrayKind,
};

impl MartianChess {
    pub(super) fn show_layout(&self) -> Layout {
        let cells = 0..self.board.cell_count();
        let spaces: Vec<_> = cells.map(|cell| wedge::space(self.board, cell)).collect();
        let mut tokens: Vec<Token> = Token::spaces(&spaces).collect();
        tokens.push(Token::button("pass", "Pass", "pass"));
        let mut counters = vec![CounterInfo {
            label: "Moves without a capture".to_owned(),
            help: "At the limit the game ends and is scored as it stands.".to_owned(),
            limit: u32::from(self.quiet_limit()),
        }];
        if self.arcade {
            tokens.push(Token::switch("clock", "Start the countdown", "with the countdown"));
            counters.push(CounterInfo {
                label: "Countdown".to_owned(),
                help: "Seven moves in a row without a capture end the game; a capture starts it over."
                    .to_owned(),
                limit: u32::from(CLOCK_RUNS),
            });
        }
        Layout {
            spaces,
            lines: wedge::seams(self.board),
            decor: Vec::new(),
            trays: self
                .seats
                .all()
                .map(|seat| TrayInfo {
                    kind: TrayKind::Captured,
                    seat,
                    label: "Captured".to_owned(),
                    owner: None,
                })
                .collect(),
            counters,
            sides: self.seats.all().map(|seat| wedge::side(self.board, seat)).collect(),
            teams: if self.teams {
                self.seats.all().map(|seat| self.team(seat)).collect()
            } else {
                Vec::new()
            },
            pieces: ["pawn", "drone", "queen"].map(str::to_owned),
            tokens,
        }
    }

    pub(super) fn show(&self) -> Picture {
        let mut spaces = SpaceView::empty(usize::from(self.board.cell_count()));
        for (size, set) in (1..).zip(self.pieces) {
            for cell in set.iter() {
                spaces[usize::from(cell)].stack.push(Pyramid::plain(size));
            }
        }
        let mut counters = vec![Some(u32::from(self.quiet))];
        if self.arcade {
            // Shown as it counts up to its limit, like every other counter.
            counters.push(self.clock.map(|left| u32::from(CLOCK_RUNS - left)));
        }
        let last = self
            .last
            .map(|last| LastAction { seat: last.seat, spaces: vec![last.from.into(), last.to.into()] });
        Picture {
            spaces,
            trays: self.seats.all().map(|seat| self.captured[usize::from(seat)]).collect(),
            dice: Vec::new(),
            counters,
            last: last.into_iter().collect(),
        }
    }

    pub(super) fn show_motions(&self, action: Action) -> Vec<Motion> {
        let Action::Move { from, to, .. } = action else { return Vec::new() };
        let Some(size) = self.size_at(from) else { return Vec::new() };
        let path = self.board.path(from, to, stride(size), self.occupied()).unwrap_or_else(|| vec![from, to]);
        let path = path.into_iter().map(u16::from).collect();
        let mut motions = vec![Motion::Move { piece: Pyramid::plain(size), path }];
        if let Some(target) = self.size_at(to) {
            motions.push(if self.is_own(to) {
                Motion::Merge { size: size + target, space: to.into() }
            } else {
                Motion::Capture { piece: Pyramid::plain(target), space: to.into() }
            });
        }
        motions
    }

    fn is_own(&self, cell: Cell) -> bool {
        wedge::WedgeBoard::wedge(self.seats.to_act()).contains(cell)
    }
}
