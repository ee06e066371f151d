//! Games that were finished.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, MatchPage, MatchRecord, Problem, Replay};
use cydonia_tests::{Hand, Outside, TestServer, on};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Deed, RECORD, id, possible, stored};
use crate::log::Log;
use crate::support::{create_game, database, full, refused, watch};

/// What happened to a game whose line is: a roll, an action, and seat 0 leaves. It reads well enough to be listed.
const LISTED: &[(&str, Deed)] = &[
    ("broken JSON", Deed::Sql("UPDATE match_lines SET record = substr(record, 1, 30) WHERE number = $1")),
    ("a line that is none", Deed::Sql("UPDATE match_lines SET record = 'null' WHERE number = $1")),
    ("bytes that are no text", Deed::Sqlite("UPDATE match_lines SET record = x'ff00fe' WHERE number = $1")),
    ("an unknown form", Deed::Json(RECORD, |record| record["form"] = json!(99))),
    ("no form", Deed::Json(RECORD, |record| without(record, "form"))),
    ("no pauses", Deed::Json(RECORD, |record| without(record, "pauses_ms"))),
    ("a pause too few", Deed::Json(RECORD, |record| drop(list(record, "pauses_ms").remove(0)))),
    ("a pause too many", Deed::Json(RECORD, |record| list(record, "pauses_ms").push(json!(1)))),
    ("a pause for ever", Deed::Json(RECORD, |record| record["pauses_ms"][1] = json!(i64::MAX))),
    ("a start before all events", Deed::Json(RECORD, |record| record["start"] = json!(0))),
    ("a start after all numbers", Deed::Json(RECORD, |record| record["start"] = json!(i64::MAX))),
    ("a first seat that is none", Deed::Json(RECORD, |record| record["first"] = json!(2))),
    ("rules of another version", Deed::Json(RECORD, |record| record["rules_version"] = json!(99))),
    ("an action that is none", Deed::Json(RECORD, |record| insert(record, "somewhere"))),
    ("an action that is not legal", Deed::Json(RECORD, |record| insert(record, "pass"))),
    ("a roll of sevens", Deed::Json(RECORD, |record| begin(record, "roll:7:7"))),
    ("half a roll", Deed::Json(RECORD, |record| begin(record, "roll:3"))),
    ("a roll out of phase", Deed::Json(RECORD, |record| insert(record, "roll:1:2"))),
    ("nothing to take back", Deed::Json(RECORD, |record| begin(record, "undo"))),
    ("an absent seat that leaves", Deed::Json(RECORD, |record| write(record, "leave:0", "leave:2"))),
    (
        "a seat that leaves for no known reason",
        Deed::Json(RECORD, |record| write(record, ":resigned", ":bored")),
    ),
    (
        "moves after the end",
        Deed::Json(RECORD, |record| {
            write(record, ":resigned", ":resigned roll:1:2");
            list(record, "pauses_ms").push(json!(0));
        }),
    ),
    (
        "a line without its end",
        Deed::Json(RECORD, |record| {
            write(record, " leave:0:resigned", "");
            list(record, "pauses_ms").remove(0);
        }),
    ),
    ("another result", Deed::Sql("UPDATE match_seats SET rank = 3 - rank WHERE match_number = $1")),
    ("another reason", Deed::Sql("UPDATE matches SET reason = 'timeout' WHERE number = $1")),
    ("an unknown game", Deed::Sql("UPDATE matches SET game = 'chess' WHERE number = $1")),
    ("an unknown option", Deed::Sql(r#"UPDATE matches SET options = '{"speed":"fast"}' WHERE number = $1"#)),
    ("a seat too few", Deed::Sql("DELETE FROM match_seats WHERE match_number = $1 AND seat = 1")),
];

/// The same, but what the list shows is damaged.
const UNLISTED: &[(&str, Deed)] = &[
    ("options of broken JSON", Deed::Sql("UPDATE matches SET options = '{' WHERE number = $1")),
    ("an unknown reason", Deed::Sql("UPDATE matches SET reason = 'boredom' WHERE number = $1")),
    ("fewer moves than none", Deed::Sql("UPDATE matches SET plies = -1 WHERE number = $1")),
    ("a time that is none", Deed::Sqlite("UPDATE matches SET started_ms = 'yesterday' WHERE number = $1")),
    (
        "a name of bytes",
        Deed::Sqlite("UPDATE match_seats SET name = x'ff00fe' WHERE match_number = $1 AND seat = 0"),
    ),
    (
        "a player of no id",
        Deed::Sqlite("UPDATE match_seats SET player = 'Ada' WHERE match_number = $1 AND seat = 0"),
    ),
    (
        "a rank beyond all seats",
        Deed::Sql("UPDATE match_seats SET rank = 300 WHERE match_number = $1 AND seat = 0"),
    ),
    (
        "a seat in the wrong place",
        Deed::Sql("UPDATE match_seats SET seat = 7 WHERE match_number = $1 AND seat = 0"),
    ),
    ("no seats", Deed::Sql("DELETE FROM match_seats WHERE match_number = $1")),
];

/// Takes a field away.
fn without(record: &mut Value, field: &str) {
    record.as_object_mut().expect("an object").remove(field).expect("it was there");
}

fn list<'a>(record: &'a mut Value, field: &str) -> &'a mut Vec<Value> {
    record[field].as_array_mut().expect("a list")
}

/// Writes something else into the line.
fn write(record: &mut Value, instead_of: &str, text: &str) {
    let line = record["line"].as_str().expect("text");
    assert!(line.contains(instead_of));
    record["line"] = line.replace(instead_of, text).into();
}

