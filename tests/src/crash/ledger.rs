//! Ledger: what everybody said and saw.

use std::collections::{BTreeMap, HashMap};

use cydonia_protocol::{Command, ErrorCode, Event, EventKind, SeatRequest, Session};
use uuid::Uuid;

use super::company::Link;
use super::house::Told;
use crate::{Answer, CallError};

/// Shared by all players.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub(super) tables: HashMap<Uuid, Seen>,
    pub(super) intents: Vec<Intent>,
    pub(super) unanswered: usize,
    keys: Vec<(Uuid, SeatRequest)>,
    pub(super) keys_opened: usize,
    pub(super) flaws: Vec<String>,
}

/// A table, as all who watched it have seen it together.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) link: Link,
    pub(super) events: BTreeMap<u64, Event>,
    is_over: bool,
}

/// One message, however often it was sent.
#[derive(Debug)]
pub(super) struct Intent {
    pub(super) player: Uuid,
    pub(super) command: Command,
    /// The table it was meant for, or that came of it.
    pub(super) table: Option<Uuid>,
    pub(super) state: State,
    /// Whether it had no answer when the program died, and was sent once more.
    pub(super) was_sent_again: bool,
    /// The event that came of it, once that is known.
    pub(super) made: Option<u64>,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// There is no answer yet.
    Sent,
    /// It was answered with `ok`.
    Acknowledged,
    /// It was refused.
    Refused(ErrorCode),
}

impl Ledger {
    /// A message is about to be sent for the first time; gives its place.
    pub(super) fn say(&mut self, player: Uuid, command: Command, table: Option<Uuid>) -> usize {
        let state = State::Sent;
        self.intents.push(Intent { player, command, table, state, was_sent_again: false, made: None });
        self.intents.len() - 1
    }

    pub(super) fn say_again(&mut self, intent: usize) {
        self.intents[intent].was_sent_again = true;
    }

    /// It was put off: whether it was kept is not known.
    pub(super) fn unanswered(&mut self, intent: usize) {
        self.unanswered += 1;
        self.say_again(intent);
    }

    pub(super) fn answered(&mut self, intent: usize, answer: &Result<Answer, CallError>) {
        let intent = &mut self.intents[intent];
        match answer {
            Ok(answer) => {
                intent.state = State::Acknowledged;
                intent.table = intent.table.or(answer.table);
            }
            Err(refusal) => intent.state = State::Refused(refusal.code),
        }
    }

    /// Somebody is about to go to a table.
    pub(super) fn open(&mut self, link: &Link) {
        let new = || Seen { link: link.clone(), events: BTreeMap::new(), is_over: false };
        self.tables.entry(link.table).or_insert_with(new);
    }

    /// Somebody has seen events. All must have seen the same.
    pub(super) fn saw(&mut self, table: Uuid, events: &[Event]) {
        let Some(seen) = self.tables.get_mut(&table) else { return };
        for event in events {
            let first = seen.events.entry(event.n).or_insert_with(|| event.clone());
            seen.is_over |= matches!(event.what, EventKind::Finish { .. } | EventKind::Abort { .. });
            if first != event {
                self.flaws.push(format!("{table}: {first:?} became {event:?}"));
            }
        }
    }

    /// Somebody knows that a table's game is over.
    pub(super) fn over(&mut self, table: Uuid) {
        if let Some(seen) = self.tables.get_mut(&table) {
            seen.is_over = true;
        }
    }

    /// The tables that nobody knows to be over.
    pub(super) fn living(&self) -> Vec<Link> {
        self.tables.values().filter(|seen| !seen.is_over).map(|seen| seen.link.clone()).collect()
    }

    /// What a table's log holds after a restart: everything that anybody has seen, as it was seen, and no hole.
    pub(super) fn audit(&mut self, table: Uuid, told: &Told) {
        let Some(seen) = self.tables.get(&table) else { return };
        let last = seen.events.keys().next_back().copied().unwrap_or_default();
        match told {
            Told::Log(log) => {
                if !log.iter().map(|event| event.n).eq(1..=log.len() as u64) {
                    self.flaws.push(format!("{table}: the log has holes"));
                }
                if (log.len() as u64) < last {
                    self.flaws.push(format!("{table}: event {last} was seen, and {} are left", log.len()));
                }
                self.saw(table, log);
            }
            Told::Finished(folded) => {
                if folded.n < last {
                    self.flaws.push(format!("{table}: event {last} was seen, and {} are left", folded.n));
                }
                self.over(table);
            }
        }
    }

    /// A link to a seat was given to somebody.
    pub(super) fn seat_key(&mut self, player: Uuid, request: SeatRequest) {
        self.keys.push((player, request));
    }

    /// The links that were given since this was last asked, and must open a seat now.
    pub(super) fn seat_keys(&mut self) -> Vec<(Uuid, SeatRequest)> {
        let mut keys = std::mem::take(&mut self.keys);
        keys.retain(|(_, request)| self.tables.get(&request.table).is_some_and(|seen| !seen.is_over));
        keys
    }

    /// How a table is found, if anybody has gone there.
    pub(super) fn link_to(&self, table: Uuid) -> Option<Link> {
        self.tables.get(&table).map(|seen| seen.link.clone())
    }

    /// What became of a link to a seat. One whose game is over opens none.
    pub(super) fn seat_key_opened(&mut self, table: Uuid, is_theirs: bool, told: &Result<Session, String>) {
        if is_theirs {
            self.keys_opened += 1;
        } else if self.tables.get(&table).is_none_or(|seen| !seen.is_over) {
            self.flaws.push(format!("{table}: a link to a seat does not open it: {told:?}"));
        }
    }
}

impl Seen {
    /// All events in order, if none is missing.
    pub(super) fn whole(&self) -> Option<Vec<Event>> {
        let events: Vec<Event> = self.events.values().cloned().collect();
        events.iter().map(|event| event.n).eq(1..=events.len() as u64).then_some(events)
    }
}
