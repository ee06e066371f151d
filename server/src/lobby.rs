//! The list of public tables: kept in memory, told as differences to those who follow it, each as they wish to see it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use cydonia_protocol::{
    ErrorCode, ListedTable, LobbyFilter, SeatState, ServerMessage, TableInfo, TableStatus, TimeControl,
};
use cydonia_rules::{GameKind, MAX_SEATS};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::app::App;
use crate::limits;
use crate::socket::{Frame, Outbox};
use crate::store::StoreError;
use crate::table::{Quick, Refused};

/// The tables, and who follows the list.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    changed: Notify,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// Newest first, as their ids begin with the time.
    tables: BTreeMap<Reverse<Uuid>, ListedTable>,
    /// Tables at which somebody who sits there is present.
    attended: HashSet<Uuid>,
    followers: HashMap<u64, (Outbox, LobbyFilter)>,
    /// As it was last told to those who follow it by this filter.
    told: HashMap<LobbyFilter, Told>,
}

#[derive(Debug, Default)]
struct Told {
    version: u64,
    tables: Vec<ListedTable>,
    total: u32,
    /// The list encoded, once somebody has asked for it.
    whole: Option<Frame>,
}

impl Lobby {
    /// Fills the list when the server starts.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn fill(&self, app: &App) -> Result<(), StoreError> {
        for info in app.store.public_tables().await? {
            self.put(&info);
        }
        Ok(())
    }

    /// Takes in how a table stands now. Each table tells of itself alone, in order, once it is durable.
    pub(crate) fn put(&self, info: &TableInfo) {
        if info.private {
            return;
        }
        let mut known = self.lock();
        let place = Reverse(info.id);
        let is_empty = info.seats.iter().all(|seat| seat.sitter().is_none());
        match info.status {
            // A table at which nobody sits any more is no invitation.
            TableStatus::Open if is_empty => drop(known.tables.remove(&place)),
            TableStatus::Open | TableStatus::Playing => {
                let watchers = known.tables.get(&place).map_or(0, |table| table.watchers);
                known.tables.insert(place, ListedTable { info: info.clone(), watchers });
                if known.tables.len() > limits::LOBBY_KNOWN {
                    known.tables.pop_last();
                }
            }
            TableStatus::Finished | TableStatus::Aborted => {
                known.tables.remove(&place);
                known.attended.remove(&info.id);
            }
        }
        drop(known);
        self.changed.notify_one();
    }

    /// Takes in how many watch a table.
    pub(crate) fn watched(&self, id: Uuid, watchers: u32) {
        if let Some(table) = self.lock().tables.get_mut(&Reverse(id)) {
            table.watchers = watchers;
            self.changed.notify_one();
        }
    }

    /// Takes in whether somebody who sits at a table is there.
    pub(crate) fn attended(&self, id: Uuid, is_attended: bool) {
        let mut known = self.lock();
        let changed = if is_attended && known.tables.contains_key(&Reverse(id)) {
            known.attended.insert(id)
        } else {
            known.attended.remove(&id)
        };
        if changed {
            self.changed.notify_one();
        }
    }

    /// Public tables without special options at which a player may sit down at once, the longest open first: those at
    /// which somebody waits now, unless they are played by correspondence.
    /// A table of that kind at which the player waits already comes before all others.
    pub(crate) fn free(&self, player: Uuid, wish: &Quick, now_ms: i64) -> Vec<Uuid> {
        let known = self.lock();
        let fits = |info: &TableInfo| {
            info.status == TableStatus::Open
                && info.game == wish.game
                && info.seats.len() == usize::from(wish.seats)
                && info.clock == wish.clock
                && info.rated == wish.rated
                && info.options.is_empty()
        };
        let own = |info: &&TableInfo| info.seat_of(player).is_some();
        // Whoever has just set a table up is about to come to it.
        let is_new = |info: &TableInfo| now_ms - info.created_ms < limits::ARRIVAL.as_millis() as i64;
        let is_free = |info: &&TableInfo| {
            info.seats.contains(&SeatState::Free {}) && (is_new(info) || known.is_invitation(info))
        };
        let open = || known.tables.values().rev().map(|table| &table.info).filter(|info| fits(info));
        let tries = open().find(own).into_iter().chain(open().filter(is_free));
        tries.take(limits::QUICK_TRIES).map(|info| info.id).collect()
    }

    /// The first of the tables that a filter admits, and how many there are in all.
    pub(crate) fn listed(&self, filter: &LobbyFilter) -> (Vec<ListedTable>, u32) {
        let Told { tables, total, .. } = self.lock().list(filter);
        (tables, total)
    }

    /// Begins to tell a socket of the list, the whole of it first.
    pub(crate) fn follow(&self, outbox: &Outbox, filter: LobbyFilter) {
        let mut known = self.lock();
        if !known.told.contains_key(&filter) {
            let list = known.list(&filter);
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
    pub(crate) async fn run(app: Arc<App>) {
        loop {
            tokio::select! {
                () = app.lobby.changed.notified() => app.lobby.tell(),
                () = app.stopped() => return,
            }
            tokio::select! {
                () = app.clock.sleep(limits::LOBBY_PAUSE) => {}
                () = app.stopped() => return,
            }
        }
    }

    fn tell(&self) {
        let mut known = self.lock();
        let mut told = std::mem::take(&mut known.told);
        let mut wishes: HashMap<&LobbyFilter, Vec<&Outbox>> = HashMap::new();
        for (outbox, filter) in known.followers.values() {
            wishes.entry(filter).or_default().push(outbox);
        }
        told.retain(|filter, _| wishes.contains_key(filter));
        for (filter, told) in &mut told {
            let Some(frame) = told.change(known.list(filter)) else { continue };
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
pub(crate) fn check(filter: &LobbyFilter) -> Result<(), Refused> {
    if filter.game.as_ref().is_some_and(|game| GameKind::from_id(game).is_none()) {
        return Err(Refused::new(ErrorCode::BadGame, "there is no such game"));
    }
    if filter.seats.is_some_and(|seats| !(2..=MAX_SEATS).contains(&usize::from(seats))) {
        return Err(Refused::new(ErrorCode::BadPlayers, "no game has so many seats"));
    }
    Ok(())
}

impl Known {
    /// Whether a table is on, or somebody would be met there: by correspondence nobody needs to be there to be joined.
    fn is_invitation(&self, info: &TableInfo) -> bool {
        info.status != TableStatus::Open
            || matches!(info.clock, TimeControl::Correspondence { .. })
            || self.attended.contains(&info.id)
    }

    fn list(&self, filter: &LobbyFilter) -> Told {
        let mut listed = Vec::new();
        let mut total = 0;
        let fits = |table: &&ListedTable| filter.admits(&table.info) && self.is_invitation(&table.info);
        for table in self.tables.values().filter(fits) {
            total += 1;
            if listed.len() < limits::LOBBY {
                listed.push(table.clone());
            }
        }
        Told { version: 0, tables: listed, total, whole: None }
    }
}

impl Told {
    fn whole(&mut self) -> Frame {
        let (version, total, tables) = (self.version, self.total, &self.tables);
        let encode = || Frame::of(&ServerMessage::Lobby { version, tables: tables.clone(), total });
        self.whole.get_or_insert_with(encode).clone()
    }

    /// Becomes the next list; gives the message that leads there, if anything differs.
    fn change(&mut self, next: Self) -> Option<Frame> {
        let before: HashMap<Uuid, &ListedTable> =
            self.tables.iter().map(|table| (table.info.id, table)).collect();
        let is_new = |table: &&ListedTable| before.get(&table.info.id) != Some(table);
        let set: Vec<_> = next.tables.iter().filter(is_new).cloned().collect();
        let stays: HashSet<Uuid> = next.tables.iter().map(|table| table.info.id).collect();
        let gone: Vec<_> = before.into_keys().filter(|id| !stays.contains(id)).collect();
        if set.is_empty() && gone.is_empty() && next.total == self.total {
            return None;
        }
        let (version, total) = (self.version + 1, next.total);
        *self = Self { version, ..next };
        Some(Frame::of(&ServerMessage::LobbyDiff { version, set, gone, total }))
    }
}
