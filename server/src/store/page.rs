//! Pages of lists that go on below a number.

use super::StoreError;

/// A page of a list.
#[derive(Clone, Debug)]
pub(crate) struct Page<T> {
    /// What is on it, the newest first.
    pub all: Vec<T>,
    /// The number before which the next one goes on, if there may be one.
    pub next: Option<i64>,
}

impl<T> Page<T> {
    /// The same page with its rows read. One that is damaged hides no other.
    pub(super) fn read<U>(self, read: impl Fn(T) -> Result<U, StoreError>) -> Page<U> {
        let left_out = |error: &StoreError| tracing::error!(%error, "a row is left out of a list");
        let read = |row| read(row).inspect_err(left_out).ok();
        Page { all: self.all.into_iter().filter_map(read).collect(), next: self.next }
    }

    /// The page of `limit`, of which one more was looked up.
    pub(super) fn of(mut all: Vec<T>, limit: usize, number: impl Fn(&T) -> i64) -> Self {
        let has_more = all.len() > limit;
        all.truncate(limit);
        let next = all.last().filter(|_| has_more).map(number);
        Self { all, next }
    }
}
