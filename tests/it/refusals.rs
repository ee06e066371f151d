//! Refusals: every way in which the server says no, and that nothing changes when it does.

use std::collections::BTreeSet;

use cydonia_protocol::dice::{Bytes32, Share};
use cydonia_protocol::{Command, ErrorCode, LobbyFilter, Problem, Session, TimeControl};
use cydonia_rules::{OptionValue, Options};
use cydonia_tests::{TestServer, fresh_id, on};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::support::{create, database, lock, play_on, refused, seated, sit, until_listed, watch};

#[tokio::test]
async fn frames_that_are_no_messages() {
    let server = TestServer::start().await;
    let mut client = server.join("Ada").await;
    let table = Uuid::nil();
    for (frame, id) in [
        ("".to_owned(), None),
        ("hello".to_owned(), None),
        ("[]".to_owned(), None),
        ("[7,{\"type\":\"ping\"}]".to_owned(), None),
        (json!({ "id": 7, "do": ["ping"] }).to_string(), Some(7)),
        ("{\"id\":-1,\"do\":{\"type\":\"ping\"}}".to_owned(), None),
        (json!({ "do": { "type": "ping" } }).to_string(), None),
        (json!({ "id": "7", "do": { "type": "ping" } }).to_string(), None),
        (json!({ "id": 1u64 << 53, "do": { "type": "ping" } }).to_string(), None),
        (json!({ "id": 7 }).to_string(), Some(7)),
        (json!({ "id": 7, "do": null }).to_string(), Some(7)),
        (json!({ "id": 7, "do": { "type": "dance" } }).to_string(), Some(7)),
        (json!({ "id": 7, "do": { "type": "ping", "extra": 1 } }).to_string(), Some(7)),
        (json!({ "id": 7, "do": { "type": "ping" }, "version": 2 }).to_string(), Some(7)),
        (json!({ "id": 7, "do": { "type": "act", "table": table, "at": 1 } }).to_string(), Some(7)),
        (
            json!({ "id": 7, "do": { "type": "act", "table": "x", "at": 1, "action": "a1-a2" } }).to_string(),
            Some(7),
        ),
        (
            json!({ "id": 7, "do": { "type": "act", "table": table, "at": -1, "action": "a1-a2" } })
                .to_string(),
            Some(7),
        ),
        (json!({ "id": 7, "do": { "type": "sit", "table": table, "seat": 300 } }).to_string(), Some(7)),
    ] {
        client.send_raw(Message::text(frame.clone())).await;
        let refusal = client.answer(id).await.expect_err("refused");
        assert_eq!(refusal.code, ErrorCode::BadMessage, "{frame}");
    }
    client.call(Command::Ping {}).await.expect("the socket is as good as before");
}

#[tokio::test]
async fn tables_that_cannot_be_set_up() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let wish = |game: &str, seats: u8, seat: u8, options: Options| Command::Create {
        request: fresh_id(),
        game: game.to_owned(),
        seats,
        options,
        clock: TimeControl::None {},
        private: false,
        rated: false,
        seat,
        computers: Vec::new(),
        challenged: Vec::new(),
        games: 1,
        pie: false,
    };
    let option = |name: &str, value: OptionValue| Options::from([(name.to_owned(), value)]);
    refused(&mut ada, wish("chess", 2, 0, Options::new()), ErrorCode::BadGame).await;
    refused(&mut ada, wish("martian-chess", 1, 0, Options::new()), ErrorCode::BadPlayers).await;
    refused(&mut ada, wish("martian-chess", 7, 0, Options::new()), ErrorCode::BadPlayers).await;
    refused(&mut ada, wish("martian-chess", 2, 2, Options::new()), ErrorCode::BadSeat).await;
    let teams = option("teams", OptionValue::Switch(true));
    refused(&mut ada, wish("martian-chess", 2, 0, teams), ErrorCode::BadOption).await;
    let speed = option("speed", OptionValue::Choice("fast".to_owned()));
    refused(&mut ada, wish("martian-chess", 2, 0, speed), ErrorCode::BadOption).await;
    ada.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("the lobby");
    let good = ada.call(create(2)).await.expect("a table").table.expect("its id");
    ada.call(watch(good)).await.expect("watching");
    until_listed(&mut ada, &server, |lobby| !lobby.is_empty()).await;
    let listed: Vec<_> = ada.lobby.iter().map(|table| table.info.id).collect();
    assert_eq!(listed, [good], "nothing else was set up");
}

