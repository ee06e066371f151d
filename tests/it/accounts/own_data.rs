//! All that is kept of somebody: told to them, and forgotten if they want it.

use cydonia_protocol::{Command, OwnData, OwnDataLine, Phrase, Room, TableStatus, TimeControl, Words};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestClient, TestServer, TestServerBuilder};
use reqwest::Client;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{ACCOUNT, GOOD, browser, code, fine, guest, post, say_password, set_password};
use crate::browser::Browser;
use crate::computers::computer;
use crate::fair_ratings::rated;
use crate::support::{create, database, play_on, say, seated_guests, sit};
use crate::tokens;

const DATA: &str = "/api/v1/account/data";

/// All that a house tells somebody of themselves.
pub(crate) async fn data(server: &TestServer, token: &str) -> (OwnData, Vec<Uuid>) {
    let answer = Client::new().get(server.url(DATA)).bearer_auth(token).send().await.expect("an answer");
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let text = answer.text().await.expect("text");
    let mut lines = text.lines().map(|line| serde_json::from_str(line).expect("a line"));
    let Some(OwnDataLine::Own(own)) = lines.next() else { panic!("{text}") };
    let games = lines.map(|line| match line {
        OwnDataLine::Game(game) => game.summary.id,
        OwnDataLine::Own(_) => panic!("it is told once"),
    });
    (*own, games.collect())
}

/// A game of two between which somebody says something, ended by the first.
async fn play(server: &TestServer, wish: Command) -> (Uuid, [Guest; 2], Vec<TestClient>) {
    let (table, guests, mut players) = seated_guests(server, wish).await;
    for player in &mut players {
        player.call(say(table, Room::Players, Words::Phrase { phrase: Phrase::Hello })).await.expect("said");
    }
    players[0].call(Command::Resign { table }).await.expect("resigned");
    (table, guests, players)
}

/// All that anybody is told under an address.
async fn told(server: &TestServer, path: &str) -> String {
    reqwest::get(server.url(path)).await.expect("an answer").text().await.expect("text")
}

async fn status(server: &TestServer, path: &str) -> u16 {
    reqwest::get(server.url(path)).await.expect("an answer").status().as_u16()
}

async fn forget(server: &TestServer, guest: &Guest) -> u16 {
    let request = Client::new().delete(server.url(ACCOUNT)).bearer_auth(&guest.token);
    request.send().await.expect("an answer").status().as_u16()
}

#[tokio::test]
async fn somebody_is_told_all_that_is_kept_of_them_and_nothing_of_others() {
    let server = TestServer::start().await;
    let (public, [ada, ben], players) = play(&server, create(2)).await;
    tokens::token(&server, &ada, &[]).await;
    let like = json!({ "volume": 30 });
    let kept =
        Client::new().put(server.url("/api/v1/session/preferences")).bearer_auth(&ada.token).json(&like);
    assert_eq!(kept.send().await.expect("an answer").status(), 200);
    let (own, games) = data(&server, &ada.token).await;
    assert_eq!((&own.account.player, games), (&ada.player, vec![public]));
    assert_eq!((own.sessions.len(), own.tokens.len(), own.said.len()), (1, 1, 1));
    assert_eq!((own.said[0].table, own.said[0].room), (public, Room::Players));
    assert_eq!(own.preferences.volume, Some(30));
    assert!(own.tokens[0].token.is_none() && own.puzzles.is_empty() && own.push.is_empty());
    let (of_ben, games) = data(&server, &ben.token).await;
    assert_eq!((of_ben.account.player, of_ben.tokens.len(), games), (ben.player, 0, vec![public]));
    drop(players);
}

