//! Agenda: whom tables wait for, and when each of them is to be told. Nothing of it is kept: after a restart the next turn tells.

use std::collections::{BTreeSet, HashMap, HashSet};

use cydonia_protocol::{PushMessage, PushReason, PushTable};
use uuid::Uuid;

use crate::limits;

/// A table that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Awaited {
    /// What they are told of it.
    pub table: PushTable,
    /// Until when that is worth telling, in milliseconds of the running clock.
    pub until_ms: i64,
    /// Whether it will not wait long.
    pub is_urgent: bool,
}

/// What one player is to be told now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) player: Uuid,
    /// The latest last.
    pub(super) tables: Vec<Awaited>,
    /// How often each subscription that failed was tried in vain.
    pub(super) tries: HashMap<i64, u32>,
    /// Whether only those are to be told: the others have been.
    pub(super) is_repeat: bool,
    /// When it began, in milliseconds of the running clock.
    pub(super) at_ms: i64,
}

/// A subscription that a message did not reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failed {
    pub(super) subscription: i64,
    /// How often in vain, this time among them.
    pub(super) tries: u32,
    /// How long its service wants to be left alone, in milliseconds, if it said so.
    pub(super) wait_ms: Option<i64>,
}

#[derive(Debug, Default)]
struct Waiting {
    tables: Vec<Awaited>,
    /// Whether there is something that they were not told.
    is_news: bool,
    due_ms: Option<i64>,
    told_ms: Option<i64>,
    tries: HashMap<i64, u32>,
}

/// Whom tables wait for.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    players: HashMap<Uuid, Waiting>,
    /// When who is to be told.
    due: BTreeSet<(i64, Uuid)>,
    /// Who is being told: nobody is of two things at a time, or the older might come last.
    busy: HashSet<Uuid>,
}

impl Agenda {
    /// A table waits for somebody who is not there.
    pub(super) fn awaits(&mut self, player: Uuid, awaited: Awaited, now_ms: i64) {
        if !self.players.contains_key(&player) && self.players.len() >= limits::PUSH_PLAYERS {
            // Whoever was told of all that waits for them is remembered for the count alone.
            self.players.retain(|_, waiting| waiting.due_ms.is_some());
            if self.players.len() >= limits::PUSH_PLAYERS {
                tracing::warn!("more players are waited for than are remembered");
                return;
            }
        }
        let waiting = self.players.entry(player).or_default();
        let has_begun = matches!(awaited.table.why, PushReason::Opponent | PushReason::Tournament);
        waiting.tables.retain(|one| one.table.table != awaited.table.table);
        if waiting.tables.len() >= limits::PUSH_TABLES {
            waiting.tables.remove(0);
        }
        waiting.tables.push(awaited);
        waiting.is_news = true;
        let rested = waiting.told_ms.filter(|_| !has_begun).map_or(i64::MIN, |told| told + PAUSE_MS);
        let due_ms = (now_ms + SETTLE_MS).max(rested);
        let due_ms = waiting.due_ms.map_or(due_ms, |before| before.min(due_ms));
        self.set_due(player, Some(due_ms));
    }

    /// A table waits for them no more, or they have seen it.
    pub(super) fn settled(&mut self, player: Uuid, table: Uuid) {
        let Some(waiting) = self.players.get_mut(&player) else { return };
        waiting.tables.retain(|one| one.table.table != table);
        if waiting.tables.is_empty() {
            self.set_due(player, None);
            self.players.remove(&player);
        }
    }

    /// When somebody is next to be told.
    pub(super) fn next_due_ms(&self) -> Option<i64> {
        self.due.iter().find(|(_, player)| !self.busy.contains(player)).map(|(due_ms, _)| *due_ms)
    }

