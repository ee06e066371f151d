//! What the store promises, whichever engine holds it: `./test server` runs this on SQLite, `./test postgres` on Postgres.

mod clubs;
mod cluster;
#[path = "../../../../tests/src/database.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the whole-server tests, which need more of it")]
mod database;
mod games;
mod people;
mod ratings;
mod schema;
mod seals;
mod staging;
mod stopping;
mod tables;
mod time;

use cydonia_protocol::{Player, SeatState, TableInfo, TableStatus};
use cydonia_table::journal::Stamped;
use tokio::task::JoinHandle;
use uuid::Uuid;

pub(crate) use database::{Outside, TestDatabase};

use super::{Append, CreatePlayer, CreateTable, Made, NewTable, Store, StoreError, TokenHash};
use crate::clock::{Clock, ClockHand};
use crate::config::Database;
use crate::metrics::Metrics;

/// A store of a test's own.
struct House {
    store: Store,
    writer: JoinHandle<Result<(), StoreError>>,
    hand: ClockHand,
    data: TestDatabase,
}

impl House {
    /// For how long it was not open since then, in milliseconds.
    async fn outage_since(&self, ms: i64) -> i64 {
        let spans = self.store.outages_since(Uuid::nil(), ms).await.expect("read");
        spans.iter().map(|(from_ms, to_ms)| to_ms - from_ms).sum()
    }

    /// Opens one that is empty, at 1000 ms.
    async fn open() -> Self {
        Self::open_on(TestDatabase::new().await, 1_000).await.expect("the store opens")
    }

    async fn open_on(data: TestDatabase, now_ms: i64) -> Result<Self, StoreError> {
        let (clock, hand) = Clock::frozen_at(now_ms);
        let (store, writer) = Store::open(&settings(&data), clock, Metrics::new()).await?;
        Ok(Self { store, writer, hand, data })
    }

    /// Closes it and opens it again at that time.
    async fn again_at(self, now_ms: i64) -> Self {
        let Self { store, writer, data, .. } = self;
        store.stop().await;
        writer.await.expect("it ends").expect("it closes");
        Self::open_on(data, now_ms).await.expect("the store opens again")
    }

    /// Sets up a table whose journal has one record; its number.
    async fn table(&self, info: &TableInfo) -> i64 {
        let wish = (Uuid::nil(), info.id);
        let table = NewTable { info: info.clone(), key: None, wish, records: records(1), deadline_ms: FAR };
        let Made::Now(number) = self.store.write(CreateTable { table, most: MANY }).await.expect("set up")
        else {
            panic!("there is such a table already");
        };
        number
    }

    async fn player(&self, name: &str) -> Player {
        let player = Player::new(Uuid::from_u128(fastrand::u128(..)), name.to_owned());
        let new = CreatePlayer { player: player.clone(), token: TokenHash::of(name), created_ms: 1 };
        self.store.write(new).await.expect("kept").expect("nobody else’s name");
        player
    }
}

/// A time that no test comes to.
const FAR: i64 = 1 << 50;

/// More tables than anybody sets up.
const MANY: u32 = 1_000;

pub(crate) fn settings(data: &TestDatabase) -> Database {
    match (data.folder(), data.url()) {
        (Some(folder), _) => Database::Sqlite { folder: folder.to_owned(), most_megabytes: None },
        (None, url) => Database::Postgres(url.unwrap_or_default().parse().expect("an address")),
    }
}

/// An open table that is unlike all others.
fn info() -> TableInfo {
    TableInfo {
        id: Uuid::from_u128(fastrand::u128(..)),
        game: "martian-chess".to_owned(),
        options: Default::default(),
        seats: vec![SeatState::Free {}; 2],
        first: 0,
        clock: Default::default(),
        private: false,
        rated: false,
        unrated: None,
        status: TableStatus::Open,
        created_ms: 0,
        rematch_of: None,
        rematch: None,
        series: None,
        tournament: None,
        pie: false,
    }
}

/// So many records.
fn records(count: usize) -> Vec<Stamped> {
    serde_json::from_str(&format!("[{}]", vec![r#"[1,{"stand":{"seat":0}}]"#; count].join(",")))
        .expect("records")
}

fn append(table: i64, seq: u64, count: usize) -> Append {
    Append {
        table,
        seq,
        records: records(count),
        info: None,
        dice_key: None,
        deadline: None,
        wish: None,
        next: None,
        finished: None,
    }
}
