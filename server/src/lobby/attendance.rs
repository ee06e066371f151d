//! Who is at listed tables: whoever is present there, or was seen a moment ago, keeps them listed.

use std::cmp::Reverse;

use cydonia_protocol::{TableInfo, TableStatus, TimeControl};
use uuid::Uuid;

use super::{Known, Lobby, Origin};
use crate::limits;
use crate::outbox::Outbox;

/// For so long people who play are taken to be there after they were last seen.
const PRESENT_MS: i64 = limits::PRESENT.as_millis() as i64;

/// In which quarter of that something was: other nodes need not know it better.
pub(super) fn quarter(running_ms: i64) -> i64 {
    running_ms / (PRESENT_MS / 4)
}

impl Lobby {
    /// Takes in that somebody has acted at a table.
    pub(crate) fn acted(&self, id: Uuid) {
        let known = &mut *self.lock();
        let now = self.clock.running_ms();
        let Some(seen) = known.seen.get_mut(&id) else { return };
        let before = std::mem::replace(seen, now);
        if before + PRESENT_MS <= now {
            self.changed.notify_one();
        }
        if quarter(before) != quarter(now) {
            self.tell_others(known, id);
        }
    }

    /// Takes in how many watch a table.
    pub(crate) fn watched(&self, id: Uuid, watchers: u32) {
        let known = &mut *self.lock();
        if let Some(table) = known.tables.get_mut(&Reverse(id)) {
            table.watchers = watchers;
            self.tell_others(known, id);
            self.changed.notify_one();
        }
    }

    /// Takes in whether somebody who sits at a table is there, and where.
    pub(crate) fn attended(&self, id: Uuid, by: Option<&Outbox>) {
        let known = &mut *self.lock();
        let is_known = known.tables.contains_key(&Reverse(id));
        let changed = match by.filter(|_| is_known) {
            Some(outbox) => {
                if let Some(player) = outbox.player_at(id) {
                    let origin = Origin { player: player.id, address: outbox.address() };
                    known.origins.entry(id).or_insert(origin);
                }
                known.attended.insert(id)
            }
            None => {
                let was_there = known.attended.remove(&id);
                if was_there {
                    known.seen.insert(id, self.clock.running_ms());
                }
                was_there
            }
        };
        if changed {
            self.tell_others(known, id);
            self.changed.notify_one();
        }
    }

    /// Waits until a game leaves the list because nobody who plays it was seen for so long.
    pub(super) async fn lapse(&self) {
        let next = self.lock().next_lapse(self.clock.running_ms());
        match next {
            Some(at) => self.clock.sleep_until(at).await,
            None => std::future::pending().await,
        }
    }
}

impl Known {
    /// Whether somebody would be met at an open table, or a game is attended: its people, one of them at least, are there or
    /// were seen a moment ago. By correspondence nobody needs to be there, and computers always are.
    pub(super) fn is_going_on(&self, info: &TableInfo, now: i64) -> bool {
        let stays =
            matches!(info.clock, TimeControl::Correspondence { .. }) || self.attended.contains(&info.id);
        stays
            || info.status != TableStatus::Open
                && (info.seats.iter().all(|seat| seat.computer().is_some())
                    || self.lapses(info.id).is_some_and(|at| now < at))
    }

    /// When a table's people have not been seen for so long that they are gone.
    pub(super) fn lapses(&self, id: Uuid) -> Option<i64> {
        self.seen.get(&id).map(|seen| seen + PRESENT_MS)
    }

    /// When the next game that is listed leaves the list unless somebody is seen there.
    pub(super) fn next_lapse(&self, now: i64) -> Option<i64> {
        let on =
            self.tables.values().map(|table| &table.info).filter(|info| info.status != TableStatus::Open);
        let unattended = on.filter(|info| !self.attended.contains(&info.id));
        unattended.filter_map(|info| self.lapses(info.id)).filter(|at| *at > now).min()
    }
}