#[tokio::test]
async fn tables_where_one_sits_and_games_that_were_aborted_are_among_ones_own() {
    let server = TestServer::start().await;
    let (aborted, [ada, ben], mut players) = seated_guests(&server, create(2)).await;
    players[1].call(Command::Abort { table: aborted }).await.expect("not begun");
    let open = players[0].call(create(3)).await.expect("a table").table.expect("its id");
    let told = async |guest: &Guest| {
        let (own, games) = data(&server, &guest.token).await;
        assert!(games.is_empty());
        own.tables.into_iter().map(|table| (table.id, table.status)).collect::<Vec<_>>()
    };
    assert_eq!(told(&ada).await, [(open, TableStatus::Open), (aborted, TableStatus::Aborted)]);
    assert_eq!(told(&ben).await, [(aborted, TableStatus::Aborted)]);
    players[0].call(Command::Stand { table: open }).await.expect("stood up");
    assert_eq!(forget(&server, &ada).await, 200);
    let (own, _) = data(&server, &ben.token).await;
    assert_eq!(own.tables[0].seats[0].sitter().expect("she sat there").name, "deleted player");
}

#[tokio::test]
async fn private_games_are_among_ones_own() {
    let server = TestServer::start().await;
    let [ada, ben] = [server.guest("Ada").await, server.guest("Ben").await];
    let mut players = [server.connect(Some(&ada)).await, server.connect(Some(&ben)).await];
    let mut wish = create(2);
    if let Command::Create { private, .. } = &mut wish {
        *private = true;
    }
    let made = players[0].call(wish).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key);
    players[1].call(Command::Sit { table, seat: None, key }).await.expect("a seat");
    players[0].call(Command::Resign { table }).await.expect("resigned");
    for guest in [ada, ben] {
        assert_eq!(data(&server, &guest.token).await.1, [table]);
    }
}

#[tokio::test]
async fn whoever_is_forgotten_is_nobody_from_then_on_and_their_games_stay() {
    let server = TestServer::start().await;
    let (table, [ada, ben], mut players) = play(&server, create(2)).await;
    let name = ada.player.name.clone();
    assert_eq!(status(&server, &format!("/api/v1/matches/{table}/proof")).await, 200);
    assert_eq!(forget(&server, &ada).await, 200);
    players[0].closed().await;
    // Whoever played is still told of it, and not by whom.
    for path in [
        format!("/api/v1/matches/{table}"),
        format!("/api/v1/players/{}", ada.player.id),
        format!("/api/v1/matches?player={}", ada.player.id),
        format!("/api/v1/tables/{table}/events"),
    ] {
        let told = told(&server, &path).await;
        assert!(told.contains("deleted player") && !told.contains(&name), "{path}: {told}");
    }
    let record = told(&server, &format!("/api/v1/matches/{table}/record")).await;
    assert!(record.contains("deleted player") && !record.contains(&name), "{record}");
    assert_eq!(status(&server, &format!("/api/v1/matches/{table}/proof")).await, 410);
    let found: Value = server.get(&format!("/api/v1/players?name={name}")).await;
    assert_eq!(found["players"], json!([]), "{found}");
    let refused =
        Client::new().get(server.url(DATA)).bearer_auth(&ada.token).send().await.expect("an answer");
    assert_eq!(refused.status(), 401);
    // To the other it is all there.
    let (own, games) = data(&server, &ben.token).await;
    assert_eq!((own.said.len(), games), (1, vec![table]));
    let kept = "SELECT count(*) FROM chat WHERE words LIKE '%hello%'";
    assert_eq!(database(&server).await.number(kept, None).await, 1, "the other's greeting");
    // A game that is over afterwards is sealed as it is told.
    drop(players);
    let (later, ..) = play(&server, create(2)).await;
    assert_eq!(status(&server, &format!("/api/v1/matches/{later}/proof")).await, 200);
}

