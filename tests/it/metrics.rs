//! What a house counts and measures, for whoever watches over it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Stdio;
use std::time::Duration;

use cydonia_protocol::{Close, Command, ErrorCode, TimeControl};
use cydonia_tests::{TestClient, TestDatabase, TestServer, TestServerBuilder, program};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::hurry::{asked, strict};
use crate::support::{create, lock, play_on, refused_at, root, seated_with, turn};

/// What a house tells, by name and labels.
pub(crate) struct Told(BTreeMap<String, f64>);

impl Told {
    pub(crate) async fn by(server: &TestServer) -> Self {
        let address = server.metrics.expect("it tells what it counts");
        let answer = reqwest::get(format!("http://{address}/metrics")).await.expect("an answer");
        let kind = answer.headers()["content-type"].to_str().expect("text").to_owned();
        assert_eq!(kind, "text/plain; version=0.0.4; charset=utf-8");
        let text = answer.text().await.expect("text");
        let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
            let (name, value) = line.rsplit_once(' ').expect("a name and a value");
            (name.to_owned(), value.parse().unwrap_or_else(|error| panic!("{line}: {error}")))
        });
        Self(rows.collect())
    }

    pub(crate) fn of(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or(0.0)
    }

    /// The names of all that is told, without what a histogram adds to its own.
    fn names(&self) -> BTreeSet<&str> {
        self.0.keys().map(|row| row.split('{').next().unwrap_or_default()).collect()
    }
}

#[tokio::test]
async fn what_is_played_asked_and_refused_is_counted() {
    let server = TestServerBuilder::new().metrics().start().await;
    let before = Told::by(&server).await;
    assert_eq!(before.of("cydonia_ready"), 1.0);
    assert_eq!(before.of("cydonia_build_info{version=\"0.1.0\"}"), 1.0);
    let (table, mut players) = seated_with(&server, "martian-chess", 2, TimeControl::None {}).await;
    play_on(table, &mut players, 6, &mut fastrand::Rng::with_seed(7)).await;
    let cydonia_rules::Turn::Act { seat } = turn(&players[0], table) else { panic!("somebody is to act") };
    let other = &mut players[usize::from(1 - seat)];
    let act = Command::Act { table, at: 0, action: "a1-a2".to_owned(), share: None };
    refused_at(other, table, act, ErrorCode::Stale).await;
    other.call(Command::Resign { table }).await.expect("resigned");
    for (path, status) in [
        ("/api/v1/games", 200),
        ("/api/v1/matches/00000000-0000-0000-0000-000000000000", 404),
        ("/no/such", 404),
    ] {
        assert_eq!(reqwest::get(server.url(path)).await.expect("an answer").status(), status, "{path}");
    }
    let mut told = Told::by(&server).await;
    // Those who follow finished games may be writing still.
    while told.of("cydonia_queue_length{queue=\"writes\"}") > 0.0 {
        told = Told::by(&server).await;
    }
    for (row, expected) in [
        ("cydonia_moves_total{game=\"martian-chess\"}", 6.0),
        ("cydonia_games_finished_total{game=\"martian-chess\"}", 1.0),
        ("cydonia_sockets", 2.0),
        ("cydonia_tables_awake", 1.0),
        ("cydonia_refusals_total{over=\"socket\",code=\"stale\"}", 1.0),
        ("cydonia_refusals_total{over=\"http\",code=\"no_match\"}", 1.0),
        ("cydonia_http_request_seconds_count{method=\"GET\",route=\"/api/v1/games\",status=\"200\"}", 1.0),
        (
            "cydonia_http_request_seconds_count{method=\"GET\",route=\"/api/v1/matches/{id}\",status=\"404\"}",
            1.0,
        ),
        ("cydonia_http_request_seconds_count{method=\"GET\",route=\"page\",status=\"404\"}", 1.0),
        ("cydonia_commits_failed_total", 0.0),
        ("cydonia_queue_length{queue=\"writes\"}", 0.0),
        ("cydonia_threads_busy{pool=\"thinkers\"}", 0.0),
    ] {
        assert_eq!(told.of(row), expected, "{row}");
    }
    let commits =
        |told: &Told| (told.of("cydonia_commit_seconds_count"), told.of("cydonia_commit_writes_sum"));
    let ((commits_before, writes_before), (commits, writes)) = (commits(&before), commits(&told));
    assert!(commits >= commits_before + 8.0 && writes - writes_before >= commits - commits_before);
    drop(players);
}

#[tokio::test]
async fn what_comes_from_outside_makes_no_rows() {
    let server = TestServerBuilder::new().metrics().start().await;
    let client = reqwest::Client::new();
    for (method, path) in [
        ("GET", "/api/v1/matches/one?x=1"),
        ("BREW", "/api/v1/games"),
        ("TEA", "/made/up"),
        ("GET", "/a%22b/c%0Ad"),
    ] {
        let method = reqwest::Method::from_bytes(method.as_bytes()).expect("a method");
        client.request(method, server.url(path)).send().await.expect("an answer");
    }
    let told = Told::by(&server).await;
    for words in ["one", "BREW", "TEA", "made", "x=1", "%22"] {
        assert!(told.0.keys().all(|row| !row.contains(words)), "{words}");
    }
    let of_others = told.0.keys().filter(|row| row.contains("_count{method=\"other\"")).count();
    assert_eq!(of_others, 2, "a route that is known, and the page");
    // Nor does a method that a route has none of.
    client.delete(server.url("/api/v1/games")).send().await.expect("an answer");
    assert!(Told::by(&server).await.0.keys().all(|row| !row.contains("DELETE")));
    // It is told where it was asked for, and to nobody who plays.
    let outside = reqwest::get(server.url("/metrics")).await.expect("an answer").text().await.expect("text");
    assert!(!outside.contains("cydonia_ready"));
    let elsewhere = format!("http://{}/api/v1/games", server.metrics.expect("an address"));
    assert_eq!(reqwest::get(elsewhere).await.expect("an answer").status(), 404);
}

