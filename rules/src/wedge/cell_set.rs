//! Bitboard: a set of cells in one number, bit `n` for cell `n`.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::Cell;

/// A set of cells: `&` is what two have in common, `|` what is in either, `!` all that is not in it, cells beyond the board
/// included.
///
/// # Examples
/// ```
/// use cydonia_rules::wedge::CellSet;
///
/// let set = CellSet::of(3) | CellSet::of(17);
/// assert!(set.contains(17) && !(set & !CellSet::of(17)).contains(17));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [3, 17]);
/// assert_eq!([0, 1, 2].map(|lower| set.nth(lower)), [Some(3), Some(17), None]);
/// assert!((set & CellSet::of(4)).is_empty());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CellSet(u128);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);

    /// The set whose members are the bits of a number.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The number whose bits are the members.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of one cell.
    #[must_use]
    #[inline]
    pub const fn of(cell: Cell) -> Self {
        Self(1 << cell)
    }

    /// Whether `cell` is in it.
    #[must_use]
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & 1 << cell != 0
    }

    /// Whether no cell is in it.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the two have a cell in common.
    #[must_use]
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// How many cells are in it.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Its lowest cell alone; nothing if it is empty.
    #[must_use]
    #[inline]
    pub const fn lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// Its cell with so many lower ones in it; none if it has no more than that.
    #[must_use]
    pub fn nth(self, lower: u32) -> Option<Cell> {
        let mut rest = self.0;
        for _ in 0..lower {
            rest &= rest.wrapping_sub(1);
        }
        (rest != 0).then(|| rest.trailing_zeros() as Cell)
    }

    /// Every cell up to and including its lowest; all, if it is empty.
    #[inline]
    pub(super) const fn up_to_lowest(self) -> Self {
        Self(self.0 ^ self.0.wrapping_sub(1))
    }

    /// Every cell from its highest on; all, if it is empty.
    #[inline]
    pub(super) const fn down_to_highest(self) -> Self {
        Self(!(u128::MAX.unbounded_shr(1 + self.0.leading_zeros())))
    }

    /// Its cells, in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let cell = (rest != 0).then(|| rest.trailing_zeros() as Cell);
            rest &= rest.wrapping_sub(1);
            cell
        })
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CellSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for CellSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
