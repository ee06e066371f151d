//! Backups: whole though a house goes on, and refused where they are not; and the check of all that is kept.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use cydonia_protocol::{Command, MatchPage};
use cydonia_tests::{TestDatabase, TestServer, program};
use tokio::process::Command as Program;

use crate::support::{play_on, seated, watch};

/// Runs the program with these words; its exit code, and all that it told.
async fn run(words: &[&OsStr]) -> (Option<i32>, String) {
    let mut program = Program::new(program());
    program.env_remove("CYDONIA_DATA").env_remove("DATABASE_URL").args(words);
    let output = program.output().await.expect("it runs");
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).expect("text"))
}

async fn back_up(data: &Path, to: &Path) -> (Option<i32>, String) {
    run(&["backup".as_ref(), "--data".as_ref(), data.as_ref(), "--to".as_ref(), to.as_ref()]).await
}

async fn restore(from: &Path, data: &Path) -> (Option<i32>, String) {
    run(&["restore".as_ref(), "--data".as_ref(), data.as_ref(), "--from".as_ref(), from.as_ref()]).await
}

async fn check(data: &Path) -> (Option<i32>, String) {
    run(&["check".as_ref(), "--data".as_ref(), data.as_ref()]).await
}

/// The names of what lies in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").file_name());
    entries.map(|name| name.into_string().expect("text")).collect()
}

/// A house in which so many games are over, and one is on.
async fn house(games: usize) -> (TestServer, uuid::Uuid, Vec<cydonia_tests::TestClient>) {
    let server = TestServer::start_on(TestDatabase::in_sqlite()).await;
    for _ in 0..games {
        let (table, mut players) = seated(&server, 2).await;
        play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(1)).await;
        players[0].call(Command::Resign { table }).await.expect("resigned");
    }
    let (table, players) = seated(&server, 2).await;
    (server, table, players)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_house_that_goes_on_is_whole_and_all_of_it_replays() {
    let (server, table, mut players) = house(3).await;
    let before: MatchPage = server.get("/api/v1/matches").await;
    let folder = tempfile::tempdir().expect("a folder");
    let (file, restored) = (folder.path().join("backup.db"), folder.path().join("restored"));
    let mut rng = fastrand::Rng::with_seed(3);
    play_on(table, &mut players, 2, &mut rng).await;
    let acknowledged = players[0].tables[&table].line.clone();

    let data = server.data().folder().expect("a folder").to_owned();
    let (to, mut played) = (file.clone(), 0);
    let backup = tokio::spawn(async move { back_up(&data, &to).await });
    while !backup.is_finished() && played < 20 {
        play_on(table, &mut players, 1, &mut rng).await;
        played += 1;
    }
    let (code, told) = backup.await.expect("it ran");
    assert_eq!(code, Some(0), "{told}");
    assert!(played > 0, "the house went on");
    assert_eq!(names(folder.path()), ["backup.db"], "nothing is left beside it");
    #[cfg(unix)]
    assert_eq!(
        std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).expect("a file").permissions()) & 0o777,
        0o600,
        "it holds the keys of dice: it is nobody else's to read"
    );
    // There is one already.
    let (code, told) = back_up(server.data().folder().expect("a folder"), &file).await;
    assert!(code == Some(1) && told.contains("is there already"), "{told}");

    let (code, told) = restore(&file, &restored).await;
    assert_eq!(code, Some(0), "{told}");
    let (code, told) = check(&restored).await;
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("games played through: 3; tables that are on: 1; damaged: 0"), "{told}");
    let (code, told) = restore(&file, &restored).await;
    assert!(code == Some(1) && told.contains("is there already"), "{told}");

    let again = TestServer::start_on(TestDatabase::at(&restored)).await;
    assert_eq!(again.get::<MatchPage>("/api/v1/matches").await, before);
    let mut watcher = again.connect(None).await;
    watcher.call(watch(table)).await.expect("the table is there");
    let line = &watcher.tables[&table].line;
    assert_eq!(line[..acknowledged.len()], acknowledged, "whatever was acknowledged before is in it");
}

#[tokio::test]
async fn a_backup_that_is_cut_short_or_none_is_refused_and_leaves_nothing() {
    let (server, ..) = house(1).await;
    let folder = tempfile::tempdir().expect("a folder");
    let (file, restored) = (folder.path().join("backup.db"), folder.path().join("restored"));
    let (code, told) = back_up(server.data().folder().expect("a folder"), &file).await;
    assert_eq!(code, Some(0), "{told}");
    let whole = fs::read(&file).expect("a backup");
    let bad = folder.path().join("bad.db");
    let letter = b"Dear Ada, this is no backup. Yours, Ben. ".repeat(200);
    let cut = [0, 1, 100, 4_096, whole.len() / 2, whole.len() - 4_096, whole.len() - 1]
        .map(|length| &whole[..length]);
    for bytes in cut.into_iter().chain([&letter[..]]) {
        fs::write(&bad, bytes).expect("written");
        let (code, told) = restore(&bad, &restored).await;
        assert!(code == Some(1) && told.contains("is no whole backup"), "{} bytes: {told}", bytes.len());
        assert_eq!(names(&restored), Vec::<String>::new(), "{} bytes", bytes.len());
    }
    // A log that is left of another database would be played over this one.
    fs::write(restored.join("cydonia.db-wal"), "").expect("written");
    let (code, told) = restore(&file, &restored).await;
    assert!(code == Some(1) && told.contains("cydonia.db-wal is there already"), "{told}");
    fs::remove_file(restored.join("cydonia.db-wal")).expect("gone");
    let (code, told) = restore(&folder.path().join("nothing.db"), &restored).await;
    assert!(code == Some(1) && told.contains("nothing.db"), "{told}");
    let (code, told) = restore(&file, &restored).await;
    assert_eq!(code, Some(0), "{told}");

    // What SQLite takes for whole need not be what was played.
    let mut outside = TestDatabase::at(&restored).open().await;
    outside.run("UPDATE match_seats SET score = score + 1").await;
    outside.close().await;
    let (code, told) = check(&restored).await;
    assert!(code == Some(1) && told.contains("game 1 ") && told.contains("damaged: 1"), "{told}");
    let mut outside = TestDatabase::at(&restored).open().await;
    outside.run("UPDATE match_seats SET score = score - 1; DELETE FROM match_lines").await;
    outside.close().await;
    let (code, told) = check(&restored).await;
    assert!(code == Some(1) && told.contains("is missing") && told.contains("damaged: 1"), "{told}");
}

#[tokio::test]
async fn there_is_no_backup_of_what_is_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let (nowhere, file) = (folder.path().join("nowhere"), folder.path().join("backup.db"));
    let (code, told) = back_up(&nowhere, &file).await;
    assert!(code == Some(1) && told.contains("there is no database"), "{told}");
    let of_postgres = ["backup", "--database-url", "postgres://localhost/none", "--to", "backup.db"];
    let (code, told) = run(&of_postgres.map(AsRef::as_ref)).await;
    assert!(code == Some(1) && told.contains("by its own programs"), "{told}");
    assert_eq!(names(folder.path()), Vec::<String>::new());
}
