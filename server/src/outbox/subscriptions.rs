//! Subscriptions: which tables a socket watches. The socket knows what it asked for, and each table what became of that.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use uuid::Uuid;

/// The tables that a socket watches or has asked to watch. Shared by the socket and its tables.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    tables: Mutex<HashMap<Uuid, Watching>>,
}

/// Whether one table is watched; forgotten once it is not and nothing is under way that could change that.
#[derive(Debug, Default)]
struct Watching {
    /// Requests to watch it, or to do so no longer, that the table has not answered.
    asked: usize,
    /// Whether the table has the socket among its watchers.
    held: bool,
}

impl Watched {
    /// Notes down that the socket asks to watch a table, unless that would be one of more than `most`.
    #[must_use]
    pub(crate) fn ask(&self, table: Uuid, most: usize) -> bool {
        let mut tables = self.lock();
        let has_room = tables.len() < most || tables.contains_key(&table);
        if has_room {
            tables.entry(table).or_default().asked += 1;
        }
        has_room
    }

    /// Notes down that the socket asks to watch a table no longer; says no if that goes without saying.
    #[must_use]
    pub(crate) fn ask_to_stop(&self, table: Uuid) -> bool {
        let mut tables = self.lock();
        let known = tables.get_mut(&table).map(|watching| watching.asked += 1);
        known.is_some()
    }

    /// Takes in what a table made of such a request: whether it now has the socket among its watchers. What was refused
    /// does not count.
    pub(crate) fn answered(&self, table: Uuid, held: bool) {
        let mut tables = self.lock();
        if let Some(watching) = tables.get_mut(&table) {
            *watching = Watching { asked: watching.asked.saturating_sub(1), held };
            if watching.asked == 0 && !watching.held {
                tables.remove(&table);
            }
        }
    }

    /// Every table that is to be told when the socket is gone.
    pub(crate) fn take(&self) -> Vec<Uuid> {
        std::mem::take(&mut *self.lock()).into_keys().collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Uuid, Watching>> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Uuid = Uuid::from_u128(1);
    const OTHER: Uuid = Uuid::from_u128(2);
    const THIRD: Uuid = Uuid::from_u128(3);

    #[test]
    fn what_is_under_way_counts_and_what_was_refused_does_not() {
        let watched = Watched::default();
        assert!(watched.ask(ONE, 2) && watched.ask(OTHER, 2));
        assert!(!watched.ask(THIRD, 2), "nobody knows yet what becomes of the two");
        watched.answered(ONE, false);
        assert!(watched.ask(THIRD, 2));
        watched.answered(OTHER, true);
        watched.answered(THIRD, true);
        assert!(!watched.ask(ONE, 2));
    }

    #[test]
    fn a_refusal_that_is_overtaken_loses_no_table() {
        let watched = Watched::default();
        assert!(watched.ask(ONE, 1) && watched.ask(ONE, 1));
        watched.answered(ONE, false);
        assert!(!watched.ask(OTHER, 1), "it was asked twice");
        watched.answered(ONE, true);
        assert_eq!(watched.take(), [ONE]);
    }

    #[test]
    fn whoever_looks_away_makes_room_once_the_table_knows() {
        let watched = Watched::default();
        assert!(!watched.ask_to_stop(ONE), "never watched");
        assert!(watched.ask(ONE, 1) && watched.ask_to_stop(ONE));
        watched.answered(ONE, true);
        assert!(!watched.ask(OTHER, 1));
        watched.answered(ONE, false);
        assert!(!watched.ask_to_stop(ONE) && watched.ask(OTHER, 1));
    }
}