/// Has something happen before seat 0 leaves, at once.
fn insert(record: &mut Value, entry: &str) {
    write(record, "leave:0", &format!("{entry} leave:0"));
    list(record, "pauses_ms").push(json!(0));
}

/// Has nothing happen but that before seat 0 leaves.
fn begin(record: &mut Value, entry: &str) {
    record["line"] = format!("{entry} leave:0:resigned").into();
    record["pauses_ms"] = json!([0, 0, 0]);
}

/// Copies the finished game of number 1; returns the copy's number.
async fn copy(database: &mut Outside, id: Uuid) -> i64 {
    let number = database
        .number(
            "INSERT INTO matches (number, id, private, game, options, reason, plies, started_ms, finished_ms, first, clock)
             SELECT (SELECT max(number) + 1 FROM matches), $1, private, game, options, reason, plies, started_ms,
               finished_ms, first, clock FROM matches WHERE number = 1 RETURNING number",
            Some(id),
        )
        .await;
    on!(*database, |c| sqlx::query(
        "INSERT INTO match_lines (number, record) SELECT $1, record FROM match_lines WHERE number = 1"
    )
    .bind(number)
    .execute(c)
    .await
    .map(drop))
    .expect("its line");
    on!(*database, |c| sqlx::query(
        "INSERT INTO match_seats (match_number, seat, player, name, score, rank)
         SELECT $1, seat, player, name, score, rank FROM match_seats WHERE match_number = 1",
    )
    .bind(number)
    .execute(c)
    .await
    .map(drop))
    .expect("seats");
    number
}

/// That a request is answered by the problem of damaged data.
async fn is_damaged(server: &TestServer, path: &str, what: &str) {
    let response = reqwest::get(server.url(path)).await.expect("an answer");
    assert_eq!(response.status().as_u16(), 500, "{what}: {path}");
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let problem: Problem = response.json().await.expect("a problem");
    assert_eq!((problem.status, problem.code), (500, ErrorCode::Damaged), "{what}: {path}");
    assert!(problem.detail.contains("damaged"), "{}", problem.detail);
}

#[tokio::test]
async fn games_that_do_not_replay_are_told_logged_and_left_as_they_are() {
    let server = TestServer::start().await;
    let guest = server.guest("Watcher").await;
    let (model, mut players) = full(&server, create_game("martian-frisby", 2)).await;
    // They add nothing to the dice, which are therefore rolled by themselves.
    for player in &mut players {
        player.hand = Hand::Plain;
        player.ready(model).await.expect("ready");
    }
    players[0].until(model, |table| table.view.is_some()).await;
    players[0].play(model, |_| 0).await.expect("legal");
    players[0].call(Command::Resign { table: model }).await.expect("resigned");
    drop(players);
    let (readable, unreadable) = (possible(LISTED, server.data()), possible(UNLISTED, server.data()));
    let damage: Vec<_> = readable.iter().chain(&unreadable).copied().collect();
    let (first, last) = (id(1_000), id(1_001));
    let server = server
        .restart_with(Duration::ZERO, async |data| {
            let mut database = data.open().await;
            copy(&mut database, first).await;
            for (place, (_, deed)) in damage.iter().enumerate() {
                let number = copy(&mut database, id(place)).await;
                deed.be_done(&mut database, number).await;
            }
            copy(&mut database, last).await;
        })
        .await;

    let (log, _guard) = Log::keep();
    let mut database = database(&server).await;
    let before = stored(&mut database).await;
    let mut watcher = server.connect(Some(&guest)).await;
    for (place, (what, _)) in damage.iter().enumerate() {
        let table = id(place);
        is_damaged(&server, &format!("/api/v1/matches/{table}"), what).await;
        refused(&mut watcher, Command::Analyse { table, key: None }, ErrorCode::Damaged).await;
        is_damaged(&server, &format!("/api/v1/matches/{table}/replay"), what).await;
        assert!(
            log.has_error(&[&format!("match{{id={table}}}"), "what is stored is damaged"]),
            "{what} is logged"
        );
        for command in [watch(table), Command::Resign { table }, Command::Rematch { table }] {
            let refusal = watcher.call(command).await.expect_err("refused");
            assert_eq!(refusal.code, ErrorCode::Damaged, "{what}");
        }
        assert!(
            log.has_error(&[&format!("table{{id={table}}}"), "what is stored is damaged"]),
            "{what} is logged"
        );
    }
    assert_eq!(stored(&mut database).await, before, "nothing was written");

    // The others are there as ever, alone and page by page.
    for table in [model, first, last] {
        let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
        assert_eq!((record.summary.id, record.line.len()), (table, 3));
        let replay: Replay = server.get(&format!("/api/v1/matches/{table}/replay")).await;
        assert_eq!(replay.events.len(), 5);
        watcher.call(watch(table)).await.expect("watching");
    }
    for limit in [1, 2, 5, 100] {
        let (mut listed, mut cursor) = (Vec::new(), String::new());
        loop {
            let page: MatchPage = server.get(&format!("/api/v1/matches?limit={limit}{cursor}")).await;
            listed.extend(page.matches.into_iter().map(|summary| summary.id));
            let Some(next) = page.next else { break };
            cursor = format!("&cursor={next}");
        }
        let mut expected: Vec<Uuid> = (0..readable.len()).map(id).chain([last]).collect();
        expected.splice(0..0, [model, first]);
        expected.reverse();
        assert_eq!(listed, expected, "{limit} a page");
    }
    for number in 0..unreadable.len() {
        let number = format!("number={}", readable.len() + number + 3);
        assert!(log.has_error(&["a game is left out of the list", &number]), "{number} is logged");
    }
}
