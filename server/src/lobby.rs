//! Lobby: the list of public tables, kept in memory, told as differences to those who follow it, each as they wish to see it.

mod attendance;
mod nodes;
mod published;
mod shares;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::pin::pin;
use std::sync::{Mutex, PoisonError};

use cydonia_protocol::{ErrorCode, ListedTable, LobbyFilter, SeatState, TableInfo, TableStatus};
use cydonia_rules::{GameKind, MAX_SEATS};
use cydonia_table::Rejection;
use tokio::sync::Notify;
use uuid::Uuid;

use self::published::Published;
use self::shares::Shares;
use crate::admission::Address;
use crate::clock::Clock;
use crate::gossip::Gossip;
use crate::limits::{self, Limits};
use crate::outbox::Outbox;
use crate::store::{Store, StoreError};

/// The tables, and who follows the list.
#[derive(Debug)]
pub(crate) struct Lobby {
    clock: Clock,
    gossip: Gossip,
    changed: Notify,
    known: Mutex<Known>,
}

/// Who has set a table up, and from where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// The player.
    pub(crate) player: Uuid,
    /// The address of the socket.
    pub(crate) address: Address,
}

#[derive(Debug)]
struct Known {
    limits: Limits,
    /// Of tables that were set up, or that somebody has come back to, since the house was opened.
    origins: HashMap<Uuid, Origin>,
    /// Newest first, as their ids begin with the time.
    tables: BTreeMap<Reverse<Uuid>, ListedTable>,
    /// Tables at which somebody who sits there is present.
    attended: HashSet<Uuid>,
    /// When a table's people were last seen: when one of them acted, or was there until then.
    seen: HashMap<Uuid, i64>,
    followers: HashMap<u64, (Outbox, LobbyFilter)>,
    /// Tables of which another node has told.
    elsewhere: HashSet<Uuid>,
    /// Tables of computers alone that are played.
    exhibitions: HashSet<Uuid>,
    /// As it was last told to those who follow it by this filter.
    told: HashMap<LobbyFilter, Published>,
}

impl Lobby {
    pub(crate) fn new(limits: Limits, clock: Clock, gossip: Gossip) -> Self {
        let known = Known {
            limits,
            origins: HashMap::new(),
            tables: BTreeMap::new(),
            attended: HashSet::new(),
            seen: HashMap::new(),
            followers: HashMap::new(),
            elsewhere: HashSet::new(),
            exhibitions: HashSet::new(),
            told: HashMap::new(),
        };
        Self { clock, gossip, changed: Notify::new(), known: Mutex::new(known) }
    }

