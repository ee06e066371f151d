//! Position text: the stacks, the dice that are left in the turn, and how many turns are over.

use super::board::{Board, GRID, distance};
use super::{Dice, LastTurn, MartianFrisby, TURN_LIMIT};
use crate::grid::Move;
use crate::position::{ListField, digit, entries, read_stack, read_turn, write_number, write_turn};
use crate::{PositionFields, Seats, Setup};

/// The fact while a roll is due.
const ROLL: &str = "roll";
/// The fact while both dice are used, and only the turn's end is left.
const END: &str = "end";

impl MartianFrisby {
    pub(super) fn options_chosen(&self) -> Vec<(&'static str, &'static str)> {
        if self.open { vec![("columns", "open")] } else { Vec::new() }
    }

    pub(super) fn write_fields(&self, text: &mut String) {
        let mut stacks = ListField::begin(text);
        for cell in 0..GRID.cell_count() {
            stacks.stack(|entry| GRID.write_name(cell, entry), self.board.pieces_on(cell));
        }
        stacks.end();
        write_turn(&self.seats, text);
        match self.dice.map(Dice::unspent) {
            None => text.push_str(ROLL),
            Some((None, None)) => text.push_str(END),
            Some((Some(one), Some(two))) => {
                text.extend([one.min(two), one.max(two)].map(|die| char::from(b'0' + die)));
            }
            Some((Some(die), None) | (None, Some(die))) => {
                text.push((b'0' + die).into());
                // Where it could be taken back now, as it must not be.
                if let Some(first) = self.last.moves[0].filter(|first| self.could_undo(*first, die)) {
                    text.push('.');
                    GRID.write_move(first, text);
                }
            }
        }
        text.push('/');
        write_number(u32::from(self.turns), text);
    }

    fn could_undo(&self, first: Move, die: u8) -> bool {
        self.board.moves(self.seats.to_act(), die, self.open).any(|second| second == first.reversed())
    }

    pub(super) fn read_fields(setup: &Setup, fields: &PositionFields<'_>) -> Option<Self> {
        let seats = read_turn(setup, fields.turn).filter(|seats| seats.leavers().is_empty())?;
        let (dice, first) = read_dice(fields.facts)?;
        let turns = fields.counters.parse().ok().filter(|turns| *turns < TURN_LIMIT)?;
        let board = read_board(fields.placement)?;
        let is_home = |seats: &Seats| seats.all().any(|seat| board.is_home(seat));
        let game = Self {
            open: setup.choice(&super::INFO, "columns") == "open",
            dice,
            turns,
            last: LastTurn { seat: seats.to_act(), moves: [first, None] },
            ended: None,
            board,
            seats,
        };
        (!is_home(&game.seats)).then_some(game)
    }
}

/// The dice of the turn, and its first move where that is told.
fn read_dice(fact: &str) -> Option<(Option<Dice>, Option<Move>)> {
    let face = |text: &str| digit(text).filter(|face| (1..=6).contains(face));
    if fact == ROLL {
        return Some((None, None));
    }
    // Which faces the dice had that are used decides nothing.
    if fact == END {
        return Some((Some(Dice { faces: [1; 2], spent: [true; 2] }), None));
    }
    if let Some((die, first)) = fact.split_once('.') {
        let (die, first) = (face(die)?, GRID.parse_move(first)?);
        let dice = Dice { faces: [distance(first), die], spent: [true, false] };
        return Some((Some(dice), Some(first)));
    }
    let (one, two) = fact.split_at_checked(1)?;
    let dice = match two {
        "" => Dice { faces: [1, face(one)?], spent: [true, false] },
        two => Dice { faces: [face(one)?, face(two)?], spent: [false; 2] },
    };
    Some((Some(dice), None))
}

/// The board with all twelve pieces, no two of a size on one square.
fn read_board(placement: &str) -> Option<Board> {
    let mut pieces = Vec::with_capacity(12);
    for entry in entries(placement) {
        let (name, stack) = read_stack(entry)?;
        let cell = GRID.cell_named(name)?;
        if stack.windows(2).any(|pair| pair[0].1 >= pair[1].1) {
            return None;
        }
        pieces.extend(stack.into_iter().map(|(owner, size)| (size, owner, cell)));
    }
    let is_complete = (1..=3).all(|size| {
        (0..2).all(|seat| {
            pieces.iter().filter(|(of_size, owner, _)| (*of_size, *owner) == (size, seat)).count() == 2
        })
    });
    (is_complete && pieces.len() == 12).then(|| Board::of(pieces.into_iter()))
}
