//! Square grid for two seats at opposite ends: seat 0 below row 1, seat 1 above the last row.
//!
//! Squares are named as on a chessboard and numbered row by row from `a1`, so that rows are runs of bits in a set.

use crate::{Point, Seat, Shade, Space};

/// A square's number.
pub type Cell = u8;

/// The side of a square as it is drawn.
const SIDE: i32 = 100;

/// A grid, as large as single letters and digits can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u8,
    rows: u8,
}

/// A piece's way from one square to another, written `a1-b2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Cell,
    /// The square that it arrives on, whatever is there.
    pub to: Cell,
}

impl Move {
    /// The same way back.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }

    /// Both squares, as the layout counts them.
    #[must_use]
    pub fn spaces(self) -> Vec<u16> {
        vec![self.from.into(), self.to.into()]
    }
}

impl Grid {
    /// A grid of at most 26 columns and 9 rows.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Self {
        debug_assert!(columns <= 26 && rows <= 9, "names are one letter and one digit");
        Self { columns, rows }
    }

    /// Columns times rows.
    #[must_use]
    pub const fn cell_count(self) -> u8 {
        self.columns * self.rows
    }

    /// The square in that column and row, both counted from 0.
    #[must_use]
    pub const fn cell(self, column: u8, row: u8) -> Cell {
        row * self.columns + column
    }

    /// A square's column and row, both counted from 0.
    #[must_use]
    pub const fn place(self, cell: Cell) -> (u8, u8) {
        (cell % self.columns, cell / self.columns)
    }

    /// The square of that name, and of no other spelling of it.
    #[must_use]
    pub fn cell_named(self, name: &str) -> Option<Cell> {
        let [letter, digit] = *name.as_bytes() else { return None };
        let (column, row) = (letter.wrapping_sub(b'a'), digit.wrapping_sub(b'1'));
        (column < self.columns && row < self.rows).then(|| self.cell(column, row))
    }

    /// A square's name.
    #[must_use]
    pub fn name(self, cell: Cell) -> String {
        let mut name = String::with_capacity(2);
        self.write_name(cell, &mut name);
        name
    }

    /// Appends a square's name.
    pub fn write_name(self, cell: Cell, text: &mut String) {
        let (column, row) = self.place(cell);
        text.push((b'a' + column).into());
        text.push((b'1' + row).into());
    }

    /// Reads a move's notation.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::grid::{Grid, Move};
    ///
    /// let grid = Grid::new(5, 5);
    /// assert_eq!(grid.parse_move("a1-b2"), Some(Move { from: grid.cell(0, 0), to: grid.cell(1, 1) }));
    /// assert_eq!(grid.parse_move("a1-f6"), None); // beyond its edge
    /// ```
    #[must_use]
    pub fn parse_move(self, text: &str) -> Option<Move> {
        let (from, to) = text.split_once('-')?;
        Some(Move { from: self.cell_named(from)?, to: self.cell_named(to)? })
    }

    /// Appends a move's notation.
    pub fn write_move(self, Move { from, to }: Move, text: &mut String) {
        self.write_name(from, text);
        text.push('-');
        self.write_name(to, text);
    }

    /// A square as a space of the layout, in no zone; the grid's middle is the origin.
    #[must_use]
    pub fn space(self, cell: Cell) -> Space {
        let (column, row) = self.place(cell);
        let left = SIDE * i32::from(column) - SIDE * i32::from(self.columns) / 2;
        let top = SIDE * i32::from(self.rows) / 2 - SIDE * (i32::from(row) + 1);
        let corner = |right: i32, down: i32| -> Point { [left + right * SIDE, top + down * SIDE] };
        let name = self.name(cell);
        Space {
            spoken: name.chars().map(String::from).collect::<Vec<_>>().join(" "),
            name,
            outline: vec![corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)],
            centre: [left + SIDE / 2, top + SIDE / 2],
            unit: SIDE,
            shade: if (column + row).is_multiple_of(2) { Shade::Dark } else { Shade::Light },
            zone: None,
        }
    }

    /// All squares as spaces of the layout, each in the zone that is told for its row, counted from 0.
    #[must_use]
    pub fn spaces(self, zone: impl Fn(u8) -> Option<Seat>) -> Vec<Space> {
        (0..self.cell_count())
            .map(|cell| Space { zone: zone(self.place(cell).1), ..self.space(cell) })
            .collect()
    }

    /// How far to turn the board for each of the two seats, in degrees.
    #[must_use]
    pub fn sides() -> Vec<i32> {
        vec![0, -180]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_places_agree() {
        for grid in [Grid::new(5, 5), Grid::new(2, 8)] {
            for cell in 0..grid.cell_count() {
                let (column, row) = grid.place(cell);
                assert_eq!(grid.cell(column, row), cell);
                assert_eq!(grid.cell_named(&grid.name(cell)), Some(cell));
            }
        }
        let grid = Grid::new(5, 5);
        assert_eq!((grid.name(0), grid.name(24)), ("a1".to_owned(), "e5".to_owned()));
        for odd in ["", "a", "a0", "a6", "f1", "A1", "a1 ", "aa", "11", "é"] {
            assert_eq!(grid.cell_named(odd), None, "{odd}");
        }
    }

    #[test]
    fn seat_0_sits_below_row_1() {
        let grid = Grid::new(5, 5);
        let [a1, b1, a2] =
            ["a1", "b1", "a2"].map(|name| grid.space(grid.cell_named(name).expect("a square")));
        assert_eq!((a1.centre, b1.centre, a2.centre), ([-200, 200], [-100, 200], [-200, 100]));
        assert_eq!(a1.outline, [[-250, 150], [-150, 150], [-150, 250], [-250, 250]]);
        assert_eq!((a1.spoken.as_str(), a1.shade, b1.shade), ("a 1", Shade::Dark, Shade::Light));
    }
}
