//! Gossip: what each node has of its own that all others are to know (state by numbered differences, with anti-entropy). Each publishes a map,
//! of which it says what has changed; whoever finds that something was missed asks for the whole.
//!
//! What carries it may lose, double, delay and reorder. A mirror is, once all has arrived that was asked for, what was published.

use std::collections::{BTreeMap, BTreeSet};

use crate::Incarnation;

/// What one node publishes.
#[derive(Clone, Debug)]
pub struct Published<K, V> {
    n: u64,
    all: BTreeMap<K, V>,
    changed: BTreeSet<K>,
    /// What is there no more once that was said.
    leaving: BTreeSet<K>,
}

/// What has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes<K, V> {
    /// How often anything has changed; 1 and up.
    pub n: u64,
    /// What is so from now on; none is there no more.
    pub entries: Vec<(K, Option<V>)>,
}

/// All that is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole<K, V> {
    /// As of which change.
    pub n: u64,
    /// What is so.
    pub entries: Vec<(K, V)>,
}

impl<K, V> Default for Published<K, V> {
    fn default() -> Self {
        Self { n: 0, all: BTreeMap::new(), changed: BTreeSet::new(), leaving: BTreeSet::new() }
    }
}

impl<K: Ord + Clone, V: Clone + PartialEq> Published<K, V> {
    /// Something is so.
    pub fn set(&mut self, key: K, value: V) {
        self.leaving.remove(&key);
        if self.all.get(&key) != Some(&value) {
            self.all.insert(key.clone(), value);
            self.changed.insert(key);
        }
    }

    /// Something is so for the last time: it is said, and then there no more.
    pub fn set_last(&mut self, key: K, value: V) {
        self.set(key.clone(), value);
        self.changed.insert(key.clone());
        self.leaving.insert(key);
    }

    /// Something is there no more.
    pub fn remove(&mut self, key: &K) {
        if self.all.remove(key).is_some() {
            self.changed.insert(key.clone());
        }
    }

    /// Whether something is there.
    #[must_use]
    pub fn contains(&self, key: &K) -> bool {
        self.all.contains_key(key)
    }

    /// What is there.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.all.keys()
    }

    /// What has changed since the last time, if anything has.
    pub fn take_changes(&mut self) -> Option<Changes<K, V>> {
        if self.changed.is_empty() {
            return None;
        }
        self.n += 1;
        let changed = std::mem::take(&mut self.changed);
        let entries = changed.into_iter().map(|key| (key.clone(), self.all.get(&key).cloned())).collect();
        // Whoever misses that it was there for the last time misses it all the same.
        for key in std::mem::take(&mut self.leaving) {
            self.all.remove(&key);
            self.changed.insert(key);
        }
        Some(Changes { n: self.n, entries })
    }

    /// All of it, as of the last change that was told.
    #[must_use]
    pub fn whole(&self) -> Whole<K, V> {
        Whole {
            n: self.n,
            entries: self.all.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
        }
    }

    /// How often a change was told, which each beat repeats.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }
}

/// What other nodes have published, as far as it is known.
#[derive(Clone, Debug)]
pub struct Mirror<K, V> {
    nodes: BTreeMap<Incarnation, Copy<K, V>>,
}

#[derive(Clone, Debug)]
struct Copy<K, V> {
    n: u64,
    all: BTreeMap<K, V>,
}

impl<K, V> Default for Copy<K, V> {
    fn default() -> Self {
        Self { n: 0, all: BTreeMap::new() }
    }
}

/// What has become of a mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mirrored<K, V> {
    /// These are so from now on; none of those without a value is there any more.
    Changed(Vec<(K, Option<V>)>),
    /// Something is missing: the whole is to be asked for.
    Behind,
    /// It is known.
    Known,
}

impl<K, V> Default for Mirror<K, V> {
    fn default() -> Self {
        Self { nodes: BTreeMap::new() }
    }
}

impl<K: Ord + Clone, V: Clone + PartialEq> Mirror<K, V> {
    /// A node tells what has changed.
    pub fn hear_changes(&mut self, from: Incarnation, changes: Changes<K, V>) -> Mirrored<K, V> {
        let copy = self.nodes.entry(from).or_default();
        if changes.n <= copy.n {
            return Mirrored::Known;
        }
        if changes.n > copy.n + 1 {
            return Mirrored::Behind;
        }
        copy.n = changes.n;
        for (key, value) in &changes.entries {
            match value {
                Some(value) => drop(copy.all.insert(key.clone(), value.clone())),
                None => drop(copy.all.remove(key)),
            }
        }
        Mirrored::Changed(changes.entries)
    }

    /// A node tells all of it.
    pub fn hear_whole(&mut self, from: Incarnation, whole: Whole<K, V>) -> Mirrored<K, V> {
        let copy = self.nodes.entry(from).or_default();
        if whole.n <= copy.n {
            return Mirrored::Known;
        }
        let all: BTreeMap<K, V> = whole.entries.into_iter().collect();
        let gone = copy.all.keys().filter(|key| !all.contains_key(key)).map(|key| (key.clone(), None));
        let differs = |(key, value): &(&K, &V)| copy.all.get(key) != Some(value);
        let news = all.iter().filter(differs).map(|(key, value)| (key.clone(), Some(value.clone())));
        let changed = gone.chain(news).collect();
        *copy = Copy { n: whole.n, all };
        Mirrored::Changed(changed)
    }

    /// A node beats, and says how often it has told a change; whether something is missing.
    #[must_use]
    pub fn is_behind(&self, from: Incarnation, n: u64) -> bool {
        n > self.nodes.get(&from).map_or(0, |copy| copy.n)
    }

    /// A node has ended; what it had.
    pub fn lose(&mut self, node: Incarnation) -> Vec<K> {
        self.nodes.remove(&node).map(|copy| copy.all.into_keys().collect()).unwrap_or_default()
    }

    /// Nodes of which anything is known.
    pub fn nodes(&self) -> impl Iterator<Item = Incarnation> {
        self.nodes.keys().copied()
    }

    /// All that nodes have said.
    pub fn all(&self) -> impl Iterator<Item = (&K, &V)> {
        self.nodes.values().flat_map(|copy| &copy.all)
    }

    /// Whether nodes have said anything of that, or of what comes behind it.
    pub fn has_from(&self, key: &K) -> bool {
        self.nodes.values().any(|copy| copy.all.range(key..).next().is_some())
    }

    /// What nodes have said of something.
    pub fn of<'a>(&'a self, key: &'a K) -> impl Iterator<Item = (Incarnation, &'a V)> {
        self.nodes.iter().filter_map(move |(node, copy)| Some((*node, copy.all.get(key)?)))
    }
}
