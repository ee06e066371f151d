//! The journal's way in: what is not sorted into the journals yet is kept all the same, and read in its place.

use cydonia_protocol::{Player, SeatState, TableInfo, TableStatus};
use cydonia_table::journal::Stamped;
use uuid::Uuid;

use super::games::finished;
use super::{House, append, info, records};
use crate::limits;
use crate::store::{Append, CreatePlayer, StoreError, TokenHash};

impl House {
    /// The process is gone from one moment to the next; opens the house again at that time.
    async fn crashed(self, now_ms: i64) -> Self {
        let Self { store, writer, data, .. } = self;
        writer.abort();
        drop(writer.await);
        drop(store);
        Self::open_on(data, now_ms).await.expect("the store opens again")
    }

    async fn rows(&self, of: &'static str) -> i64 {
        self.data.open().await.number(of, None).await
    }
}

/// How many records come to so many bytes, but for what stands between them.
fn filling(bytes: usize) -> usize {
    bytes / (serde_json::to_string(&records(1)).expect("records").len() - 2)
}

const SORTED: &str = "SELECT count(*) FROM events";
const WAITING: &str = "SELECT count(*) FROM intake";

#[tokio::test]
async fn what_is_not_sorted_in_is_there_and_survives_a_crash() {
    let house = House::open().await;
    let (one, other) = (info(), info());
    let numbers = [house.table(&one).await, house.table(&other).await];
    for seq in 2..6 {
        for number in numbers {
            house.store.append(append(number, seq, 1)).await.expect("kept");
        }
    }
    assert_eq!((house.rows(SORTED).await, house.rows(WAITING).await), (2, 8), "one row for each commit");
    assert_eq!(house.store.journal(numbers[0]).await.expect("read"), records(5));

    let house = house.crashed(2_000).await;
    assert_eq!((house.rows(SORTED).await, house.rows(WAITING).await), (4, 0), "one row for each table");
    for (number, id) in numbers.into_iter().zip([one.id, other.id]) {
        assert_eq!(house.store.journal(number).await.expect("read"), records(5));
        let (_, journal) = house.store.table(id).await.expect("read").expect("it is there");
        assert_eq!(journal, records(5));
        // The fence stands where it stood.
        let late = house.store.append(append(number, 5, 1)).await;
        assert!(matches!(late, Err(StoreError::Fenced)), "{late:?}");
        house.store.append(append(number, 6, 2)).await.expect("kept");
        assert_eq!(house.store.journal(number).await.expect("read"), records(7));
    }
}

#[tokio::test]
async fn what_has_become_much_is_sorted_in_and_goes_on() {
    let house = House::open().await;
    let numbers = [house.table(&info()).await, house.table(&info()).await];
    let many = limits::STAGING_MAX_BYTES / 4 / serde_json::to_string(&records(1)).expect("records").len();
    let mut seq = 2;
    for _ in 0..6 {
        for number in numbers {
            house.store.append(append(number, seq, many)).await.expect("kept");
        }
        seq += many as u64;
    }
    // With Postgres that is done beside the moves.
    while house.data.url().is_some() && house.rows(SORTED).await <= 2 {
        tokio::task::yield_now().await;
    }
    let (sorted, waiting) = (house.rows(SORTED).await, house.rows(WAITING).await);
    assert!(sorted > 2 && waiting < 12, "{sorted} {waiting}");
    let whole = records(1 + 6 * many);
    for number in numbers {
        assert_eq!(house.store.journal(number).await.expect("read").len(), whole.len());
        let late = house.store.append(append(number, seq - 1, 1)).await;
        assert!(matches!(late, Err(StoreError::Fenced)), "{late:?}");
    }
    let house = house.again_at(2_000).await;
    assert_eq!(house.rows(WAITING).await, 0, "a house that is closed has sorted everything");
    for number in numbers {
        assert_eq!(house.store.journal(number).await.expect("read"), whole);
    }
}

/// With Postgres it is sorted in before, by itself.
#[tokio::test]
async fn what_a_refused_commit_was_to_sort_in_waits_on() {
    let house = House::open().await;
    house.player("Ada").await;
    let (much, little) = (house.table(&info()).await, house.table(&info()).await);
    let many = filling(limits::STAGING_MAX_BYTES);
    house.store.append(append(little, 2, 1)).await.expect("kept");
    house.store.append(append(much, 2, many)).await.expect("kept");
    let same = CreatePlayer {
        player: Player::new(Uuid::from_u128(1), "Ben".to_owned()),
        token: TokenHash::of("Ada"),
        created_ms: 1,
    };
    let refused = house.store.write(same).await;
    assert!(matches!(refused, Err(StoreError::Taken(_))), "{refused:?}");
    assert_eq!(house.store.journal(little).await.expect("read"), records(2));
    house.store.append(append(little, 3, 1)).await.expect("kept");
    house.store.append(append(much, 2 + many as u64, 1)).await.expect("kept");
    assert_eq!(house.store.journal(much).await.expect("read").len(), many + 2);
    let house = house.again_at(2_000).await;
    assert_eq!(house.store.journal(little).await.expect("read"), records(3));
    assert_eq!(house.store.journal(much).await.expect("read").len(), many + 2);
}