    /// Who is to be told by now, and of what. They are being told until [`Agenda::told`].
    pub(super) fn take_due(&mut self, now_ms: i64) -> Option<Round> {
        let mut by_now = self.due.iter().take_while(|(due_ms, _)| *due_ms <= now_ms);
        let (_, player) = *by_now.find(|(_, player)| !self.busy.contains(player))?;
        self.set_due(player, None);
        let waiting = self.players.get_mut(&player)?;
        waiting.tables.retain(|one| one.until_ms > now_ms);
        let is_repeat = !std::mem::take(&mut waiting.is_news);
        let tries = std::mem::take(&mut waiting.tries);
        if waiting.tables.is_empty() {
            self.players.remove(&player);
            // Whoever comes next may be due as well.
            return self.take_due(now_ms);
        }
        waiting.told_ms = Some(now_ms);
        let tables = waiting.tables.clone();
        self.busy.insert(player);
        Some(Round { player, tables, tries, is_repeat, at_ms: now_ms })
    }

    /// Somebody was told, in a round that began then. Subscriptions that were not reached are told later, unless nothing waits
    /// any more by then.
    pub(super) fn told(&mut self, player: Uuid, failed: &[Failed], at_ms: i64) {
        self.busy.remove(&player);
        let Some(waiting) = self.players.get_mut(&player) else { return };
        let mut due_ms = waiting.due_ms;
        for Failed { subscription, tries, wait_ms } in failed {
            waiting.tries.insert(*subscription, *tries);
            let pause_ms = limits::PUSH_RETRY.as_millis() as i64 * 4_i64.pow(tries.saturating_sub(1).min(8));
            let longest_ms = limits::PUSH_RETRY_LONGEST.as_millis() as i64;
            let again_ms = at_ms + wait_ms.unwrap_or(0).max(pause_ms).min(longest_ms);
            due_ms = Some(due_ms.map_or(again_ms, |before| before.min(again_ms)));
        }
        self.set_due(player, due_ms);
    }

    fn set_due(&mut self, player: Uuid, due_ms: Option<i64>) {
        let Some(waiting) = self.players.get_mut(&player) else { return };
        if let Some(before) = waiting.due_ms {
            self.due.remove(&(before, player));
        }
        waiting.due_ms = due_ms;
        if let Some(due_ms) = due_ms {
            self.due.insert((due_ms, player));
        }
    }
}

const SETTLE_MS: i64 = limits::PUSH_SETTLE.as_millis() as i64;
const PAUSE_MS: i64 = limits::PUSH_PAUSE.as_millis() as i64;

impl Round {
    /// What is told to a browser: of one table, if its session is for that alone. None if nothing of it concerns that one.
    pub(super) fn message(&self, only: Option<Uuid>) -> Option<Digest> {
        let told: Vec<&Awaited> =
            self.tables.iter().filter(|one| only.is_none_or(|table| one.table.table == table)).collect();
        let until_ms = told.iter().map(|one| one.until_ms).max()?;
        let named = told.iter().rev().take(limits::PUSH_NAMED).map(|one| one.table.clone());
        let message = PushMessage { count: told.len() as u32, tables: named.collect() };
        Some(Digest { message, until_ms, is_urgent: told.iter().any(|one| one.is_urgent) })
    }
}

