//! Wedge board: as many 4×4 wedges as there are seats, each with one corner at the centre point.
//!
//! A cell is `(wedge, a, b)`: `a` steps away from the seam shared with the wedge before, `b` from the seam
//! shared with the wedge after, each 0 to 3; `(wedge, 0, 0)` touches the centre. Cells are numbered
//! `16·wedge + 4·a + b`, 96 at most, so that a set of them is one [`CellSet`].

mod cell_set;
mod names;
mod outline;
mod whole;

use std::fmt;
use std::sync::LazyLock;

pub use cell_set::CellSet;
pub use outline::{seams, side, space};

/// A cell's number.
pub type Cell = u8;

/// A step's change of `a` and `b`.
type Heading = (i8, i8);

const STRAIGHT: [Heading; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Heading; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A straight way: the cells as a piece passes them, from the neighbour of its start to the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ray {
    cells: [Cell; Ray::LONGEST],
    len: u8,
    set: CellSet,
    runs: [Run; Ray::MOST_RUNS],
}

/// A part of a ray on which the cells' numbers only rise or only fall: so what stands first on it is the lowest or the highest
/// member of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Run {
    set: CellSet,
    rises: bool,
}

impl Ray {
    /// No line on any of the boards is longer.
    const LONGEST: usize = 7;
    /// Nor does one cross more wedges, in each of which it is one run.
    const MOST_RUNS: usize = 3;

    fn new(path: &[Cell]) -> Self {
        let mut cells = [0; Self::LONGEST];
        cells[..path.len()].copy_from_slice(path);
        let mut runs = [Run::default(); Self::MOST_RUNS];
        let parts = path.chunk_by(|one, next| one / 16 == next / 16);
        debug_assert!(parts.clone().count() <= Self::MOST_RUNS, "a line crosses few wedges");
        for (run, cells) in runs.iter_mut().zip(parts) {
            *run = Run { set: cells.iter().copied().collect(), rises: cells.is_sorted() };
        }
        Self { cells, len: path.len() as u8, set: path.iter().copied().collect(), runs }
    }

    /// The cells in the order in which they are passed.
    fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }

    /// The cells up to and including the first that is in `occupied`.
    #[inline]
    fn reach(&self, occupied: CellSet) -> CellSet {
        if !self.set.meets(occupied) {
            return self.set;
        }
        let mut reached = CellSet::EMPTY;
        for run in &self.runs {
            let met = run.set & occupied;
            if !met.is_empty() {
                return reached | run.set & if run.rises { met.up_to_lowest() } else { met.from_highest() };
            }
            reached |= run.set;
        }
        reached
    }
}

/// How a piece moves on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// One step diagonally.
    OneDiagonal,
    /// One or two steps along one straight line.
    TwoStraight,
    /// Any distance along one straight or diagonal line.
    Any,
}

/// The board for one number of seats, with every line worked out.
pub struct WedgeBoard {
    seats: u8,
    diagonal_steps: Vec<CellSet>,
    short_lines: Vec<Vec<Ray>>,
    long_lines: Vec<Vec<Ray>>,
    neighbours: Vec<CellSet>,
}

impl fmt::Debug for WedgeBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WedgeBoard({})", self.seats)
    }
}

static BOARDS: [LazyLock<WedgeBoard>; 5] = [
    LazyLock::new(|| WedgeBoard::new(2)),
    LazyLock::new(|| WedgeBoard::new(3)),
    LazyLock::new(|| WedgeBoard::new(4)),
    LazyLock::new(|| WedgeBoard::new(5)),
    LazyLock::new(|| WedgeBoard::new(6)),
];

