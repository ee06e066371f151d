//! Computers are marked wherever they are named, say nothing, and play each other only where a house lets them.

use cydonia_protocol::{Command, ErrorCode, LobbyFilter, Phrase, Room, ServerMessage, VERSION, Words};
use cydonia_tests::{TestClient, TestServer, TestServerBuilder, ample};
use serde_json::Value;

use super::{against, begun, step};
use crate::support::{refused, say, until_listed, watch};

/// How often computers are named in a document; each time they have the mark of their level, and nobody else has one.
fn marked(document: &Value) -> usize {
    match document {
        Value::Array(all) => all.iter().map(marked).sum(),
        Value::Object(fields) => {
            let name = fields.get("name").and_then(Value::as_str).unwrap_or_default();
            let level = (1..=8).find(|level| name == format!("Computer {level}"));
            if fields.contains_key("id") {
                assert_eq!(fields.get("computer").and_then(Value::as_u64), level, "{document}");
            }
            usize::from(level.is_some()) + fields.values().map(marked).sum::<usize>()
        }
        _ => 0,
    }
}

async fn text(server: &TestServer, path: &str) -> String {
    let answer = reqwest::get(server.url(path)).await.expect("an answer");
    assert!(answer.status().is_success(), "{path}");
    answer.text().await.expect("text")
}

/// How often computers are named in what is answered there.
async fn named_at(server: &TestServer, path: &str) -> usize {
    marked(&serde_json::from_str(&text(server, path).await).expect("JSON"))
}

#[tokio::test]
async fn a_computer_is_marked_wherever_it_is_named_and_says_nothing() {
    let server = TestServer::start().await;
    let mut eve = server.connect(None).await;
    eve.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("the lobby");
    let (table, mut ada) = begun(&server, against("martian-chess", 4, &[(1, 2), (2, 1), (3, 5)])).await;
    until_listed(&mut eve, &server, |listed| listed.len() == 1).await;
    assert_eq!(marked(&serde_json::to_value(&eve.lobby).expect("JSON")), 3, "in the lobby");
    assert_eq!(named_at(&server, &format!("/api/v1/tables/{table}")).await, 3, "at its table");

    // It answers nothing that is said to it, before the end and after it.
    let hello = || say(table, Room::Players, Words::Phrase { phrase: Phrase::Hello });
    ada.call(hello()).await.expect("said");
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..12 {
        assert!(step(&mut ada, table, &mut rng).await, "it takes longer");
    }
    ada.call(Command::Resign { table }).await.expect("resigned");
    ada.until(table, |table| table.outcome.is_some()).await;
    ada.call(hello()).await.expect("said");
    for ((_, room), heard) in &ada.chat {
        assert!(heard.iter().all(|line| line.player.name == "Ada"), "{room:?}: {heard:?}");
    }

    let whole = format!("/api/v1/matches/{table}");
    assert_eq!(named_at(&server, &whole).await, 3, "in the game as it is kept");
    assert_eq!(named_at(&server, "/api/v1/matches").await, 3, "in the list of games");
    for line in text(&server, "/api/v1/matches.ndjson?whole=true").await.lines() {
        assert_eq!(marked(&serde_json::from_str(line).expect("JSON")), 3, "in the list of whole games");
    }
    assert_eq!(named_at(&server, &format!("{whole}/replay")).await, 3, "in its events");
    let record = text(&server, &format!("{whole}/record")).await;
    for header in [r#"[Seat1 "Computer 2"]"#, r#"[Seat2 "Computer 1"]"#, r#"[Seat3 "Computer 5"]"#] {
        assert!(record.lines().any(|line| line == header), "{record}");
    }
    let id = cydonia_protocol::Player::computer(5).expect("there is one").id;
    for path in [format!("/api/v1/players/{id}"), format!("/api/v1/players/{id}/ratings")] {
        assert_eq!(named_at(&server, &path).await, 1, "{path}");
    }
}

/// How many tables of computers alone a house says that it lets play.
async fn let_play(server: &TestServer) -> u32 {
    let mut socket = TestClient::open(server.address, &format!("/ws?protocol={VERSION}")).await;
    match socket.next().await {
        ServerMessage::Hello { limits, .. } => limits.exhibitions,
        other => panic!("no greeting but {other:?}"),
    }
}

#[tokio::test]
async fn no_computers_play_each_other_unless_a_house_lets_them() {
    let alone = || against("martian-go", 2, &[(0, 1), (1, 1)]);
    let usual = TestServer::start().await;
    assert_eq!(let_play(&usual).await, 0);
    let mut ada = usual.join("Ada").await;
    refused(&mut ada, alone(), ErrorCode::TooMany).await;
    let tables: Value = usual.get("/api/v1/tables").await;
    assert_eq!(marked(&tables), 0, "nothing came of it: {tables}");

    // One that has ended makes room for another.
    let two = cydonia_server::limits::Limits { exhibitions: 2, ..ample() };
    let server = TestServerBuilder::new().limits(two).start().await;
    assert_eq!(let_play(&server).await, 2);
    let mut ada = server.join("Ada").await;
    let first = ada.call(alone()).await.expect("one").table.expect("its id");
    ada.call(alone()).await.expect("two");
    refused(&mut ada, alone(), ErrorCode::TooMany).await;
    ada.call(watch(first)).await.expect("watching");
    ada.until(first, |table| table.outcome.is_some()).await;
    ada.call(alone()).await.expect("there is room");
    refused(&mut ada, alone(), ErrorCode::TooMany).await;
}