#[tokio::test]
async fn a_repeated_wish_gets_the_first_table() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let wish = create(2);
    let first = ada.call(wish.clone()).await.expect("a table");
    assert_eq!(ada.call(wish.clone()).await.expect("the same table"), first);
    // Even when the game came and went meanwhile.
    let table = first.table.expect("its id");
    let mut ben = server.join("Ben").await;
    ben.call(sit(table)).await.expect("a seat");
    ben.call(Command::Resign { table }).await.expect("resigned");
    assert_eq!(ada.call(wish).await.expect("the same table"), first);
    assert_ne!(ada.call(create(2)).await.expect("another table").table, first.table);
}

#[tokio::test]
async fn seats_that_cannot_be_had() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let mut nobody = server.connect(None).await;
    refused(&mut nobody, create(2), ErrorCode::NoSession).await;
    let table = ada.call(create(3)).await.expect("a table").table.expect("its id");
    refused(&mut nobody, sit(table), ErrorCode::NoSession).await;
    refused(&mut ada, sit(table), ErrorCode::AlreadySeated).await;
    refused(&mut ben, Command::Sit { table, seat: Some(3), key: None }, ErrorCode::BadSeat).await;
    refused(&mut ben, Command::Sit { table, seat: Some(0), key: None }, ErrorCode::SeatTaken).await;
    refused(&mut ben, Command::Stand { table }, ErrorCode::NotSeated).await;
    refused(&mut ben, sit(Uuid::nil()), ErrorCode::NoTable).await;
    refused(&mut ben, watch(Uuid::nil()), ErrorCode::NoTable).await;
    refused(
        &mut ada,
        Command::Act { table, at: 1, action: "A23-A12".to_owned(), share: None },
        ErrorCode::NotPlaying,
    )
    .await;
    refused(&mut ada, Command::Resign { table }, ErrorCode::NotPlaying).await;
    refused(&mut ada, Command::Rematch { table }, ErrorCode::NotOver).await;
    nobody.call(watch(table)).await.expect("watching");
    assert_eq!(nobody.tables[&table].n, 1, "only the creator's sitting down was recorded");
}

