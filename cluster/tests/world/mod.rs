//! A few nodes, their database, and what is between them.

use std::collections::{BTreeMap, BTreeSet};

use cydonia_cluster::{Beat, Incarnation, Judgement, Membership, Slot, SlotMap};

/// Between two beats of a node.
const BEAT_MS: i64 = 500;

/// For how long one has heard somebody.
const HEARD_MS: i64 = 1_250;

/// Nodes that are there at most.
const MOST: usize = 5;

/// What the database holds, and promises: each of its functions is one transaction.
struct Database {
    is_fenced: bool,
    beats: BTreeMap<Incarnation, Beat>,
    condemned: BTreeSet<Incarnation>,
    slots: SlotMap,
}

impl Database {
    fn alive(&self) -> Vec<Beat> {
        self.beats.values().filter(|beat| !self.condemned.contains(&beat.node)).cloned().collect()
    }

    fn is_condemned(&self, node: Incarnation) -> bool {
        self.condemned.contains(&node)
    }

    /// Whether a commit is kept.
    fn commit(&self, node: Incarnation) -> bool {
        !self.is_fenced || !self.is_condemned(node)
    }

    /// Condemns a node, if it still stands where it was seen, and gives its slots to others.
    fn condemn(&mut self, node: Incarnation, n: u64, judgement: &Judgement) -> bool {
        if self.is_condemned(node) || self.beats[&node].n != n {
            return false;
        }
        self.condemned.insert(node);
        for (slot, heir) in self.slots.bequests(node, &judgement.candidates) {
            self.slots.set(slot, heir);
        }
        true
    }

    fn claim(&mut self, node: Incarnation, slot: Slot) {
        if !self.is_condemned(node) && self.slots.owner(slot).is_none() {
            self.slots.set(slot, Some(node));
        }
    }

    fn hand_over(&mut self, node: Incarnation, slot: Slot, to: Incarnation) {
        if !self.is_condemned(node) && self.slots.owner(slot) == Some(node) {
            self.slots.set(slot, Some(to));
        }
    }
}

struct Node {
    own: Incarnation,
    membership: Membership,
    /// What it remembers of the database's.
    slots: SlotMap,
    n: u64,
    weight: u32,
    leaving: bool,
    /// When it last heard each of them.
    heard: BTreeMap<Incarnation, i64>,
    /// Its clock begins when it starts.
    started_ms: i64,
    beats_ms: i64,
    /// Until when it stands still.
    stopped_ms: i64,
    reaches_database: bool,
}

/// On its way to the database.
struct Commit {
    node: Incarnation,
    slot: Slot,
    due_ms: i64,
}

pub(crate) struct World {
    rng: fastrand::Rng,
    now_ms: i64,
    database: Database,
    is_stalled: bool,
    nodes: Vec<Node>,
    started: i64,
    /// Pairs between which nothing is heard, oneself included.
    cut: BTreeSet<(Incarnation, Incarnation)>,
    under_way: Vec<Commit>,
    pub(crate) commits: u64,
    pub(crate) violations: Vec<String>,
}

impl World {
    /// Three nodes that have just started; where it is not fenced, the database takes commits of whomever.
    pub(crate) fn new(seed: u64, is_fenced: bool) -> Self {
        let (beats, condemned, slots) = (BTreeMap::new(), BTreeSet::new(), SlotMap::default());
        let mut world = Self {
            rng: fastrand::Rng::with_seed(seed),
            now_ms: 0,
            database: Database { is_fenced, beats, condemned, slots },
            is_stalled: false,
            nodes: Vec::new(),
            started: 0,
            cut: BTreeSet::new(),
            under_way: Vec::new(),
            commits: 0,
            violations: Vec::new(),
        };
        (0..3).for_each(|_| world.start());
        world
    }

    pub(crate) fn condemned(&self) -> u64 {
        self.database.condemned.len() as u64
    }

    /// Something happens, and some time goes by.
    pub(crate) fn happen(&mut self) {
        let one = self.rng.usize(..self.nodes.len().max(1));
        match self.rng.u8(..100) {
            0..40 => self.act(one),
            40..43 => self.freeze(one),
            43..45 if !self.nodes.is_empty() => drop(self.nodes.remove(one)),
            45..49 if self.nodes.len() < MOST => self.start(),
            49..52 => self.toggle_database(one),
            52..56 => self.cut_or_mend(),
            56..57 => self.is_stalled = !self.is_stalled,
            57..58 => self.mend_bus(),
            58..59 if !self.nodes.is_empty() => self.nodes[one].leaving = true,
            _ => {}
        }
        let ms = self.rng.i64(0..400);
        self.pass(ms);
    }

