//! Tables of other nodes in the list, and this node's in theirs.

use std::cmp::Reverse;
use std::collections::HashSet;

use uuid::Uuid;

use super::attendance::quarter;
use super::{Known, Lobby, Origin};
use crate::gossip::{Key, News, TableNews};
use crate::store::{Store, StoreError};

impl Lobby {
    /// Other nodes learn how a table of this one stands.
    pub(super) fn tell_others(&self, known: &Known, id: Uuid) {
        if !self.gossip.is_on() {
            return;
        }
        let news = match known.tables.get(&Reverse(id)) {
            Some(table) => News::Table(Box::new(TableNews {
                info: table.info.clone(),
                watchers: table.watchers,
                attended: known.attended.contains(&id),
                seen: known.seen.get(&id).map_or(0, |seen| quarter(*seen)),
                origin: known.origins.get(&id).map(|origin| (origin.player, origin.address)),
            })),
            None => News::Closed,
        };
        self.gossip.tell(Key::Table(id), news);
    }

    /// Another node tells of a table; or no more, as it is that node's no longer, and how it stands is to be read. Says whether it is.
    pub(crate) fn hear(&self, id: Uuid, news: Option<News>) -> bool {
        // Of its own it knows best: what comes late is of before it was its own.
        if self.gossip.is_own(Key::Table(id)) {
            return false;
        }
        match news {
            Some(News::Table(table)) => {
                let TableNews { info, watchers, attended, seen: _, origin } = *table;
                self.take_in(info);
                let mut known = self.lock();
                let Some(listed) = known.tables.get_mut(&Reverse(id)) else { return false };
                listed.watchers = watchers;
                known.elsewhere.insert(id);
                if let Some((player, address)) = origin {
                    known.origins.entry(id).or_insert(Origin { player, address });
                }
                // Whoever is told of it has moved, or come or gone.
                known.seen.insert(id, self.clock.running_ms());
                if attended {
                    known.attended.insert(id);
                } else {
                    known.attended.remove(&id);
                }
                drop(known);
                self.changed.notify_one();
                false
            }
            Some(_) => {
                let mut known = self.lock();
                known.close(id);
                drop(known);
                self.changed.notify_one();
                false
            }
            None => self.leave(id),
        }
    }

    /// A node tells of a table no more. If nobody else does, its people were there until now, as far as anybody knows, and how it stands
    /// is to be read; says whether that is so.
    pub(crate) fn leave(&self, id: Uuid) -> bool {
        let key = Key::Table(id);
        if self.gossip.is_own(key) {
            return false;
        }
        if let Some(news) = self.gossip.elsewhere(key) {
            return self.hear(id, Some(news));
        }
        let known = &mut *self.lock();
        if !known.elsewhere.remove(&id) {
            // It has ended, and that was told.
            return false;
        }
        if let Some(table) = known.tables.get_mut(&Reverse(id)) {
            table.watchers = 0;
        }
        if known.attended.remove(&id) {
            known.seen.insert(id, self.clock.running_ms());
        }
        self.changed.notify_one();
        true
    }

    /// Reads which public tables there are of which nobody tells: those that sleep, and those whose node has ended.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn read_again(&self, store: &Store) -> Result<(), StoreError> {
        let before: HashSet<Uuid> = self.lock().tables.keys().map(|Reverse(id)| *id).collect();
        let kept = store.public_tables().await?;
        let there: HashSet<Uuid> = kept.iter().map(|info| info.id).collect();
        let is_told = |known: &Known, id| known.elsewhere.contains(&id) || self.gossip.is_own(Key::Table(id));
        for info in kept {
            if !is_told(&self.lock(), info.id) {
                self.take_in(info);
            }
        }
        let mut known = self.lock();
        let gone: Vec<Uuid> =
            before.into_iter().filter(|id| !there.contains(id) && !is_told(&known, *id)).collect();
        for id in gone {
            known.close(id);
        }
        drop(known);
        self.changed.notify_one();
        Ok(())
    }
}
