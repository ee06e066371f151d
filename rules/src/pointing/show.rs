//! Presentation: how the pointing games are shown.

use super::{Action, Ground, Pointing, Rules};
use crate::wedge;
use crate::{
    LastAction, Layout, Marker, Motion, Picture, Pyramid, Space, SpaceView, Token, TrayInfo, TrayKind,
};

impl<R: Rules> Pointing<R> {
    pub(super) fn show_layout(&self) -> Layout {
        // Pieces have their owner's colour here and the wedges belong to nobody, so they are not tinted.
        let spaces: Vec<_> = (0..self.board.cell_count())
            .map(|cell| Space { zone: None, ..wedge::space(self.board, cell) })
            .collect();
        let mut tokens: Vec<Token> = Token::spaces(&spaces).collect();
        for (size, label, spoken) in [
            (1, "Small", "small, pointing at"),
            (2, "Medium", "medium, pointing at"),
            (3, "Large", "large, pointing at"),
        ] {
            tokens.push(Token::piece(&size.to_string(), TrayKind::Stash, size, label, spoken));
        }
        if self.ground == Ground::Nulls {
            tokens.push(Token::button("null", "Lay a null", "null on"));
        }
        if self.ground != Ground::Centre {
            tokens.push(Token::button("root", "Lay a root", "root on"));
        }
        Layout {
            spaces,
            lines: wedge::seams(self.board),
            decor: Vec::new(),
            trays: self
                .seats
                .all()
                .map(|seat| TrayInfo {
                    kind: TrayKind::Stash,
                    seat,
                    label: "Stash".to_owned(),
                    owner: Some(seat),
                })
                .collect(),
            counters: Vec::new(),
            sides: self.seats.all().map(|seat| wedge::side(self.board, seat)).collect(),
            teams: Vec::new(),
            pieces: ["small", "medium", "large"].map(str::to_owned),
            tokens,
        }
    }

    pub(super) fn show(&self) -> Picture {
        let mut spaces = SpaceView::empty(usize::from(self.board.cell_count()));
        for (cells, marker) in [(self.roots, Marker::Root), (self.nulls, Marker::Null)] {
            for cell in cells.iter() {
                spaces[usize::from(cell)].marker = Some(marker);
            }
        }
        for (size, cells) in (1..).zip(self.sized) {
            for cell in cells.iter() {
                let place = usize::from(cell);
                let points_at = Some(self.targets[place].into());
                spaces[place].stack.push(Pyramid { size, owner: self.owner(cell), points_at });
            }
        }
        Picture {
            spaces,
            trays: self.seats.all().map(|seat| self.stashes[usize::from(seat)]).collect(),
            last: self
                .last
                .map(|(seat, cell)| LastAction { seat, spaces: vec![cell.into()] })
                .into_iter()
                .collect(),
            ..Picture::default()
        }
    }

    pub(super) fn show_motions(&self, action: Action) -> Vec<Motion> {
        match action {
            Action::Lay { cell, size, target } => {
                let piece =
                    Pyramid { size, owner: Some(self.seats.to_act()), points_at: Some(target.into()) };
                vec![Motion::Lay { piece, space: cell.into() }]
            }
            Action::Root(_) | Action::Null(_) => Vec::new(),
        }
    }
}