    /// Everything works again, and nobody is about to go.
    pub(crate) fn heal(&mut self) {
        self.is_stalled = false;
        self.mend_bus();
        for node in &mut self.nodes {
            (node.reaches_database, node.leaving, node.stopped_ms) = (true, false, self.now_ms);
        }
    }

    /// Three nodes that have shared all slots among them.
    pub(crate) fn settled(seed: u64) -> Self {
        let mut world = Self::new(seed, true);
        world.pass_by(20_000);
        world.assert_settled(seed);
        world
    }

    /// So much time goes by, and nothing else happens.
    pub(crate) fn pass_by(&mut self, ms: i64) {
        (0..ms / 100).for_each(|_| self.pass(100));
    }

    /// From now on nobody hears one node, nor does that anybody but itself.
    pub(crate) fn isolate(&mut self, at: usize) {
        let one = self.nodes[at].own;
        for other in self.nodes.iter().map(|node| node.own).filter(|other| *other != one) {
            self.cut.extend([(one, other), (other, one)]);
        }
    }

    /// From now on nobody hears anybody, nor themselves.
    pub(crate) fn silence(&mut self) {
        let all: Vec<Incarnation> = self.nodes.iter().map(|node| node.own).collect();
        self.cut.extend(all.iter().flat_map(|one| all.iter().map(|other| (*one, *other))));
    }

    /// Everybody hears everybody.
    pub(crate) fn mend_bus(&mut self) {
        self.cut.clear();
    }

    /// From now on the database answers nobody.
    pub(crate) fn stall(&mut self) {
        self.is_stalled = true;
    }

    pub(crate) fn leave(&mut self, at: usize) {
        self.nodes[at].leaving = true;
    }

    pub(crate) fn kill(&mut self, at: usize) {
        self.nodes.remove(at);
    }

    pub(crate) fn freeze_for_good(&mut self, at: usize) {
        self.nodes[at].stopped_ms = i64::MAX;
    }

    /// How many slots a node owns, as the database has it.
    pub(crate) fn owned(&self, at: usize) -> usize {
        self.database.slots.of(self.nodes[at].own).count()
    }

    pub(crate) fn is_open(&self, at: usize) -> bool {
        takes_moves(&self.nodes[at], self.now_ms)
    }

    /// Time goes by: whoever is due beats, and what is under way arrives.
    pub(crate) fn pass(&mut self, ms: i64) {
        self.now_ms += ms;
        let mut order: Vec<Incarnation> = self.nodes.iter().map(|node| node.own).collect();
        self.rng.shuffle(&mut order);
        for own in order {
            let Some(at) = self.nodes.iter().position(|node| node.own == own) else { continue };
            if self.nodes[at].beats_ms <= self.now_ms && !self.is_stopped(at) {
                self.beat(at);
            }
        }
        let due: Vec<Commit> = self.under_way.extract_if(.., |commit| commit.due_ms <= self.now_ms).collect();
        due.into_iter().for_each(|commit| self.arrive(&commit));
    }

    /// That everybody who is there is open, and owns what falls to them.
    pub(crate) fn assert_settled(&self, seed: u64) {
        let Database { slots, .. } = &self.database;
        for slot in Slot::all() {
            let owner = slots.owner(slot);
            let node = self.nodes.iter().find(|node| Some(node.own) == owner);
            assert!(
                node.is_some_and(|node| takes_moves(node, self.now_ms)),
                "seed {seed}: {slot:?} is {owner:?}'s"
            );
        }
        let candidates: Vec<_> = self.nodes.iter().map(candidate).collect();
        for node in &self.nodes {
            assert_eq!(slots.hand_overs(node.own, &candidates), [], "seed {seed}: {} lets go", node.own);
        }
    }

    pub(crate) fn start(&mut self) {
        self.started += 1;
        let own = Incarnation(self.started);
        let weight = self.rng.u32(1..4);
        self.nodes.push(Node {
            own,
            membership: Membership::new(own),
            slots: SlotMap::default(),
            n: 0,
            weight,
            leaving: false,
            heard: BTreeMap::new(),
            started_ms: self.now_ms,
            beats_ms: self.now_ms,
            stopped_ms: 0,
            reaches_database: true,
        });
    }

    fn is_stopped(&self, at: usize) -> bool {
        self.nodes[at].stopped_ms > self.now_ms
    }

