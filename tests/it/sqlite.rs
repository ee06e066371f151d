//! What only SQLite can meet with: a file that is none of its own, that may not be written to, or that grows too large.

mod backup;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(target_os = "linux")]
mod storm;

use std::fs;
use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode};
use cydonia_tests::{Guest, Outside, Process, TestClient, TestDatabase, TestServer, on, refused_start};

use crate::starting::steps;
use crate::support::{create, create_game, database, full, sit, to_act, watch};

async fn refused(data: &TestDatabase, more: &[&str], sentence: &str) {
    let arguments = data.arguments().into_iter().chain(more.iter().map(Into::into));
    let told = refused_start(arguments).await;
    assert!(told.contains(sentence), "{told}");
    assert_eq!(told.lines().count(), 1, "one line: {told}");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_left_as_it_is() {
    let data = TestDatabase::in_sqlite();
    let file = data.folder().expect("a folder").join("cydonia.db");
    let letter =
        "Dear Ada, this is no database, though it is about as long as one begins. Yours, Ben. ".repeat(9);
    fs::write(&file, &letter).expect("written");
    refused(&data, &[], "what is to hold the data is not a database").await;
    assert_eq!(fs::read_to_string(&file).expect("text"), letter);
}

#[tokio::test]
async fn a_folder_that_is_none_is_told() {
    let data = TestDatabase::in_sqlite();
    let file = data.folder().expect("a folder").join("file");
    fs::write(&file, "").expect("written");
    let told = refused_start(["--data".as_ref(), file.as_os_str()]).await;
    assert!(told.contains("the data folder cannot be used"), "{told}");
}

#[tokio::test]
async fn a_database_that_may_only_be_read_is_left_as_it_is() {
    let data = TestDatabase::in_sqlite();
    Process::start(&data, 0).await.kill().await;
    // All that is in the log goes to the file when the last connection is closed.
    let mut outside = data.open().await;
    let beat = outside.number("SELECT ms FROM heartbeat", None).await;
    outside.close().await;
    // A file of a form that this SQLite can read and not write: unlike the file's mode, that binds root as well.
    let file = data.folder().expect("a folder").join("cydonia.db");
    let mut bytes = fs::read(&file).expect("a file");
    assert_eq!(bytes[18], 2, "the form in which it is written");
    bytes[18] = 3;
    fs::write(&file, &bytes).expect("written");
    refused(&data, &[], "the database is read-only").await;
    assert_eq!(data.open().await.number("SELECT ms FROM heartbeat", None).await, beat);
}

#[tokio::test]
async fn a_database_without_room_to_migrate_stays_at_its_version() {
    let data = TestDatabase::in_sqlite();
    let mut outside = data.open().await;
    let steps = steps(&outside).await;
    on!(outside, |c| steps.run_to(1, c).await).expect("the first step");
    outside.run("INSERT INTO players (id, name, created_ms) VALUES (x'01', hex(zeroblob(1000000)), 0)").await;
    refused(&data, &["--most-megabytes", "1"], "the database is full").await;
    assert_eq!(outside.number("SELECT max(version) FROM _sqlx_migrations", None).await, 1);
    assert_eq!(outside.number("SELECT count(*) FROM players", None).await, 1);
    // Somebody gives it more: room for the name, and for what it is looked up by, with its index.
    Process::start_with(&data, 0, &["--most-megabytes", "9"]).await.kill().await;
    assert_eq!(outside.number("SELECT count(*) FROM players", None).await, 1);
}

#[tokio::test]
async fn a_full_database_loses_nothing_and_takes_nothing_until_there_is_room() {
    let data = TestDatabase::in_sqlite();
    let mut process = Process::start_with(&data, 0, &["--most-megabytes", "1"]).await;
    let url = format!("http://{}", process.address);
    let guests = [Guest::arrive(&url, "Ada").await, Guest::arrive(&url, "Ben").await];
    let mut players = Vec::new();
    for guest in &guests {
        players.push(TestClient::connect(process.address, "", Some(guest)).await);
    }
    let mut outside = data.open().await;
    outside.run("INSERT INTO players (id, name, created_ms) VALUES (x'01', hex(zeroblob(1000000)), 0)").await;
    // Moves fit into what is left of the last pages, for a while.
    let (mut acknowledged, mut full) = (Vec::new(), None);
    'games: for _ in 0..100 {
        let made = match players[0].call(create(2)).await {
            Ok(answer) => answer.table.expect("its id"),
            Err(refusal) => {
                full = Some(refusal.code);
                break;
            }
        };
        for player in &mut players {
            player.call(watch(made)).await.expect("watching");
        }
        if let Err(refusal) = players[1].call(sit(made)).await {
            full = Some(refusal.code);
            break;
        }
        for player in &mut players {
            player.until(made, |table| table.view.is_some()).await;
        }
        for _ in 0..10 {
            let seat = to_act(&players[0], made).expect("a game of chess lasts longer");
            if let Err(refusal) = players[seat].play(made, |_| 0).await {
                full = Some(refusal.code);
                break 'games;
            }
            let line = players[seat].tables[&made].line.clone();
            for player in &mut players {
                player.until(made, |table| table.line.len() == line.len()).await;
            }
            acknowledged.retain(|(table, _)| *table != made);
            acknowledged.push((made, line));
        }
    }
    assert_eq!(full, Some(ErrorCode::Unavailable));
    assert!(!acknowledged.is_empty());
    // After each refusal the database is opened anew, and bounded as before.
    let pages = outside.number("PRAGMA page_count", None).await;
    let mut refusals = 0;
    for _ in 0..30 {
        if let Err(refusal) = players[0].call(create(2)).await {
            assert_eq!(refusal.code, ErrorCode::Unavailable, "{}", refusal.message);
            refusals += 1;
        }
    }
    assert!(refusals > 2, "{refusals}");
    assert_eq!(outside.number("PRAGMA page_count", None).await, pages);
    outside.run("DELETE FROM players WHERE id = x'01'").await;
    let (table, line) = acknowledged.last().expect("a table").clone();
    let mut watcher = TestClient::connect(process.address, "", None).await;
    for (table, line) in &acknowledged {
        watcher.call(watch(*table)).await.expect("watching");
        assert_eq!(
            &watcher.tables[table].line, line,
            "nothing is lost, and nothing was shown that was not kept"
        );
    }
    let seat = to_act(&watcher, table).expect("a game of chess lasts longer");
    players[seat].play(table, |_| 0).await.expect("there is room");
    watcher.until(table, |table| table.line.len() == line.len() + 1).await;
    process.kill().await;
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_but_the_house_may_read_the_data() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let house = folder.path().join("house");
    let data = TestDatabase::at(&house);
    let mode = |file: &str| fs::metadata(house.join(file)).expect(file).permissions().mode() & 0o777;
    let files = ["cydonia.db", "cydonia.db-wal", "cydonia.db-shm", "cydonia.lock"];
    let mut process = Process::start(&data, 0).await;
    Guest::arrive(&format!("http://{}", process.address), "Ada").await;
    assert_eq!((mode(""), files.map(mode)), (0o700, [0o600; 4]));
    process.kill().await;
    // As an older program made it, in a folder of somebody's choosing.
    for file in files {
        fs::set_permissions(house.join(file), fs::Permissions::from_mode(0o644)).expect("changed");
    }
    fs::set_permissions(&house, fs::Permissions::from_mode(0o755)).expect("changed");
    let mut process = Process::start(&data, 0).await;
    Guest::arrive(&format!("http://{}", process.address), "Ben").await;
    assert_eq!((mode(""), files.map(mode)), (0o755, [0o600; 4]));
    process.kill().await;
}

