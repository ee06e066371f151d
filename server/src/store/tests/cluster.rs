//! Several nodes on one Postgres: what one of them has kept is there for whoever comes after it, and nothing of what it does later.

use cydonia_cluster::{Candidate, Failure, Incarnation, Slot, SlotMap};
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::database::TestDatabase;
use super::{FAR, MANY, append, info, records, settings};
use crate::clock::Clock;
use crate::config::{Database, DatabaseUrl};
use crate::metrics::Metrics;
use crate::store::cluster::Seen;
use crate::store::{
    ConfirmOwnership, CreateTable, HandOver, Made, NewTable, NodeConnection, Store, StoreError,
};

/// A node, and what it has read last.
struct Node {
    line: NodeConnection,
    store: Store,
    writer: JoinHandle<Result<(), StoreError>>,
    seen: Seen,
}

fn url(data: &TestDatabase) -> DatabaseUrl {
    match settings(data) {
        Database::Postgres(url) => url,
        other => panic!("{other:?} is not for several"),
    }
}

impl Node {
    async fn join(data: &TestDatabase) -> Self {
        let url = url(data);
        let mut line = NodeConnection::join(&url, 1).await.expect("it joins");
        let seen = line.beat(&[], false).await.expect("it beats");
        let (clock, _hand) = Clock::frozen_at(1_000);
        let (store, writer) =
            Store::open(&Database::Node(url, line.own()), clock, Metrics::new()).await.expect("it opens");
        Self { line, store, writer, seen }
    }

    fn own(&self) -> Incarnation {
        self.line.own()
    }

    async fn beat(&mut self) {
        self.seen = self.line.beat(&[], false).await.expect("it beats");
    }

    /// How it stands, as another sees it that takes it for dead.
    fn failure(&self) -> Failure {
        let own = self.seen.beats.iter().find(|beat| beat.node == self.own()).expect("its own beat");
        Failure { node: own.node, n: own.n }
    }

    /// Sets up a table in a slot of its own; its number and its id.
    async fn table(&self) -> (i64, Uuid) {
        let own = |id: &Uuid| self.seen.slots.owner(Slot::of(*id)) == Some(self.own());
        let id = std::iter::repeat_with(|| Uuid::from_u128(fastrand::u128(..))).find(own).expect("an id");
        let mut info = info();
        info.id = id;
        let table =
            NewTable { info, key: None, wish: (Uuid::nil(), id), records: records(1), deadline_ms: FAR };
        match self.store.write(CreateTable { table, most: MANY }).await.expect("set up") {
            Made::Now(number) => (number, id),
            other => panic!("{other:?}"),
        }
    }

    async fn append(&self, table: i64, seq: u64) -> Result<(), StoreError> {
        self.store.append(append(table, seq, 1)).await
    }

    async fn read(&self, table: i64) -> usize {
        self.store.journal(table).await.expect("read").len()
    }

    /// Waits until it has ended by itself.
    async fn ended(self) -> Result<(), StoreError> {
        self.writer.await.expect("no panic")
    }
}

/// Long past, by the database's clock.
const HERE_MS: i64 = 1_700_000_000_000;

fn candidates(nodes: &[&Node]) -> Vec<Candidate> {
    nodes.iter().map(|node| Candidate { node: node.own(), weight: 1 }).collect()
}

/// Two nodes that have shared all slots out, on a database of their own; none where the tests run on SQLite, which one server has alone.
async fn two() -> Option<(TestDatabase, Node, Node)> {
    let data = TestDatabase::new().await;
    data.url()?;
    let (mut one, mut other) = (Node::join(&data).await, Node::join(&data).await);
    let all = candidates(&[&one, &other]);
    for node in [&mut one, &mut other] {
        node.beat().await;
        let slots = node.seen.slots.claims(node.own(), &all);
        node.line.claim(&slots).await.expect("claimed");
    }
    for node in [&mut one, &mut other] {
        node.beat().await;
    }
    let owned = |slots: &SlotMap, node: &Node| slots.of(node.own()).count();
    assert_eq!(owned(&one.seen.slots, &one) + owned(&one.seen.slots, &other), usize::from(Slot::COUNT));
    Some((data, one, other))
}

