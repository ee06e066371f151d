//! When the house was open.

use std::time::Duration;

use super::{House, append, info};
use crate::store::{Beat, SetDeadline, StoreError};

#[tokio::test]
async fn the_time_between_two_openings_is_an_outage() {
    let house = House::open().await;
    let info = info();
    let number = house.table(&info).await;
    house.store.write(SetDeadline { table: number, deadline_ms: Some(5_000) }).await.expect("kept");
    house.store.write(Beat { now_ms: 1_500 }).await.expect("kept");
    assert_eq!(house.outage_since(0).await, 0);
    let house = house.again_at(4_000).await;
    let house = house.again_at(4_500).await;
    let since = async |ms| house.outage_since(ms).await;
    assert_eq!((since(0).await, since(2_000).await, since(4_200).await), (3_000, 2_500, 300));
    assert_eq!(since(4_500).await, 0);
    // What waits for a time waits longer by as much.
    assert!(house.store.overdue(7_999).await.expect("read").is_empty());
    assert_eq!(house.store.overdue(8_000).await.expect("read"), [info.id]);
    // No sign of life is taken back.
    house.store.write(Beat { now_ms: 3_000 }).await.expect("taken");
    let house = house.again_at(4_600).await;
    assert_eq!(house.outage_since(4_000).await, 600);
}

#[tokio::test]
async fn a_database_that_somebody_holds_is_an_outage() {
    let house = House::open().await;
    let number = house.table(&info()).await;
    house.store.write(Beat { now_ms: 1_000 }).await.expect("kept");
    let lock = house.data.lock().await;
    let refused = house.store.append(append(number, 2, 1)).await;
    assert!(matches!(refused, Err(StoreError::Unavailable)), "{refused:?}");
    assert!(house.store.is_failing());
    assert_eq!(house.store.journal(number).await.expect("it is still read").len(), 1);
    house.hand.advance(Duration::from_secs(60));
    lock.close().await;
    house.store.append(append(number, 2, 1)).await.expect("kept");
    assert!(!house.store.is_failing());
    assert_eq!(house.store.outages(), 1);
    assert_eq!(house.outage_since(0).await, 60_000);
}