/// A table that waits with somebody at it, and one whose seats are all taken and not ready, are looked after without a write
/// every time.
#[tokio::test]
async fn whoever_waits_at_an_open_table_costs_no_writes() {
    let server = TestServer::start_on(TestDatabase::in_sqlite()).await;
    let mut host = server.join("Ada").await;
    let table = host.call(create(2)).await.expect("a table").table.expect("its id");
    host.call(watch(table)).await.expect("watching");
    // Past the half of the time after which it would be closed.
    server.pass(std::slice::from_mut(&mut host), Duration::from_secs(40 * 60)).await;
    let (_, mut players) = full(&server, create_game("martian-frisby", 2)).await;
    let mut outside = database(&server).await;
    let quiet = async |outside: &mut Outside, host: &mut TestClient, players: &mut [TestClient]| {
        for _ in 0..20 {
            host.call(Command::Ping {}).await.expect("the line is good");
            for player in players.iter_mut() {
                player.call(Command::Ping {}).await.expect("the line is good");
            }
        }
        // Another number whenever anybody else has committed anything.
        outside.number("PRAGMA data_version", None).await
    };
    // What the tables' beginning brings about may still be on its way.
    let mut before = quiet(&mut outside, &mut host, &mut players).await;
    loop {
        let now = quiet(&mut outside, &mut host, &mut players).await;
        if now == before {
            break;
        }
        before = now;
    }
    for _ in 0..5 {
        assert_eq!(quiet(&mut outside, &mut host, &mut players).await, before, "nothing is written");
    }
}
