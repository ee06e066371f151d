//! Two identities of one person become one, and nothing that either has done is lost or told wrongly.

use std::time::Duration;

use cydonia_protocol::{Command, LiveTable, OwnData, Phrase, Room, TimeControl, Words};
use cydonia_server::{limits, recompute_ratings};
use cydonia_tests::{Guest, PATIENCE, TestClient, TestServer, TestServerBuilder, settings};
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use uuid::Uuid;

use super::own_data::data;
use super::{GOOD, PASSWORD, SIGN_IN};
use crate::fair_ratings::rated;
use crate::support::{create, play_on, say, seated_guests, sit, watch};
use crate::tournaments;

const MERGE: &str = "/api/v1/account/merge";

/// Another password, which is as good.
const OTHER: &str = "Dohle unter dem Dach";

async fn ask(server: &TestServer, method: Method, path: &str, who: &Guest, body: Value) -> Response {
    let request = Client::new().request(method, server.url(path)).bearer_auth(&who.token);
    request.json(&body).send().await.expect("an answer")
}

async fn told(answer: Response) -> Value {
    assert_eq!(answer.status(), 200);
    answer.json().await.expect("a document")
}

async fn code(answer: Response) -> String {
    assert!(!answer.status().is_success());
    answer.json::<Value>().await.expect("a problem")["code"].as_str().expect("a code").to_owned()
}

/// Somebody who has an account.
async fn registered(server: &TestServer, name: &str, password: &str) -> Guest {
    let guest = server.guest(name).await;
    told(ask(server, Method::PUT, PASSWORD, &guest, json!({ "password": password })).await).await;
    guest
}

fn with(name: &str, password: &str) -> Value {
    json!({ "by": "password", "name": name, "password": password })
}

/// A guest signs in, and becomes part of the account.
async fn sign_in_from(server: &TestServer, guest: &Guest, name: &str) -> Response {
    let body = json!({ "with": with(name, GOOD), "bearer": true, "merge": true });
    ask(server, Method::POST, SIGN_IN, guest, body).await
}