#[tokio::test]
async fn a_commit_that_fails_is_counted_and_the_house_is_not_ready() {
    let server = TestServerBuilder::new().metrics().start().await;
    let mut player = server.join("Ada").await;
    let held = lock(&server).await;
    let refused = player.call(create(2)).await;
    assert!(refused.is_err(), "{refused:?}");
    let told = Told::by(&server).await;
    assert!(told.of("cydonia_commits_failed_total") >= 1.0);
    assert_eq!(told.of("cydonia_ready"), 0.0);
    assert_eq!(told.of("cydonia_refusals_total{over=\"socket\",code=\"unavailable\"}"), 1.0);
    drop(held);
}

#[tokio::test]
async fn sockets_that_are_closed_are_counted_by_reason() {
    let server = TestServerBuilder::new().metrics().start().await;
    let mut silent = server.join("Ada").await;
    server.advance(Duration::from_secs(3_600));
    silent.closed().await;
    let told = Told::by(&server).await;
    assert_eq!(told.of("cydonia_socket_closes_total{reason=\"silent\"}"), 1.0);
    TestClient::open(server.address, "/ws?protocol=0").await.closed().await;
    assert_eq!(Told::by(&server).await.of("cydonia_socket_closes_total{reason=\"version\"}"), 1.0);
}

#[tokio::test]
async fn what_alerts_watch_is_told_before_it_has_ever_happened() {
    let server = TestServerBuilder::new().metrics().start().await;
    let told = Told::by(&server).await;
    for code in ErrorCode::ALL {
        for over in ["socket", "http"] {
            let row = format!("cydonia_refusals_total{{over=\"{over}\",code=\"{}\"}}", code.name());
            assert_eq!(told.0.get(&row), Some(&0.0), "{row}");
        }
    }
    for close in Close::ALL {
        let row = format!("cydonia_socket_closes_total{{reason=\"{}\"}}", close.name());
        assert_eq!(told.0.get(&row), Some(&0.0), "{row}");
    }
}

#[tokio::test]
async fn a_house_below_another_path_tells_the_same_routes() {
    let server = TestServerBuilder::new().base("/house").metrics().start().await;
    for path in ["/api/v1/games", "/"] {
        reqwest::get(server.url(path)).await.expect("an answer");
    }
    let told = Told::by(&server).await;
    for route in ["/api/v1/games", "page"] {
        let row =
            format!("cydonia_http_request_seconds_count{{method=\"GET\",route=\"{route}\",status=\"200\"}}");
        assert_eq!(told.of(&row), 1.0, "{route}");
    }
    assert!(told.0.keys().all(|row| !row.contains("house")));
}

#[tokio::test]
async fn whoever_is_made_to_wait_is_refused_and_nothing_seems_slow() {
    let server = TestServerBuilder::new().limits(strict(false)).metrics().start().await;
    let client = reqwest::Client::new();
    for expected in [200, 200, 200, 200, 429] {
        assert_eq!(asked(&server, &client, "/api/v1/games", "").await.status(), expected);
    }
    let told = Told::by(&server).await;
    assert_eq!(told.of("cydonia_refusals_total{over=\"http\",code=\"too_fast\"}"), 1.0);
    assert!(told.0.keys().all(|row| !row.contains("status=\"429\"")));
}

/// Every name that begins as ours do, in a file.
fn named_in(path: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let words = text.split(|sign: char| !(sign.is_ascii_lowercase() || sign == '_'));
    words.filter(|word| word.starts_with("cydonia_")).map(str::to_owned).collect()
}

#[tokio::test]
async fn dashboard_and_alerts_ask_for_what_is_told() {
    let server = TestServerBuilder::new().metrics().start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, TimeControl::None {}).await;
    play_on(table, &mut players, 1, &mut fastrand::Rng::with_seed(7)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    reqwest::get(server.url("/api/v1/matches/none")).await.expect("an answer");
    let mut silent = server.join("Ada").await;
    server.advance(Duration::from_secs(3_600));
    silent.closed().await;
    let told = Told::by(&server).await;
    let names = told.names();
    for path in ["docs/monitoring/dashboard.json", "docs/monitoring/alerts.yml"] {
        let asked = named_in(path);
        assert!(asked.len() > 3, "{path}");
        for name in asked {
            assert!(names.contains(name.as_str()), "{path} asks for {name}, which is not told");
        }
    }
    // And every one has its row in the docs.
    let rows = named_in("docs/operations.md");
    for name in names {
        let own = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        assert!(rows.contains(own), "docs/operations.md has no word of {own}");
    }
}

#[tokio::test]
async fn a_log_in_json_is_an_object_a_line() {
    let data = TestDatabase::in_sqlite();
    let mut command = tokio::process::Command::new(program());
    command.args(["--listen=127.0.0.1:0", "--log-format=json"]).args(data.arguments());
    let mut child = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    loop {
        let line = lines.next_line().await.expect("text").expect("it opens");
        let line: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(line["timestamp"].is_string() && line["level"] == "INFO", "{line}");
        if line["fields"]["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("open on http://localhost:"))
        {
            break;
        }
    }
}
