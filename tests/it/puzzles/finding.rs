//! `cydonia puzzles`, the real program: what it finds follows from its seed, is verified, and is kept by whole puzzles.

use std::io::{BufRead, BufReader};
use std::process::{self, Stdio};

use cydonia_protocol::{Command, PuzzlePage};
use cydonia_tests::{TestDatabase, TestServer, program};
use serde_json::Value;

use super::{answer, known, shown};
use crate::support::{play_on, seated_at};

/// A small search that finds something within moments.
const SMALL: &str = "--game martian-go --games 60 --nodes 400 --deeper 4 --gap 0.2";

/// What it came to: the exit code, what it told, and what it told on the way or complained about.
fn puzzles(arguments: &str) -> (Option<i32>, String, String) {
    let mut command = process::Command::new(program());
    command.arg("puzzles").args(arguments.split_whitespace()).stdin(Stdio::null());
    let output = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_same_seed_finds_the_same_puzzles() {
    let (code, found, told) = puzzles(&format!("{SMALL} --count 1"));
    assert_eq!((code, found.lines().count()), (Some(0), 1), "{told}");
    assert_eq!(puzzles(&format!("{SMALL} --count 1")).1, found);
    let puzzle: Value = serde_json::from_str(&found).expect("JSON");
    let value = |place: usize| puzzle["values"][place].as_f64().expect("a figure");
    assert!(value(0) - value(1) >= 0.199, "clearly better: {found}");
    let (_, other, told) = puzzles(&format!("{SMALL} --count 1 --seed 2"));
    assert_ne!(other, found, "{told}");
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for (arguments, words) in [
        ("--game chess", "there is no game “chess”"),
        ("--game martian-go --seats 9", "--seats"),
        ("--game martian-go --nodes 0", "--nodes must be 1 at least"),
        ("--game martian-go --deeper 0", "--deeper must be 1 at least"),
        ("--game martian-go --gap 2", "--gap is a number from 0 to 1"),
        ("--game martian-go --gap nan", "--gap is a number from 0 to 1"),
        ("", "--game"),
        ("--stored --seats 2", "--stored"),
        ("--stored --data /nowhere", "there is no database in /nowhere"),
    ] {
        let (code, told, complained) = puzzles(arguments);
        assert_eq!((code, told.as_str()), (Some(2), ""), "{arguments}: {complained}");
        assert!(complained.contains(words), "{arguments}: {complained}");
    }
}

#[test]
fn whoever_is_stopped_half_way_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("puzzles.jsonl");
    std::fs::write(&file, "as it was\n").expect("written");
    let mut command = process::Command::new(program());
    command.arg("puzzles").args(SMALL.split_whitespace()).args(["--count", "1000", "--write"]).arg(&file);
    let mut running = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(running.stderr.take().expect("piped")).lines();
    lines.next().expect("a first line").expect("text");
    running.kill().expect("killed");
    running.wait().expect("it ends");
    assert_eq!(std::fs::read_to_string(&file).expect("read"), "as it was\n");
    let (code, _, told) = puzzles(&format!("{SMALL} --count 1 --write {}", file.display()));
    assert_eq!(code, Some(0), "{told}");
    let text = std::fs::read_to_string(&file).expect("read");
    assert!(text.ends_with("}\n") && text.lines().count() == 1, "{text}");
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 1, "nothing is left beside it");
}

#[tokio::test]
async fn a_house_gets_puzzles_out_of_its_own_games_once() {
    let server = TestServer::start_on(TestDatabase::in_sqlite()).await;
    let (table, mut players) = seated_at(&server, "martian-chess", 2).await;
    play_on(table, &mut players, 60, &mut fastrand::Rng::with_seed(7)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].until(table, |table| table.outcome.is_some()).await;
    drop(players);
    let before: PuzzlePage = server.get("/api/v1/puzzles?game=martian-chess&limit=100").await;
    let folder = server.data().folder().expect("a folder").to_owned();
    let copy = tempfile::tempdir().expect("a folder");
    for entry in std::fs::read_dir(&folder).expect("a folder") {
        let from = entry.expect("an entry").path();
        std::fs::copy(&from, copy.path().join(from.file_name().expect("a name"))).expect("copied");
    }
    let search = format!("--stored --data {} --nodes 2000 --deeper 4 --gap 0.1", copy.path().display());
    let (code, told, complained) = puzzles(&search);
    let first = "games: 1, of which damaged: 0; puzzles: 1, of which new: 1\n";
    assert_eq!((code, told.as_str()), (Some(0), first), "{complained}");
    let (code, told, complained) = puzzles(&search);
    assert_eq!((code, told.as_str()), (Some(0), &*first.replace("new: 1", "new: 0")), "{complained}");

    let server = TestServer::start_on(TestDatabase::at(copy.path())).await;
    let page: PuzzlePage = server.get("/api/v1/puzzles?game=martian-chess&limit=100").await;
    assert_eq!(page.puzzles.len(), before.puzzles.len() + 1);
    let own = page.puzzles.last().expect("some").id;
    let puzzle = shown(&server, None, own).await;
    assert_eq!(puzzle.from_match, Some(table));
    let (solution, other) = known(&server, &puzzle).await;
    assert!(answer(&server, None, own, &solution).await.right);
    assert!(!answer(&server, None, own, &other).await.right);
    // On pages of one it comes last, too.
    let rest: PuzzlePage =
        server.get(&format!("/api/v1/puzzles?game=martian-chess&limit={}", before.puzzles.len())).await;
    let cursor = rest.next.expect("more");
    let last: PuzzlePage = server.get(&format!("/api/v1/puzzles?game=martian-chess&cursor={cursor}")).await;
    assert_eq!((last.puzzles.iter().map(|puzzle| puzzle.id).collect(), last.next), (vec![own], None));
}