/// With SQLite nobody else writes while one does.
#[tokio::test]
async fn games_go_on_in_postgres_while_others_are_sorted_in() {
    let house = House::open().await;
    if house.data.folder().is_some() {
        return;
    }
    let (much, little) = (house.table(&info()).await, house.table(&info()).await);
    let many = filling(limits::STAGING_MAX_BYTES) + 1;
    let mut outside = house.data.open().await;
    outside.run("BEGIN; LOCK TABLE events IN EXCLUSIVE MODE").await;
    house.store.append(append(much, 2, many)).await.expect("kept");
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cydonia writer'
                 AND datname = current_database() AND wait_event_type = 'Lock'";
    while house.rows(waits).await == 0 {
        tokio::task::yield_now().await;
    }
    for seq in 2..5 {
        house.store.append(append(little, seq, 1)).await.expect("kept");
        house.store.append(append(much, many as u64 + seq, 1)).await.expect("kept");
    }
    assert_eq!(house.store.journal(little).await.expect("read"), records(4));
    assert_eq!(house.store.journal(much).await.expect("read").len(), many + 4);
    outside.run("COMMIT").await;
    while house.rows(SORTED).await < 3 {
        tokio::task::yield_now().await;
    }
    assert_eq!(house.rows(WAITING).await, 6, "what came since waits on");
    let house = house.crashed(2_000).await;
    assert_eq!(house.store.journal(little).await.expect("read"), records(4));
    assert_eq!(house.store.journal(much).await.expect("read").len(), many + 4);
}

#[tokio::test]
async fn of_a_game_that_is_over_nothing_comes_back() {
    let house = House::open().await;
    let players = [house.player("Ada").await, house.player("Ben").await];
    let sit = |player| SeatState::Taken { player, rating: None };
    let over = TableInfo {
        seats: players.iter().cloned().map(sit).collect(),
        status: TableStatus::Finished,
        ..info()
    };
    let number = house.table(&over).await;
    house.store.append(append(number, 2, 3)).await.expect("kept");
    let end = Append { finished: Some(finished(&over, &players).into()), ..append(number, 5, 1) };
    house.store.append(end).await.expect("kept");
    assert!(house.store.journal(number).await.expect("read").is_empty());
    let more = house.store.append(append(number, 6, 1)).await;
    assert!(matches!(more, Err(StoreError::Fenced)), "{more:?}");
    let house = house.crashed(2_000).await;
    assert_eq!((house.rows(SORTED).await, house.rows(WAITING).await), (0, 0));
    assert!(house.store.finished(over.id).await.expect("read").is_some());
}

#[tokio::test]
async fn whatever_is_kept_is_a_sign_of_life() {
    let house = House::open().await;
    let number = house.table(&info()).await;
    let at = |ms| -> Vec<Stamped> { records(1).into_iter().map(|(_, record)| (ms, record)).collect() };
    house.store.append(Append { records: at(1_500), ..append(number, 2, 1) }).await.expect("kept");
    house.store.append(Append { records: at(6_000), ..append(number, 3, 1) }).await.expect("kept");
    let house = house.crashed(9_000).await;
    assert_eq!(house.outage_since(0).await, 3_000);
}

