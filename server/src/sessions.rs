//! Who asks, how far their session goes, and the open sockets of each session: when it ends, so do they.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cydonia_protocol::{ErrorCode, Player};
use cydonia_table::Rejection;
use smallvec::SmallVec;
use uuid::Uuid;

use crate::socket::Outbox;
use crate::store::LiveSession;

/// Whoever asks for something. A session that a seat's link has opened is for one table: so nobody is asked for without
/// saying where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    session: Option<LiveSession>,
    /// How many times sessions had ended when this one was looked for.
    as_of: u64,
}

impl Visitor {
    pub(crate) fn new(session: Option<LiveSession>, as_of: u64) -> Self {
        Self { session, as_of }
    }

    /// Who one is at that table.
    pub(crate) fn at(&self, table: Uuid) -> Option<&Player> {
        let session = self.session.as_ref()?;
        session.table.is_none_or(|own| own == table).then_some(&session.player)
    }

    /// The same of somebody who must be somebody there.
    pub(crate) fn seated_at(&self, table: Uuid) -> Result<&Player, Rejection> {
        self.at(table).ok_or_else(|| self.rejection())
    }

    /// Who one is anywhere: whoever came by a seat's link is nobody.
    pub(crate) fn own(&self) -> Option<&LiveSession> {
        self.session.as_ref().filter(|session| session.table.is_none())
    }

    /// The same of somebody who must be somebody.
    pub(crate) fn signed_in(&self) -> Result<&LiveSession, Rejection> {
        self.own().ok_or_else(|| self.rejection())
    }

    /// The session, of whatever kind.
    pub(crate) fn session(&self) -> Option<&LiveSession> {
        self.session.as_ref()
    }

    fn rejection(&self) -> Rejection {
        match self.session {
            Some(_) => Rejection::new(
                ErrorCode::SeatOnly,
                "you play for one seat here by its link, which is for its table alone: stop playing for it first",
            ),
            None => Rejection::no_session(),
        }
    }
}

/// The open sockets of sessions.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<Sockets>);

/// Of one session, which mostly has one.
type Outboxes = SmallVec<[Outbox; 1]>;

#[derive(Debug, Default)]
struct Sockets {
    /// By the session's number.
    open: HashMap<i64, Outboxes>,
    /// Of those that are for one table, once more by that.
    at_tables: HashMap<Uuid, Outboxes>,
    /// How many times sessions have ended.
    ends: u64,
}

impl Sessions {
    /// How many times sessions have ended: to be asked for before a session is looked for.
    pub(crate) fn ends(&self) -> u64 {
        self.lock().ends
    }

    /// A socket was opened. Says whether its session may have ended since it was looked for.
    #[must_use]
    pub(crate) fn opened(&self, outbox: &Outbox) -> bool {
        let Some(session) = outbox.visitor().session() else { return false };
        let mut sockets = self.lock();
        sockets.open.entry(session.number).or_default().push(outbox.clone());
        if let Some(table) = session.table {
            sockets.at_tables.entry(table).or_default().push(outbox.clone());
        }
        sockets.ends != outbox.visitor().as_of
    }

    /// A socket is gone.
    pub(crate) fn closed(&self, outbox: &Outbox) {
        let Some(session) = outbox.session() else { return };
        let mut sockets = self.lock();
        forget(&mut sockets.open, &session.number, outbox);
        if let Some(table) = session.table {
            forget(&mut sockets.at_tables, &table, outbox);
        }
    }

    /// Sessions have ended: their sockets are nobody's from now on, and closed.
    pub(crate) fn end(&self, numbers: &[i64]) {
        if numbers.is_empty() {
            return;
        }
        let mut sockets = self.lock();
        sockets.ends += 1;
        for number in numbers {
            sockets.open.get(number).into_iter().flatten().for_each(Outbox::end);
        }
    }

    /// The sessions that are for a table have ended, but for those of whoever has a seat there still.
    pub(crate) fn end_at(&self, table: Uuid, is_seated: impl Fn(Uuid) -> bool) {
        let mut sockets = self.lock();
        sockets.ends += 1;
        let there = sockets.at_tables.get(&table).into_iter().flatten();
        there
            .filter(|outbox| !outbox.visitor().at(table).is_some_and(|player| is_seated(player.id)))
            .for_each(Outbox::end);
    }

    fn lock(&self) -> MutexGuard<'_, Sockets> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn forget<K: std::hash::Hash + Eq>(sockets: &mut HashMap<K, Outboxes>, key: &K, outbox: &Outbox) {
    if let Some(open) = sockets.get_mut(key) {
        open.retain(|one| one.number() != outbox.number());
        if open.is_empty() {
            sockets.remove(key);
        }
    }
}