    /// Fills the list when the server starts.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn fill(&self, store: &Store) -> Result<(), StoreError> {
        for info in store.public_tables().await? {
            self.take_in(info);
        }
        Ok(())
    }

    /// Takes in a new table, of this node or of another, which tells of it then.
    pub(crate) fn set_up(&self, info: &TableInfo, origin: Origin, is_own: bool) {
        if !is_own {
            self.end_exhibition(info.id);
        }
        if info.private {
            return;
        }
        self.lock().origins.insert(info.id, origin);
        if is_own {
            self.put(info.clone());
        } else {
            self.take_in(info.clone());
        }
    }

    /// Counts a table of computers alone in, unless there are as many as may be.
    pub(crate) fn begin_exhibition(&self, id: Uuid) -> bool {
        let mut known = self.lock();
        let has_room = known.exhibitions.len() < known.limits.exhibitions as usize;
        has_room && known.exhibitions.insert(id)
    }

    /// It was not set up after all.
    pub(crate) fn end_exhibition(&self, id: Uuid) {
        self.lock().exhibitions.remove(&id);
    }

    /// A table is gone that was never played at.
    pub(crate) fn close(&self, id: Uuid) {
        let mut known = self.lock();
        known.close(id);
        self.tell_others(&known, id);
        drop(known);
        self.changed.notify_one();
    }

    /// Whether a player sits at fewer open tables of others than one may.
    pub(crate) fn has_seat_for(&self, player: Uuid, most: u32) -> bool {
        let known = self.lock();
        let sits = |info: &&TableInfo| {
            info.status == TableStatus::Open
                && info.seat_of(player).is_some()
                && known.host(info) != Some(player)
        };
        let tables = known.tables.values().map(|table| &table.info).filter(sits);
        tables.take(most as usize).count() < most as usize
    }

    /// Takes in how a table of this node stands now. Each tells of itself alone, in order, once it is durable.
    pub(crate) fn put(&self, info: TableInfo) {
        let (id, is_private) = (info.id, info.private);
        self.take_in(info);
        if !is_private {
            self.tell_others(&self.lock(), id);
        }
    }

    fn take_in(&self, info: TableInfo) {
        let mut known = self.lock();
        match info.status {
            TableStatus::Playing if info.seats.iter().all(|seat| seat.computer().is_some()) => {
                known.exhibitions.insert(info.id);
            }
            TableStatus::Open | TableStatus::Playing => {}
            TableStatus::Finished | TableStatus::Aborted => drop(known.exhibitions.remove(&info.id)),
        }
        if info.private {
            return;
        }
        let place = Reverse(info.id);
        let is_empty = info.seats.iter().all(|seat| seat.person().is_none());
        match info.status {
            // A table at which nobody sits any more is no invitation.
            TableStatus::Open if is_empty => drop(known.tables.remove(&place)),
            TableStatus::Open | TableStatus::Playing => {
                let before = known.tables.get(&place);
                let watchers = before.map_or(0, |table| table.watchers);
                // Of a table that is only told of anew nobody was seen.
                if before.is_none_or(|table| table.info.status != info.status) {
                    known.seen.insert(info.id, self.clock.running_ms());
                }
                known.tables.insert(place, ListedTable { info, watchers, attended: false });
                if known.tables.len() > limits::LOBBY_KNOWN {
                    known.make_room();
                }
            }
            TableStatus::Finished | TableStatus::Aborted => known.forget(info.id),
        }
        drop(known);
        self.changed.notify_one();
    }

    /// Public tables that fit at which a player may sit down at once, the longest open first: those at which somebody waits
    /// now, unless they are played by correspondence.
    /// A table that fits at which the player waits already comes before all others. Of one host, and from one address, no
    /// more are tried than are listed.
    pub(crate) fn free(&self, player: Uuid, fits: impl Fn(&TableInfo) -> bool, now_ms: i64) -> Vec<Uuid> {
        let known = self.lock();
        let now = self.clock.running_ms();
        let fits = |info: &TableInfo| info.status == TableStatus::Open && fits(info);
        // Where a seat is kept for somebody else one waits for them, and for nobody.
        let own =
            |info: &&TableInfo| info.seat_of(player).is_some() && info.seats.contains(&SeatState::Free {});
        // Whoever has just set a table up is about to come to it.
        let is_new = |info: &TableInfo| now_ms - info.created_ms < limits::ARRIVAL.as_millis() as i64;
        let is_free = |info: &&TableInfo| {
            info.seats.contains(&SeatState::Free {}) && (is_new(info) || known.is_going_on(info, now))
        };
        let open = || known.tables.values().rev().map(|table| &table.info).filter(|info| fits(info));
        let mut shares = Shares::new(&known);
        let is_fair = |info: &&TableInfo| shares.admit(info);
        let tries = open().find(own).into_iter().chain(open().filter(is_free).filter(is_fair));
        tries.take(limits::QUICK_TRIES).map(|info| info.id).collect()
    }

    /// The first of the tables that a filter admits, and how many there are in all.
    pub(crate) fn listed(&self, filter: &LobbyFilter) -> (Vec<ListedTable>, u32) {
        let Published { tables, total, .. } = self.lock().list(filter, self.clock.running_ms());
        (tables, total)
    }

    /// Begins to tell a socket of the list, the whole of it first.
    pub(crate) fn follow(&self, outbox: &Outbox, filter: LobbyFilter) {
        let mut known = self.lock();
        if !known.told.contains_key(&filter) {
            let list = known.list(&filter, self.clock.running_ms());
            known.told.insert(filter.clone(), list);
        }
        if let Some(told) = known.told.get_mut(&filter) {
            outbox.push(told.whole());
        }
        known.followers.insert(outbox.number(), (outbox.clone(), filter));
    }

    /// Stops telling a socket.
    pub(crate) fn forget(&self, outbox: &Outbox) {
        self.lock().followers.remove(&outbox.number());
    }

    /// Tells of changes until the server stops.
    pub(crate) async fn run(&self, stopped: impl Future<Output = ()>) {
        let mut stopped = pin!(stopped);
        loop {
            tokio::select! {
                () = self.changed.notified() => {}
                () = self.lapse() => {}
                () = &mut stopped => return,
            }
            self.tell();
            tokio::select! {
                () = self.clock.sleep(limits::LOBBY_COALESCE) => {}
                () = &mut stopped => return,
            }
        }
    }

    fn tell(&self) {
        let mut known = self.lock();
        let now = self.clock.running_ms();
        let mut told = std::mem::take(&mut known.told);
        let mut wishes: HashMap<&LobbyFilter, Vec<&Outbox>> = HashMap::new();
        for (outbox, filter) in known.followers.values() {
            wishes.entry(filter).or_default().push(outbox);
        }
        told.retain(|filter, _| wishes.contains_key(filter));
        for (filter, told) in &mut told {
            let Some(frame) = told.change(known.list(filter, now)) else { continue };
            wishes[filter].iter().for_each(|outbox| outbox.push(frame.clone()));
        }
        known.told = told;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks that there can be tables which one wishes to see.
pub(crate) fn check(filter: &LobbyFilter) -> Result<(), Rejection> {
    if filter.game.as_ref().is_some_and(|game| GameKind::from_id(game).is_none()) {
        return Err(Rejection::new(ErrorCode::BadGame, "there is no such game"));
    }
    if filter.seats.is_some_and(|seats| !(2..=MAX_SEATS).contains(&usize::from(seats))) {
        return Err(Rejection::new(ErrorCode::BadPlayers, "no game has so many seats"));
    }
    Ok(())
}

impl Known {
    /// Open tables at which one would be met now come first, then others that are open, then games that are on; of each the
    /// newest first. Of one host, and from one address, only some of the open ones are listed: the others are reached by
    /// their links.
    fn list(&self, filter: &LobbyFilter, now: i64) -> Published {
        let [mut attended, mut by_post, mut on] = [const { Vec::new() }; 3];
        let fits = |table: &&ListedTable| filter.admits(&table.info) && self.is_going_on(&table.info, now);
        for table in self.tables.values().filter(fits) {
            match table.info.status {
                TableStatus::Open if self.attended.contains(&table.info.id) => attended.push(table),
                TableStatus::Open => by_post.push(table),
                _ => on.push(table),
            }
        }
        let total = (attended.len() + by_post.len() + on.len()) as u32;
        let mut shares = Shares::new(self);
        let shown = |table: &ListedTable| {
            let is_attended =
                table.info.status == TableStatus::Open && self.attended.contains(&table.info.id);
            ListedTable { attended: is_attended, ..table.clone() }
        };
        let open = attended.into_iter().chain(by_post).filter(|table| shares.admit(&table.info));
        let tables = open.chain(on).take(limits::LOBBY).map(shown).collect();
        Published { version: 0, tables, total, whole: None }
    }

    /// Who has set a table up, as far as it is known: otherwise who sits there at the first seat that is taken.
    fn host(&self, info: &TableInfo) -> Option<Uuid> {
        let sitter = || info.seats.iter().find_map(SeatState::person).map(|player| player.id);
        self.origins.get(&info.id).map(|origin| origin.player).or_else(sitter)
    }

    /// A table is over, or was never played at.
    fn close(&mut self, id: Uuid) {
        self.exhibitions.remove(&id);
        self.forget(id);
    }

    fn forget(&mut self, id: Uuid) {
        self.tables.remove(&Reverse(id));
        self.attended.remove(&id);
        self.seen.remove(&id);
        self.origins.remove(&id);
        self.elsewhere.remove(&id);
    }

    /// Leaves one table out: the oldest open one of the address that has most of them, so that nobody else's make room for
    /// a flood.
    fn make_room(&mut self) {
        let open =
            || self.tables.values().map(|table| &table.info).filter(|info| info.status == TableStatus::Open);
        let address = |info: &TableInfo| self.origins.get(&info.id).map(|origin| origin.address);
        let mut count: HashMap<Address, usize> = HashMap::new();
        for address in open().filter_map(address) {
            *count.entry(address).or_default() += 1;
        }
        let most = count.into_iter().max_by_key(|(_, count)| *count).map(|(address, _)| address);
        let of_most = |info: &&TableInfo| most.is_some() && address(info) == most;
        let oldest = open().rfind(of_most).map(|info| info.id);
        let last = || self.tables.last_key_value().map(|(Reverse(id), _)| *id);
        if let Some(id) = oldest.or_else(last) {
            self.forget(id);
        }
    }
}
