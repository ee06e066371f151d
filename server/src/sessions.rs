//! Session registry: the open sockets of each session; when it ends, so do they.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use smallvec::SmallVec;
use uuid::Uuid;

use crate::admission::Address;
use crate::gossip::{Gossip, Key, News};
use crate::outbox::Outbox;

/// The open sockets of sessions.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    sockets: Mutex<Sockets>,
    gossip: Gossip,
}

/// Of one session, which mostly has one.
type Outboxes = SmallVec<[Outbox; 1]>;

#[derive(Debug, Default)]
struct Sockets {
    /// By the session's number.
    open: HashMap<i64, Outboxes>,
    /// Of those that are for one table, once more by that.
    at_tables: HashMap<Uuid, Outboxes>,
    /// Of those who are here in person, and for more than one table, once more by their player.
    in_person: HashMap<Uuid, Outboxes>,
    /// How many times sessions have ended.
    ends: u64,
}

impl Sessions {
    /// Without any, told to other nodes so.
    pub(crate) fn new(gossip: Gossip) -> Self {
        Self { sockets: Mutex::default(), gossip }
    }

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
        match session.table {
            Some(table) => sockets.at_tables.entry(table).or_default().push(outbox.clone()),
            None if session.scopes.is_some() => {}
            None => {
                sockets.in_person.entry(session.player.id).or_default().push(outbox.clone());
                self.tell_of(&sockets, session.player.id);
            }
        }
        sockets.ends != outbox.visitor().as_of()
    }

    /// A socket is gone.
    pub(crate) fn closed(&self, outbox: &Outbox) {
        let Some(session) = outbox.session() else { return };
        let mut sockets = self.lock();
        forget(&mut sockets.open, &session.number, outbox);
        match session.table {
            Some(table) => forget(&mut sockets.at_tables, &table, outbox),
            None if session.scopes.is_some() => {}
            None => {
                forget(&mut sockets.in_person, &session.player.id, outbox);
                self.tell_of(&sockets, session.player.id);
            }
        }
    }

    /// The sessions that have a socket open.
    pub(crate) fn open(&self) -> Vec<i64> {
        self.lock().open.keys().copied().collect()
    }

    /// Whether somebody has a socket open in person, and for more than one table.
    pub(crate) fn is_here(&self, player: Uuid) -> bool {
        self.lock().in_person.contains_key(&player) || self.gossip.is_elsewhere(Key::Person(player))
    }

    /// From where somebody is here in person, by the socket that they opened last.
    pub(crate) fn address_of(&self, player: Uuid) -> Option<Address> {
        let here =
            self.lock().in_person.get(&player).and_then(|outboxes| outboxes.last().map(Outbox::address));
        here.or_else(|| match self.gossip.elsewhere(Key::Person(player))? {
            News::Here { address, .. } => Some(address),
            _ => None,
        })
    }

    /// Other nodes learn whether somebody is here in person.
    fn tell_of(&self, sockets: &Sockets, player: Uuid) {
        if !self.gossip.is_on() {
            return;
        }
        match sockets.in_person.get(&player).and_then(|outboxes| outboxes.last()) {
            Some(outbox) => {
                let is_guest = outbox.session().is_some_and(|session| !session.player.registered);
                self.gossip.tell(Key::Person(player), News::Here { address: outbox.address(), is_guest });
            }
            None => self.gossip.forget(Key::Person(player)),
        }
    }

    /// Guests who are here in person, and come from such an address.
    pub(crate) fn guests_at(&self, is_meant: impl Fn(Address) -> bool) -> Vec<Uuid> {
        let sockets = self.lock();
        let here = sockets.in_person.iter().filter(|(_, outboxes)| {
            let is_guest =
                |outbox: &Outbox| outbox.session().is_some_and(|session| !session.player.registered);
            outboxes.iter().any(|outbox| is_guest(outbox) && is_meant(outbox.address()))
        });
        let mut guests: Vec<Uuid> = here.map(|(player, _)| *player).collect();
        guests.extend(self.gossip.people_elsewhere(
            |news| matches!(news, News::Here { address, is_guest: true } if is_meant(*address)),
        ));
        guests
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

    /// Somebody is called otherwise by now: where they are here in person they come back, and know.
    pub(crate) fn renew(&self, player: Uuid) {
        self.lock().in_person.get(&player).into_iter().flatten().for_each(Outbox::have_come_back);
    }

    /// The sessions that are for a table have ended, but for those of whoever has a seat there still.
    pub(crate) fn end_at(&self, table: Uuid, seated: &[Uuid]) {
        let mut sockets = self.lock();
        sockets.ends += 1;
        let there = sockets.at_tables.get(&table).into_iter().flatten();
        there
            .filter(|outbox| !outbox.visitor().at(table).is_some_and(|player| seated.contains(&player.id)))
            .for_each(Outbox::end);
    }

    fn lock(&self) -> MutexGuard<'_, Sockets> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
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