/// A rated game that counts, won by the second.
async fn rated_game(players: &mut [TestClient]) -> Uuid {
    let clock = TimeControl::Fischer { initial_s: 600, increment_s: 0 };
    let table = players[0].call(rated("martian-go", 2, clock)).await.expect("a table").table.expect("its id");
    players[1].call(sit(table)).await.expect("a seat");
    for player in &mut *players {
        player.call(watch(table)).await.expect("watching");
    }
    play_on(table, players, 8, &mut fastrand::Rng::with_seed(7)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    table
}

/// How many games of somebody are listed, once as many are as are wanted: they are handed over one after another.
async fn games(server: &TestServer, player: Uuid, wanted: usize) -> Vec<Value> {
    let listed = async {
        loop {
            let page: Value = server.get(&format!("/api/v1/matches?player={player}")).await;
            let games = page["matches"].as_array().expect("games").clone();
            if games.len() == wanted {
                return games;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, listed).await.expect("they are handed over")
}

async fn text(server: &TestServer, path: &str) -> String {
    reqwest::get(server.url(path)).await.expect("an answer").text().await.expect("text")
}

async fn ratings(server: &TestServer, player: Uuid) -> usize {
    let told: Value = server.get(&format!("/api/v1/players/{player}/ratings")).await;
    told["ratings"].as_array().expect("ratings").len()
}

#[tokio::test]
async fn a_guest_who_signs_in_brings_games_words_contacts_and_rating_along() {
    let server = TestServer::start().await;
    let ada = registered(&server, "Ada Lovelace", GOOD).await;
    let (table, [guest, ben], mut players) = seated_guests(&server, create(2)).await;
    let hello = Words::Phrase { phrase: Phrase::Hello };
    players[0].call(say(table, Room::Players, hello)).await.expect("said");
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let counted = rated_game(&mut players).await;
    let follow = format!("/api/v1/follows/{}", ben.player.id);
    assert!(ask(&server, Method::PUT, &follow, &guest, Value::Null).await.status().is_success());
    let proof = format!("/api/v1/matches/{counted}/proof");
    let before = text(&server, &proof).await;
    assert_eq!((ratings(&server, guest.player.id).await, ratings(&server, ada.player.id).await), (1, 0));

    let session = told(sign_in_from(&server, &guest, "ada lovelace").await).await;
    assert_eq!(session["player"]["id"], json!(ada.player.id));
    // The guest is nobody any more.
    players[0].closed().await;
    let own = ask(&server, Method::GET, "/api/v1/account", &guest, Value::Null).await;
    assert_eq!(code(own).await, "no_session");

    // All of it is the account's, under the name that was shown then.
    let listed = games(&server, ada.player.id, 2).await;
    for game in &listed {
        assert_eq!(game["seats"][0]["player"]["id"], json!(ada.player.id));
        assert_eq!(game["seats"][0]["player"]["name"], "Ada");
    }
    assert!(games(&server, guest.player.id, 0).await.is_empty());
    let page: Value = server.get(&format!("/api/v1/players/{}", guest.player.id)).await;
    assert_eq!((&page["player"]["id"], &page["finished"]["martian-go"]), (&json!(ada.player.id), &json!(1)));
    let (own, mut kept): (OwnData, Vec<Uuid>) = data(&server, &ada.token).await;
    kept.sort_unstable();
    assert_eq!(kept.len(), 2);
    assert_eq!((own.said.len(), own.said[0].table), (1, table));
    assert_eq!(own.merged.iter().map(|one| one.player.id).collect::<Vec<_>>(), [guest.player.id]);
    assert_eq!(own.follows.iter().map(|one| one.player.id).collect::<Vec<_>>(), [ben.player.id]);
    assert_eq!((ratings(&server, guest.player.id).await, ratings(&server, ada.player.id).await), (0, 1));
    // A proof says by whom it was played then, to the byte.
    assert_eq!(text(&server, &proof).await, before);

    // The rating goes on from there, and follows from the games, to the last bit.
    let mut players = vec![server.connect(Some(&ada)).await, players.remove(1)];
    let next = rated_game(&mut players).await;
    let told: Value = server.get(&format!("/api/v1/matches/{next}")).await;
    let was: Value = server.get(&format!("/api/v1/matches/{counted}")).await;
    assert_eq!(told["seats"][0]["rating"]["before"]["rating"], was["seats"][0]["rating"]["after"]["rating"]);
    let checked = Client::new().post(server.url("/api/v1/check-proof"));
    let next_proof = text(&server, &format!("/api/v1/matches/{next}/proof")).await;
    let checked = checked.body(next_proof).header("content-type", "text/plain").send().await;
    assert_eq!(checked.expect("an answer").status(), 200, "its rating follows from the one before");
    drop(players);
    let server = server
        .restart_with(Duration::ZERO, async |data| {
            let found = recompute_ratings(&settings(data), false).await.expect("worked out");
            assert_eq!((found.games, found.wrong), (2, 0));
        })
        .await;
    assert_eq!(text(&server, &proof).await, before);
}

#[tokio::test]
async fn another_account_becomes_part_of_ones_own_and_its_name_is_free() {
    let server = TestServer::start().await;
    let ada = registered(&server, "Ada Lovelace", GOOD).await;
    let (table, [other, ben], mut players) = seated_guests(&server, create(2)).await;
    told(ask(&server, Method::PUT, PASSWORD, &other, json!({ "password": OTHER })).await).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    // Who has blocked the one has blocked the other.
    let block = format!("/api/v1/blocks/{}", other.player.id);
    assert!(ask(&server, Method::PUT, &block, &ben, Value::Null).await.status().is_success());
    let wrong = json!({ "with": with("Ada", GOOD) });
    assert_eq!(code(ask(&server, Method::POST, MERGE, &ada, wrong).await).await, "wrong_credentials");
    let right = json!({ "with": with("Ada", OTHER) });
    server.advance(limits::FRESH);
    assert_eq!(code(ask(&server, Method::POST, MERGE, &ada, right.clone()).await).await, "not_fresh");
    let again = json!({ "with": with("Ada Lovelace", GOOD), "bearer": false });
    let confirmed = ask(&server, Method::POST, SIGN_IN, &ada, again).await;
    assert_eq!(confirmed.status(), 200);
    let account = told(ask(&server, Method::POST, MERGE, &ada, right.clone()).await).await;
    assert_eq!(account["player"]["id"], json!(ada.player.id));
    assert_eq!(games(&server, ada.player.id, 1).await[0]["id"], json!(table));
    assert_eq!(code(ask(&server, Method::POST, MERGE, &ada, right).await).await, "wrong_credentials");
    let blocks: Value = told(ask(&server, Method::GET, "/api/v1/blocks", &ben, Value::Null).await).await;
    assert_eq!(blocks["blocks"][0]["player"]["id"], json!(ada.player.id), "{blocks}");
    let follow = format!("/api/v1/follows/{}", other.player.id);
    assert_eq!(code(ask(&server, Method::PUT, &follow, &ben, Value::Null).await).await, "bad_contact");
    registered(&server, "Ada", OTHER).await;
}

#[tokio::test]
async fn what_does_not_go_together_is_refused_and_nothing_changes() {
    let server = TestServer::start().await;
    let ada = registered(&server, "Ada Lovelace", GOOD).await;
    // Where they sit nobody could play on for them.
    let (table, [guest, ben], mut players) = seated_guests(&server, create(2)).await;
    assert_eq!(code(sign_in_from(&server, &guest, "Ada Lovelace").await).await, "seated_as_guest");
    players[0].call(Command::Resign { table }).await.expect("resigned");
    // Nor in a tournament.
    let host = registered(&server, "Hedy", OTHER).await;
    let wish = tournaments::wish(&server, "martian-chess", 2, &json!({ "kind": "swiss", "rounds": 3 }));
    let tournament = told(ask(&server, Method::POST, "/api/v1/tournaments", &host, wish).await).await;
    let entry = format!("/api/v1/tournaments/{}/entry", tournament["id"].as_str().expect("an id"));
    assert!(ask(&server, Method::PUT, &entry, &guest, Value::Null).await.status().is_success());
    assert_eq!(code(sign_in_from(&server, &guest, "Ada Lovelace").await).await, "bad_merge");
    assert!(ask(&server, Method::DELETE, &entry, &guest, Value::Null).await.status().is_success());
    // One has an account, and is no guest that could become part of one; or is it already.
    assert_eq!(code(sign_in_from(&server, &ada, "Ada Lovelace").await).await, "bad_merge");
    let own = json!({ "with": with("Ada Lovelace", GOOD) });
    assert_eq!(code(ask(&server, Method::POST, MERGE, &ada, own.clone()).await).await, "bad_merge");
    assert_eq!(code(ask(&server, Method::POST, MERGE, &guest, own).await).await, "no_account");
    // Whoever has played against each other is two.
    let mut players = vec![server.connect(Some(&ada)).await, players.remove(1)];
    rated_game(&mut players).await;
    assert_eq!(code(sign_in_from(&server, &ben, "Ada Lovelace").await).await, "bad_merge");
    assert_eq!(games(&server, ben.player.id, 2).await.len(), 2);
    // And nothing of that has kept the guest from it.
    told(sign_in_from(&server, &guest, "Ada Lovelace").await).await;
}

#[tokio::test]
async fn what_was_not_handed_over_before_a_crash_is_after_it_and_whoever_is_forgotten_is_so_whole() {
    let server = TestServer::start().await;
    let ada = registered(&server, "Ada Lovelace", GOOD).await;
    let (table, [guest, _], mut players) = seated_guests(&server, create(2)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let aborted = players[0].call(create(2)).await.expect("a table").table.expect("its id");
    players[1].call(sit(aborted)).await.expect("a seat");
    players[0].call(Command::Abort { table: aborted }).await.expect("ended");
    told(sign_in_from(&server, &guest, "Ada Lovelace").await).await;
    games(&server, ada.player.id, 1).await;
    drop(players);
    // As if the process had ended in between.
    let data = server.close().await;
    let mut outside = data.open().await;
    outside.run("UPDATE merges SET done = FALSE").await;
    outside
        .run("UPDATE match_seats SET player = played_as, played_as = NULL WHERE played_as IS NOT NULL")
        .await;
    outside.close().await;
    let server = TestServerBuilder::new().seed(2).start_on(data).await;
    games(&server, ada.player.id, 1).await;
    let deleted = ask(&server, Method::DELETE, "/api/v1/account", &ada, Value::Null).await;
    assert_eq!(deleted.status(), 200);
    for path in [
        format!("/api/v1/matches/{table}"),
        format!("/api/v1/tables/{aborted}"),
        format!("/api/v1/players/{}", guest.player.id),
    ] {
        let told = text(&server, &path).await;
        assert!(told.contains("deleted player") && !told.contains("Ada"), "{path}: {told}");
    }
    let shown: LiveTable = server.get(&format!("/api/v1/tables/{aborted}")).await;
    assert_eq!(shown.info.id, aborted);
}