#[tokio::test]
async fn what_a_dead_node_has_kept_is_taken_over_and_nothing_that_it_does_later() {
    let Some((data, dead, mut heir)) = two().await else { return };
    let ((table, id), (others, other_id)) = (dead.table().await, heir.table().await);
    for seq in 2..5 {
        dead.append(table, seq).await.expect("kept");
        heir.append(others, seq).await.expect("kept");
    }
    // Sorted in or not: whoever asks elsewhere reads all.
    assert_eq!((heir.read(table).await, dead.read(others).await), (4, 4));
    let mut outside = data.open().await;
    // It beats on for an hour in which it can keep nothing: that is no sign of life.
    outside.run_made(format!("UPDATE pens SET ms = 1000000 + pen WHERE node = {}", dead.own())).await;

    assert!(heir.line.condemn(dead.failure(), &candidates(&[&heir])).await.expect("condemned"));
    heir.beat().await;
    assert_eq!(heir.seen.slots.of(heir.own()).count(), usize::from(Slot::COUNT));
    assert_eq!(heir.seen.beats.len(), 1);
    assert_eq!(heir.read(table).await, 4);
    heir.append(table, 5).await.expect("it goes on");
    heir.append(others, 5).await.expect("so does what was its own");

    // The one that is condemned finds out with its next commit, and ends.
    dead.append(table, 5).await.expect_err("nothing of it is kept");
    assert!(matches!(dead.ended().await, Err(StoreError::InUse)));
    assert_eq!((heir.read(table).await, heir.read(others).await), (5, 5));
    // It was away from its last sign of life on; the others were not.
    let outages = async |table| heir.store.outages_since(table, 0).await.expect("read");
    let [(from_ms, to_ms)] = outages(id).await[..] else { panic!("one outage") };
    assert_eq!(from_ms, 1_000_001);
    assert!(to_ms > HERE_MS, "until it was condemned");
    assert_eq!(outages(other_id).await, []);
    let left = "SELECT count(*) FROM intake WHERE node NOT IN (SELECT node FROM beats)";
    assert_eq!(outside.number(left, None).await, 0);
}

#[tokio::test]
async fn whoever_has_beaten_since_is_not_condemned_and_nobody_is_twice() {
    let Some((_data, mut late, mut one)) = two().await else { return };
    let stood = late.failure();
    late.beat().await;
    let all = candidates(&[&one]);
    assert!(!one.line.condemn(stood, &all).await.expect("asked"));
    let (table, _) = late.table().await;
    late.append(table, 2).await.expect("it is as it was");
    let stood = late.failure();
    assert!(one.line.condemn(stood, &all).await.expect("condemned"));
    assert!(!one.line.condemn(stood, &all).await.expect("asked"));
    let beaten = late.line.beat(&[], false).await;
    assert!(beaten.is_err(), "{beaten:?}");
    // Neither does it get anything any more, nor may it start writing.
    let again =
        Store::open(&Database::Node(url(&_data), late.own()), Clock::frozen_at(1).0, Metrics::new()).await;
    assert!(matches!(again, Err(StoreError::InUse)), "{:?}", again.err());
}

#[tokio::test]
async fn a_takeover_without_heirs_leaves_slots_to_whoever_claims_them_and_an_outage_until_then() {
    let Some((data, dead, mut one)) = two().await else { return };
    let ((_, id), (_, own_id)) = (dead.table().await, one.table().await);
    assert!(one.line.condemn(dead.failure(), &[]).await.expect("condemned"));
    one.beat().await;
    let own = one.seen.slots.of(one.own()).count();
    let claims = one.seen.slots.claims(one.own(), &candidates(&[&one]));
    assert_eq!(own + claims.len(), usize::from(Slot::COUNT));
    let outages = async |id| one.store.outages_since(id, 0).await.expect("read");
    assert_eq!((outages(id).await, outages(own_id).await), (vec![], vec![]), "it is not over yet");
    let mut outside = data.open().await;
    outside.run("UPDATE nodes SET ended_ms = 2000000 WHERE ended_ms IS NOT NULL").await;
    one.line.claim(&claims).await.expect("claimed");
    let [(from_ms, to_ms)] = outages(id).await[..] else { panic!("one outage") };
    assert!(from_ms == 2_000_000 && to_ms > HERE_MS);
    assert_eq!(outages(own_id).await, []);
    // Of those that have an owner nothing is taken, though it were one's own.
    one.line.claim(&claims).await.expect("asked");
    assert_eq!(outages(id).await.len(), 1);
    one.beat().await;
    assert_eq!(one.seen.slots.of(one.own()).count(), usize::from(Slot::COUNT));
}

