//! Stack of pieces: those of one colour on one space.

use crate::Size;

/// How many pieces of size 1, 2 and 3 stand on one another.
///
/// That is all there is to know: only one's own piece that is no smaller can be stopped on, so a stack has one
/// colour and never grows wider upwards, and the smallest piece is the topmost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stack([u8; 3]);

impl Stack {
    pub(super) const EMPTY: Self = Self([0; 3]);
    /// One of each size.
    pub(super) const TREE: Self = Self([1; 3]);

    pub(super) fn counts(self) -> [u8; 3] {
        self.0
    }

    pub(super) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    pub(super) fn is_singleton(self) -> bool {
        self.0.iter().sum::<u8>() == 1
    }

    /// The sizes that are there, the smallest first.
    pub(super) fn sizes(self) -> impl Iterator<Item = Size> {
        (1..=3).filter(move |size| self.0[usize::from(*size) - 1] > 0)
    }

    /// The size of the topmost piece.
    pub(super) fn top(self) -> Option<Size> {
        self.sizes().next()
    }

    /// The pieces from the bottom up.
    pub(super) fn upwards(self) -> impl Iterator<Item = Size> {
        (1..=3).rev().flat_map(move |size| (0..self.0[usize::from(size) - 1]).map(move |_| size))
    }

    pub(super) fn put(&mut self, size: Size) {
        self.0[usize::from(size) - 1] += 1;
    }

    pub(super) fn take(&mut self, size: Size) {
        self.0[usize::from(size) - 1] -= 1;
    }
}
