//! Passkeys: made by a guest, shown on another browser, and removed.

use cydonia_protocol::Command;
use cydonia_tests::TestServer;
use reqwest::Method;
use serde_json::json;

use super::{ACCOUNT, PASSKEYS, add_passkey, authenticator, browser, code, fine, guest, show_passkey};
use crate::browser::Browser;
use crate::support::{create, sit};

#[tokio::test]
async fn a_guest_who_registers_keeps_seat_games_and_name_and_finds_them_from_another_browser() {
    let server = TestServer::start().await;
    let mut first = guest(&server, "Ada").await;
    let mut ben = server.join("Ben").await;
    let mut socket = first.socket(&server).await;
    let table = socket.call(create(2)).await.expect("a table").table.expect("its id");
    ben.call(sit(table)).await.expect("a seat");
    let before = fine(first.get(&server, "/api/v1/session").await);
    assert_eq!(before["player"].get("registered"), None, "a guest is none who has registered");

    let mut key = authenticator(&server, 1);
    let account = fine(add_passkey(&mut first, &server, &mut key).await);
    assert_eq!(account["player"]["registered"], json!(true));
    assert_eq!(account["player"]["id"], before["player"]["id"]);
    assert_eq!(account["passkeys"][0]["name"], json!("My key"));
    assert_eq!((&account["password"], &account["recovery_codes"]), (&json!(false), &json!(8)));
    assert_eq!(account["new_recovery_codes"].as_array().map(Vec::len), Some(8), "told once");
    let again = fine(first.get(&server, ACCOUNT).await);
    assert_eq!(again.get("new_recovery_codes"), None);

    // Elsewhere.
    let mut second = browser(&server);
    let session = fine(show_passkey(&mut second, &server, &mut key).await);
    assert_eq!(session["player"], account["player"]);
    let mut there = second.socket(&server).await;
    there.call(Command::OwnGames { on: true }).await.expect("one's own games");
    there.call(Command::Resign { table }).await.expect("one's own seat");
    let kept: serde_json::Value = server.get(&format!("/api/v1/matches/{table}")).await;
    assert_eq!(kept["seats"][0]["player"]["id"], before["player"]["id"]);
    let page: serde_json::Value =
        server.get(&format!("/api/v1/players/{}", before["player"]["id"].as_str().expect("an id"))).await;
    assert_eq!(page["player"]["registered"], json!(true));

    // The first is signed in still, until the second says otherwise.
    assert_eq!(first.name(&server).await.as_deref(), Some("Ada"));
    fine(second.delete(&server, "/api/v1/sessions").await);
    assert_eq!(first.name(&server).await, None);
}

#[tokio::test]
async fn whoever_has_an_account_sits_speaks_and_is_listed_as_one_who_has() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    fine(add_passkey(&mut ada, &server, &mut authenticator(&server, 1)).await);
    let mut socket = ada.socket(&server).await;
    let mut ben = server.join("Ben").await;
    let table = socket.call(create(2)).await.expect("a table").table.expect("its id");
    ben.call(sit(table)).await.expect("a seat");
    ben.call(crate::support::watch(table)).await.expect("watching");
    let registered: Vec<bool> = ben.tables[&table]
        .info
        .seats
        .iter()
        .filter_map(|seat| seat.sitter())
        .map(|player| player.registered)
        .collect();
    assert_eq!(registered, [true, false]);
    socket.call(Command::Resign { table }).await.expect("resigned");
    let page: cydonia_protocol::MatchPage = server.get("/api/v1/matches").await;
    let listed: Vec<bool> = page.matches[0].seats.iter().map(|seat| seat.player.registered).collect();
    assert_eq!(listed, [true, false]);
    let replay: cydonia_protocol::Replay = server.get(&format!("/api/v1/matches/{table}/replay")).await;
    let told: Vec<bool> =
        replay.info.seats.iter().filter_map(|seat| seat.sitter()).map(|player| player.registered).collect();
    assert_eq!(told, [true, false]);
}

#[tokio::test]
async fn a_passkey_is_removed_but_never_the_last() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    let mut keys = [authenticator(&server, 1), authenticator(&server, 2)];
    fine(add_passkey(&mut ada, &server, &mut keys[0]).await);
    let account = fine(add_passkey(&mut ada, &server, &mut keys[1]).await);
    assert_eq!(account.get("new_recovery_codes"), None, "those one has stay good");
    let ids: Vec<i64> =
        account["passkeys"].as_array().expect("two").iter().filter_map(|key| key["id"].as_i64()).collect();
    fine(ada.delete(&server, &format!("{PASSKEYS}/{}", ids[1])).await);
    assert_eq!(code(ada.delete(&server, &format!("{PASSKEYS}/{}", ids[1])).await), "not_found");
    assert_eq!(code(ada.delete(&server, &format!("{PASSKEYS}/{}", ids[0])).await), "last_credential");
    let [first, second] = &mut keys;
    assert_eq!(code(show_passkey(&mut browser(&server), &server, first).await), "wrong_credentials");
    fine(show_passkey(&mut browser(&server), &server, second).await);
}

#[tokio::test]
async fn how_one_signs_in_is_changed_by_whoever_has_just_shown_who_they_are() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    let mut key = authenticator(&server, 1);
    fine(add_passkey(&mut ada, &server, &mut key).await);
    server.advance(cydonia_server::limits::FRESH);
    assert_eq!(fine(ada.get(&server, ACCOUNT).await)["fresh"], json!(false));
    let codes = "/api/v1/account/recovery-codes";
    assert_eq!(code(ada.ask(&server, Method::POST, codes, json!(null)).await), "not_fresh");
    // Whoever signs in where they are signed in has the same session as before, and whoever has copied its cookie has nothing.
    let mut copy = Browser { cookies: ada.cookies.clone(), host: ada.host.clone() };
    let of =
        |list: serde_json::Value| list["sessions"].as_array().map(|all| (all.len(), all[0]["id"].clone()));
    let before = of(fine(ada.get(&server, "/api/v1/sessions").await));
    fine(show_passkey(&mut ada, &server, &mut key).await);
    assert_eq!(of(fine(ada.get(&server, "/api/v1/sessions").await)), before);
    assert_eq!(copy.name(&server).await, None);
    let account = fine(ada.ask(&server, Method::POST, codes, json!(null)).await);
    assert_eq!(account["new_recovery_codes"].as_array().map(Vec::len), Some(8));
    assert_eq!(account["recovery_codes"], json!(8));
}
