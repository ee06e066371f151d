//! The schema of either engine.

use cydonia_protocol::Rating;
use sqlx::Executor;

use super::{House, Outside};
use crate::store::engine::{Connection, Engine, postgres, sqlite};
use crate::store::rating_lists::{LISTED, PROVISIONAL};
use crate::store::{StoreError, Unique};

/// A step of the schema is written once for each engine, under the same number and the same name.
#[test]
fn both_engines_know_the_same_steps() {
    let [sqlite, postgres] = [&sqlite::MIGRATIONS, &postgres::MIGRATIONS].map(|migrations| {
        migrations.iter().map(|step| (step.version, step.description.clone())).collect::<Vec<_>>()
    });
    assert_eq!(sqlite, postgres);
    assert!(sqlite.iter().map(|(version, _)| *version).eq(1..=sqlite.len() as i64), "numbered without gaps");
    let files =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations/sqlite")).expect("the folder");
    assert_eq!(files.count(), sqlite.len(), "each file is one");
}

/// A second of what there can be but once is told by what it is.
#[tokio::test]
async fn what_is_taken_is_told_by_its_name() {
    let house = House::open().await;
    let mut outside = house.data.open().await;
    outside
        .run(
            "INSERT INTO players (id, name, created_ms) SELECT '00000000-0000-0000-0000-000000000001', 'Ada', 0;
             INSERT INTO sessions (token_hash, player, created_ms, used_ms) SELECT 'a', number, 0, 0 FROM players;
             INSERT INTO dice_keys (table_number, dice_key) VALUES (1, 'k');
             INSERT INTO seat_keys (key_hash, table_number, player)
               SELECT 'k', 1, '00000000-0000-0000-0000-000000000001';
             INSERT INTO matches (number, id, private, game, options, reason, plies, started_ms, finished_ms)
               SELECT 1, '00000000-0000-0000-0000-000000000001', FALSE, '', '', '', 0, 0, 0",
        )
        .await;
    for unique in Unique::ALL {
        let again = match unique {
            Unique::PlayerId => "INSERT INTO players (id, name, created_ms) SELECT id, name, 0 FROM players",
            Unique::SessionToken => {
                "INSERT INTO sessions (token_hash, player, created_ms, used_ms)
                 SELECT token_hash, player, 0, 0 FROM sessions"
            }
            Unique::DiceKey => "INSERT INTO dice_keys SELECT * FROM dice_keys",
            Unique::SeatKey => {
                "INSERT INTO seat_keys (key_hash, table_number, player)
                 SELECT key_hash, table_number, player FROM seat_keys"
            }
            Unique::MatchNumber => {
                "INSERT INTO matches (number, id, private, game, options, reason, plies, started_ms, finished_ms)
                 SELECT number, '00000000-0000-0000-0000-000000000002', FALSE, '', '', '', 0, 0, 0 FROM matches"
            }
        };
        let connection: Connection<'_> = match &mut outside {
            Outside::Sqlite(connection) => Engine::Sqlite(connection),
            Outside::Postgres(connection) => Engine::Postgres(connection),
        };
        let refused = match connection {
            Engine::Sqlite(connection) => connection.execute(again).await.map(drop),
            Engine::Postgres(connection) => connection.execute(again).await.map(drop),
        };
        let told = StoreError::from(refused.expect_err("there is one"));
        assert!(matches!(told, StoreError::Taken(what) if what == unique), "{unique:?}: {told:?}");
    }
}

/// The indexes on who is on a leaderboard, and who is not yet, say that in the words of whoever asks, or they would not be used.
#[test]
fn leaders_are_looked_for_in_the_words_of_their_index() {
    for (migration, words) in [
        (include_str!("../../../../migrations/sqlite/0005_ratings.sql"), LISTED),
        (include_str!("../../../../migrations/postgres/0005_ratings.sql"), LISTED),
        (include_str!("../../../../migrations/sqlite/0017_provisional.sql"), PROVISIONAL),
        (include_str!("../../../../migrations/postgres/0017_provisional.sql"), PROVISIONAL),
    ] {
        assert!(migration.contains(&format!("WHERE {words};")), "{words}");
    }
    assert!(LISTED.ends_with(&format!("deviation <= {}", Rating::PROVISIONAL)), "{LISTED}");
}

/// What whoever runs a server reads is what it says, and what it does.
#[test]
fn the_page_on_operations_tells_the_messages_and_the_lock() {
    let page = include_str!("../../../../docs/operations.md");
    assert!(page.contains(&format!("pg_advisory_xact_lock({})", postgres::WRITING_LOCK)));
    let errors = include_str!("../error.rs");
    let (_, table) = page.split_once("| It says | Then |").expect("a table");
    let table = table.lines().skip(1).take_while(|row| row.starts_with('|'));
    let rows = table.filter_map(|row| row.strip_prefix("| `")?.split_once('`'));
    let sentences: Vec<String> =
        rows.map(|(sentence, _)| sentence.replace(" …", "").replace("version N", "version {0}")).collect();
    assert!(sentences.len() > 10, "{sentences:?}");
    for sentence in sentences {
        assert!(errors.contains(&sentence), "{sentence}");
    }
}