impl WedgeBoard {
    /// The board for 2 to 6 seats, made once.
    ///
    /// # Panics
    /// If `seats` is not 2 to 6; set-ups have been checked before.
    #[must_use]
    pub fn of(seats: u8) -> &'static Self {
        &BOARDS[usize::from(seats) - 2]
    }

    fn new(seats: u8) -> Self {
        let mut board = Self {
            seats,
            diagonal_steps: Vec::new(),
            short_lines: Vec::new(),
            long_lines: Vec::new(),
            neighbours: Vec::new(),
        };
        for cell in 0..board.cell_count() {
            let steps = |headings: &[Heading]| -> CellSet {
                headings.iter().flat_map(|heading| board.step(cell, *heading)).map(|(to, _)| to).collect()
            };
            let (diagonal, straight) = (steps(&DIAGONAL), steps(&STRAIGHT));
            let short = board.lines(cell, &STRAIGHT, 2);
            let mut long = board.lines(cell, &STRAIGHT, Ray::LONGEST);
            long.extend(board.lines(cell, &DIAGONAL, Ray::LONGEST));
            board.diagonal_steps.push(diagonal);
            board.neighbours.push(straight);
            board.short_lines.push(short);
            board.long_lines.push(long);
        }
        board
    }

    /// Seats, and so wedges: 2 to 6.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Sixteen cells a wedge.
    #[must_use]
    pub fn cell_count(&self) -> u8 {
        self.seats * 16
    }

    /// The cell `(wedge, a, b)`.
    #[must_use]
    pub const fn cell(wedge: u8, a: u8, b: u8) -> Cell {
        wedge * 16 + a * 4 + b
    }

    /// A cell's `(wedge, a, b)`.
    #[must_use]
    pub const fn place(cell: Cell) -> (u8, u8, u8) {
        (cell / 16, cell / 4 % 4, cell % 4)
    }

    /// The sixteen cells of a wedge.
    #[must_use]
    #[inline]
    pub const fn wedge(wedge: u8) -> CellSet {
        CellSet::from_bits(0xffff << (wedge * 16))
    }

    /// The cells that share an edge with `cell`, across seams too.
    #[must_use]
    pub fn neighbours(&self, cell: Cell) -> CellSet {
        self.neighbours[usize::from(cell)]
    }

    /// Where a piece on `cell` can move: empty cells, and on each line the first of the occupied ones.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::wedge::{CellSet, Stride, WedgeBoard};
    ///
    /// let board = WedgeBoard::of(2); // half a chessboard
    /// let cell = |name| board.cell_named(name).unwrap();
    /// let reached = board.reach(cell("a1"), Stride::TwoStraight, CellSet::of(cell("a2")));
    /// let mut names: Vec<_> = reached.iter().map(|cell| board.name(cell)).collect();
    /// names.sort();
    /// assert_eq!(names, ["a2", "b1", "c1"]); // the piece on a2 may be taken, and stands in the way
    /// ```
    #[must_use]
    #[inline]
    pub fn reach(&self, cell: Cell, stride: Stride, occupied: CellSet) -> CellSet {
        match stride {
            Stride::OneDiagonal => self.diagonal_steps[usize::from(cell)],
            Stride::TwoStraight | Stride::Any => self
                .lines_of(cell, stride)
                .iter()
                .fold(CellSet::EMPTY, |set, line| set | line.reach(occupied)),
        }
    }

    /// A path by which a piece moves from `from` to `to`, both included, if some line is free.
    #[must_use]
    pub fn path(&self, from: Cell, to: Cell, stride: Stride, occupied: CellSet) -> Option<Vec<Cell>> {
        if stride == Stride::OneDiagonal {
            return self.diagonal_steps[usize::from(from)].contains(to).then(|| vec![from, to]);
        }
        self.lines_of(from, stride).iter().filter(|line| line.reach(occupied).contains(to)).find_map(|line| {
            let steps = line.cells().iter().position(|cell| *cell == to)?;
            Some(std::iter::once(from).chain(line.cells()[..=steps].iter().copied()).collect())
        })
    }

    fn lines_of(&self, cell: Cell, stride: Stride) -> &[Ray] {
        match stride {
            Stride::OneDiagonal => &[],
            Stride::TwoStraight => &self.short_lines[usize::from(cell)],
            Stride::Any => &self.long_lines[usize::from(cell)],
        }
    }

    /// The wedge after `wedge`, if they share a seam. Two wedges have one seam only; three and more close a ring.
    fn after(&self, wedge: u8) -> Option<u8> {
        let next = (wedge + 1) % self.seats;
        (self.seats > 2 || next > wedge).then_some(next)
    }

    /// The wedge before `wedge`, if they share a seam.
    fn before(&self, wedge: u8) -> Option<u8> {
        (0..self.seats).find(|other| self.after(*other) == Some(wedge))
    }

    /// One step: where it arrives and how it heads on from there. Through the centre there may be several ways.
    fn step(&self, cell: Cell, (da, db): Heading) -> Vec<(Cell, Heading)> {
        let (wedge, a, b) = Self::place(cell);
        let (to_a, to_b) = (a as i8 + da, b as i8 + db);
        if to_a > 3 || to_b > 3 {
            return Vec::new();
        }
        match (to_a < 0, to_b < 0) {
            (true, true) => (0..self.seats)
                .filter(|other| {
                    *other != wedge && self.after(wedge) != Some(*other) && self.before(wedge) != Some(*other)
                })
                .map(|other| (Self::cell(other, 0, 0), (1, 1)))
                .collect(),
            (true, false) => {
                self.before(wedge).map(|to| (Self::cell(to, to_b as u8, 0), (db, -da))).into_iter().collect()
            }
            (false, true) => {
                self.after(wedge).map(|to| (Self::cell(to, 0, to_a as u8), (-db, da))).into_iter().collect()
            }
            (false, false) => vec![(Self::cell(wedge, to_a as u8, to_b as u8), (da, db))],
        }
    }

    /// Every line from `cell`, at most `longest` steps; where the way forks, one line for each way.
    fn lines(&self, cell: Cell, headings: &[Heading], longest: usize) -> Vec<Ray> {
        let mut lines = Vec::new();
        for heading in headings {
            self.extend(cell, *heading, &mut Vec::new(), longest, &mut lines);
        }
        lines
    }

    fn extend(&self, at: Cell, heading: Heading, path: &mut Vec<Cell>, longest: usize, lines: &mut Vec<Ray>) {
        let ways = if path.len() < longest { self.step(at, heading) } else { Vec::new() };
        if ways.is_empty() && !path.is_empty() {
            lines.push(Ray::new(path));
        }
        for (to, heading) in ways {
            path.push(to);
            self.extend(to, heading, path, longest, lines);
            path.pop();
        }
    }
}