#[tokio::test]
async fn actions_that_are_not_taken() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 3).await;
    let at = players[0].tables[&table].at;
    let act = |at: u64, action: &str| Command::Act { table, at, action: action.to_owned(), share: None };
    let mut stranger = server.join("Stranger").await;
    refused(&mut stranger, act(at, "A23-A12"), ErrorCode::NotSeated).await;
    refused(&mut stranger, Command::Resign { table }, ErrorCode::NotSeated).await;
    refused(&mut stranger, sit(table), ErrorCode::NotOpen).await;
    // Whoever says it again may have begun the game by it, and heard nothing of that.
    refused(&mut players[0], sit(table), ErrorCode::AlreadySeated).await;
    refused(&mut players[0], Command::Stand { table }, ErrorCode::NotOpen).await;
    refused(&mut players[1], act(at, "B23-B12"), ErrorCode::NotYourTurn).await;
    refused(&mut players[0], act(at - 1, "A22-A11"), ErrorCode::Stale).await;
    refused(&mut players[0], act(at + 1, "A22-A11"), ErrorCode::Stale).await;
    for odd in ["", "A22", "A22-A11-", "a22-a11", "А22-A11", "A22–A11", "\u{202e}", &"x".repeat(4_000)] {
        refused(&mut players[0], act(at, odd), ErrorCode::BadNotation).await;
    }
    for illegal in ["A22-A22", "A44-A43", "B22-B11", "pass", "A22-A11-clock"] {
        refused(&mut players[0], act(at, illegal), ErrorCode::Illegal).await;
    }
    let (share, pledge) = (Share::new(vec![1; 16]).expect("long enough"), Bytes32([2; 32]));
    for dice in [
        Command::Roll { table, k: 0, share: share.clone(), pledge },
        Command::Share { table, k: 0, share: share.clone() },
        Command::Lost { table, k: 0, pledge },
        Command::Ready { table, pledge: None },
        Command::Act { table, at, action: "A22-A11".to_owned(), share: Some(share.clone()) },
    ] {
        refused(&mut players[0], dice, ErrorCode::NoDice).await;
    }
    refused(&mut players[0], Command::Undo { table, at }, ErrorCode::NothingToUndo).await;
    refused(&mut players[0], Command::Undo { table, at: at - 1 }, ErrorCode::Stale).await;
    refused(&mut players[1], Command::Undo { table, at }, ErrorCode::NotYourTurn).await;
    refused(&mut stranger, Command::Roll { table, k: 0, share, pledge }, ErrorCode::NotSeated).await;
    assert_eq!(players[0].tables[&table].n, at, "nothing happened");

    // The same click twice: the second is stale, whatever it asks for.
    let action = act(at, "A22-A11");
    players[0].call(action.clone()).await.expect("legal");
    refused(&mut players[0], action, ErrorCode::Stale).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    refused(&mut players[0], Command::Resign { table }, ErrorCode::Left).await;
    let at = players[0].tables[&table].at;
    refused(&mut players[0], act(at, "A22-A11"), ErrorCode::Left).await;
    players[1].call(Command::Resign { table }).await.expect("resigned");
    refused(&mut players[1], act(at, "B22-B11"), ErrorCode::Over).await;
    refused(&mut players[1], Command::Resign { table }, ErrorCode::Over).await;
    refused(&mut stranger, Command::Rematch { table }, ErrorCode::NotSeated).await;
}

/// Sends a request and reads the problem it gets.
async fn problem(request: reqwest::RequestBuilder) -> (u16, ErrorCode) {
    let response = request.send().await.expect("an answer");
    let status = response.status().as_u16();
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let problem: Problem = response.json().await.expect("a problem");
    assert_eq!(problem.status, status);
    assert!(!problem.detail.is_empty() && !problem.title.is_empty());
    (status, problem.code)
}

#[tokio::test]
async fn requests_that_are_not_answered() {
    let server = TestServer::start().await;
    let http = reqwest::Client::new();
    let get = |path: &str| http.get(server.url(path));
    for (path, status, code) in [
        ("/api/v1/nothing", 404, ErrorCode::NotFound),
        ("/assets/nothing.js", 404, ErrorCode::NotFound),
        ("/api/v1/matches/not-an-id", 404, ErrorCode::NoMatch),
        ("/api/v1/matches/00000000-0000-0000-0000-000000000000", 404, ErrorCode::NoMatch),
        ("/api/v1/matches/00000000-0000-0000-0000-000000000000/replay", 404, ErrorCode::NoMatch),
        ("/api/v1/matches?limit=0", 400, ErrorCode::BadQuery),
        ("/api/v1/matches?limit=1000000", 400, ErrorCode::BadQuery),
        ("/api/v1/matches?limit=x", 400, ErrorCode::BadQuery),
        ("/api/v1/matches?cursor=x", 400, ErrorCode::BadQuery),
        ("/api/v1/matches?cursor=-1", 400, ErrorCode::BadQuery),
        ("/api/v1/matches?page=2", 400, ErrorCode::BadQuery),
    ] {
        assert_eq!(problem(get(path)).await, (status, code), "{path}");
    }
    assert_eq!(problem(http.delete(server.url("/api/v1/matches"))).await, (405, ErrorCode::BadMethod));
    let session = || http.post(server.url("/api/v1/session"));
    for name in ["", "   ", "a\u{0}b", "line\nbreak", "\u{202e}evil", &"x".repeat(25)] {
        assert_eq!(
            problem(session().json(&json!({ "name": name }))).await,
            (400, ErrorCode::BadName),
            "{name:?}"
        );
    }
    for body in
        [json!({}), json!(["Ada"]), json!({ "name": 7 }), json!({ "name": "Ada", "admin": true }), json!([])]
    {
        assert_eq!(problem(session().json(&body)).await, (400, ErrorCode::BadMessage), "{body}");
    }
    let huge = json!({ "name": "x".repeat(100_000) });
    assert_eq!(problem(session().json(&huge)).await, (413, ErrorCode::TooLarge));
    let rename = http.patch(server.url("/api/v1/session")).json(&json!({ "name": "Ada" }));
    assert_eq!(problem(rename).await, (401, ErrorCode::NoSession));
    let foreign = session().header("origin", "http://elsewhere.example").json(&json!({ "name": "Ada" }));
    assert_eq!(problem(foreign).await, (403, ErrorCode::BadOrigin));
    assert_eq!(problem(get("/ws?protocol=1")).await, (400, ErrorCode::BadMessage), "no handshake");
    assert_eq!(problem(http.post(server.url("/games"))).await, (405, ErrorCode::BadMethod));
}