#[tokio::test]
async fn an_account_is_deleted_right_after_signing_in_and_its_name_is_free() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    fine(set_password(&mut ada, &server, GOOD).await);
    server.advance(limits::FRESH);
    assert_eq!(code(ada.delete(&server, ACCOUNT).await), "not_fresh");
    fine(say_password(&mut ada, &server, "Ada", GOOD).await);
    assert_eq!(fine(ada.delete(&server, ACCOUNT).await)["player"], Value::Null);
    assert!(ada.cookies.is_empty(), "and the cookie with it");
    assert_eq!(code(say_password(&mut browser(&server), &server, "Ada", GOOD).await), "wrong_credentials");
    let mut other = guest(&server, "Ada").await;
    fine(set_password(&mut other, &server, GOOD).await);
    for odd in ["deleted player", "Deleted  Player", "de1eted player"] {
        let mut named = browser(&server);
        let refused = post(&mut named, &server, "/api/v1/session", json!({ "name": odd })).await;
        assert_eq!(code(refused), "bad_name", "{odd}");
    }
    let left = "SELECT count(*) FROM players WHERE deleted_ms IS NOT NULL AND erased AND password IS NULL";
    assert_eq!(database(&server).await.number(left, None).await, 1);
}

#[tokio::test]
async fn whoever_sits_at_a_table_is_not_forgotten_and_nothing_changes() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    fine(set_password(&mut ada, &server, GOOD).await);
    let mut socket = ada.socket(&server).await;
    let table = socket.call(create(2)).await.expect("a table").table.expect("its id");
    assert_eq!(code(ada.delete(&server, ACCOUNT).await), "still_seated");
    assert_eq!(fine(ada.get(&server, ACCOUNT).await)["password"], json!(true));
    socket.call(Command::Stand { table }).await.expect("left");
    fine(ada.delete(&server, ACCOUNT).await);
}

