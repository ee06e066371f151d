//! Commit delta: what a commit changes of the staging log, for memory to take in once it is made.

use std::collections::HashMap;

use super::intake::Row;

/// What a commit changes, for memory to take in once it is made.
#[derive(Debug, Default)]
pub(in crate::store) struct CommitDelta {
    pub(super) is_sorted: bool,
    /// Whether nothing of what is sorted in is this node's any more, as far as it knows.
    pub(super) is_let_go: bool,
    /// What was put aside, of all that was sorted, in a house alone.
    pub(super) aside: HashMap<i64, Vec<Row>>,
    /// Tables of which a node of several has put something aside, where all find it: the database is asked of them from then on.
    pub(super) damaged: Vec<i64>,
    pub(super) rows: Vec<(i64, Row)>,
    /// The numbers of the rows of `intake` that were added.
    pub(super) numbers: Vec<i64>,
    pub(super) bytes: usize,
    /// Tables that are new, and which of their records comes next.
    pub(super) begun: Vec<(i64, u64)>,
    /// Tables that are there no longer.
    pub(super) over: Vec<i64>,
    pub(super) last_ms: i64,
}

impl CommitDelta {
    /// A table was set up, with so many records in its journal.
    pub(in crate::store) fn begin(&mut self, table: i64, records: u64) {
        self.begun.push((table, records + 1));
    }

    /// A table is gone.
    pub(in crate::store) fn end(&mut self, table: i64) {
        self.over.push(table);
    }

    /// Whether all that waited before it is sorted in with it.
    pub(in crate::store) fn is_sorted(&self) -> bool {
        self.is_sorted
    }

    /// All that waited before it was sorted in with it.
    pub(in crate::store) fn take_sorted(&mut self, sorted: Self) {
        let Self { aside, damaged, numbers, bytes, .. } = sorted;
        self.is_sorted = true;
        self.aside.extend(aside);
        self.damaged.extend(damaged);
        self.numbers.extend(numbers);
        self.bytes += bytes;
    }

    /// Others may go on with what is sorted in: where anything comes here again, the database is asked what comes next.
    pub(in crate::store) fn let_go(&mut self) {
        self.is_let_go = true;
    }

    /// When the last of a commit's records was made.
    pub(in crate::store) fn last_ms(&self) -> i64 {
        self.last_ms
    }
}
