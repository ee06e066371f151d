//! Position text: the stacks, and as what counts towards an end the moves since the last sinking.

use super::quiet::QuietMoves;
use super::stack::{Piece, Stack};
use super::{CELLS, GRID, MartianMudWrestling, Stacks};
use crate::position::{ListField, NOTHING, entries, read_stack, read_turn, write_turn};
use crate::{Game, PositionFields, Setup};

/// Each seat's pieces of each size.
const OF_A_SIZE: usize = 5;

impl MartianMudWrestling {
    pub(super) fn write_fields(&self, text: &mut String) {
        let mut stacks = ListField::begin(text);
        for (cell, stack) in (0..).zip(&self.stacks) {
            let pieces = stack.pieces().map(|piece| (piece.owner, piece.size));
            stacks.stack(|entry| GRID.write_name(cell, entry), pieces);
        }
        stacks.end();
        write_turn(&self.seats, text);
        text.push_str(NOTHING);
        text.push('/');
        let mut moves = ListField::begin(text);
        for taken in self.quiet.moves() {
            GRID.write_move(taken, moves.entry());
        }
        moves.end();
    }

    pub(super) fn read_fields(setup: &Setup, fields: &PositionFields<'_>) -> Option<Self> {
        let seats = read_turn(setup, fields.turn).filter(|seats| seats.leavers().is_empty())?;
        let mut stacks = read_stacks(fields.placement)?;
        let moves: Vec<_> =
            entries(fields.counters).map(|entry| GRID.parse_move(entry)).collect::<Option<_>>()?;
        // Taken back to the last sinking, and played again from there: so repetitions are known.
        for taken in moves.iter().rev() {
            let piece = stacks[usize::from(taken.to)].pop()?;
            let from = &mut stacks[usize::from(taken.from)];
            if from.count() >= Stack::ROOM - 1 {
                return None;
            }
            from.push(piece);
        }
        let mut game = Self { seats, stacks, quiet: QuietMoves::NONE, last: None, ended: None };
        if moves.len() % 2 == 1 {
            game.seats.advance();
        }
        game.ended = game.find_end(1);
        for taken in moves {
            if !game.is_legal(taken) {
                return None;
            }
            game.apply(taken);
        }
        game.ended.is_none().then_some(game)
    }
}

/// The stacks, if they stand and have no more pieces than there are.
fn read_stacks(placement: &str) -> Option<Stacks> {
    let mut stacks = [Stack::default(); CELLS];
    let mut left = [[OF_A_SIZE; 3]; 2];
    for entry in entries(placement) {
        let (name, pieces) = read_stack(entry)?;
        let stack = &mut stacks[usize::from(GRID.cell_named(name)?)];
        for (owner, size) in pieces {
            let left = left.get_mut(usize::from(owner))?.get_mut(usize::from(size) - 1)?;
            *left = left.checked_sub(1)?;
            if stack.count() >= Stack::ROOM - 1 {
                return None;
            }
            stack.push(Piece { size, owner });
        }
        if stack.sinks() {
            return None;
        }
    }
    Some(stacks)
}