#[tokio::test]
async fn what_was_not_erased_before_a_crash_is_erased_after_it() {
    let server = TestServer::start().await;
    let (table, [ada, _], players) = play(&server, create(2)).await;
    assert_eq!(forget(&server, &ada).await, 200);
    drop(players);
    // As if the process had ended in between.
    let data = server.close().await;
    let mut outside = data.open().await;
    outside.run("UPDATE players SET erased = FALSE, erased_through = 0 WHERE deleted_ms IS NOT NULL").await;
    outside.run("UPDATE match_seats SET name = 'Ada' WHERE name = 'deleted player'").await;
    outside.close().await;
    let server = TestServerBuilder::new().seed(2).start_on(data).await;
    let erased = async {
        while server.get::<Value>(&format!("/api/v1/matches/{table}")).await["seats"][0]["player"]["name"]
            == "Ada"
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(cydonia_tests::PATIENCE, erased).await.expect("it is erased");
}

#[tokio::test]
async fn whoever_was_forgotten_is_in_no_leaderboard() {
    let server = TestServer::start().await;
    let clock = TimeControl::Fischer { initial_s: 600, increment_s: 0 };
    let (table, [ada, ben], mut players) = seated_guests(&server, rated("martian-go", 2, clock)).await;
    // A rated game that has hardly begun would be none.
    play_on(table, &mut players, 8, &mut fastrand::Rng::with_seed(7)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let listed = async || {
        let told: Value = server.get("/api/v1/leaderboards/martian-go?provisional=true").await;
        let rows = told["leaders"].as_array().expect("rows").clone();
        rows.iter().map(|row| row["player"]["id"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed().await.len(), 2);
    assert_eq!(forget(&server, &ada).await, 200);
    assert_eq!(listed().await, [ben.player.id.to_string()]);
}

#[tokio::test]
async fn where_a_computer_took_over_nobody_is_named_who_was_deleted() {
    let server = TestServer::start().await;
    let (table, [ada, _], mut players) = seated_guests(&server, create(2)).await;
    play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(7)).await;
    players[0].call(Command::Unwatch { table }).await.expect("looks away");
    server.pass(&mut players, limits::CLAIM_AFTER).await;
    players[1].call(computer(table, 0, 1)).await.expect("taken over");
    // The game goes on, and she is at it no more.
    assert_eq!(forget(&server, &ada).await, 200);
    players[1].call(Command::Resign { table }).await.expect("resigned");
    for path in [
        format!("/api/v1/matches/{table}"),
        "/api/v1/matches.ndjson?whole=true".to_owned(),
        "/api/v1/matches.ndjson?whole=true&clocks=true".to_owned(),
        format!("/api/v1/matches/{table}/replay"),
        format!("/api/v1/matches/{table}/proof"),
    ] {
        let told = told(&server, &path).await;
        assert!(!told.contains("Ada"), "{path}: {told}");
    }
    assert!(told(&server, &format!("/api/v1/matches/{table}")).await.contains("deleted player"));
    assert_eq!(status(&server, &format!("/api/v1/matches/{table}/proof")).await, 200);
}

#[tokio::test]
async fn tables_that_came_to_nothing_or_were_left_name_nobody_who_was_deleted() {
    let server = TestServer::start().await;
    let (aborted, [ada, ben], mut players) = seated_guests(&server, create(2)).await;
    players[0].call(Command::Abort { table: aborted }).await.expect("not begun");
    let left = players[1].call(create(3)).await.expect("a table").table.expect("its id");
    players[0].call(sit(left)).await.expect("a seat");
    players[0].call(Command::Stand { table: left }).await.expect("stood up");
    let events = |table: Uuid| format!("/api/v1/tables/{table}/events?since=0");
    let first = async |server: &TestServer| {
        let mut stream = reqwest::get(server.url(&events(left))).await.expect("an answer");
        let part = stream.chunk().await.expect("a part").expect("what stands");
        String::from_utf8(part.to_vec()).expect("text")
    };
    assert!(first(&server).await.contains("Ada"), "she sat there");
    assert_eq!(forget(&server, &ada).await, 200);
    let shown = format!("/api/v1/tables/{aborted}");
    assert!(!told(&server, &shown).await.contains("Ada") && !first(&server).await.contains("Ada"));
    drop(players);
    let server = TestServerBuilder::new().seed(2).start_on(server.close().await).await;
    assert!(!told(&server, &shown).await.contains("Ada") && !first(&server).await.contains("Ada"));
    assert_eq!(data(&server, &ben.token).await.0.account.player, ben.player);
}

#[tokio::test]
async fn a_seat_that_is_kept_holds_nobody_up_and_none_is_kept_for_who_was_deleted() {
    let server = TestServer::start().await;
    let (first, [ada, _], mut players) = play(&server, create(2)).await;
    players[1].until(first, |table| table.outcome.is_some()).await;
    let kept =
        players[1].call(Command::Rematch { table: first }).await.expect("a rematch").table.expect("its id");
    assert_eq!(forget(&server, &ada).await, 200);
    assert!(!told(&server, &format!("/api/v1/tables/{kept}")).await.contains("Ada"));
    let (second, [cleo, _], mut players) = play(&server, create(2)).await;
    players[1].until(second, |table| table.outcome.is_some()).await;
    assert_eq!(forget(&server, &cleo).await, 200);
    let next =
        players[1].call(Command::Rematch { table: second }).await.expect("a rematch").table.expect("its id");
    let shown: Value = server.get(&format!("/api/v1/tables/{next}")).await;
    let seats = &shown["info"]["seats"];
    let states: Vec<_> = seats.as_array().expect("seats").iter().map(|seat| seat["state"].clone()).collect();
    assert_eq!(states, ["taken", "free"], "{seats}");
}

#[tokio::test]
async fn what_comes_too_late_brings_nobody_back() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    let mut second = Browser { cookies: ada.cookies.clone(), ..browser(&server) };
    // A password takes a while to be hashed.
    let (set, deleted) = tokio::join!(set_password(&mut second, &server, GOOD), ada.delete(&server, ACCOUNT));
    // Whichever is kept first, nobody is left.
    assert!(deleted.0 == 200 || code(deleted.clone()) == "not_fresh", "{set:?} {deleted:?}");
    if deleted.0 == 200 {
        let left = "SELECT count(*) FROM players WHERE password IS NOT NULL OR registered_ms IS NOT NULL";
        assert_eq!(database(&server).await.number(left, None).await, 0);
        let refused = say_password(&mut browser(&server), &server, "deleted player", GOOD).await;
        assert_eq!(code(refused), "wrong_credentials");
    }
}
