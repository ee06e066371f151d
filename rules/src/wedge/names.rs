//! Cell names: chess algebraic for two and four seats, wedge letter and two digits for the others.

use super::{Cell, WedgeBoard};

impl WedgeBoard {
    /// Whether cells are named as on a chessboard.
    fn is_algebraic(&self) -> bool {
        matches!(self.seats, 2 | 4)
    }

    /// A cell's name: `b3`, or `A23` for wedge 0's cell `a = 1`, `b = 2`.
    #[must_use]
    pub fn name(&self, cell: Cell) -> String {
        let mut name = String::with_capacity(3);
        self.write_name(cell, &mut name);
        name
    }

    /// Appends a cell's name.
    pub fn write_name(&self, cell: Cell, text: &mut String) {
        let (wedge, a, b) = Self::place(cell);
        if self.is_algebraic() {
            let (column, row) = square(wedge, a, b);
            text.push(char::from(b'a' + column));
            text.push(char::from(b'1' + row));
        } else {
            text.push(char::from(b'A' + wedge));
            text.push(char::from(b'1' + a));
            text.push(char::from(b'1' + b));
        }
    }

    /// The cell of that name, if this board has it.
    #[must_use]
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let below = |byte: u8, from: u8, count: u8| byte.checked_sub(from).filter(|place| *place < count);
        match (self.is_algebraic(), name.as_bytes()) {
            (true, [column, row]) => {
                let columns = if self.seats == 2 { 4 } else { 8 };
                Some(cell_on(below(*column, b'a', columns)?, below(*row, b'1', 8)?))
            }
            (false, [wedge, a, b]) => {
                Some(Self::cell(below(*wedge, b'A', self.seats)?, below(*a, b'1', 4)?, below(*b, b'1', 4)?))
            }
            _ => None,
        }
    }
}

/// The chessboard's column and row, from 0, of a wedge's cell.
pub(super) fn square(wedge: u8, a: u8, b: u8) -> (u8, u8) {
    match wedge {
        0 => (3 - a, 3 - b),
        1 => (3 - b, 4 + a),
        2 => (4 + a, 4 + b),
        _ => (4 + b, 3 - a),
    }
}

/// The cell on a chessboard's column and row.
fn cell_on(column: u8, row: u8) -> Cell {
    match (column < 4, row < 4) {
        (true, true) => WedgeBoard::cell(0, 3 - column, 3 - row),
        (true, false) => WedgeBoard::cell(1, row - 4, 3 - column),
        (false, false) => WedgeBoard::cell(2, column - 4, row - 4),
        (false, true) => WedgeBoard::cell(3, 3 - row, column - 4),
    }
}
