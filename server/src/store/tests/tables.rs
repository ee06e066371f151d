//! Tables, their journals and their deadlines.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{SeatState, TableInfo, TableStatus};
use uuid::Uuid;

use super::{FAR, House, MANY, append, info, records, settings};
use crate::clock::Clock;
use crate::limits;
use crate::metrics::Metrics;
use crate::store::{
    Append, BackOff, Beat, CreateTable, GiveCode, KeepSeatKey, Made, NewTable, SetDeadline, Store,
    StoreError, TokenHash,
};
use crate::text::TableCode;

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

/// The same table has one code, ever after; one that is another's is not given again; and what never was a game gives it back.
#[tokio::test]
async fn a_code_is_one_tables() {
    let house = House::open().await;
    let store = &house.store;
    let (one, other) = (info(), info());
    let number = house.table(&one).await;
    house.table(&other).await;
    let code = |text: &str| text.parse::<TableCode>().expect("a code");
    let give = |table, codes: &[&str]| {
        store.write(GiveCode { table, candidates: codes.iter().map(|text| code(text)).collect() })
    };
    assert_eq!(give(one.id, &["7QK3F", "7QK3FA"]).await.expect("kept").as_deref(), Some("7QK3F"));
    assert_eq!(give(one.id, &["AAAAA"]).await.expect("read").as_deref(), Some("7QK3F"), "it has one");
    assert_eq!(give(other.id, &["7QK3F"]).await.expect("kept"), None, "it is another's");
    assert_eq!(give(other.id, &["7QK3F", "7QK3FA"]).await.expect("kept").as_deref(), Some("7QK3FA"));
    assert_eq!(store.table_of_code(&code("7qk-3f")).await.expect("read"), Some(one.id));
    assert_eq!(store.table_of_code(&code("7QK3G")).await.expect("read"), None);
    store.close_table(number, one.id, 2).await.expect("closed");
    assert_eq!(store.table_of_code(&code("7QK3F")).await.expect("read"), None);
    let house = house.again_at(2_000).await;
    assert_eq!(house.store.table_of_code(&code("7QK3FA")).await.expect("read"), Some(other.id));
}

#[tokio::test]
async fn a_wish_is_carried_out_once() {
    let house = House::open().await;
    let (ada, store) = (house.player("Ada").await, &house.store);
    let wish = (ada.id, Uuid::from_u128(5));
    let ask =
        |info| NewTable { info, key: Some("secret".to_owned()), wish, records: records(1), deadline_ms: FAR };
    let (first, second) = (info(), info());
    let made = store.write(CreateTable { table: ask(first.clone()), most: 1 }).await.expect("set up");
    assert!(matches!(made, Made::Now(_)), "{made:?}");
    assert_eq!(
        store.write(CreateTable { table: ask(second.clone()), most: 1 }).await.expect("asked again"),
        Made::Before(first.id)
    );
    assert_eq!(store.wished(ada.id, Uuid::from_u128(5)).await.expect("read"), Some(first.id));
    assert_eq!(store.wished(ada.id, Uuid::from_u128(6)).await.expect("read"), None);
    assert!(store.table(second.id).await.expect("read").is_none());
    let another = NewTable { wish: (ada.id, Uuid::from_u128(6)), ..ask(second.clone()) };
    assert_eq!(store.write(CreateTable { table: another, most: 1 }).await.expect("counted"), Made::TooMany);
    assert_eq!(store.wished(ada.id, Uuid::from_u128(6)).await.expect("read"), None, "it may be asked again");
    let (row, _) = store.table(first.id).await.expect("read").expect("it is there");
    assert_eq!((row.key.as_deref(), row.info), (Some("secret"), first));
    // By records of a table that was there, too.
    let number = house.table(&second).await;
    let kept = Append { wish: Some((ada.id, Uuid::from_u128(7))), ..append(number, 2, 1) };
    store.append(kept).await.expect("kept");
    assert_eq!(store.wished(ada.id, Uuid::from_u128(7)).await.expect("read"), Some(second.id));
    // And not at another as well, be it at the same moment; of what was not kept nothing is left.
    let third = info();
    let other = house.table(&third).await;
    let wished = |request| Some((ada.id, Uuid::from_u128(request)));
    let again = store.append(Append { wish: wished(7), ..append(other, 2, 1) }).await;
    assert!(matches!(again, Err(StoreError::CarriedOut)), "{again:?}");
    let both = tokio::join!(
        store.append(Append { wish: wished(8), ..append(number, 3, 1) }),
        store.append(Append { wish: wished(8), ..append(other, 2, 1) }),
    );
    assert!(
        matches!(both, (Ok(()), Err(StoreError::CarriedOut)) | (Err(StoreError::CarriedOut), Ok(()))),
        "{both:?}"
    );
    let late = store.append(Append { wish: wished(9), ..append(number, 2, 1) }).await;
    assert!(matches!(late, Err(StoreError::Fenced)), "{late:?}");
    assert_eq!(store.wished(ada.id, Uuid::from_u128(9)).await.expect("read"), None, "it may be asked again");
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
        NewTable { key: None, wish: (ada.id, info.id), records: records(1), info, deadline_ms: FAR }
    };
    let (one, two) = tokio::join!(
        store.write(CreateTable { table: ask(first.clone()), most: 1 }),
        store.write(CreateTable { table: ask(second), most: 1 })
    );
    assert!(matches!(one, Ok(Made::Now(_))), "{one:?}");
    assert_eq!(two.expect("set up before"), Made::Before(first.id));
    assert_eq!(store.rematch_of(of).await.expect("read"), Some(first.id));
    assert_eq!(store.rematch_of(first.id).await.expect("read"), None);
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
async fn a_table_that_was_never_played_at_goes_with_all_that_belongs_to_it() {
    let house = House::open().await;
    let (ada, store) = (house.player("Ada").await, &house.store);
    let (gone, stays) = (info(), info());
    let mut numbers = Vec::new();
    for (request, info) in [(1, &gone), (2, &stays)] {
        let wish = (ada.id, Uuid::from_u128(request));
        let info = info.clone();
        let new = NewTable { info, key: None, wish, records: records(1), deadline_ms: FAR };
        let made = store.write(CreateTable { table: new, most: MANY }).await.expect("set up");
        let Made::Now(number) = made else { panic!("not before: {made:?}") };
        store.append(append(number, 2, 2)).await.expect("kept");
        store
            .write(KeepSeatKey {
                table: number,
                player: ada.id,
                key: TokenHash::of(&format!("key {request}")),
            })
            .await
            .expect("kept");
        numbers.push(number);
    }
    let late = store.close_table(numbers[0], gone.id, 3).await;
    assert!(matches!(late, Err(StoreError::Fenced)), "somebody has written since: {late:?}");
    store.close_table(numbers[0], gone.id, 4).await.expect("closed");
    let twice = store.close_table(numbers[0], gone.id, 4).await;
    assert!(matches!(twice, Err(StoreError::Fenced)), "{twice:?}");
    let after = store.append(append(numbers[0], 4, 1)).await;
    assert!(matches!(after, Err(StoreError::Fenced)), "{after:?}");
    // What waits to be sorted in is sorted at the next start.
    let house = house.again_at(2_000).await;
    let mut outside = house.data.open().await;
    for (rows, left) in [
        ("SELECT count(*) FROM tables", 1),
        ("SELECT count(DISTINCT table_number) FROM events", 1),
        ("SELECT count(*) FROM wishes", 1),
        ("SELECT count(*) FROM seat_keys", 1),
        ("SELECT count(*) FROM intake", 0),
    ] {
        assert_eq!(outside.number(rows, None).await, left, "{rows}");
    }
    assert_eq!(house.store.journal(numbers[1]).await.expect("read").len(), 3);
}

