//! The flags of the real program: they hold wherever they stand, and what means nothing is refused.

use std::path::Path;
use std::process::{Command, Stdio};

use cydonia_tests::{Process, TestDatabase, program};

/// Runs the program in a folder, with nothing on its input and nothing of ours in its surroundings but what is said; its exit code,
/// and all that it told.
pub(crate) fn run_in(
    folder: &Path,
    arguments: &[&str],
    surroundings: &[(&str, &str)],
) -> (Option<i32>, String) {
    let mut command = Command::new(program());
    let inherited = std::env::vars_os().map(|(name, _)| name);
    let own =
        inherited.filter(|name| name.to_string_lossy().starts_with("CYDONIA_") || name == "DATABASE_URL");
    for name in own {
        command.env_remove(name);
    }
    command.args(arguments).envs(surroundings.iter().copied()).current_dir(folder).stdin(Stdio::null());
    let output = command.output().expect("it runs");
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).expect("text"))
}

/// The same in an empty folder, which stays empty.
fn run(arguments: &[&str], surroundings: &[(&str, &str)]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let told = run_in(folder.path(), arguments, surroundings);
    let made = folder.path().read_dir().expect("a folder").count();
    assert_eq!(made, 0, "nothing is made in the folder that nobody named: {arguments:?}");
    told
}

/// A house's data, of which no server has hold any more.
async fn kept() -> TestDatabase {
    let data = TestDatabase::in_sqlite();
    let mut process = Process::start(&data, 0).await;
    process.kill().await;
    data
}

fn folder(data: &TestDatabase) -> &str {
    data.folder().and_then(|folder| folder.to_str()).expect("a folder")
}

#[tokio::test]
async fn recompute_ratings_finds_its_data_by_flag_or_environment() {
    let (data, other) = (kept().await, TestDatabase::in_sqlite());
    let (data, other) = (folder(&data), folder(&other));
    let fits = |arguments: &[&str], surroundings: &[(&str, &str)]| {
        let (code, text) = run(arguments, surroundings);
        assert_eq!(
            (code, text.contains("rows not as they should be: 0")),
            (Some(0), true),
            "{arguments:?}: {text}"
        );
    };
    fits(&["--data", data, "recompute-ratings", "--check"], &[]);
    fits(&["recompute-ratings", "--check", "--data", data], &[]);
    fits(&["recompute-ratings", "--check"], &[("CYDONIA_DATA", data)]);
    // What is said by hand holds, wherever the surroundings point.
    fits(&["--data", data, "recompute-ratings", "--check"], &[("CYDONIA_DATA", other)]);
    fits(&["recompute-ratings", "--check", "--data", data], &[("CYDONIA_DATA", other)]);
    let elsewhere = [("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing")];
    fits(&["--data", data, "recompute-ratings", "--check"], &elsewhere);
    fits(&["recompute-ratings", "--check", "--data", data], &elsewhere);
    fits(&["--most-megabytes", "50", "recompute-ratings", "--data", data, "--check"], &[]);
}

/// The program refuses in one sentence that has these words in it.
fn is_refused(arguments: &[&str], words: &str) {
    let (code, text) = run(arguments, &[]);
    assert_eq!(code, Some(2), "{arguments:?}: {text}");
    assert!(text.contains(words), "{arguments:?}: {text}");
}

#[tokio::test]
async fn a_flag_that_is_said_twice_is_refused_and_nothing_is_done() {
    let (data, other) = (kept().await, TestDatabase::in_sqlite());
    let (data, other) = (folder(&data), folder(&other));
    let twice = "--data is there twice, before recompute-ratings and after it";
    is_refused(&["--data", data, "recompute-ratings", "--data", other], twice);
    is_refused(&["--data", data, "recompute-ratings", "--data", data], twice);
    is_refused(&["--data", data, "--data", other, "recompute-ratings"], "cannot be used multiple times");
    let url = "postgres://nobody@127.0.0.1:1/nothing";
    let places = "--data and --database-url are two places for the same";
    is_refused(&["--data", data, "recompute-ratings", "--database-url", url], places);
    is_refused(&["--database-url", url, "recompute-ratings", "--data", data], places);
    is_refused(&["--data", data, "--database-url", url], places);
}

#[test]
fn a_flag_that_a_subcommand_does_not_know_is_refused() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let file = file.path().to_str().expect("a path");
    for (subcommand, more) in [
        ("referee", &[][..]),
        ("verify", &[file]),
        ("rotate-signing-key", &[]),
        ("verify-dice", &[file]),
        ("check-record", &[file]),
        ("recompute-ratings", &[]),
        ("dump", &["--to=dumps"]),
        ("bot", &["--program=cat", "--create=martian-chess"]),
        ("tournament", &["--game=martian-go"]),
    ] {
        for (flag, value) in [
            ("--listen", "127.0.0.1:0"),
            ("--base", "/house"),
            ("--names-an-hour", "7"),
            ("--data", "somewhere"),
            ("--most-megabytes", "7"),
            ("--database-url", "postgres://nobody@127.0.0.1:1/nothing"),
        ] {
            let keeps = ["--data", "--most-megabytes", "--database-url"].contains(&flag);
            if keeps && ["recompute-ratings", "rotate-signing-key", "dump"].contains(&subcommand) {
                continue;
            }
            let before: Vec<&str> =
                [flag, value, subcommand].into_iter().chain(more.iter().copied()).collect();
            is_refused(&before, &format!("{flag} means nothing to {subcommand}"));
            let after: Vec<&str> =
                [subcommand].into_iter().chain(more.iter().copied()).chain([flag, value]).collect();
            is_refused(&after, &format!("unexpected argument '{flag}' found"));
        }
    }
}

#[test]
fn subcommands_that_keep_nothing_ignore_where_data_are() {
    let surroundings = [("CYDONIA_DATA", "/no/such/place"), ("CYDONIA_LISTEN", "127.0.0.1:1")];
    let (code, text) = run(&["referee"], &surroundings);
    assert_eq!((code, text.as_str()), (Some(0), ""), "it had nothing to referee");
    let (code, text) = run(&["verify-dice", "-"], &surroundings);
    assert_eq!((code, text.contains("no record of dice")), (Some(2), true), "{text}");
    let (code, text) = run(&["verify", "-"], &surroundings);
    assert_eq!((code, text.contains("no proof of a game")), (Some(2), true), "{text}");
    let (code, text) = run(&["check-record", "-"], &surroundings);
    assert!(code == Some(1) || code == Some(2), "{text}");
    let (code, text) = run(&["recompute-ratings"], &surroundings);
    assert_eq!((code, text.contains("there is no database in /no/such/place")), (Some(2), true), "{text}");
}

#[tokio::test]
async fn health_says_whether_a_house_answers() {
    let data = TestDatabase::in_sqlite();
    let mut process = Process::start(&data, 0).await;
    let url = format!("http://{}/", process.address);
    assert_eq!(run(&["health", &url], &[]), (Some(0), "ok\n".to_owned()));
    process.kill().await;
    let (code, text) = run(&["health", &url], &[]);
    assert_eq!(
        (code, text.contains("the house is not well: it cannot be reached")),
        (Some(1), true),
        "{text}"
    );
    for address in ["https://127.0.0.1:1/", "127.0.0.1:1", ""] {
        let (code, text) = run(&["health", address], &[]);
        assert_eq!((code, text.contains("a house is asked by http")), (Some(1), true), "{address}: {text}");
    }
}
