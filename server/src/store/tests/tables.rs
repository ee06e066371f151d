//! Tables, their journals and their deadlines.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{SeatState, TableInfo, TableStatus};
use uuid::Uuid;

use super::{House, append, info, records, settings};
use crate::clock::Clock;
use crate::limits;
use crate::store::{Append, Made, NewTable, Store, StoreError};

#[tokio::test]
async fn of_two_writers_of_a_journal_the_later_finds_its_number_taken() {
    let house = House::open().await;
    let store = &house.store;
    let (info, other) = (info(), info());
    let number = house.table(&info).await;
    let beside = house.table(&other).await;
    store.append(append(number, 2, 2)).await.expect("kept");
    // All of these share one group, and what goes wrong in it concerns nobody else.
    let (ben, early, late, apart) = tokio::join!(
        house.player("Ben"),
        store.append(append(number, 4, 1)),
        store.append(append(number, 2, 1)),
        store.append(append(beside, 2, 1)),
    );
    assert_eq!(store.player(ben.id).await.expect("read"), Some(ben));
    early.expect("kept");
    assert!(matches!(late, Err(StoreError::Fenced)), "{late:?}");
    apart.expect("a table beside is not concerned");
    let gone = store.append(append(number + 99, 1, 1)).await;
    assert!(matches!(gone, Err(StoreError::Fenced)), "a table that is not there: {gone:?}");
    assert_eq!(store.journal(number).await.expect("read"), records(4));
    let (row, journal) = store.table(info.id).await.expect("read").expect("it is there");
    assert_eq!((row.number, journal.len()), (number, 4));
    let house = house.again_at(2_000).await;
    assert_eq!(house.store.journal(number).await.expect("read"), records(4));
}

#[tokio::test]
async fn a_journal_with_a_hole_is_damaged() {
    let house = House::open().await;
    let number = house.table(&info()).await;
    house.store.append(append(number, 5, 1)).await.expect("kept");
    let damaged = house.store.journal(number).await;
    assert!(matches!(damaged, Err(StoreError::Damaged(_))), "{damaged:?}");
}

#[tokio::test]
async fn a_wish_is_carried_out_once() {
    let house = House::open().await;
    let (ada, store) = (house.player("Ada").await, &house.store);
    let wish = Some((ada.id, Uuid::from_u128(5)));
    let ask = |info| NewTable { info, key: Some("secret".to_owned()), wish, records: records(1) };
    let (first, second) = (info(), info());
    let made = store.create_table(ask(first.clone())).await.expect("set up");
    assert!(matches!(made, Made::Now(_)), "{made:?}");
    assert_eq!(store.create_table(ask(second.clone())).await.expect("asked again"), Made::Before(first.id));
    assert_eq!(store.wished(ada.id, Uuid::from_u128(5)).await.expect("read"), Some(first.id));
    assert_eq!(store.wished(ada.id, Uuid::from_u128(6)).await.expect("read"), None);
    assert!(store.table(second.id).await.expect("read").is_none());
    assert_eq!(store.tables_of(ada.id).await.expect("read"), 1);
    let (row, _) = store.table(first.id).await.expect("read").expect("it is there");
    assert_eq!((row.key.as_deref(), row.info), (Some("secret"), first));
    // By records of a table that was there, too.
    let number = house.table(&second).await;
    let kept = Append { wish: Some((ada.id, Uuid::from_u128(7))), ..append(number, 2, 1) };
    store.append(kept).await.expect("kept");
    assert_eq!(store.wished(ada.id, Uuid::from_u128(7)).await.expect("read"), Some(second.id));
}

#[tokio::test]
async fn there_is_one_rematch() {
    let house = House::open().await;
    let of = Uuid::from_u128(3);
    let [mut first, mut second] = [info(), info()];
    (first.rematch_of, second.rematch_of) = (Some(of), Some(of));
    let (ada, store) = (house.player("Ada").await, &house.store);
    let ask = |mut info: TableInfo| {
        info.seats[0] = SeatState::Taken { player: ada.clone(), rating: None };
        NewTable { key: None, wish: Some((ada.id, info.id)), records: records(1), info }
    };
    let (one, two) = tokio::join!(store.create_table(ask(first.clone())), store.create_table(ask(second)));
    assert!(matches!(one, Ok(Made::Now(_))), "{one:?}");
    assert_eq!(two.expect("set up before"), Made::Before(first.id));
    assert_eq!(store.rematch_of(of).await.expect("read"), Some(first.id));
    assert_eq!(store.rematch_of(first.id).await.expect("read"), None);
    assert_eq!(store.tables_of(ada.id).await.expect("read"), 1);
    let mut outside = house.data.open().await;
    assert_eq!(outside.number("SELECT count(*) FROM wishes", None).await, 1, "nothing is kept of the second");
}

#[tokio::test]
async fn the_lobby_lists_public_tables_that_are_not_over_the_newest_first() {
    let house = House::open().await;
    let store = &house.store;
    let [first, second, mut hidden, mut over] = [info(), info(), info(), info()];
    hidden.private = true;
    for table in [&first, &hidden, &second] {
        house.table(table).await;
    }
    let number = house.table(&over).await;
    over.status = TableStatus::Aborted;
    let key = Some(Bytes32([7; 32]));
    store.append(Append { dice_key: key, ..append(number, 2, 1) }).await.expect("kept");
    let (row, _) = store.table(over.id).await.expect("read").expect("it is there");
    assert_eq!(row.dice_key, key);
    let aborted = Append { info: Some(over.clone()), ..append(number, 3, 1) };
    store.append(aborted).await.expect("kept");
    let listed: Vec<Uuid> =
        store.public_tables().await.expect("read").into_iter().map(|info| info.id).collect();
    assert_eq!(listed, [second.id, first.id]);
    assert!(store.table_row(over.id).await.expect("read").is_none());
    let (row, _) = store.table(over.id).await.expect("read").expect("its page still tells of it");
    assert_eq!((row.info.status, row.dice_key), (TableStatus::Aborted, None), "and nothing secret is kept");
}

#[tokio::test]
async fn whoever_waits_longest_is_woken_first() {
    let house = House::open().await;
    let store = &house.store;
    let mut ids = Vec::new();
    for deadline in [Some(300), None, Some(100), Some(200), Some(9_000)] {
        let info = info();
        let number = house.table(&info).await;
        store.set_deadline(number, deadline).await.expect("kept");
        ids.push(info.id);
    }
    assert_eq!(store.overdue(1_000).await.expect("read"), [ids[2], ids[3], ids[0]]);
    store.put_off(ids[2], 5_000).await.expect("kept");
    store.put_off(ids[4], 5_000).await.expect("never to an earlier time");
    store.put_off(ids[1], 5_000).await.expect("nor to any, if there is none");
    assert_eq!(store.overdue(5_000).await.expect("read"), [ids[3], ids[0], ids[2]]);
    assert!(i64::from(u16::MAX) > limits::WAKE, "no more than can be woken at once");
}

#[tokio::test]
async fn a_second_server_is_kept_off_and_a_stopped_one_takes_nothing() {
    let house = House::open().await;
    let (clock, _hand) = Clock::frozen_at(0);
    let second = Store::open(&settings(&house.data), clock).await;
    assert!(matches!(second, Err(StoreError::InUse)), "{:?}", second.err());
    house.player("Ada").await;
    let store = house.store.clone();
    let house = house.again_at(2_000).await;
    let stopped = store.beat(3_000).await;
    assert!(matches!(stopped, Err(StoreError::Unavailable)), "{stopped:?}");
    house.store.beat(3_000).await.expect("the other has it now");
}
