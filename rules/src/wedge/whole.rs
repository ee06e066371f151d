//! Connectivity: the wedge board as one ground, and which cells hang together by their edges.

use super::{CellSet, WedgeBoard};

impl WedgeBoard {
    /// The cells of all wedges.
    #[must_use]
    pub fn cells(&self) -> CellSet {
        CellSet::from_bits(u128::MAX >> (128 - u32::from(self.cell_count())))
    }

    /// The cells that share an edge with any of `set`; those of `set` only as far as they border on each other.
    #[must_use]
    pub fn bordering(&self, set: CellSet) -> CellSet {
        set.iter().fold(CellSet::EMPTY, |border, cell| border | self.neighbours(cell))
    }

    /// Whether a walk over edges, never leaving `ground`, can visit all of `cells`, which lie in it.
    #[must_use]
    pub fn joined(&self, cells: CellSet, ground: CellSet) -> bool {
        let mut reached = cells.lowest();
        let mut edge = reached;
        // The walk spreads evenly and stops as soon as it can: cells that are close are found in a few steps.
        while !(cells & !reached).is_empty() && !edge.is_empty() {
            edge = self.bordering(edge) & ground & !reached;
            reached |= edge;
        }
        (cells & !reached).is_empty()
    }
}