#[tokio::test]
async fn what_games_leave_that_are_over_is_much_too() {
    let house = House::open().await;
    let players = [house.player("Ada").await, house.player("Ben").await];
    // Two such games are a little too much.
    let many = filling(limits::STAGING_MAX_BYTES / 2);
    let mut waiting = Vec::new();
    for _ in 0..4 {
        let seats = players.iter().map(|player| SeatState::Taken { player: player.clone(), rating: None });
        let over = TableInfo { seats: seats.collect(), status: TableStatus::Finished, ..info() };
        let number = house.table(&over).await;
        house.store.append(append(number, 2, many)).await.expect("kept");
        let end =
            Append { finished: Some(finished(&over, &players).into()), ..append(number, 2 + many as u64, 1) };
        house.store.append(end).await.expect("kept");
        waiting.push(house.rows(WAITING).await);
    }
    assert_eq!(waiting, [1, 0, 1, 0]);
    assert_eq!(house.rows(SORTED).await, 0, "no journal is left");
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_left_and_concerns_no_other_game() {
    let house = House::open().await;
    let (hurt, whole) = (info(), info());
    let numbers = [house.table(&hurt).await, house.table(&whole).await];
    for number in numbers {
        house.store.append(append(number, 2, 1)).await.expect("kept");
    }
    house.data.open().await.run("UPDATE intake SET body = '[' WHERE number = 1").await;
    let house = house.crashed(2_000).await;
    assert_eq!(house.store.journal(numbers[1]).await.expect("read"), records(2));
    house.store.append(append(numbers[1], 3, 1)).await.expect("it goes on");
    let house = house.again_at(3_000).await;
    assert_eq!(house.store.journal(numbers[1]).await.expect("read"), records(3));
    assert_eq!(house.rows(WAITING).await, 1, "it may still be mended");
}

#[tokio::test]
async fn of_one_group_each_table_has_what_came_first() {
    let house = House::open().await;
    let number = house.table(&info()).await;
    let store = &house.store;
    let (first, second, late, third) = tokio::join!(
        store.append(append(number, 2, 1)),
        store.append(append(number, 3, 2)),
        store.append(append(number, 4, 1)),
        store.append(append(number, 5, 1)),
    );
    for kept in [first, second, third] {
        kept.expect("kept");
    }
    assert!(matches!(late, Err(StoreError::Fenced)), "{late:?}");
    assert_eq!(store.journal(number).await.expect("read"), records(5));
}

/// A commit whose outcome is not known is looked up: what readers see meanwhile is what the database holds.
#[tokio::test]
async fn while_it_is_not_known_what_waits_the_database_is_asked() {
    let house = House::open().await;
    let table = info();
    let number = house.table(&table).await;
    house.store.append(append(number, 2, 1)).await.expect("kept");
    let lock = house.data.lock().await;
    let refused = house.store.append(append(number, 3, 1)).await;
    assert!(matches!(refused, Err(StoreError::Unavailable)), "{refused:?}");
    lock.close().await;
    // As if the one of which nothing is known had been kept.
    let mut outside = house.data.open().await;
    outside
        .run_made(format!(
            r#"INSERT INTO intake (ms, body) VALUES (1, '[[{number},3,[[1,{{"stand":{{"seat":0}}}}]]]]')"#
        ))
        .await;
    assert_eq!(house.store.journal(number).await.expect("read"), records(3));
    let (_, journal) = house.store.table(table.id).await.expect("read").expect("it is there");
    assert_eq!(journal, records(3));
    let again = house.store.append(append(number, 3, 1)).await;
    assert!(matches!(again, Err(StoreError::Fenced)), "{again:?}");
    house.store.append(append(number, 4, 1)).await.expect("kept");
    assert_eq!(house.store.journal(number).await.expect("read"), records(4));
}

/// Another record than [`records`] has.
const FOREIGN: &str = r#"[[1,{"stand":{"seat":1}}]]"#;

#[tokio::test]
async fn a_journal_is_not_written_over_and_conflicts_are_kept_beside_it() {
    let house = House::open().await;
    let (hurt, whole) = (info(), info());
    let numbers = [house.table(&hurt).await, house.table(&whole).await];
    for number in numbers {
        house.store.append(append(number, 2, 1)).await.expect("kept");
        house.store.append(append(number, 3, 1)).await.expect("kept");
    }
    let foreign =
        format!("INSERT INTO events (table_number, seq, body) VALUES ({}, 2, '{FOREIGN}')", numbers[0]);
    house.data.open().await.run_made(foreign).await;
    let mut house = house.crashed(2_000).await;
    let (mut seq, mut now_ms) = (4, 2_000);
    // At first from what memory has, then after a look at the database, and after one start more.
    for is_asked_anew in [false, true, false] {
        if is_asked_anew {
            let lock = house.data.lock().await;
            let refused = house.store.append(append(numbers[1], seq, 1)).await;
            assert!(matches!(refused, Err(StoreError::Unavailable)), "{refused:?}");
            lock.close().await;
        }
        let told = house.store.journal(numbers[0]).await;
        assert!(matches!(told, Err(StoreError::Damaged(_))), "{told:?}");
        let told = house.store.table(hurt.id).await;
        assert!(matches!(told, Err(StoreError::Damaged(_))), "{told:?}");
        let more = house.store.append(append(numbers[0], 4, 1)).await;
        assert!(matches!(more, Err(StoreError::Fenced)), "{more:?}");
        house.store.append(append(numbers[1], seq, 1)).await.expect("nobody else waits");
        seq += 1;
        assert_eq!(house.store.journal(numbers[1]).await.expect("read"), records(seq as usize - 1));
        now_ms += 1_000;
        house = house.again_at(now_ms).await;
        let mut outside = house.data.open().await;
        let kept = outside.journal(numbers[0]).await;
        let foreign: Vec<serde_json::Value> = serde_json::from_str(FOREIGN).expect("JSON");
        assert_eq!(kept[1..2], foreign, "it stands");
        assert_eq!(house.rows(WAITING).await, 1, "the other one, too");
    }
    // Somebody has found out which of the two it was.
    let mut outside = house.data.open().await;
    outside.run_made(format!("DELETE FROM events WHERE table_number = {} AND seq = 2", numbers[0])).await;
    let house = house.again_at(now_ms + 1_000).await;
    assert_eq!(house.store.journal(numbers[0]).await.expect("read"), records(3));
    house.store.append(append(numbers[0], 4, 1)).await.expect("it goes on");
    assert_eq!(house.rows("SELECT count(*) FROM intake WHERE body LIKE '%aside%'").await, 0);
}

#[tokio::test]
async fn what_stands_in_a_journal_already_just_so_is_no_conflict() {
    let house = House::open().await;
    let number = house.table(&info()).await;
    house.store.append(append(number, 2, 2)).await.expect("kept");
    let same = serde_json::to_string(&records(2)).expect("records");
    let statement = format!("INSERT INTO events (table_number, seq, body) VALUES ({number}, 2, '{same}')");
    house.data.open().await.run_made(statement).await;
    let house = house.crashed(2_000).await;
    assert_eq!((house.rows(SORTED).await, house.rows(WAITING).await), (2, 0));
    assert_eq!(house.store.journal(number).await.expect("read"), records(3));
    house.store.append(append(number, 4, 1)).await.expect("it goes on");
}

#[tokio::test]
async fn two_commits_that_say_different_things_of_one_record_are_both_kept() {
    let house = House::open().await;
    let number = house.table(&info()).await;
    house.store.append(append(number, 2, 1)).await.expect("kept");
    let second = format!("INSERT INTO intake (ms, body) VALUES (1, '[[{number},2,{FOREIGN}]]')");
    house.data.open().await.run_made(second).await;
    let house = house.crashed(2_000).await;
    let told = house.store.journal(number).await;
    assert!(matches!(told, Err(StoreError::Damaged(_))), "{told:?}");
    assert_eq!((house.rows(SORTED).await, house.rows(WAITING).await), (2, 1));
    assert_eq!(house.rows(r#"SELECT count(*) FROM intake WHERE body LIKE '{"aside":%"seat":1%'"#).await, 1);
}

#[tokio::test]
async fn what_was_never_read_is_not_deleted() {
    let house = House::open().await;
    let number = house.table(&info()).await;
    house.store.append(append(number, 2, 1)).await.expect("kept");
    let more = format!(
        r#"INSERT INTO intake (ms, body) VALUES (1, '[[{number},3,[[1,{{"stand":{{"seat":0}}}}]]]]')"#
    );
    house.data.open().await.run_made(more).await;
    let house = house.again_at(2_000).await;
    assert_eq!(house.store.journal(number).await.expect("read"), records(3));
}

#[tokio::test]
async fn records_of_a_journal_that_is_gone_are_not_taken_for_a_finished_games() {
    let house = House::open().await;
    let number = house.table(&info()).await;
    house.store.append(append(number, 2, 1)).await.expect("kept");
    house.data.open().await.run("DELETE FROM events").await;
    let house = house.crashed(2_000).await;
    assert_eq!((house.rows(SORTED).await, house.rows(WAITING).await), (1, 0));
    let told = house.store.journal(number).await;
    assert!(matches!(told, Err(StoreError::Damaged(_))), "{told:?}");
}

#[tokio::test]
async fn numbers_of_records_that_are_none_are_left_where_they_are() {
    let house = House::open().await;
    let number = house.table(&info()).await;
    for seq in [0, u64::MAX, i64::MAX as u64] {
        let row = format!("INSERT INTO intake (ms, body) VALUES (1, '[[{number},{seq},{FOREIGN}]]')");
        house.data.open().await.run_made(row).await;
    }
    let house = house.crashed(2_000).await;
    assert_eq!(house.store.journal(number).await.expect("read"), records(1));
    assert_eq!(house.rows(WAITING).await, 3);
}