#[tokio::test]
async fn a_full_name_and_a_rename_are_taken() {
    let server = TestServer::start().await;
    let long = "é".repeat(24);
    let guest = server.guest(&long).await;
    assert_eq!(guest.player.name, long);
    let renamed: Session = reqwest::Client::new()
        .patch(server.url("/api/v1/session"))
        .bearer_auth(&guest.token)
        .json(&json!({ "name": " Ada " }))
        .send()
        .await
        .expect("an answer")
        .json()
        .await
        .expect("a session");
    assert_eq!(
        renamed.player.map(|player| (player.id, player.name)),
        Some((guest.player.id, "Ada".to_owned()))
    );
}

#[tokio::test]
async fn a_store_that_fails_is_told_and_nothing_is_shown() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(9)).await;
    let before = players[0].tables[&table].clone();
    let lock = lock(&server).await;
    let seat = crate::support::to_act(&players[0], table).expect("a seat is to act");
    let refusal = players[seat].play(table, |_| 0).await.expect_err("refused");
    assert_eq!(refusal.code, ErrorCode::Unavailable);
    lock.close().await;
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("watching");
    assert_eq!(watcher.tables[&table], before, "nothing has changed");
    players[seat].play(table, |_| 0).await.expect("it goes on");
}

#[tokio::test]
async fn another_writer_is_noticed_and_what_it_wrote_is_told() {
    let server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let mut ada = server.connect(Some(&guests[0])).await;
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    server.connect(Some(&guests[1])).await.call(sit(table)).await.expect("a seat");
    drop(ada);
    // A house that has just been opened knows of no journal's end before it has looked.
    let server = server.restart().await;
    let mut players = [server.connect(Some(&guests[0])).await, server.connect(Some(&guests[1])).await];
    for player in &mut players {
        player.call(watch(table)).await.expect("watching");
    }
    let head = players[0].tables[&table].n;
    // Somebody else resigns seat 1 behind the server's back.
    let mut database = database(&server).await;
    on!(database, |c| sqlx::query("INSERT INTO events (table_number, seq, body) VALUES (1, $1, $2)")
        .bind(head as i64 + 1)
        .bind(r#"[[1,{"leave":{"seat":1,"reason":"resigned"}}],[1,{"finish":{}}]]"#)
        .execute(c)
        .await
        .map(drop))
    .expect("written");
    let refusal = players[0].play(table, |_| 0).await.expect_err("fenced");
    assert_eq!(refusal.code, ErrorCode::Unavailable);
    // The next look at the table tells everyone who watches what they have missed.
    refused(&mut players[0], Command::Resign { table }, ErrorCode::Over).await;
    for player in &mut players {
        player.until(table, |table| table.outcome.is_some()).await;
    }
}

#[test]
fn every_code_is_told_apart() {
    let names: BTreeSet<&str> = ErrorCode::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(names.len(), ErrorCode::ALL.len());
    for code in ErrorCode::ALL {
        assert_eq!(serde_json::to_value(code).ok(), Some(Value::from(code.name())));
    }
}