#[tokio::test]
async fn what_the_last_one_leaves_stands_still_until_somebody_comes() {
    let Some((data, one, mut last)) = two().await else { return };
    let (_, id) = last.table().await;
    assert!(last.line.condemn(one.failure(), &candidates(&[&last])).await.expect("condemned"));
    drop(one);
    last.store.stop().await;
    last.writer.await.expect("it ends").expect("it closes");
    last.line.leave().await.expect("it leaves");
    let mut next = Node::join(&data).await;
    assert_eq!(next.seen.slots.claims(next.own(), &candidates(&[&next])).len(), usize::from(Slot::COUNT));
    let outages = async |next: &Node| next.store.outages_since(id, 0).await.expect("read").len();
    let before = outages(&next).await;
    let all: Vec<Slot> = Slot::all().collect();
    next.line.claim(&all).await.expect("claimed");
    assert_eq!(outages(&next).await, before + 1);
    next.beat().await;
    assert_eq!(next.seen.slots.of(next.own()).count(), usize::from(Slot::COUNT));
}

#[tokio::test]
async fn slots_in_transit_are_taken_back_only_as_far_as_they_have_not_arrived() {
    let Some((_data, from, to)) = two().await else { return };
    let own: Vec<Slot> = from.seen.slots.of(from.own()).take(2).collect();
    let handed = from.store.write(HandOver { slots: vec![own[0]], to: to.own() }).await.expect("handed over");
    assert_eq!(handed, [own[0]]);
    let kept = from.store.write(ConfirmOwnership { slots: own.clone() }).await.expect("asked");
    assert_eq!(kept, [own[1]]);
}

#[tokio::test]
async fn what_a_dead_node_has_put_aside_keeps_its_heir_from_that_table_alone() {
    let Some((data, dead, mut heir)) = two().await else { return };
    let ((damaged, _), (whole, _)) = (dead.table().await, dead.table().await);
    for table in [damaged, whole] {
        dead.append(table, 2).await.expect("kept");
    }
    let other = r#"[[1,{"stand":{"seat":1}}]]"#;
    let statement = format!("INSERT INTO events (table_number, seq, body) VALUES ({damaged}, 2, '{other}')");
    data.open().await.run_made(statement).await;
    assert!(heir.line.condemn(dead.failure(), &candidates(&[&heir])).await.expect("condemned"));
    heir.beat().await;
    assert_eq!(heir.read(whole).await, 2);
    heir.append(whole, 3).await.expect("it goes on");
    let told = heir.store.journal(damaged).await;
    assert!(matches!(told, Err(StoreError::Damaged(_))), "{told:?}");
    let appended = heir.append(damaged, 3).await;
    assert!(matches!(appended, Err(StoreError::Fenced)), "{appended:?}");
    // It is kept once, however often anybody sorts.
    let slots = vec![heir.seen.slots.of(heir.own()).next().expect("one of its own")];
    for _ in 0..2 {
        heir.store.write(HandOver { slots: slots.clone(), to: heir.own() }).await.expect("sorted in");
    }
    let mut outside = data.open().await;
    assert_eq!(outside.number("SELECT count(*) FROM intake WHERE node = -1", None).await, 1);
}

