//! Gossip: what each node of a house tells all others of what is its own, and what they have told: the public tables that it plays, and who is
//! there at its sockets. Of a house alone nothing is told, and nothing is kept for that.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cydonia_cluster::{Changes, Incarnation, Mirror, Mirrored, Published, Whole};
use cydonia_protocol::TableInfo;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::admission::Address;

/// What something is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Key {
    /// A public table.
    Table(Uuid),
    /// A player who is here in person.
    Person(Uuid),
    /// A player who follows their own games here.
    Follower(Uuid),
}

/// What is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum News {
    /// A table stands so.
    Table(Box<TableNews>),
    /// A table is listed no more.
    Closed,
    /// Somebody is here, and from where.
    Here {
        /// The address of the socket that they opened last.
        address: Address,
        /// Whether they have no account.
        is_guest: bool,
    },
    /// Somebody follows.
    Follows,
}

/// How a public table stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TableNews {
    pub(crate) info: TableInfo,
    /// How many look on.
    pub(crate) watchers: u32,
    /// Whether somebody who sits there is present.
    pub(crate) attended: bool,
    /// When they were last seen, by a coarse clock of this node: when it changes they were seen again.
    pub(crate) seen: i64,
    /// Who has set it up, and from where.
    pub(crate) origin: Option<(Uuid, Address)>,
}

/// What has become of what is known of other nodes.
pub(crate) type Heard = Mirrored<Key, News>;

/// What is told, and what was heard; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gossip(Option<Arc<Known>>);

#[derive(Debug, Default)]
struct Known {
    own: Mutex<Published<Key, News>>,
    others: Mutex<Mirror<Key, News>>,
}

impl Gossip {
    /// Of one of several nodes.
    pub(crate) fn among_nodes() -> Self {
        Self(Some(Arc::default()))
    }

    /// Whether there is anybody to tell.
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Something is so here.
    pub(crate) fn tell(&self, key: Key, news: News) {
        if let Some(mut own) = self.own() {
            match news {
                News::Closed => own.set_last(key, news),
                news => own.set(key, news),
            }
        }
    }

    /// Something is not so here any more, or no longer this node's to tell.
    pub(crate) fn forget(&self, key: Key) {
        if let Some(mut own) = self.own() {
            own.remove(&key);
        }
    }

    /// Forgets all tables of which that is so.
    pub(crate) fn forget_tables(&self, is_meant: impl Fn(Uuid) -> bool) {
        let Some(mut own) = self.own() else { return };
        let meant = |key: &&Key| matches!(key, Key::Table(id) if is_meant(*id));
        let keys: Vec<Key> = own.keys().filter(meant).copied().collect();
        for key in keys {
            own.remove(&key);
        }
    }

    /// Whether this node tells of something.
    pub(crate) fn is_own(&self, key: Key) -> bool {
        self.own().is_some_and(|own| own.contains(&key))
    }

    /// What was told by another node of something.
    pub(crate) fn elsewhere(&self, key: Key) -> Option<News> {
        self.others()?.of(&key).next().map(|(_, news)| news.clone())
    }

    /// Whether another node tells of something.
    pub(crate) fn is_elsewhere(&self, key: Key) -> bool {
        self.others().is_some_and(|others| others.of(&key).next().is_some())
    }

    /// Which players elsewhere fit.
    pub(crate) fn people_elsewhere(&self, is_meant: impl Fn(&News) -> bool) -> Vec<Uuid> {
        let Some(others) = self.others() else { return Vec::new() };
        let person = |(key, news): (&Key, &News)| match key {
            Key::Person(player) if is_meant(news) => Some(*player),
            _ => None,
        };
        others.all().filter_map(person).collect()
    }

    /// Whether anybody elsewhere follows their own games.
    pub(crate) fn has_followers(&self) -> bool {
        // They are the last of all.
        self.others().is_some_and(|others| others.has_from(&Key::Follower(Uuid::nil())))
    }

    /// What has changed here since the last time.
    pub(crate) fn changes(&self) -> Option<Changes<Key, News>> {
        self.own()?.take_changes()
    }

    /// All that is told here.
    pub(crate) fn whole(&self) -> Option<Whole<Key, News>> {
        Some(self.own()?.whole())
    }

    /// How often anything was told here.
    pub(crate) fn n(&self) -> u64 {
        self.own().map_or(0, |own| own.n())
    }

    /// Takes in what another node tells.
    pub(crate) fn hear_changes(&self, from: Incarnation, changes: Changes<Key, News>) -> Heard {
        self.others().map_or(Mirrored::Known, |mut others| others.hear_changes(from, changes))
    }

    /// Takes in all that another node tells.
    pub(crate) fn hear_whole(&self, from: Incarnation, whole: Whole<Key, News>) -> Heard {
        self.others().map_or(Mirrored::Known, |mut others| others.hear_whole(from, whole))
    }

    /// Whether something is missing of what a node has told so often.
    pub(crate) fn is_behind(&self, from: Incarnation, n: u64) -> bool {
        self.others().is_some_and(|others| others.is_behind(from, n))
    }

    /// Nodes of which that is not so have ended; the tables that they told of.
    pub(crate) fn keep(&self, is_living: impl Fn(Incarnation) -> bool) -> Vec<Uuid> {
        let Some(mut others) = self.others() else { return Vec::new() };
        let ended: Vec<Incarnation> = others.nodes().filter(|node| !is_living(*node)).collect();
        let lost = ended.into_iter().flat_map(|node| others.lose(node));
        lost.filter_map(|key| if let Key::Table(id) = key { Some(id) } else { None }).collect()
    }

    fn own(&self) -> Option<MutexGuard<'_, Published<Key, News>>> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.0.as_deref().map(|known| known.own.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn others(&self) -> Option<MutexGuard<'_, Mirror<Key, News>>> {
        self.0.as_deref().map(|known| known.others.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
