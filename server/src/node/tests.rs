//! Nodes on a real Postgres, one beat after another: who owns what, as some of them die, stand still, are cut off or leave. On SQLite,
//! which one server has alone, there is nothing to be seen.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard};

use cydonia_cluster::{Incarnation, Slot};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

use super::bus::Hearing;
use super::heartbeat::Heartbeat;
use super::reconciler::Reconciler;
use super::{Bus, Intent, Standing, Tables};
use crate::clock::{Clock, ClockHand};
use crate::config::{Database, DatabaseUrl};
use crate::limits;
use crate::metrics::Metrics;
use crate::store::tests::{TestDatabase, settings};
use crate::store::{NodeConnection, Store, StoreError};

/// What is between the nodes.
#[derive(Default)]
struct Wire {
    ears: Vec<(Incarnation, Hearing)>,
    /// Whose beats do not come to whom.
    cut: BTreeSet<(Incarnation, Incarnation)>,
}

#[derive(Clone)]
struct Mouth {
    own: Incarnation,
    clock: Clock,
    hearing: Hearing,
    wire: Arc<Mutex<Wire>>,
}

impl Bus for Mouth {
    fn beat(&self) {
        let Wire { ears, cut } = &*self.wire.lock().expect("whole");
        for (node, hearing) in ears {
            if !cut.contains(&(self.own, *node)) {
                hearing.hear(self.own, self.clock.running_ms());
            }
        }
    }

    fn heard_since(&self, running_ms: i64) -> Vec<Incarnation> {
        self.hearing.since(running_ms)
    }
}

/// Slots whose tables were let go of, as far as they may be.
#[derive(Clone, Default)]
struct LetGo(Arc<Mutex<Vec<Slot>>>, Arc<Gate>);

/// What tables wait for that take long to end.
struct Gate(Semaphore);

impl Default for Gate {
    fn default() -> Self {
        Self(Semaphore::new(1))
    }
}

impl Tables for LetGo {
    async fn let_go(&mut self, slots: &[Slot]) {
        let _open = self.1.0.acquire().await.expect("never closed");
        self.0.lock().expect("whole").extend(slots);
    }
}

struct Member {
    heartbeat: Heartbeat<Mouth>,
    reconciler: Reconciler<LetGo>,
    intent: watch::Sender<Intent>,
    writer: JoinHandle<Result<(), StoreError>>,
}

impl Member {
    fn own(&self) -> Incarnation {
        self.heartbeat.shared().standing.borrow().own
    }

    /// The slots of a node, as this one sees it.
    fn slots_of(&self, node: Incarnation) -> Vec<Slot> {
        let standing = self.heartbeat.shared().standing();
        let standing = standing.borrow();
        Slot::all().filter(|slot| standing.owner(*slot) == Some(node)).collect()
    }

    fn slots(&self) -> Vec<Slot> {
        self.slots_of(self.own())
    }

    fn is_open(&self) -> bool {
        let until_ms = self.heartbeat.shared().standing.borrow().open_until_ms;
        until_ms.is_some_and(|until_ms| self.heartbeat.clock.running_ms() < until_ms)
    }

    fn has_parted(&self) -> bool {
        self.heartbeat.shared().standing.borrow().has_parted
    }

    fn let_go(&self) -> Vec<Slot> {
        self.reconciler.tables.0.lock().expect("whole").clone()
    }

    fn may_leave(&self) -> bool {
        self.heartbeat.shared().standing.borrow().may_leave
    }

    /// A beat, and all that follows from it.
    async fn beat(&mut self) -> Result<(), StoreError> {
        self.heartbeat.beat().await?;
        self.reconciler.reconcile().await
    }

    async fn leave(self) {
        self.reconciler.store.stop().await;
        self.writer.await.expect("it ends").expect("it closes");
        self.heartbeat.into_connection().leave().await.expect("it leaves");
    }
}

struct House {
    url: DatabaseUrl,
    clock: Clock,
    hand: ClockHand,
    wire: Arc<Mutex<Wire>>,
    _data: TestDatabase,
}

impl House {
    async fn open() -> Option<Self> {
        let data = TestDatabase::new().await;
        let Database::Postgres(url) = settings(&data) else { return None };
        let (clock, hand) = Clock::frozen_at(1_000_000);
        Some(Self { url, clock, hand, wire: Arc::default(), _data: data })
    }

