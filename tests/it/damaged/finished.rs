//! Games that were finished.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, MatchPage, MatchRecord, Problem, Replay};
use cydonia_tests::{Hand, TestServer};
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::{Log, id, stored};
use crate::support::{create_game, database, database_in, full, watch};

/// What happened to a game whose line is: a roll, an action, and seat 0 leaves. `$1` is its number. It reads well
/// enough to be listed.
const LISTED: &[(&str, &str)] = &[
    ("broken JSON", "UPDATE matches SET record = substr(record, 1, 30) WHERE number = $1"),
    ("a line that is none", "UPDATE matches SET record = 'null' WHERE number = $1"),
    ("bytes that are no text", "UPDATE matches SET record = x'ff00fe' WHERE number = $1"),
    ("an unknown form", "UPDATE matches SET record = json_set(record, '$.form', 3) WHERE number = $1"),
    ("no form", "UPDATE matches SET record = json_remove(record, '$.form') WHERE number = $1"),
    ("no pauses", "UPDATE matches SET record = json_remove(record, '$.pauses_ms') WHERE number = $1"),
    ("a pause too few", "UPDATE matches SET record = json_remove(record, '$.pauses_ms[0]') WHERE number = $1"),
    (
        "a pause too many",
        "UPDATE matches SET record = json_insert(record, '$.pauses_ms[#]', 1) WHERE number = $1",
    ),
    (
        "a pause for ever",
        "UPDATE matches SET record = json_set(record, '$.pauses_ms[1]', 9223372036854775807) WHERE number = $1",
    ),
    ("a start before all events", "UPDATE matches SET record = json_set(record, '$.start', 0) WHERE number = $1"),
    (
        "a start after all numbers",
        "UPDATE matches SET record = json_set(record, '$.start', 9223372036854775807) WHERE number = $1",
    ),
    ("a first seat that is none", "UPDATE matches SET record = json_set(record, '$.first', 2) WHERE number = $1"),
    (
        "rules of another version",
        "UPDATE matches SET record = json_set(record, '$.rules_version', 99) WHERE number = $1",
    ),
    (
        "an action that is none",
        "UPDATE matches SET record = json_insert(replace(record, 'leave:0', 'somewhere leave:0'),
           '$.pauses_ms[#]', 0) WHERE number = $1",
    ),
    (
        "an action that is not legal",
        "UPDATE matches SET record = json_insert(replace(record, 'leave:0', 'pass leave:0'), '$.pauses_ms[#]', 0)
         WHERE number = $1",
    ),
    (
        "a roll of sevens",
        "UPDATE matches SET record = json_set(record, '$.line', 'roll:7:7 leave:0:resigned',
           '$.pauses_ms', json('[0,0,0]')) WHERE number = $1",
    ),
    (
        "half a roll",
        "UPDATE matches SET record = json_set(record, '$.line', 'roll:3 leave:0:resigned',
           '$.pauses_ms', json('[0,0,0]')) WHERE number = $1",
    ),
    (
        "a roll out of phase",
        "UPDATE matches SET record = json_insert(replace(record, 'leave:0', 'roll:1:2 leave:0'),
           '$.pauses_ms[#]', 0) WHERE number = $1",
    ),
    (
        "nothing to take back",
        "UPDATE matches SET record = json_set(record, '$.line', 'undo leave:0:resigned',
           '$.pauses_ms', json('[0,0,0]')) WHERE number = $1",
    ),
    ("an absent seat that leaves", "UPDATE matches SET record = replace(record, 'leave:0', 'leave:2') WHERE number = $1"),
    (
        "a seat that leaves for no known reason",
        "UPDATE matches SET record = replace(record, ':resigned', ':bored') WHERE number = $1",
    ),
    (
        "moves after the end",
        "UPDATE matches SET record = json_insert(replace(record, ':resigned', ':resigned roll:1:2'),
           '$.pauses_ms[#]', 0) WHERE number = $1",
    ),
    (
        "a line without its end",
        "UPDATE matches SET record = json_remove(replace(record, ' leave:0:resigned', ''), '$.pauses_ms[0]')
         WHERE number = $1",
    ),
    ("another result", "UPDATE match_seats SET rank = 3 - rank WHERE match_number = $1"),
    ("another reason", "UPDATE matches SET reason = 'timeout' WHERE number = $1"),
    ("an unknown game", "UPDATE matches SET game = 'chess' WHERE number = $1"),
    (
        "an unknown option",
        r#"UPDATE matches SET options = '{"speed":"fast"}' WHERE number = $1"#,
    ),
    ("a seat too few", "DELETE FROM match_seats WHERE match_number = $1 AND seat = 1"),
];

/// The same, but what the list shows is damaged.
const UNLISTED: &[(&str, &str)] = &[
    ("options of broken JSON", "UPDATE matches SET options = '{' WHERE number = $1"),
    ("an unknown reason", "UPDATE matches SET reason = 'boredom' WHERE number = $1"),
    ("fewer moves than none", "UPDATE matches SET plies = -1 WHERE number = $1"),
    ("a time that is none", "UPDATE matches SET started_ms = 'yesterday' WHERE number = $1"),
    ("a name of bytes", "UPDATE match_seats SET name = x'ff00fe' WHERE match_number = $1 AND seat = 0"),
    ("a player of no id", "UPDATE match_seats SET player = 'Ada' WHERE match_number = $1 AND seat = 0"),
    ("a rank beyond all seats", "UPDATE match_seats SET rank = 300 WHERE match_number = $1 AND seat = 0"),
    ("a seat in the wrong place", "UPDATE match_seats SET seat = 7 WHERE match_number = $1 AND seat = 0"),
    ("no seats", "DELETE FROM match_seats WHERE match_number = $1"),
];

/// Copies the finished game of number 1; returns the copy's number.
async fn copy(database: &mut SqliteConnection, id: Uuid) -> i64 {
    let (number,) = sqlx::query_as(
        "INSERT INTO matches (number, id, private, game, options, reason, plies, started_ms, finished_ms, record)
         SELECT (SELECT max(number) + 1 FROM matches), $1, private, game, options, reason, plies, started_ms,
           finished_ms, record FROM matches WHERE number = 1 RETURNING number",
    )
    .bind(id)
    .fetch_one(&mut *database)
    .await
    .expect("a game");
    sqlx::query(
        "INSERT INTO match_seats (match_number, seat, player, name, score, rank)
         SELECT $1, seat, player, name, score, rank FROM match_seats WHERE match_number = 1",
    )
    .bind(number)
    .execute(database)
    .await
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
async fn games_whose_lines_do_not_replay_are_told_and_logged_and_left_as_they_are() {
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
    let damage: Vec<(&str, &'static str)> = LISTED.iter().chain(UNLISTED).copied().collect();
    let (first, last) = (id(1_000), id(1_001));
    let server = server
        .restart_with(Duration::ZERO, async |data| {
            let mut database = database_in(data).await;
            copy(&mut database, first).await;
            for (place, (_, sql)) in damage.iter().enumerate() {
                let number = copy(&mut database, id(place)).await;
                let done = sqlx::query(*sql).bind(number).execute(&mut database).await.expect("damaged");
                assert!(done.rows_affected() > 0);
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
        let mut expected: Vec<Uuid> = (0..LISTED.len()).map(id).chain([last]).collect();
        expected.splice(0..0, [model, first]);
        expected.reverse();
        assert_eq!(listed, expected, "{limit} a page");
    }
    for number in 0..UNLISTED.len() {
        let number = format!("number={}", LISTED.len() + number + 3);
        assert!(log.has_error(&["a game is left out of the list", &number]), "{number} is logged");
    }
}
