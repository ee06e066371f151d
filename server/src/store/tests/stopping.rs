//! The end of the tasks that write, in the middle of a flood: each sender hears what became of its write.

use cydonia_protocol::Player;
use uuid::Uuid;

use super::{House, append, info};
use crate::limits;
use crate::store::{CreatePlayer, StoreError, TokenHash};

/// More than either queue of the writers takes at once.
const FLOOD: usize = limits::WRITE_QUEUE_LEN + 2 * limits::MAX_COMMIT_BATCH;

#[tokio::test]
async fn a_stop_in_the_middle_of_a_flood_keeps_what_was_told_and_nothing_else() {
    let house = House::open().await;
    if house.data.folder().is_some() {
        return;
    }
    let number = house.table(&info()).await;
    let mut outside = house.data.open().await;
    outside.run("BEGIN; LOCK TABLE intake, players IN EXCLUSIVE MODE").await;
    let (store, mut appended, mut created) = (house.store.clone(), Vec::new(), Vec::new());
    for at in 0..FLOOD {
        let (moves, rest) = (store.clone(), store.clone());
        let seq = at as u64 + 2;
        appended.push(tokio::spawn(async move { moves.append(append(number, seq, 1)).await }));
        let player = CreatePlayer {
            player: Player::new(Uuid::from_u128(at as u128 + 1), format!("Player {at}")),
            token: TokenHash::of(&at.to_string()),
            created_ms: 1,
        };
        created.push(tokio::spawn(async move { rest.write(player).await.map(|told| told.expect("free")) }));
    }
    // All that there is room for, beside what both have under way already.
    while store.queued_writes() < 2 * limits::WRITE_QUEUE_LEN {
        tokio::task::yield_now().await;
    }
    let stopping = tokio::spawn(async move { store.stop().await });
    outside.run("COMMIT").await;
    stopping.await.expect("it stops");
    let mut kept = [0, 0];
    for (of, tasks) in [appended, created].into_iter().enumerate() {
        for task in tasks {
            match task.await.expect("an answer") {
                Ok(()) => kept[of] += 1,
                Err(error) => assert!(matches!(error, StoreError::Unavailable), "{error:?}"),
            }
        }
    }
    assert!(kept.iter().all(|kept| *kept >= limits::WRITE_QUEUE_LEN), "what was taken is kept: {kept:?}");
    let players = "SELECT count(*) FROM players WHERE name LIKE 'Player %'";
    let house = house.again_at(2_000).await;
    assert_eq!(house.data.open().await.number(players, None).await, kept[1] as i64);
    assert_eq!(house.store.journal(number).await.expect("read").len(), 1 + kept[0]);
}