#[tokio::test]
async fn wishes_of_tables_that_are_gone_are_forgotten_by_the_time_of_the_table() {
    let house = House::open().await;
    let (ada, store) = (house.player("Ada").await, &house.store);
    const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
    let at = |ms: i64, end: u128| Uuid::from_u128((u128::from(ms as u64) << 80) + end);
    let mut tables = Vec::new();
    for (place, ms) in [DAY_MS - 1, DAY_MS - 1, DAY_MS].into_iter().enumerate() {
        let info = TableInfo { id: at(ms, place as u128), ..info() };
        let wish = (ada.id, Uuid::from_u128(place as u128));
        let new = NewTable { info: info.clone(), key: None, wish, records: records(1), deadline_ms: FAR };
        let made = store.write(CreateTable { table: new, most: MANY }).await.expect("set up");
        let Made::Now(number) = made else { panic!("not before: {made:?}") };
        if place != 1 {
            // As when a game is over: the table goes, and the wish stays.
            let mut outside = house.data.open().await;
            outside.run_made(format!("DELETE FROM tables WHERE number = {number}")).await;
            outside.close().await;
        }
        tables.push(info.id);
    }
    store.forget_wishes(DAY_MS).await.expect("forgotten");
    for (place, is_known) in [false, true, true].into_iter().enumerate() {
        let found = store.wished(ada.id, Uuid::from_u128(place as u128)).await.expect("read");
        assert_eq!(found, is_known.then(|| tables[place]));
    }
}

#[tokio::test]
async fn whoever_waits_longest_is_woken_first() {
    let house = House::open().await;
    let store = &house.store;
    let mut ids = Vec::new();
    for deadline in [Some(300), None, Some(100), Some(200), Some(9_000)] {
        let info = info();
        let number = house.table(&info).await;
        store.write(SetDeadline { table: number, deadline_ms: deadline }).await.expect("kept");
        ids.push(info.id);
    }
    assert_eq!(store.overdue(1_000).await.expect("read"), [ids[2], ids[3], ids[0]]);
    store.write(BackOff { table: ids[2], deadline_ms: 5_000 }).await.expect("kept");
    store.write(BackOff { table: ids[4], deadline_ms: 5_000 }).await.expect("never to an earlier time");
    store.write(BackOff { table: ids[1], deadline_ms: 5_000 }).await.expect("nor to any, if there is none");
    assert_eq!(store.overdue(5_000).await.expect("read"), [ids[3], ids[0], ids[2]]);
    assert!(i64::from(u16::MAX) > limits::WAKE_BATCH, "no more than can be woken at once");
}

#[tokio::test]
async fn a_second_server_is_kept_off_and_a_stopped_one_takes_nothing() {
    let house = House::open().await;
    let (clock, _hand) = Clock::frozen_at(0);
    let second = Store::open(&settings(&house.data), clock, Metrics::new()).await;
    assert!(matches!(second, Err(StoreError::InUse)), "{:?}", second.err());
    house.player("Ada").await;
    let store = house.store.clone();
    let house = house.again_at(2_000).await;
    let stopped = store.write(Beat { now_ms: 3_000 }).await;
    assert!(matches!(stopped, Err(StoreError::Unavailable)), "{stopped:?}");
    house.store.write(Beat { now_ms: 3_000 }).await.expect("the other has it now");
}
