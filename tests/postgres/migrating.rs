//! A house that moves to another database and back is the same house.

use std::ffi::OsString;

use cydonia_protocol::{Command, Phrase, Room, Words};
use cydonia_tests::{ExampleHouse, Outside, Process, TestDatabase, TestServer, TestServerBuilder, program};
use tokio::process::Command as Program;

use crate::support::{say, seated};

/// How a database is named to `migrate`.
fn place(data: &TestDatabase) -> OsString {
    data.url().map_or_else(
        || {
            let mut place = OsString::from("sqlite:");
            place.push(data.folder().expect("a database is somewhere"));
            place
        },
        OsString::from,
    )
}

/// Runs the program with these words; its exit code, and all that it told.
async fn run(words: &[OsString]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = Program::new(program());
    let output =
        program.current_dir(folder.path()).arg("migrate").args(words).output().await.expect("it runs");
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0, "nothing is made where nobody said");
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).expect("text"))
}

async fn migrate(from: &TestDatabase, to: &TestDatabase) -> (Option<i32>, String) {
    run(&["--from".into(), place(from), "--to".into(), place(to)]).await
}

/// All games, as a house tells them that opens on that data.
async fn export(data: &TestDatabase) -> String {
    let mut house = Process::start(data, 0).await;
    let url = format!("http://{}/api/v1/matches.ndjson?whole=true&order=oldest&clocks=true", house.address);
    let told = reqwest::get(url).await.expect("an answer").text().await.expect("text");
    house.kill().await;
    told
}

/// A statement for each table in SQLite, which gives all its rows as literals.
const SELECTS: &str = r#"
    SELECT 'SELECT ''' || tables.name || ': '' || '
           || group_concat('quote("' || columns.name || '")', ' || '','' || ' ORDER BY columns.cid)
           || ' FROM "' || tables.name || '" ORDER BY 1'
    FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT LIKE '_sqlx_%' GROUP BY tables.name ORDER BY tables.name"#;

/// Every row of every table in SQLite, and what was numbered last.
async fn rows(data: &TestDatabase) -> Vec<String> {
    let Outside::Sqlite(mut connection) = data.open().await else { unreachable!("in SQLite") };
    let selects: Vec<String> = sqlx::query_scalar(SELECTS).fetch_all(&mut connection).await.expect("tables");
    assert!(selects.len() > 30, "all tables, and what they number");
    let mut all = Vec::new();
    for select in selects {
        let rows: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(select)).fetch_all(&mut connection).await.expect("rows");
        // Where nothing was numbered yet that need not be noted.
        all.extend(
            rows.into_iter().filter(|row| !(row.starts_with("sqlite_sequence") && row.ends_with(",0"))),
        );
    }
    all
}

/// A house in SQLite in which much has happened, closed.
async fn lived_in() -> TestDatabase {
    let house = ExampleHouse::open_on(TestDatabase::in_sqlite()).await;
    let (table, mut players) = seated(&house.server, 2).await;
    let words = Words::Phrase { phrase: Phrase::Hello };
    players[0].call(say(table, Room::Players, words)).await.expect("said");
    drop(players);
    let data = house.close().await;
    // Signs that mean something on the way.
    let mut outside = data.open().await;
    outside.run("UPDATE chat SET words = 'a\\b\\N' || char(9, 10, 13) || '🎲'").await;
    outside.close().await;
    data
}

#[tokio::test(flavor = "multi_thread")]
async fn to_postgres_and_back_every_row_is_the_same() {
    let first = lived_in().await;
    let before = rows(&first).await;
    for table in
        ["chat", "players", "sessions", "matches", "match_lines", "ratings", "events", "signing_keys"]
    {
        let is_there = before.iter().any(|row| row.starts_with(&format!("{table}: ")));
        assert!(is_there, "{table} has a row to be moved");
    }
    let postgres = TestDatabase::empty().await;
    assert!(postgres.url().is_some(), "run by ./test postgres");
    let (code, told) = migrate(&first, &postgres).await;
    assert!(code == Some(0) && told.contains("rows were copied"), "{told}");
    let back = TestDatabase::in_sqlite();
    let (code, told) = migrate(&postgres, &back).await;
    assert_eq!(code, Some(0), "{told}");
    let after = rows(&back).await;
    for (after, before) in after.iter().zip(&before) {
        assert_eq!(after, before);
    }
    assert_eq!(after.len(), before.len());
    // Nor does anybody who reads the games see where they are kept.
    let told = export(&first).await;
    assert!(told.lines().count() >= 2, "{told}");
    assert_eq!(export(&postgres).await, told);
    assert_eq!(export(&back).await, told);
}