    fn wire(&self) -> MutexGuard<'_, Wire> {
        self.wire.lock().expect("whole")
    }

    async fn join(&self, weight: u32) -> Member {
        let connection = NodeConnection::join(&self.url, weight).await.expect("it joins");
        let own = connection.own();
        let database = Database::Node(self.url.clone(), own);
        let (store, writer) =
            Store::open(&database, self.clock.clone(), Metrics::new()).await.expect("it opens");
        let hearing = Hearing::default();
        self.wire().ears.push((own, hearing.clone()));
        let mouth = Mouth { own, clock: self.clock.clone(), hearing, wire: Arc::clone(&self.wire) };
        let (intent, intends) = watch::channel(Intent::Open);
        let other = connection.for_reconciler().await.expect("it connects");
        let heartbeat = Heartbeat::new(connection, mouth, self.clock.clone(), intends);
        let reconciler = Reconciler::new(heartbeat.shared(), other, LetGo::default(), store);
        Member { heartbeat, reconciler, intent, writer }
    }

    /// Three that have shared everything out.
    async fn three(&self) -> Vec<Member> {
        let mut nodes = Vec::new();
        for _ in 0..3 {
            nodes.push(self.join(1).await);
        }
        // The first takes everything, and hands the others' shares over, 32 slots with a beat.
        self.pass(&mut nodes, cydonia_cluster::limits::SETTLED_BEATS + BATCHES).await;
        nodes
    }

    /// So many beats of all of these.
    async fn pass(&self, nodes: &mut [Member], beats: u64) {
        for _ in 0..beats {
            self.hand.advance(limits::NODE_BEAT);
            for member in &mut *nodes {
                member.beat().await.expect("nobody has condemned it");
            }
        }
    }

    fn cut(&self, one: Incarnation, other: Incarnation) {
        self.wire().cut.extend([(one, other), (other, one)]);
    }
}

/// Beats in which a node hands all that there is over.
const BATCHES: u64 = Slot::COUNT as u64 / 32;

/// That every slot has one owner, and how many each has, as the one sees it that beat last.
fn shares(nodes: &[Member]) -> Vec<usize> {
    let last = nodes.last().expect("a node");
    let shares: Vec<usize> = nodes.iter().map(|member| last.slots_of(member.own()).len()).collect();
    assert_eq!(shares.iter().sum::<usize>(), usize::from(Slot::COUNT), "{shares:?}");
    shares
}

#[tokio::test]
async fn all_slots_are_shared_out_and_whoever_comes_later_is_given_a_share() {
    let Some(house) = House::open().await else { return };
    let mut nodes = house.three().await;
    assert!(shares(&nodes).iter().all(|share| (250..450).contains(share)), "{:?}", shares(&nodes));
    assert!(nodes.iter().all(Member::is_open));
    nodes.push(house.join(1).await);
    house.pass(&mut nodes, cydonia_cluster::limits::SETTLED_BEATS + BATCHES).await;
    assert!(shares(&nodes).iter().all(|share| (180..340).contains(share)), "{:?}", shares(&nodes));
    // Each was let go of before, by whoever had it.
    let let_go: BTreeSet<Slot> = nodes.iter().flat_map(Member::let_go).collect();
    assert!(nodes[3].slots().iter().all(|slot| let_go.contains(slot)));
    // One that only holds sockets owns nothing.
    nodes.push(house.join(0).await);
    house.pass(&mut nodes, 8).await;
    assert_eq!(shares(&nodes)[4], 0);
    assert!(nodes[4].is_open());
}

#[tokio::test]
async fn whoever_stands_still_is_taken_over_within_three_seconds_and_ends() {
    let Some(house) = House::open().await else { return };
    let mut nodes = house.three().await;
    let mut dead = nodes.remove(0);
    let mut beats = 0;
    while !nodes[1].slots_of(dead.own()).is_empty() {
        house.pass(&mut nodes, 1).await;
        beats += 1;
    }
    assert_eq!(shares(&nodes).len(), 2);
    assert!(limits::NODE_BEAT * beats <= std::time::Duration::from_secs(3), "after {beats} beats");
    assert!(!dead.is_open(), "it had stopped taking moves before");
    assert!(nodes.iter().all(Member::is_open));
    // Its lines were ended, and on another it is told.
    assert!(matches!(dead.beat().await, Ok(())));
    assert!(matches!(dead.beat().await, Err(StoreError::InUse)));
    dead.writer.abort();
}

#[tokio::test]
async fn whoever_is_cut_off_hands_everything_over_and_gets_a_share_again() {
    let Some(house) = House::open().await else { return };
    let mut nodes = house.three().await;
    let away = nodes[2].own();
    for node in [nodes[0].own(), nodes[1].own()] {
        house.cut(away, node);
    }
    // It is heard for a while yet; it stays no longer; and then it hands over batch by batch.
    house.pass(&mut nodes, 3).await;
    assert_eq!(nodes.iter().map(Member::is_open).collect::<Vec<_>>(), [true, true, false]);
    house.pass(&mut nodes, 3 + BATCHES).await;
    assert_eq!(shares(&nodes)[2], 0);
    assert!(nodes[2].has_parted());
    house.wire().cut.clear();
    house.pass(&mut nodes, BATCHES).await;
    assert!(shares(&nodes)[2] > 250);
    assert!(nodes.iter().all(Member::is_open));
    assert!(!nodes[2].has_parted());
}

#[tokio::test]
async fn without_a_bus_nobody_takes_moves_and_nobody_is_condemned() {
    let Some(house) = House::open().await else { return };
    let mut nodes = house.three().await;
    let before = shares(&nodes);
    let ears = std::mem::take(&mut house.wire().ears);
    house.pass(&mut nodes, 10).await;
    assert!(!nodes.iter().any(Member::is_open));
    assert_eq!(shares(&nodes), before);
    house.wire().ears = ears;
    house.pass(&mut nodes, 2).await;
    assert!(nodes.iter().all(Member::is_open));
    assert_eq!(shares(&nodes), before);
}

