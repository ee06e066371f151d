//! Names: an account's is nobody else's, nor is what looks like it.

use cydonia_protocol::{Phrase, Room, Words};
use cydonia_tests::TestServer;
use reqwest::Method;
use serde_json::json;

use super::{GOOD, browser, code, fine, guest, post, set_password};
use crate::support::{create, say, watch};

const SESSION: &str = "/api/v1/session";

#[tokio::test]
async fn nobody_is_called_as_somebody_who_has_an_account_nor_nearly() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada Lovelace").await;
    let mut other = guest(&server, "Ada Lovelace").await;
    fine(set_password(&mut ada, &server, GOOD).await);
    for same in [
        "Ada Lovelace",
        "ADA LOVELACE",
        "Ada  Love lace!",
        "Аdа Lоvelасe",
        "Ａｄａ Ｌｏｖｅｌａｃｅ",
        "Ada Love1ace",
    ] {
        let said = post(&mut browser(&server), &server, SESSION, json!({ "name": same })).await;
        assert_eq!(code(said), "name_taken", "{same}");
        let mut ben = guest(&server, "Ben").await;
        let renamed = ben.ask(&server, Method::PATCH, SESSION, json!({ "name": same })).await;
        assert_eq!(code(renamed), "name_taken", "{same}");
        assert_eq!(ben.name(&server).await.as_deref(), Some("Ben"));
    }
    // A guest who was called so before may go on, and is a guest; but cannot register so.
    assert_eq!(other.name(&server).await.as_deref(), Some("Ada Lovelace"));
    assert_eq!(code(set_password(&mut other, &server, GOOD).await), "name_taken");
    // Before a finger was laid on anything.
    assert_eq!(code(post(&mut other, &server, super::PASSKEY_OPTIONS, json!(null)).await), "name_taken");
    let account = fine(other.get(&server, super::ACCOUNT).await);
    assert_eq!(
        (account["player"].get("registered"), account["passkeys"].as_array().map(Vec::len)),
        (None, Some(0))
    );
}

#[tokio::test]
async fn a_name_that_is_given_up_is_anybodys() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    fine(set_password(&mut ada, &server, GOOD).await);
    // One may write one's own name otherwise.
    fine(ada.ask(&server, Method::PATCH, SESSION, json!({ "name": "ADA" })).await);
    fine(ada.ask(&server, Method::PATCH, SESSION, json!({ "name": "Countess" })).await);
    let mut other = guest(&server, "Ada").await;
    fine(set_password(&mut other, &server, GOOD).await);
    let back = ada.ask(&server, Method::PATCH, SESSION, json!({ "name": "Ada" })).await;
    assert_eq!(code(back), "name_taken");
    fine(super::say_password(&mut browser(&server), &server, "countess", GOOD).await);
}

#[tokio::test]
async fn a_socket_from_before_sits_and_speaks_under_the_name_that_its_player_has_by_now() {
    let server = TestServer::start().await;
    // As a guest Eve sits down as Bob, and has an account by another name afterwards.
    let mut eve = guest(&server, "Bob").await;
    let mut socket = eve.socket(&server).await;
    let table = socket.call(create(2)).await.expect("a table").table.expect("its id");
    fine(eve.ask(&server, Method::PATCH, SESSION, json!({ "name": "Eve" })).await);
    fine(set_password(&mut eve, &server, GOOD).await);
    let mut bob = guest(&server, "Bob").await;
    fine(set_password(&mut bob, &server, GOOD).await);
    let mut again = eve.socket(&server).await;
    again.call(watch(table)).await.expect("watching");
    let hello = Words::Phrase { phrase: Phrase::Hello };
    again.call(say(table, Room::Players, hello)).await.expect("said");
    let heard = again.chat[&(table, Room::Players)].last().expect("a line").player.clone();
    assert_eq!((heard.name.as_str(), heard.registered), ("Bob", false), "as they sat down: a guest");
    // At a table that she sits down at now she is who she is by now, by the old socket too.
    let other = socket.call(create(3)).await.expect("a table").table.expect("its id");
    socket.call(watch(other)).await.expect("watching");
    let sitter = socket.tables[&other].info.seats[0].sitter().expect("somebody").clone();
    assert_eq!((sitter.name.as_str(), sitter.registered), ("Eve", true));
}

#[tokio::test]
async fn the_name_that_one_signs_in_by_is_changed_by_whoever_has_just_shown_who_they_are() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    fine(set_password(&mut ada, &server, GOOD).await);
    server.advance(cydonia_server::limits::FRESH);
    for method in [Method::PATCH, Method::POST] {
        let renamed = ada.ask(&server, method, SESSION, json!({ "name": "Countess" })).await;
        assert_eq!(code(renamed), "not_fresh");
    }
    fine(super::say_password(&mut ada, &server, "Ada", GOOD).await);
    fine(ada.ask(&server, Method::PATCH, SESSION, json!({ "name": "Countess" })).await);
}
