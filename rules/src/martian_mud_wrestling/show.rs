//! Presentation: how Martian Mud Wrestling is shown.

use super::stack::{Piece, Stack};
use super::{GRID, MartianMudWrestling, NO_PROGRESS_AFTER, REPETITIONS};
use crate::grid::{Grid, Move};
use crate::{CounterInfo, LastAction, Layout, Motion, Picture, SpaceView, Token};

impl MartianMudWrestling {
    pub(super) fn show_layout(&self) -> Layout {
        let spaces = GRID.spaces(|_| None);
        Layout {
            lines: Vec::new(),
            decor: Vec::new(),
            trays: Vec::new(),
            counters: vec![
                CounterInfo {
                    label: "Moves without a sinking".to_owned(),
                    help: "At the limit the game is a draw.".to_owned(),
                    limit: NO_PROGRESS_AFTER.into(),
                },
                CounterInfo {
                    label: "Times in this position".to_owned(),
                    help: "The third time with the same player to move, the game is a draw.".to_owned(),
                    limit: REPETITIONS.into(),
                },
            ],
            sides: Grid::sides(),
            teams: Vec::new(),
            pieces: ["small pyramid", "medium pyramid", "large pyramid"].map(str::to_owned),
            tokens: Token::spaces(&spaces).collect(),
            spaces,
        }
    }

    pub(super) fn show(&self) -> Picture {
        let space =
            |stack: &Stack| SpaceView { marker: None, stack: stack.pieces().map(Piece::shown).collect() };
        // A position that has not been seen before is no news.
        let times = Some(self.quiet.times(&self.stacks)).filter(|times| *times > 1);
        let last = self.last.map(|last| LastAction { seat: last.seat, spaces: last.taken.spaces() });
        Picture {
            spaces: self.stacks.iter().map(space).collect(),
            trays: Vec::new(),
            dice: Vec::new(),
            counters: vec![Some(self.quiet.count().into()), times.map(u32::from)],
            last: last.into_iter().collect(),
        }
    }

    pub(super) fn show_motions(&self, taken: Move) -> Vec<Motion> {
        let Some(piece) = self.stacks[usize::from(taken.from)].top() else { return Vec::new() };
        let mut motions = vec![Motion::Move { piece: piece.shown(), path: taken.spaces() }];
        if self.landed(taken).sinks() {
            motions.push(Motion::Sink { space: taken.to.into() });
        }
        motions
    }
}
