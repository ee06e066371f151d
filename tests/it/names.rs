//! Names and lookalikes: what people may call themselves, and how those are told apart who are called the same.

use std::collections::HashSet;

use cydonia_protocol::{Command, MatchRecord, Phrase, Problem, Room, SessionRequest, Words};
use cydonia_tests::{TestClient, TestServer};
use reqwest::StatusCode;
use uuid::Uuid;

use crate::support::{create, say, sit, watch};

/// The names at a table's seats, as somebody has them.
fn seated(client: &TestClient, table: Uuid) -> Vec<&str> {
    let seats = &client.tables[&table].info.seats;
    seats.iter().filter_map(|seat| seat.sitter()).map(|player| player.name.as_str()).collect()
}

/// Somebody's name with the mark by which they are told apart.
fn marked(client: &TestClient, name: &str) -> String {
    let id = client.player.as_ref().expect("a session").id.simple().to_string();
    format!("{name} ·{}", &id[30..])
}

#[tokio::test]
async fn a_name_is_refused_that_cannot_be_seen_or_is_the_houses() {
    let server = TestServer::start().await;
    for bad in [
        "\u{e0100}",
        "Ada\u{e0100}",
        "Ada\u{fff0}",
        "\u{3164}",
        "!!!",
        "✔ Moderator",
        "Сydonia",
        "Ada ·2f",
        "Computer 3",
    ] {
        let request = SessionRequest { name: bad.to_owned(), bearer: true };
        let body = serde_json::to_string(&request).expect("JSON");
        let client = reqwest::Client::new();
        let answer = client.post(server.url("/api/v1/session")).body(body).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{bad:?}");
        let problem: Problem = serde_json::from_str(&answer.text().await.expect("text")).expect("a problem");
        assert_eq!(problem.code, cydonia_protocol::ErrorCode::BadName, "{bad:?}");
    }
    let ada = server.join("  Ada\u{3000} \u{a0}L\u{e9} ").await;
    assert_eq!(ada.player.expect("a session").name, "Ada Lé");
}

#[tokio::test]
async fn lookalike_names_are_marked_at_seats_in_chat_and_in_records() {
    let server = TestServer::start().await;
    // As they are written, with a Cyrillic А, and in capitals.
    let mut players = [
        server.join("Ada").await,
        server.join("Аda").await,
        server.join("Ben").await,
        server.join("ADA").await,
    ];
    let table = players[0].call(create(4)).await.expect("a table").table.expect("its id");
    for player in &mut players[1..] {
        player.call(sit(table)).await.expect("a seat");
    }
    for player in &mut players {
        player.call(watch(table)).await.expect("watching");
    }
    let expected =
        ["Ada".to_owned(), marked(&players[1], "Аda"), "Ben".to_owned(), marked(&players[3], "ADA")];
    for player in &players {
        assert_eq!(seated(player, table), expected);
    }
    assert_eq!(expected.iter().collect::<HashSet<_>>().len(), 4);
    players[1].call(say(table, Room::Players, Words::Phrase { phrase: Phrase::Hello })).await.expect("said");
    while !players[0].chat.contains_key(&(table, Room::Players)) {
        players[0].next().await;
    }
    assert_eq!(players[0].chat[&(table, Room::Players)][0].player.name, expected[1]);
    for player in &mut players[..3] {
        player.call(Command::Resign { table }).await.expect("resigned");
    }
    players[3].until(table, |table| table.outcome.is_some()).await;
    let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    let names: Vec<_> = record.summary.seats.iter().map(|seat| seat.player.name.clone()).collect();
    assert_eq!(names, expected);
    let text = reqwest::get(server.url(&format!("/api/v1/matches/{table}/record"))).await.expect("an answer");
    assert!(text.text().await.expect("text").contains(&expected[1]));
    // At the next table they are told apart again, whoever comes first.
    let next = players[3].call(Command::Rematch { table }).await.expect("a rematch").table.expect("its id");
    players[3].call(watch(next)).await.expect("watching");
    assert_eq!(seated(&players[3], next), [&expected[3]]);
}

#[tokio::test]
async fn watchers_under_a_players_name_are_marked_for_everybody() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    let (mut like, mut other) = (server.join("аda").await, server.join("Wanda").await);
    like.call(watch(table)).await.expect("watching");
    other.call(watch(table)).await.expect("watching");
    let expected = marked(&like, "аda");
    while other.watchers.get(&table).is_none_or(|watchers| watchers.names.len() < 2) {
        server.advance(cydonia_server::limits::WATCHERS_COALESCE);
        other.call(Command::Ping {}).await.expect("the line is good");
    }
    let names: HashSet<_> = other.watchers[&table].names.iter().map(String::as_str).collect();
    assert_eq!(names, HashSet::from([expected.as_str(), "Wanda"]));
    like.call(say(table, Room::Watchers, Words::Phrase { phrase: Phrase::Oh })).await.expect("said");
    while !other.chat.contains_key(&(table, Room::Watchers)) {
        other.next().await;
    }
    assert_eq!(other.chat[&(table, Room::Watchers)][0].player.name, expected);
}
