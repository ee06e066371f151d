//! Dumps: every night all public finished games are written to files, whole or not at all, and sent whole or in part.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::thread;
use std::time::Duration;

use cydonia_protocol::{Command, Dump, DumpList, ErrorCode, Problem};
use cydonia_tests::{TestDatabase, TestServer, TestServerBuilder, program};
use flate2::read::GzDecoder;
use reqwest::{Client, StatusCode};
use sha2::{Digest, Sha256};

use crate::schema::{assert_fits, closed};
use crate::support::{create_game, hidden, play_dice, play_on, seated_at, watch};

async fn listed(server: &TestServer) -> Vec<Dump> {
    let document =
        reqwest::get(server.url("/api/v1/dumps")).await.expect("an answer").json().await.expect("JSON");
    assert_fits(&closed("dump-list"), &document);
    serde_json::from_value::<DumpList>(document).expect("a list").dumps
}

/// Waits until there are so many dumps, and the newest is of that number.
async fn until_made(server: &TestServer, count: usize, through: i64) -> Vec<Dump> {
    loop {
        let dumps = listed(server).await;
        if dumps.len() == count && dumps.first().is_some_and(|dump| dump.through == through) {
            return dumps;
        }
    }
}

async fn fetch(server: &TestServer, dump: &Dump, file: &str) -> Vec<u8> {
    let path = server.url(&format!("/api/v1/dumps/{}/{file}", dump.name));
    let answer = reqwest::get(path).await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK, "{file}");
    answer.bytes().await.expect("a file").to_vec()
}

async fn lines(server: &TestServer, dump: &Dump) -> String {
    let packed = fetch(server, dump, "games.ndjson.gz").await;
    let mut text = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut text).expect("text");
    text
}

/// A game of each of some kinds, and one that is private.
async fn play_some(server: &TestServer) {
    for game in ["martian-chess", "martian-go"] {
        let (table, mut players) = seated_at(server, game, 2).await;
        play_on(table, &mut players, 12, &mut fastrand::Rng::with_seed(1)).await;
        players[0].call(Command::Resign { table }).await.expect("resigned");
        players[1].until(table, |table| table.outcome.is_some()).await;
    }
    let (table, mut players) = seated_at(server, "martian-frisby", 2).await;
    play_dice(&mut players, table, 20, &mut fastrand::Rng::with_seed(1)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].until(table, |table| table.outcome.is_some()).await;
    let mut players = [server.join("Ada").await, server.join("Ben").await];
    let made = players[0].call(hidden(create_game("martian-chess", 2))).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key);
    players[0].call(watch(table)).await.expect("watching");
    players[1].call(Command::Sit { table, seat: None, key }).await.expect("a seat");
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[0].until(table, |table| table.outcome.is_some()).await;
}

#[tokio::test]
async fn every_night_all_public_games_are_written_as_their_export_tells_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServerBuilder::new().dumps(folder.path()).start().await;
    // There was none last night.
    let first = until_made(&server, 1, 0).await;
    assert_eq!((first[0].games, lines(&server, &first[0]).await), (0, String::new()));
    play_some(&server).await;
    // What is left of one that was stopped half-way.
    let half = folder.path().join(UNFINISHED);
    fs::create_dir(&half).expect("a folder");
    fs::write(half.join("games.parquet"), b"PAR1").expect("written");
    assert_eq!(listed(&server).await, first);
    let midnight = Duration::from_millis(86_400_000 - (server.now_ms() % 86_400_000) as u64);
    server.advance(midnight + Duration::from_mins(5));
    let dumps = until_made(&server, 2, 4).await;
    assert!(!half.exists(), "it is cleared away");
    let (dump, earlier) = (&dumps[0], &dumps[1]);
    assert_eq!((dump.games, dump.through, earlier), (3, 4, &first[0]), "the private one is not in it");
    assert_eq!(dump.made_ms, server.now_ms());

    let exported = reqwest::get(server.url("/api/v1/matches.ndjson?whole=true&order=oldest")).await;
    assert_eq!(lines(&server, dump).await, exported.expect("an answer").text().await.expect("lines"));
    for file in &dump.files {
        let bytes = fetch(&server, dump, &file.name).await;
        assert_eq!(bytes.len() as u64, file.bytes, "{}", file.name);
        assert_eq!(hex::encode(Sha256::digest(&bytes)), file.sha256, "{}", file.name);
    }
    // Two stay.
    server.advance(Duration::from_hours(24));
    let after = loop {
        let after = until_made(&server, 2, 4).await;
        if after[0].name != dump.name {
            break after;
        }
    };
    assert!(after[0].name > dump.name && after[1] == *dump, "{after:?}");
    // The oldest is listed no more before it is gone.
    while fs::read_dir(folder.path()).expect("a folder").count() > 2 {
        listed(&server).await;
    }
    // A house that opens again finds them, and makes no other before it is time.
    let again = server.restart().await;
    assert_eq!(listed(&again).await, after);
}

