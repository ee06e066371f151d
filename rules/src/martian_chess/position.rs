//! Position text: the pieces, what each seat captured, the move that may not be taken straight back, and the counts of quiet actions.

use super::legal::stride;
use super::{CLOCK_RUNS, INFO, LastMove, MartianChess};
use crate::position::{ListField, NOTHING, entries, read_turn, write_number, write_turn};
use crate::wedge::{CellSet, WedgeBoard};
use crate::{MAX_SEATS, PositionFields, Seat, Setup, Size};

/// Each seat's pieces of each size.
const OF_A_SIZE: u32 = 3;

impl MartianChess {
    pub(super) fn options_chosen(&self) -> Vec<(&'static str, &'static str)> {
        let rules = self.arcade.then_some(("rules", "arcade"));
        rules.into_iter().chain(self.teams.then_some(("teams", "true"))).collect()
    }

    pub(super) fn write_fields(&self, text: &mut String) {
        let mut pieces = ListField::begin(text);
        for cell in self.occupied().iter() {
            if let Some(size) = self.size_at(cell) {
                let entry = pieces.entry();
                self.board.write_name(cell, entry);
                entry.push('.');
                entry.push((b'0' + size).into());
            }
        }
        pieces.end();
        write_turn(&self.seats, text);
        for (place, counts) in self.captured[..usize::from(self.seats.count())].iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            for (size, count) in counts.iter().enumerate() {
                if size > 0 {
                    text.push('.');
                }
                write_number(u32::from(*count), text);
            }
        }
        text.push(';');
        match self.last.filter(|last| self.forbids(last)) {
            None => text.push_str(NOTHING),
            Some(LastMove { from, to, .. }) => {
                self.board.write_name(from, text);
                text.push('-');
                self.board.write_name(to, text);
            }
        }
        text.push('/');
        write_number(u32::from(self.quiet), text);
        if let Some(left) = self.clock {
            text.push('.');
            write_number(u32::from(left), text);
        }
    }

    /// Whether a move that may not be taken straight back could be, otherwise.
    fn forbids(&self, last: &LastMove) -> bool {
        let wedge = WedgeBoard::wedge(self.seats.to_act());
        let goes_back = |size: Size| {
            let reach = self.board.reach(last.to, stride(size), self.occupied());
            (reach & self.targets(size, wedge)).contains(last.from)
        };
        last.fresh
            && self.seats.count() == 2
            && wedge.contains(last.to)
            && self.size_at(last.to).is_some_and(goes_back)
    }

    pub(super) fn read_fields(setup: &Setup, fields: &PositionFields<'_>) -> Option<Self> {
        let board = WedgeBoard::of(setup.seats);
        let mut game = Self {
            board,
            arcade: setup.choice(&INFO, "rules") == "arcade",
            teams: setup.is_on(&INFO, "teams"),
            seats: read_turn(setup, fields.turn)?,
            pieces: [CellSet::EMPTY; 3],
            captured: [[0; 3]; MAX_SEATS],
            quiet: 0,
            clock: None,
            last: None,
            ended: None,
        };
        for entry in entries(fields.placement) {
            let (cell, size) = entry.split_once('.')?;
            let size: Size = size.parse().ok().filter(|size| (1..=3).contains(size))?;
            let cell = board.cell_named(cell).filter(|cell| !game.occupied().contains(*cell))?;
            game.put(size, cell);
        }
        let (captured, last) = fields.facts.split_once(';')?;
        let captured: Vec<[u8; 3]> = captured.split(',').map(read_counts).collect::<Option<_>>()?;
        if captured.len() != usize::from(setup.seats) {
            return None;
        }
        game.captured[..captured.len()].copy_from_slice(&captured);
        if last != NOTHING {
            let (from, to) = last.split_once('-')?;
            let seat: Seat = (game.seats.to_act() + 1) % setup.seats;
            game.last = Some(LastMove {
                seat,
                from: board.cell_named(from)?,
                to: board.cell_named(to)?,
                fresh: true,
            });
        }
        let (quiet, clock) = match fields.counters.split_once('.') {
            None => (fields.counters, None),
            Some((quiet, clock)) => (quiet, Some(clock.parse().ok().filter(|left| *left <= CLOCK_RUNS)?)),
        };
        game.quiet = quiet.parse().ok()?;
        game.clock = clock.filter(|_| game.arcade);
        (game.holds_all_pieces() && game.find_end().is_none() && !game.is_one_side_left()).then_some(game)
    }

    /// Whether what stands and what was captured is what there is: each size by itself, or by points where pieces merge.
    fn holds_all_pieces(&self) -> bool {
        let seats = u32::from(self.seats.count());
        let there = |size: usize| {
            let captured: u32 = self.captured.iter().map(|counts| u32::from(counts[size])).sum();
            self.pieces[size].len() + captured
        };
        let there = [0, 1, 2].map(there);
        if self.arcade {
            there[0] + 2 * there[1] + 3 * there[2] == 6 * OF_A_SIZE * seats
        } else {
            there == [OF_A_SIZE * seats; 3]
        }
    }
}

/// Reads `3.0.1`: how many pieces of each size.
fn read_counts(text: &str) -> Option<[u8; 3]> {
    let counts: Vec<u8> = text.split('.').map(|count| count.parse().ok()).collect::<Option<_>>()?;
    counts.try_into().ok()
}