/// All that waits for somebody, as one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Digest {
    pub(super) message: PushMessage,
    pub(super) until_ms: i64,
    pub(super) is_urgent: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn awaited(table: u128, why: PushReason) -> Awaited {
        let (game, title) = ("martian-frisby".to_owned(), "Martian Frisby".to_owned());
        let table =
            PushTable { table: Uuid::from_u128(table), game, title, why, with: vec!["Ben".to_owned()] };
        Awaited { table, until_ms: 1_000_000, is_urgent: false }
    }

    fn ada() -> Uuid {
        Uuid::from_u128(1)
    }

    #[test]
    fn several_tables_are_one_message_after_a_while() {
        let mut agenda = Agenda::default();
        agenda.awaits(ada(), awaited(1, PushReason::Turn), 0);
        agenda.awaits(ada(), awaited(2, PushReason::Turn), 1_000);
        assert_eq!(agenda.next_due_ms(), Some(SETTLE_MS));
        assert_eq!(agenda.take_due(SETTLE_MS - 1), None);
        let round = agenda.take_due(SETTLE_MS).expect("she is told");
        let digest = round.message(None).expect("of both");
        let tables: Vec<u128> = digest.message.tables.iter().map(|one| one.table.as_u128()).collect();
        assert_eq!((digest.message.count, tables), (2, vec![2, 1]));
        // A browser that is there for one seat learns of that alone.
        assert_eq!(round.message(Some(Uuid::from_u128(1))).expect("of one").message.count, 1);
        assert_eq!(round.message(Some(Uuid::from_u128(9))), None);
        assert_eq!(agenda.next_due_ms(), None);
    }

    #[test]
    fn what_was_seen_is_not_told() {
        let mut agenda = Agenda::default();
        agenda.awaits(ada(), awaited(1, PushReason::Turn), 0);
        agenda.settled(ada(), Uuid::from_u128(2));
        assert!(agenda.next_due_ms().is_some());
        agenda.settled(ada(), Uuid::from_u128(1));
        assert_eq!((agenda.next_due_ms(), agenda.take_due(i64::MAX)), (None, None));
        // Nor what is too old, and whoever is behind it is found.
        agenda.awaits(ada(), awaited(1, PushReason::Turn), 0);
        agenda.awaits(Uuid::from_u128(2), Awaited { until_ms: i64::MAX, ..awaited(3, PushReason::Turn) }, 0);
        assert_eq!(agenda.take_due(2_000_000).expect("Ben").player, Uuid::from_u128(2));
    }

    #[test]
    fn nobody_is_told_too_often_but_of_an_opponent() {
        let mut agenda = Agenda::default();
        agenda.awaits(ada(), awaited(1, PushReason::Turn), 0);
        agenda.take_due(SETTLE_MS).expect("she is told");
        agenda.awaits(ada(), awaited(9, PushReason::Opponent), SETTLE_MS);
        assert_eq!(agenda.next_due_ms(), None, "she is being told");
        agenda.told(ada(), &[], SETTLE_MS);
        agenda.take_due(2 * SETTLE_MS).expect("of him");
        agenda.told(ada(), &[], 2 * SETTLE_MS);
        agenda.awaits(ada(), awaited(2, PushReason::Turn), 2 * SETTLE_MS + 1);
        assert_eq!(agenda.next_due_ms(), Some(2 * SETTLE_MS + PAUSE_MS));
    }

    #[test]
    fn what_failed_is_tried_again_later_and_alone() {
        let mut agenda = Agenda::default();
        agenda.awaits(ada(), awaited(1, PushReason::Turn), 0);
        agenda.take_due(SETTLE_MS).expect("she is told");
        let failed = |tries, wait_ms| [Failed { subscription: 7, tries, wait_ms }];
        agenda.told(ada(), &failed(1, None), 10_000);
        assert_eq!(agenda.next_due_ms(), Some(40_000));
        let round = agenda.take_due(40_000).expect("once more");
        assert_eq!((round.is_repeat, round.tries.get(&7)), (true, Some(&1)));
        agenda.told(ada(), &failed(2, None), 40_000);
        assert_eq!(agenda.next_due_ms(), Some(160_000));
        agenda.take_due(160_000).expect("once more");
        agenda.told(ada(), &failed(1, Some(i64::MAX)), 160_000);
        assert_eq!(agenda.next_due_ms(), Some(160_000 + 3_600_000), "nobody asks for more than an hour");
        agenda.settled(ada(), Uuid::from_u128(1));
        agenda.told(ada(), &failed(1, None), 0);
        assert_eq!(agenda.next_due_ms(), None, "what was seen is not sent again");
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut agenda = Agenda::default();
        for table in 0..=limits::PUSH_TABLES as u128 {
            agenda.awaits(ada(), awaited(table, PushReason::Turn), 0);
        }
        let round = agenda.take_due(SETTLE_MS).expect("she is told");
        assert_eq!(round.tables.len(), limits::PUSH_TABLES);
        assert_eq!(round.message(None).expect("a message").message.tables.len(), limits::PUSH_NAMED);
        for player in 0..=limits::PUSH_PLAYERS as u128 {
            agenda.awaits(Uuid::from_u128(player + 10), awaited(1, PushReason::Turn), 0);
        }
        assert_eq!(agenda.players.len(), limits::PUSH_PLAYERS);
    }
}
