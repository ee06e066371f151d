//! Presentation: how Martian Frisby is shown.

use super::board::GRID;
use super::{Action, MartianFrisby, TURN_LIMIT};
use crate::grid::{Grid, Move};
use crate::{CounterInfo, Die, LastAction, Layout, Motion, Picture, SpaceView, Token};

impl MartianFrisby {
    pub(super) fn show_layout(&self) -> Layout {
        // The end rows are tinted for the seat that has to get there.
        let spaces = GRID.spaces(|row| match row {
            0 => Some(1),
            7 => Some(0),
            _ => None,
        });
        let mut tokens: Vec<Token> = Token::spaces(&spaces).collect();
        tokens.push(Token::button("end", "End turn", "end of turn"));
        tokens.push(Token::button("pass", "Pass", "pass"));
        Layout {
            spaces,
            lines: Vec::new(),
            decor: Vec::new(),
            trays: Vec::new(),
            counters: vec![CounterInfo {
                label: "Turns".to_owned(),
                help: "At the limit the game is a draw.".to_owned(),
                limit: TURN_LIMIT.into(),
            }],
            sides: Grid::sides(),
            teams: Vec::new(),
            pieces: ["small pyramid", "medium pyramid", "large pyramid"].map(str::to_owned),
            tokens,
        }
    }

    pub(super) fn show(&self) -> Picture {
        let space = |cell| SpaceView { marker: None, stack: self.board.shown(cell) };
        let seat = self.seats.to_act();
        let dice = self
            .dice
            .map(|dice| [0, 1].map(|die| Die { face: dice.faces[die], spent: dice.spent[die], seat }));
        let moves = self.last.moves.into_iter().flatten();
        Picture {
            spaces: (0..GRID.cell_count()).map(space).collect(),
            trays: Vec::new(),
            dice: dice.into_iter().flatten().collect(),
            counters: vec![Some(self.turns.into())],
            last: moves.map(|taken| LastAction { seat: self.last.seat, spaces: taken.spaces() }).collect(),
        }
    }

    pub(super) fn show_motions(&self, action: Action) -> Vec<Motion> {
        let Action::Move(taken) = action else { return Vec::new() };
        let Some(piece) = self.board.top_shown(taken.from) else { return Vec::new() };
        vec![Motion::Move { piece, path: path(taken) }]
    }
}

/// The squares that a piece passes along its column; one that changes columns goes straight.
fn path(taken: Move) -> Vec<u16> {
    let (column, row) = GRID.place(taken.from);
    let (to_column, to_row) = GRID.place(taken.to);
    if column != to_column {
        return taken.spaces();
    }
    let square = |row| GRID.cell(column, row).into();
    if row < to_row {
        (row..=to_row).map(square).collect()
    } else {
        (to_row..=row).rev().map(square).collect()
    }
}
