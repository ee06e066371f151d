//! Position text: roots, nulls and pieces with what they point at. Points and stashes follow from them, as no piece ever moves.

use super::{Ground, Pointing, Rules};
use crate::position::{ListField, NOTHING, digit, entries, read_turn, write_turn};
use crate::wedge::{Cell, CellSet};
use crate::{Game, PositionFields, Seat, Setup, Size};

/// What lies on a cell that is a root, and on one that is a null.
const ROOT: &str = "root";
const NULL: &str = "null";

/// A piece as it is read.
struct Laid {
    cell: Cell,
    owner: Seat,
    size: Size,
    target: Cell,
}

impl<R: Rules> Pointing<R> {
    pub(super) fn options_chosen(&self) -> Vec<(&'static str, &'static str)> {
        let value = match self.ground {
            Ground::Centre => return Vec::new(),
            Ground::FreeRoot => "free-root",
            Ground::Nulls => "nulls",
        };
        R::INFO.option("setup").map(|option| (option.name, value)).into_iter().collect()
    }

    pub(super) fn write_fields(&self, text: &mut String) {
        let mut list = ListField::begin(text);
        for cell in (self.roots | self.nulls | self.pieces()).iter() {
            let entry = list.entry();
            self.board.write_name(cell, entry);
            entry.push('.');
            if self.roots.contains(cell) {
                entry.push_str(ROOT);
            } else if self.nulls.contains(cell) {
                entry.push_str(NULL);
            } else if let (Some(owner), Some(size)) = (self.owner(cell), self.size(cell)) {
                entry.extend([owner, size].map(|digit| char::from(b'0' + digit)));
                entry.push('-');
                self.board.write_name(self.targets[usize::from(cell)], entry);
            }
        }
        list.end();
        write_turn(&self.seats, text);
        // Who opens the play is of no interest once it is opened.
        match self.duty() {
            Some(_) => text.push((b'0' + self.first).into()),
            None => text.push_str(NOTHING),
        }
        text.push('/');
        text.push_str(NOTHING);
    }

    pub(super) fn read_fields(setup: &Setup, fields: &PositionFields<'_>) -> Option<Self> {
        let start = Self::new(setup);
        let mut game = Self { roots: CellSet::EMPTY, seats: read_turn(setup, fields.turn)?, ..start };
        // Roots that lie there from the start are none that anybody has to lay.
        game.roots_due += start.roots.len() as u8;
        let laid = game.read_ground(fields.placement)?;
        if !start.roots.is_empty() && game.roots != start.roots {
            return None;
        }
        let ground = game.board.cells() & !game.nulls;
        if !game.board.joined(ground, ground) {
            return None;
        }
        game.lay_all(laid)?;
        if game.duty().is_some() {
            game.first = digit(fields.facts).filter(|first| *first < setup.seats)?;
            let nothing_laid = game.pieces().is_empty();
            return (nothing_laid && game.seats.remaining() > 1).then_some(game);
        }
        (game.seats.remaining() > 1 && game.can_lay(game.seats.to_act())).then_some(game)
    }

    /// Takes in roots and nulls; the pieces are for later.
    fn read_ground(&mut self, placement: &str) -> Option<Vec<Laid>> {
        let mut laid = Vec::new();
        for entry in entries(placement) {
            let (cell, what) = entry.split_once('.')?;
            let cell = self.board.cell_named(cell)?;
            match what {
                ROOT => {
                    self.roots_due = self.roots_due.checked_sub(1)?;
                    self.roots |= CellSet::of(cell);
                }
                NULL => {
                    self.nulls_due = self.nulls_due.checked_sub(1)?;
                    self.nulls |= CellSet::of(cell);
                }
                piece => {
                    let (piece, target) = piece.split_once('-')?;
                    let (owner, size) = piece.split_at_checked(1)?;
                    let (owner, size) = (digit(owner)?, digit(size)?);
                    let target = self.board.cell_named(target)?;
                    if owner >= self.seats.count() || !(1..=3).contains(&size) {
                        return None;
                    }
                    laid.push(Laid { cell, owner, size, target });
                }
            }
        }
        Some(laid)
    }

    /// Lays each piece after the one that it points at.
    fn lay_all(&mut self, mut laid: Vec<Laid>) -> Option<()> {
        while !laid.is_empty() {
            let before = laid.len();
            laid.retain(|Laid { cell, owner, size, target }| {
                let lies_there = (self.roots | self.pieces()).contains(*target);
                let is_near = self.board.neighbours(*cell).contains(*target) && self.free().contains(*cell);
                let has_one = self.stashes[usize::from(*owner)][usize::from(*size) - 1] > 0;
                let fits = lies_there && is_near && has_one;
                if fits {
                    self.lay(*owner, *cell, *size, *target);
                }
                !fits
            });
            if laid.len() == before {
                return None;
            }
        }
        Some(())
    }
}