#[tokio::test]
async fn whoever_leaves_hands_everything_over_and_is_not_condemned() {
    let Some(house) = House::open().await else { return };
    let mut nodes = house.three().await;
    nodes[1].intent.send_replace(Intent::Leaving);
    let mut beats = 0;
    while !nodes[1].may_leave() {
        house.pass(&mut nodes, 1).await;
        beats += 1;
        assert!(beats < 20, "it takes too long");
    }
    assert_eq!(shares(&nodes)[1], 0);
    nodes.remove(1).leave().await;
    house.pass(&mut nodes, 8).await;
    assert_eq!(shares(&nodes).len(), 2);
}

#[tokio::test]
async fn the_last_one_leaves_its_slots_to_whoever_comes() {
    let Some(house) = House::open().await else { return };
    let mut nodes = vec![house.join(1).await];
    house.pass(&mut nodes, cydonia_cluster::limits::SETTLED_BEATS + 2).await;
    assert_eq!(shares(&nodes), [usize::from(Slot::COUNT)]);
    let mut last = nodes.remove(0);
    last.intent.send_replace(Intent::Leaving);
    // Nobody is there to wait for: that is to be seen three times.
    for is_sure in [false, false, true] {
        house.hand.advance(limits::NODE_BEAT);
        last.beat().await.expect("it beats");
        assert_eq!(last.may_leave(), is_sure);
    }
    last.leave().await;
    let mut nodes = vec![house.join(1).await];
    house.pass(&mut nodes, cydonia_cluster::limits::SETTLED_BEATS + 2).await;
    assert_eq!(shares(&nodes), [usize::from(Slot::COUNT)]);
}

#[tokio::test]
async fn a_line_that_is_lost_is_laid_anew() {
    let Some(house) = House::open().await else { return };
    let mut nodes = house.three().await;
    let before = shares(&nodes);
    let mut outside = house._data.open().await;
    outside
        .run(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
              WHERE application_name LIKE 'cydonia beats %' AND datname = current_database()",
        )
        .await;
    house.pass(&mut nodes, 2).await;
    assert!(nodes.iter().all(Member::is_open));
    assert_eq!(shares(&nodes), before);
}

#[tokio::test]
async fn while_tables_take_long_to_end_it_beats_on_and_their_slots_are_nobodys() {
    let Some(house) = House::open().await else { return };
    let mut nodes = house.three().await;
    let own: BTreeSet<Slot> = nodes[0].slots().into_iter().collect();
    nodes.push(house.join(1).await);
    let Member { heartbeat, reconciler, intent: _intent, .. } = nodes.remove(0);
    let (shared, gate) = (heartbeat.shared(), Arc::clone(&reconciler.tables.1));
    let held = gate.0.acquire().await.expect("open");
    let first = shared.standing().borrow().own;
    let (beating, reconciling) = (tokio::spawn(heartbeat.run()), tokio::spawn(reconciler.run()));
    // Many beats later it lives, and what it is about to hand over is neither its own nor anybody else's.
    let owned = |standing: &Standing| Slot::all().filter(|slot| standing.owner(*slot) == Some(first)).count();
    let mut standing = shared.standing();
    for _ in 0..12 {
        house.pass(&mut nodes, 1).await;
        standing.changed().await.expect("it beats");
    }
    assert!(owned(&standing.borrow_and_update()) < own.len(), "some are on their way");
    let arrived = |nodes: &[Member]| nodes[2].slots().iter().any(|slot| own.contains(slot));
    assert!(!arrived(&nodes), "and none has arrived");
    assert!(nodes[0].slots_of(first).len() == own.len(), "others read them as its own");
    drop(held);
    while !arrived(&nodes) {
        house.pass(&mut nodes, 1).await;
        standing.changed().await.expect("it beats");
    }
    beating.abort();
    reconciling.abort();
}

#[tokio::test]
async fn a_node_that_stands_still_in_the_middle_of_a_commit_is_condemned_without_waiting_for_that() {
    let Some(house) = House::open().await else { return };
    let mut nodes = house.three().await;
    let dead = nodes.remove(0);
    let mut inside = house._data.open().await;
    // As its own connection would be, which has its pen and somebody's beat in a transaction that never ends.
    inside
        .run_made(format!(
            "SET application_name = 'cydonia writer {0}'; BEGIN;
             UPDATE pens SET ms = ms WHERE node = {0}; SELECT node FROM beats FOR KEY SHARE",
            dead.own()
        ))
        .await;
    let mut beats = 0;
    while !nodes[1].slots_of(dead.own()).is_empty() {
        house.pass(&mut nodes, 1).await;
        beats += 1;
        assert!(beats < 8, "it is waited for");
    }
    assert_eq!(shares(&nodes).len(), 2);
    dead.writer.abort();
}
