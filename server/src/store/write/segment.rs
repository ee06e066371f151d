//! Segments of the staging log: what memory has of rows of `intake` that are sorted in together.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::intake::Row;

/// Rows of `intake` that are sorted in together.
#[derive(Debug, Default)]
pub(super) struct Segment {
    pub(super) tables: HashMap<i64, Vec<Row>>,
    /// Bytes of all rows of `intake`, those of games that are over since included.
    pub(super) bytes: usize,
    /// The numbers of the rows of `intake` that this is made of: the others were never read, or could not be, and are left
    /// where they are.
    pub(super) numbers: Numbers,
    /// Records whose place in the journal is taken by others. They are kept in rows of their own, and their tables are
    /// damaged until somebody has seen to it.
    pub(super) aside: HashMap<i64, Vec<Row>>,
}

impl Segment {
    pub(super) fn add(&mut self, table: i64, row: Row) {
        let rows = self.tables.entry(table).or_default();
        match rows.last_mut() {
            Some(last) if last.seq + last.count == row.seq => {
                last.count += row.count;
                last.records.push(',');
                last.records.push_str(&row.records);
            }
            _ => rows.push(row),
        }
    }

    pub(super) fn extend(&mut self, later: Self) {
        let Self { tables, bytes, numbers, aside } = later;
        for (table, rows) in tables {
            self.tables.entry(table).or_default().extend(rows);
        }
        self.bytes += bytes;
        self.numbers.0.extend(numbers.0);
        self.aside.extend(aside);
    }

    /// All that is to be sorted in.
    pub(super) fn pieces(&self) -> Vec<(i64, Row)> {
        let rows = self.aside.iter().chain(&self.tables);
        rows.flat_map(|(table, rows)| rows.iter().map(|row| (*table, row.clone()))).collect()
    }
}

/// Numbers that mostly follow each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers(Vec<RangeInclusive<i64>>);

impl Numbers {
    pub(super) fn push(&mut self, number: i64) {
        match self.0.last_mut() {
            Some(last) if last.end() + 1 == number => *last = *last.start()..=number,
            _ => self.0.push(number..=number),
        }
    }

    /// In as few ranges as they come to. Two connections that write get their numbers by turns.
    pub(super) fn ranges(mut self) -> Vec<RangeInclusive<i64>> {
        self.0.sort_by_key(|range| *range.start());
        let mut ranges: Vec<RangeInclusive<i64>> = Vec::new();
        for range in self.0 {
            match ranges.last_mut() {
                Some(last) if last.end() + 1 == *range.start() => *last = *last.start()..=*range.end(),
                _ => ranges.push(range),
            }
        }
        ranges
    }
}
