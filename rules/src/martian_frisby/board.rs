//! Board of Martian Frisby: where pieces stand, and where a die can take them.
//!
//! A piece only ever lands on smaller ones. So a square holds at most one piece of each size, the larger over the
//! smaller, and three sets of squares a seat say all there is to say, down to the order in the stacks.

use crate::grid::{Cell, Grid, Move};
use crate::{Pyramid, Seat, Size, Stack};

/// The two columns of eight.
pub(super) const GRID: Grid = Grid::new(2, 8);
const CELLS: usize = GRID.cell_count() as usize;

/// A set of squares, bit `n` for square `n`.
type CellSet = u16;

/// The row in which each seat begins.
const HOME_ROW: [CellSet; 2] = [0b11, 0b11 << 14];

/// Where a die takes a piece: columns closed or open, the die, the square.
const REACH: [[[CellSet; CELLS]; 7]; 2] = [reach(false), reach(true)];

/// All twelve pieces, each on the board for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// Each seat's squares with a piece of size 1, 2 and 3.
    pieces: [[CellSet; 3]; 2],
}

impl Board {
    pub(super) const START: Self = Self { pieces: [[HOME_ROW[0]; 3], [HOME_ROW[1]; 3]] };

    /// A board of these pieces: each one's size, owner and square.
    pub(super) fn of(pieces: impl Iterator<Item = (Size, Seat, Cell)>) -> Self {
        let mut board = Self { pieces: [[0; 3]; 2] };
        for (size, seat, cell) in pieces {
            board.pieces[usize::from(seat)][usize::from(size) - 1] |= 1 << cell;
        }
        board
    }

    /// Whether the seat's six pieces form its two nests on the far row.
    pub(super) fn is_home(&self, seat: Seat) -> bool {
        self.pieces[usize::from(seat)] == [HOME_ROW[1 - usize::from(seat)]; 3]
    }

    /// A seat's squares with a piece of that size.
    pub(super) fn of_size(&self, seat: Seat, size: Size) -> CellSet {
        self.pieces[usize::from(seat)][usize::from(size) - 1]
    }

    /// The squares with a piece of that size or a larger one.
    fn at_least(&self, size: Size) -> CellSet {
        let larger = usize::from(size) - 1..;
        self.pieces.iter().flat_map(|own| &own[larger.clone()]).fold(0, |set, cells| set | cells)
    }

    /// Every move of the seat's pieces by that die.
    pub(super) fn moves(self, seat: Seat, die: u8, open: bool) -> impl Iterator<Item = Move> {
        let reach = &REACH[usize::from(open)][usize::from(die)];
        (1..=3).flat_map(move |size| {
            let covered = if size < 3 { self.at_least(size + 1) } else { 0 };
            let free = !self.at_least(size);
            cells_of(self.pieces[usize::from(seat)][usize::from(size) - 1] & !covered).flat_map(move |from| {
                cells_of(reach[usize::from(from)] & free).map(move |to| Move { from, to })
            })
        })
    }

    /// The topmost piece of a square, as its size and owner.
    pub(super) fn top(&self, cell: Cell) -> Option<(Size, Seat)> {
        (1..=3)
            .rev()
            .flat_map(|size| [(size, 0), (size, 1)])
            .find(|(size, seat)| self.has(*size, *seat, cell))
    }

    fn has(&self, size: Size, seat: Seat, cell: Cell) -> bool {
        self.pieces[usize::from(seat)][usize::from(size) - 1] & 1 << cell != 0
    }

    /// The topmost piece of a square, as it is shown.
    pub(super) fn top_shown(&self, cell: Cell) -> Option<Pyramid> {
        self.top(cell).map(|(size, owner)| shown(size, owner))
    }

    /// A square's pieces from the bottom up: each one's owner and size.
    pub(super) fn pieces_on(&self, cell: Cell) -> impl Iterator<Item = (Seat, Size)> {
        let all = (1..=3).flat_map(|size| [(0, size), (1, size)]);
        all.filter(move |(owner, size)| self.has(*size, *owner, cell))
    }

    /// The same, as they are shown.
    pub(super) fn shown(&self, cell: Cell) -> Stack {
        self.pieces_on(cell).map(|(owner, size)| shown(size, owner)).collect()
    }

    /// The board after a legal move.
    pub(super) fn after(mut self, Move { from, to }: Move) -> Self {
        if let Some((size, seat)) = self.top(from) {
            self.pieces[usize::from(seat)][usize::from(size) - 1] ^= 1 << from | 1 << to;
        }
        self
    }
}

/// How many rows a move goes, which is the die it takes.
pub(super) fn distance(Move { from, to }: Move) -> u8 {
    GRID.place(from).1.abs_diff(GRID.place(to).1)
}

fn shown(size: Size, owner: Seat) -> Pyramid {
    Pyramid { owner: Some(owner), ..Pyramid::plain(size) }
}

/// The squares of a set, in ascending order.
fn cells_of(mut set: CellSet) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as Cell);
        set &= set.wrapping_sub(1);
        cell
    })
}

const fn reach(open: bool) -> [[CellSet; CELLS]; 7] {
    let mut sets = [[0; CELLS]; 7];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let (column, row) = GRID.place(from as Cell);
            let (to_column, to_row) = GRID.place(to as Cell);
            let die = row.abs_diff(to_row) as usize;
            if 1 <= die && die <= 6 && (open || column == to_column) {
                sets[die][from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    sets
}