#[tokio::test]
async fn a_file_goes_on_where_it_was_cut_and_is_not_sent_to_whoever_has_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServerBuilder::new().dumps(folder.path()).start().await;
    let dump = until_made(&server, 1, 0).await.remove(0);
    let file = dump.files.iter().find(|file| file.name == "dictionary.json").expect("a dictionary");
    let whole = fetch(&server, &dump, &file.name).await;
    let (url, tag) =
        (server.url(&format!("/api/v1/dumps/{}/{}", dump.name, file.name)), format!("\"{}\"", file.sha256));
    let ask = async |headers: &[(&str, &str)]| {
        let mut request = Client::new().get(&url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = request.send().await.expect("an answer");
        let range =
            answer.headers().get("content-range").map(|range| range.to_str().expect("text").to_owned());
        assert_eq!(answer.headers()["etag"], *tag);
        (answer.status(), range, answer.bytes().await.expect("bytes").to_vec())
    };
    let (all, length) = (whole.clone(), whole.len());
    let rest = (
        StatusCode::PARTIAL_CONTENT,
        Some(format!("bytes 100-{}/{length}", length - 1)),
        all[100..].to_vec(),
    );
    assert_eq!(ask(&[]).await, (StatusCode::OK, None, all.clone()));
    assert_eq!(ask(&[("range", "bytes=100-")]).await, rest);
    assert_eq!(ask(&[("range", "bytes=100-"), ("if-range", &tag)]).await, rest);
    assert_eq!(ask(&[("range", "bytes=100-"), ("if-range", "\"other\"")]).await, (StatusCode::OK, None, all));
    assert_eq!(ask(&[("if-none-match", &tag)]).await, (StatusCode::NOT_MODIFIED, None, Vec::new()));
    let (status, range, _) = ask(&[("range", &format!("bytes={length}-"))]).await;
    assert_eq!((status, range), (StatusCode::RANGE_NOT_SATISFIABLE, Some(format!("bytes */{length}"))));

    for path in [
        format!("{}/manifest.json", dump.name),
        format!("{}/none.parquet", dump.name),
        format!("{}/..%2F{}%2Fdictionary.json", dump.name, dump.name),
        ".unfinished/games.parquet".to_owned(),
        "..%2F..%2Fetc/passwd".to_owned(),
        "%ff/games.parquet".to_owned(),
    ] {
        let answer = reqwest::get(server.url(&format!("/api/v1/dumps/{path}"))).await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        let problem: Problem = answer.json().await.expect("a problem");
        assert_eq!(problem.code, ErrorCode::NotFound, "{path}");
    }
}

#[tokio::test]
async fn a_house_that_is_not_told_to_makes_none() {
    let server = TestServer::start().await;
    assert_eq!(listed(&server).await, []);
}

/// What a dump is written under until it is whole.
const UNFINISHED: &str = ".unfinished";

/// Kills the program once it has begun to write, unless it was quicker.
fn kill_half_way(dump: &mut Process, to: &Path) {
    let mut dump = dump.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    while !to.join(UNFINISHED).exists() && dump.try_wait().expect("its state").is_none() {
        thread::yield_now();
    }
    dump.kill().expect("killed");
    dump.wait().expect("its end");
}

/// The dumps in a folder, as far as they have a name.
fn dumps_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("dumps").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| !path.ends_with(UNFINISHED)).collect()
}

#[tokio::test]
async fn the_program_writes_a_dump_of_a_house_that_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start().await;
    play_some(&server).await;
    let exported = reqwest::get(server.url("/api/v1/matches.ndjson?whole=true&order=oldest")).await;
    let exported = exported.expect("an answer").text().await.expect("lines");
    let to = folder.path().join("dumps");
    let dump = |data: &TestDatabase| {
        let mut dump = Process::new(program());
        dump.arg("dump").args(data.arguments()).arg("--to").arg(&to);
        dump
    };
    let refused = dump(server.data()).output().expect("it runs");
    let why = String::from_utf8(refused.stderr).expect("text");
    assert!(!refused.status.success() && why.contains("another server has this data open"), "{why}");
    assert!(!to.exists());
    let mut made = None;
    let run = async |data: &TestDatabase| {
        // Whenever it is killed, what is there is whole.
        for _ in 0..5 {
            kill_half_way(&mut dump(data), &to);
            for whole in dumps_in(&to) {
                assert!(whole.join("SHA256SUMS").exists() && whole.join("games.ndjson.gz").exists());
                fs::remove_dir_all(whole).expect("removed");
            }
        }
        made = Some(dump(data).output().expect("it runs"));
    };
    let _server = server.restart_with(Duration::ZERO, run).await;
    let made = made.expect("it ran");
    assert!(!to.join(UNFINISHED).exists(), "what was left half-way is cleared away");
    let told = String::from_utf8([made.stdout, made.stderr].concat()).expect("text");
    assert!(made.status.success() && told.contains(": 3 games, up to number 4\n"), "{told}");
    let dumps = dumps_in(&to);
    let [only] = &dumps[..] else { panic!("{dumps:?}") };
    let mut text = String::new();
    let packed = fs::File::open(only.join("games.ndjson.gz")).expect("lines");
    GzDecoder::new(packed).read_to_string(&mut text).expect("text");
    assert_eq!(text, exported);
}
