//! Startup errors: a database that is not as this program makes it: older, newer, somebody else's, or held by somebody.

use std::path::Path;
use std::time::Duration;

use cydonia_protocol::{Command, MatchPage, MatchRecord};
use cydonia_rules::OptionValue;
use cydonia_tests::{Outside, Process, TestDatabase, TestServer, on, refused_start};
use sqlx::migrate::Migrator;
use uuid::Uuid;

use crate::support::{create, database, play_on, sit, watch};

/// The steps that lead to this program's schema.
pub(crate) async fn steps(database: &Outside) -> Migrator {
    let engine = match database {
        Outside::Sqlite(_) => "sqlite",
        Outside::Postgres(_) => "postgres",
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(engine);
    Migrator::new(folder).await.expect("migrations")
}

/// Copies rows from one database to another.
macro_rules! copy {
    ($from:ident, $to:ident, $select:literal, $insert:literal, $($field:ident: $type:ty),+) => {
        let rows: Vec<($($type,)+)> =
            on!($from, |c| sqlx::query_as($select).fetch_all(c).await).expect("rows");
        for ($($field,)+) in rows {
            on!($to, |c| sqlx::query($insert)$(.bind(&$field))+.execute(c).await.map(drop)).expect("a row");
        }
    };
}

/// A database as the first version of this program made it, with what that version kept of what another holds.
async fn of_the_first_version(data: &TestDatabase) -> TestDatabase {
    let old = TestDatabase::empty().await;
    let (mut from, mut to) = (data.open().await, old.open().await);
    let steps = steps(&to).await;
    on!(to, |c| steps.run_to(1, c).await).expect("the first step");
    copy!(from, to, "SELECT id, name, created_ms FROM players ORDER BY number",
        "INSERT INTO players (id, name, created_ms) VALUES ($1, $2, $3)",
        id: Uuid, name: String, created_ms: i64);
    copy!(from, to, "SELECT token_hash, player, created_ms FROM sessions",
        "INSERT INTO sessions (token_hash, player, created_ms) VALUES ($1, $2, $3)",
        token_hash: Vec<u8>, player: i64, created_ms: i64);
    // A seat's link made a session like any other then, some time after its player.
    let by_link = "INSERT INTO sessions (token_hash, player, created_ms) SELECT 'link', number, created_ms + 1 FROM players
                   WHERE name = 'Ada'";
    on!(to, |c| sqlx::query(by_link).execute(c).await.map(drop)).expect("a row");
    copy!(from, to, "SELECT id, private, access_key, rematch_of, info FROM tables ORDER BY number",
        "INSERT INTO tables (id, private, access_key, rematch_of, info) VALUES ($1, $2, $3, $4, $5)",
        id: Uuid, private: bool, access_key: Option<String>, rematch_of: Option<Uuid>, info: String);
    copy!(from, to, "SELECT player, request, table_id FROM wishes",
        "INSERT INTO wishes (player, request, table_id) VALUES ($1, $2, $3)",
        player: Uuid, request: Uuid, table_id: Uuid);
    // Two who set a rematch up, and one of them has left: the wish's id is the table's own.
    for wish in [
        "INSERT INTO wishes (player, request, table_id) SELECT players.id, tables.id, tables.id FROM players, tables
         WHERE name = 'Ada'",
        "INSERT INTO wishes (player, request, table_id) SELECT players.id, tables.id, tables.id FROM players, tables
         WHERE name = 'Cleo'",
    ] {
        on!(to, |c| sqlx::query(wish).execute(c).await.map(drop)).expect("a row");
    }
    copy!(from, to, "SELECT table_number, seq, body FROM events",
        "INSERT INTO events (table_number, seq, body) VALUES ($1, $2, $3)",
        table_number: i64, seq: i64, body: String);
    copy!(from, to,
        "SELECT number, id, private, game, options, reason, plies, started_ms, finished_ms, record
         FROM matches JOIN match_lines USING (number)",
        "INSERT INTO matches (number, id, private, game, options, reason, plies, started_ms, finished_ms, record)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        number: i64, id: Uuid, private: bool, game: String, options: String, reason: String, plies: i64,
        started_ms: i64, finished_ms: i64, record: String);
    copy!(from, to, "SELECT match_number, seat, player, name, score, rank FROM match_seats",
        "INSERT INTO match_seats (match_number, seat, player, name, score, rank)
         VALUES ($1, $2, $3, $4, $5, $6)",
        match_number: i64, seat: i64, player: Uuid, name: String, score: i64, rank: i64);
    old
}

#[tokio::test]
async fn a_database_of_the_first_version_migrates_with_all_that_is_in_it() {
    let server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    server.guest("Cleo").await;
    let mut players = [server.connect(Some(&guests[0])).await, server.connect(Some(&guests[1])).await];
    let mut tables = Vec::new();
    for rules in ["classic", "arcade"] {
        let mut wish = create(2);
        if let Command::Create { options, .. } = &mut wish {
            options.insert("rules".to_owned(), OptionValue::Choice(rules.to_owned()));
        }
        let table = players[0].call(wish).await.expect("a table").table.expect("its id");
        for player in &mut players {
            player.call(watch(table)).await.expect("watching");
        }
        players[1].call(sit(table)).await.expect("a seat");
        for player in &mut players {
            player.until(table, |table| table.view.is_some()).await;
        }
        play_on(table, &mut players, 7, &mut fastrand::Rng::with_seed(4)).await;
        tables.push(table);
    }
    let [live, over] = tables[..] else { panic!("two tables") };
    players[0].call(Command::Resign { table: over }).await.expect("resigned");
    let record: MatchRecord = server.get(&format!("/api/v1/matches/{over}")).await;
    let before = players[0].tables[&live].clone();

    drop(players);
    let mut old = None;
    // Closed, it has sorted its journals.
    let closed =
        server.restart_with(Duration::ZERO, async |data| old = Some(of_the_first_version(data).await)).await;
    drop(closed);
    let server = TestServer::start_on(old.expect("copied")).await;
    let kept: MatchRecord = server.get(&format!("/api/v1/matches/{over}")).await;
    assert_eq!(kept, record);
    for (options, found) in
        [("options.rules=arcade", 1), ("options.rules=classic", 0), ("options.teams=false", 1)]
    {
        let page: MatchPage = server.get(&format!("/api/v1/matches?game=martian-chess&{options}")).await;
        assert_eq!(page.matches.len(), found, "{options}");
    }
    let gone = "SELECT count(*) FROM wishes WHERE NOT seated AND request = table_id";
    assert_eq!(database(&server).await.number(gone, None).await, 1, "Cleo's, who sits there no longer");
    let seated = "SELECT count(*) FROM wishes WHERE seated AND request = table_id";
    assert_eq!(database(&server).await.number(seated, None).await, 1, "Ada's, who does");
    let sessions = database(&server).await.number("SELECT count(*) FROM sessions", None).await;
    assert_eq!(sessions, 3, "what a link has opened ends");
    let mut players = [server.connect(Some(&guests[0])).await, server.connect(Some(&guests[1])).await];
    for player in &mut players {
        player.call(watch(live)).await.expect("the table is found again");
    }
    assert_eq!(
        (&players[0].tables[&live].line, &players[0].tables[&live].view),
        (&before.line, &before.view)
    );
    play_on(live, &mut players, 5, &mut fastrand::Rng::with_seed(5)).await;
    players[1].call(Command::Resign { table: live }).await.expect("resigned");
    let kept: MatchRecord = server.get(&format!("/api/v1/matches/{live}")).await;
    assert_eq!(kept.summary.number, record.summary.number + 1);
}

/// A database as this program makes it, and nobody there who uses it.
async fn made() -> (TestDatabase, Outside) {
    let data = TestDatabase::empty().await;
    Process::start(&data, 0).await.kill().await;
    let outside = data.open().await;
    (data, outside)
}

/// That the program refuses a database, for that reason, and changes nothing there.
async fn refused(data: &TestDatabase, outside: &mut Outside, sentence: &str) {
    let beat = "SELECT ms FROM heartbeat";
    let before = outside.number(beat, None).await;
    let told = refused_start(data.arguments()).await;
    assert!(told.contains(sentence), "{told}");
    assert_eq!(told.lines().count(), 1, "one line: {told}");
    assert_eq!(outside.number(beat, None).await, before, "nothing has changed");
}

#[tokio::test]
async fn a_database_that_a_newer_program_has_made_is_left_to_it() {
    let (data, mut outside) = made().await;
    outside
        .run(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             SELECT 9999, 'of tomorrow', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
        )
        .await;
    refused(&data, &mut outside, "the database is of version 9999 and was written by a newer version").await;
}

#[tokio::test]
async fn a_database_that_another_program_has_made_is_left_to_it() {
    let (data, mut outside) = made().await;
    outside
        .run(
            "UPDATE _sqlx_migrations SET checksum = (SELECT checksum FROM _sqlx_migrations WHERE version = 1)
             WHERE version = 2",
        )
        .await;
    refused(&data, &mut outside, "the database was brought to version 2 by another program").await;
}

#[tokio::test]
async fn a_database_that_somebody_holds_is_not_waited_for_long() {
    let (data, mut outside) = made().await;
    let lock = data.lock().await;
    refused(&data, &mut outside, "another program holds the database locked").await;
    lock.close().await;
    Process::start(&data, 0).await.kill().await;
}
