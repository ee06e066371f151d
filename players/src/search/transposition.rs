//! Transposition table: what was found out about positions that can be reached in more ways than one.

use crate::Budget;
use crate::evaluation::{SURE, SURELY_LOST, Score};

/// How a score that was found relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is that.
    Exact,
    /// It is that at least.
    Lower,
    /// It is that at most.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) score: Score,
    /// How many actions deep was looked.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The best action's slot, if one was best.
    pub(super) best: Option<u16>,
}

/// Where an entry is kept. Those of an earlier search, told by their generation, are taken for empty.
#[derive(Clone, Copy)]
struct Place {
    key: u64,
    generation: u32,
    entry: Entry,
}

/// One entry a place, two places a position: the deeper one stays in the first, whatever is new in the second.
pub(super) struct Table {
    places: Vec<Place>,
    generation: u32,
}

impl Table {
    const EMPTY: Place =
        Place { key: 0, generation: 0, entry: Entry { score: 0, depth: 0, bound: Bound::Upper, best: None } };

    /// The smallest and the largest that there are, as powers of two: 4 000 places or a million, which is 24 MB.
    const SIZES: std::ops::RangeInclusive<u32> = 12..=20;

    pub(super) fn new() -> Self {
        Self { places: Vec::new(), generation: 0 }
    }

    /// So many places are made between two looks at whether to stop: within a millisecond.
    const MADE: usize = 1 << 16;

    /// Forgets everything, and is large enough for a search of what is left of the budget; smaller if it was to stop meanwhile.
    pub(super) fn clear(&mut self, budget: &mut Budget<'_>) {
        let bits = u64::BITS - budget.left().leading_zeros();
        let size = 1 << bits.clamp(*Self::SIZES.start(), *Self::SIZES.end());
        if self.places.len() < size || self.generation == u32::MAX {
            self.places = Vec::with_capacity(size);
            self.generation = 0;
            while self.places.len() < size {
                self.places.resize(size.min(self.places.len() + Self::MADE), Self::EMPTY);
                if !budget.look(Budget::NODES_BETWEEN) {
                    break;
                }
            }
        }
        self.generation += 1;
    }

    /// The two places where a position may be.
    fn pair(&self, key: u64) -> usize {
        // The high bits, since the low ones are compared by most of what is mixed into keys later.
        ((u128::from(key) * (self.places.len() as u128 / 2)) >> 64) as usize * 2
    }

    /// What is known of a position that is so many actions from the root.
    pub(super) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let pair = self.pair(key);
        let is_it = |place: &&Place| place.key == key && place.generation == self.generation;
        let place = self.places.get(pair..pair + 2)?.iter().find(is_it)?;
        Some(Entry { score: from_here(place.entry.score, ply), ..place.entry })
    }

    /// Keeps what is known of a position that is so many actions from the root.
    pub(super) fn put(&mut self, key: u64, ply: usize, entry: Entry) {
        let pair = self.pair(key);
        let generation = self.generation;
        let Some([first, second]) = self.places.get_mut(pair..pair + 2) else { return };
        let gives_way =
            first.generation != generation || first.key == key || first.entry.depth <= entry.depth;
        let place = if gives_way { first } else { second };
        *place = Place { key, generation, entry: Entry { score: from_there(entry.score, ply), ..entry } };
    }
}

/// Victories are counted from the root in a search, and from the position itself in the table, where it may be met
/// on ways of other lengths.
fn from_here(score: Score, ply: usize) -> Score {
    match score {
        SURE.. => score - ply as Score,
        ..=SURELY_LOST => score + ply as Score,
        believed => believed,
    }
}

fn from_there(score: Score, ply: usize) -> Score {
    match score {
        SURE.. => score + ply as Score,
        ..=SURELY_LOST => score - ply as Score,
        believed => believed,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::Never;
    use crate::evaluation::WIN;

    fn entry(score: Score, depth: u8) -> Entry {
        Entry { score, depth, bound: Bound::Exact, best: None }
    }

    #[test]
    fn victories_are_counted_from_where_the_position_is_met() {
        let mut table = Table::new();
        table.clear(&mut Budget::new(100, &Never));
        // Won in two actions from here, which is four from the root.
        table.put(7, 2, entry(WIN - 4, 3));
        assert_eq!(table.get(7, 2).map(|entry| entry.score), Some(WIN - 4));
        assert_eq!(table.get(7, 6).map(|entry| entry.score), Some(WIN - 8));
        table.put(8, 3, entry(4 - WIN, 3));
        assert_eq!(table.get(8, 1).map(|entry| entry.score), Some(2 - WIN));
    }

    #[test]
    fn a_search_does_not_see_what_an_earlier_one_left() {
        let mut table = Table::new();
        table.clear(&mut Budget::new(100, &Never));
        table.put(7, 0, entry(5, 3));
        table.clear(&mut Budget::new(100, &Never));
        assert!(table.get(7, 0).is_none());
    }

    #[test]
    fn a_large_table_is_not_made_to_the_end_where_it_is_to_stop() {
        let mut table = Table::new();
        table.clear(&mut Budget::new(u64::MAX, &AtomicBool::new(true)));
        assert_eq!(table.places.len(), Table::MADE);
        table.clear(&mut Budget::new(u64::MAX, &Never));
        assert_eq!(table.places.len(), 1 << Table::SIZES.end());
        table.put(7, 0, entry(5, 3));
        assert!(table.get(7, 0).is_some());
    }

    #[test]
    fn the_deeper_entry_stays_and_the_newer_is_there_too() {
        let mut table = Table::new();
        table.clear(&mut Budget::new(100, &Never));
        // Keys that differ in their lowest bits alone share their places.
        table.put(1, 0, entry(10, 9));
        table.put(2, 0, entry(20, 1));
        table.put(3, 0, entry(30, 2));
        assert_eq!(
            [1, 2, 3].map(|key| table.get(key, 0).map(|entry| entry.score)),
            [Some(10), None, Some(30)]
        );
    }
}