    fn freeze(&mut self, at: usize) {
        let ms = self.rng.i64(0..10_000);
        if let Some(node) = self.nodes.get_mut(at) {
            node.stopped_ms = self.now_ms + ms;
        }
    }

    fn toggle_database(&mut self, at: usize) {
        if let Some(node) = self.nodes.get_mut(at) {
            node.reaches_database = !node.reaches_database;
        }
    }

    /// One way between two nodes is cut or mended; or all of them to and from one, itself included.
    fn cut_or_mend(&mut self) {
        let all: Vec<Incarnation> = self.nodes.iter().map(|node| node.own).collect();
        let (Some(one), Some(other)) = (self.rng.choice(&all), self.rng.choice(&all)) else { return };
        let others = if self.rng.u8(..4) == 0 { all.as_slice() } else { std::slice::from_ref(other) };
        let is_cut = self.rng.bool();
        for pair in others.iter().flat_map(|other| [(*one, *other), (*other, *one)]) {
            if is_cut {
                self.cut.insert(pair);
            } else {
                self.cut.remove(&pair);
            }
        }
    }

    /// A move at some table of a node, if it takes any: its commit is on its way from then on, whatever happens to the node.
    fn act(&mut self, at: usize) {
        if at >= self.nodes.len() || self.is_stopped(at) || !self.is_open(at) {
            return;
        }
        let own: Vec<Slot> = self.nodes[at].slots.of(self.nodes[at].own).collect();
        let Some(slot) = self.rng.choice(own) else { return };
        let ms = if self.rng.u8(..10) == 0 { self.rng.i64(0..8_000) } else { self.rng.i64(0..50) };
        self.under_way.push(Commit { node: self.nodes[at].own, slot, due_ms: self.now_ms + ms });
    }

    fn arrive(&mut self, commit: &Commit) {
        if !self.database.commit(commit.node) {
            // Nothing was kept, and the process ends.
            return self.nodes.retain(|node| node.own != commit.node);
        }
        self.commits += 1;
        let owner = self.database.slots.owner(commit.slot);
        if owner != Some(commit.node) {
            self.violations.push(format!("{} wrote to {:?}, which is {owner:?}'s", commit.node, commit.slot));
        }
    }

    /// A node tells everybody whom it reaches that it is there, and the database; and does what comes of what it reads there.
    fn beat(&mut self, at: usize) {
        let (now_ms, own) = (self.now_ms, self.nodes[at].own);
        self.nodes[at].beats_ms = now_ms + BEAT_MS;
        for node in &mut self.nodes {
            if !self.cut.contains(&(own, node.own)) && node.stopped_ms <= now_ms {
                node.heard.insert(own, now_ms);
            }
        }
        let node = &mut self.nodes[at];
        if self.is_stalled || !node.reaches_database {
            return;
        }
        if self.database.is_condemned(own) {
            return drop(self.nodes.remove(at));
        }
        node.n += 1;
        let hears =
            node.heard.iter().filter(|(_, ms)| now_ms - **ms <= HEARD_MS).map(|(node, _)| *node).collect();
        let beat = Beat { node: own, n: node.n, hears, leaving: node.leaving, weight: node.weight };
        self.database.beats.insert(own, beat);
        let judgement = node.membership.look(now_ms - node.started_ms, &self.database.alive());
        for failure in &judgement.failures {
            if self.database.condemn(failure.node, failure.n, &judgement) {
                self.note_condemned(failure.node);
            }
        }
        for slot in self.database.slots.claims(own, &judgement.candidates) {
            self.database.claim(own, slot);
        }
        // Its tables there end after what is in hand.
        let in_hand = |slot| self.under_way.iter().any(|commit| commit.node == own && commit.slot == slot);
        for (slot, to) in self.database.slots.hand_overs(own, &judgement.candidates) {
            if !in_hand(slot) {
                self.database.hand_over(own, slot, to);
            }
        }
        self.nodes[at].slots = self.database.slots.clone();
    }

    /// Whoever was taken for dead had stopped by itself.
    fn note_condemned(&mut self, condemned: Incarnation) {
        let node = self.nodes.iter().find(|node| node.own == condemned);
        if node.is_some_and(|node| takes_moves(node, self.now_ms)) {
            self.violations.push(format!("{condemned} was condemned while it took moves"));
        }
    }
}

fn takes_moves(node: &Node, now_ms: i64) -> bool {
    node.membership.is_open(now_ms - node.started_ms)
}

fn candidate(node: &Node) -> cydonia_cluster::Candidate {
    cydonia_cluster::Candidate { node: node.own, weight: node.weight }
}