/// The number of the newest table that is open or played at.
async fn newest_table(data: &TestDatabase) -> i64 {
    data.open().await.number("SELECT coalesce(max(number), 0) FROM tables", None).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_was_given_is_not_given_again_after_a_move() {
    let server = TestServer::start_on(TestDatabase::in_sqlite()).await;
    let (table, mut players) = seated(&server, 2).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    // The row of its table is gone, and with it the highest number that there was.
    assert_eq!(newest_table(server.data()).await, 0);
    let postgres = TestDatabase::empty().await;
    let (code, told) = migrate(server.data(), &postgres).await;
    assert!(code == Some(1) && told.contains("another server has this data open"), "{told}");
    drop(players);
    let first = server.close().await;
    let (code, told) = migrate(&first, &postgres).await;
    assert_eq!(code, Some(0), "{told}");
    let back = TestDatabase::in_sqlite();
    let (code, told) = migrate(&postgres, &back).await;
    assert_eq!(code, Some(0), "{told}");
    for moved in [postgres, back] {
        let moved = TestServerBuilder::new().seed(2).start_on(moved).await;
        let _players = seated(&moved, 2).await;
        assert_eq!(newest_table(moved.data()).await, 2, "the first table had 1");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_stopped_half_way_leaves_the_other_empty_and_can_be_made_again() {
    let first = lived_in().await;
    let postgres = TestDatabase::empty().await;
    // A row that Postgres cannot hold, in the very last table.
    let mut outside = first.open().await;
    outside.run("UPDATE wishes SET table_id = x'00'").await;
    outside.close().await;
    let (code, told) = migrate(&first, &postgres).await;
    assert!(code == Some(1) && told.contains("the database failed"), "{told}");
    let mut there = postgres.open().await;
    for count in ["SELECT count(*) FROM players", "SELECT count(*) FROM matches", "SELECT count(*) FROM chat"]
    {
        assert_eq!(there.number(count, None).await, 0, "{count}");
    }
    there.close().await;
    let mut outside = first.open().await;
    outside.run("UPDATE wishes SET table_id = request").await;
    outside.close().await;
    let (code, told) = migrate(&first, &postgres).await;
    assert_eq!(code, Some(0), "{told}");
    // A house that somebody has been in is never written over.
    for (from, to) in [(&first, &postgres), (&postgres, &first)] {
        let (code, told) = migrate(from, to).await;
        assert!(code == Some(1) && told.contains("only an empty one is filled"), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_somebody_elses_is_left_alone_and_so_is_a_house_of_an_older_version() {
    let first = lived_in().await;
    let shared = TestDatabase::empty().await;
    let mut there = shared.open().await;
    there.run("CREATE TABLE somebody_elses (words TEXT)").await;
    there.run("INSERT INTO somebody_elses VALUES ('kept')").await;
    let (code, told) = migrate(&first, &shared).await;
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(there.number("SELECT count(*) FROM somebody_elses", None).await, 1);
    there.run("DELETE FROM _sqlx_migrations WHERE version > 20").await;
    let empty = TestDatabase::in_sqlite();
    // Neither the one that is to be read nor the one that is to be filled is brought to another version.
    for (from, to) in [(&shared, &empty), (&first, &shared)] {
        let (code, told) = migrate(from, to).await;
        assert!(code == Some(1) && told.contains("version 20"), "{told}");
    }
    assert_eq!(there.number("SELECT max(version) FROM _sqlx_migrations", None).await, 20);
    there.close().await;
}

#[tokio::test]
async fn what_is_no_database_is_refused_without_its_password() {
    for (from, to, words) in [
        ("data", "sqlite:there", "--from: a database is named as sqlite:FOLDER or postgres://"),
        ("sqlite:/no/such/place", "data:sesame", "--to: a database is named as"),
        ("sqlite:/no/such/place", "sqlite:there", "there is no database in /no/such/place"),
        ("postgres://ada:sesame@127.0.0.1:port/cydonia", "sqlite:there", "--from: it cannot be read"),
        ("sqlite:", "sqlite:there", "--from: a database is named as"),
    ] {
        let (code, told) = run(&["--from".into(), from.into(), "--to".into(), to.into()]).await;
        assert!(code == Some(1) && told.contains(words) && !told.contains("sesame"), "{told}");
    }
}