#[tokio::test]
async fn slots_that_are_handed_over_go_on_elsewhere_and_come_back() {
    let Some((_data, mut from, mut to)) = two().await else { return };
    let ((table, id), (stays, _)) = (from.table().await, from.table().await);
    for seq in 2..4 {
        from.append(table, seq).await.expect("kept");
        from.append(stays, seq).await.expect("kept");
    }
    let slot = Slot::of(id);
    let handed = from.store.write(HandOver { slots: vec![slot], to: to.own() }).await.expect("handed over");
    assert_eq!(handed, [slot]);
    to.beat().await;
    assert_eq!(to.seen.slots.owner(slot), Some(to.own()));
    assert_eq!(to.read(table).await, 3);
    to.append(table, 4).await.expect("it goes on");
    from.append(stays, 4).await.expect("so does what stays");
    // Should it come back, what comes next there is looked up.
    let handed = to.store.write(HandOver { slots: vec![slot], to: from.own() }).await.expect("handed over");
    assert_eq!(handed, [slot]);
    let late = from.append(table, 4).await;
    assert!(matches!(late, Err(StoreError::Fenced)), "{late:?}");
    from.append(table, 5).await.expect("it goes on");
    assert_eq!((from.read(table).await, from.read(stays).await), (5, 4));
    // What is not one's own is not given away, nor anything to somebody who is dead.
    from.beat().await;
    let others = from.seen.slots.of(to.own()).take(2).collect();
    let handed = from.store.write(HandOver { slots: others, to: from.own() }).await.expect("asked");
    assert_eq!(handed, []);
    to.beat().await;
    assert!(from.line.condemn(to.failure(), &candidates(&[&from])).await.expect("condemned"));
    let handed = from.store.write(HandOver { slots: vec![slot], to: to.own() }).await.expect("asked");
    assert_eq!(handed, []);
}

#[tokio::test]
async fn one_alone_and_several_keep_each_other_off_and_leave_nothing_behind() {
    let Some((data, one, other)) = two().await else { return };
    let alone = async || Store::open(&settings(&data), Clock::frozen_at(5_000_000).0, Metrics::new()).await;
    let refused = alone().await;
    assert!(matches!(refused, Err(StoreError::InUse)), "{:?}", refused.err());
    let ((table, id), (others, other_id)) = (one.table().await, other.table().await);
    let (earlier, later) = (one.own(), other.own());
    one.append(table, 2).await.expect("kept");
    other.append(others, 2).await.expect("kept");
    // Both are gone from one moment to the next.
    for node in [one, other] {
        node.writer.abort();
        drop(node.writer.await);
        drop((node.store, node.line));
    }
    let mut outside = data.open().await;
    for (node, ms) in [(earlier, 3_000_000), (later, 4_000_000)] {
        outside.run_made(format!("UPDATE pens SET ms = {ms} WHERE node = {node}")).await;
    }
    let (store, writer) = alone().await.expect("it opens");
    // The one's tables have stood still for longer than the other's.
    let from = async |id| {
        let outages = store.outages_since(id, 0).await.expect("read");
        outages.into_iter().map(|(from_ms, _)| from_ms).collect::<Vec<i64>>()
    };
    assert_eq!((from(id).await, from(other_id).await), (vec![3_000_000, 4_000_000], vec![4_000_000]));
    let refused = NodeConnection::join(&url(&data), 1).await;
    assert!(matches!(refused, Err(StoreError::InUse)), "{:?}", refused.err());
    for table in [table, others] {
        assert_eq!(store.journal(table).await.expect("read").len(), 2);
        store.append(append(table, 3, 1)).await.expect("it goes on");
    }
    let refused =
        Store::open(&Database::Node(url(&data), Incarnation(1)), Clock::frozen_at(1).0, Metrics::new()).await;
    assert!(matches!(refused, Err(StoreError::InUse)), "{:?}", refused.err());
    // And the other way round: who comes after one that was killed finds all of it.
    writer.abort();
    drop(writer.await);
    drop(store);
    let node = Node::join(&data).await;
    for table in [table, others] {
        assert_eq!(node.read(table).await, 3);
        node.append(table, 4).await.expect("it goes on");
    }
}
