//! Conduct: what a house lets people say, and whether it lets newcomers in.

use std::fs;

use cydonia_protocol::{ChatRule, Command, ErrorCode, Phrase, Problem, Room, ServerMessage, Words};
use cydonia_server::{ChatSetting, ConductSettings};
use cydonia_tests::{Guest, TestClient, TestServer, TestServerBuilder};
use reqwest::{Client, Method};
use serde_json::json;
use tempfile::TempDir;
use uuid::Uuid;

use crate::accounts;
use crate::support::{create, hidden, refused, say, sit, watch};

async fn house(conduct: ConductSettings) -> TestServer {
    TestServerBuilder::new().conduct(conduct).start().await
}

/// A private table of two, where words of one's own may be said by anybody.
async fn among_friends(server: &TestServer) -> (Uuid, TestClient) {
    let mut ada = server.join("Ada").await;
    let table = ada.call(hidden(create(2))).await.expect("a table").table.expect("its id");
    (table, ada)
}

fn words(table: Uuid, text: &str) -> Command {
    say(table, Room::Players, Words::Text { text: text.to_owned() })
}

fn hello(table: Uuid) -> Command {
    say(table, Room::Players, Words::Phrase { phrase: Phrase::Hello })
}

async fn named(server: &TestServer, name: &str) -> Result<Guest, ErrorCode> {
    let request =
        Client::new().post(server.url("/api/v1/session")).json(&json!({ "name": name, "bearer": true }));
    let answer = request.send().await.expect("an answer");
    if !answer.status().is_success() {
        return Err(answer.json::<Problem>().await.expect("a refusal").code);
    }
    let session: cydonia_protocol::Session = answer.json().await.expect("a session");
    Ok(Guest { player: session.player.expect("somebody"), token: session.token.expect("a token") })
}

/// What a house says of itself when somebody comes in.
async fn greeting(server: &TestServer) -> (ChatRule, bool) {
    let mut socket = TestClient::open(server.address, "/ws?protocol=1").await;
    match socket.next().await {
        ServerMessage::Hello { limits, .. } => (limits.chat, limits.no_newcomers),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_house_may_let_phrases_alone_be_said_or_nothing() {
    for (chat, rule, phrase) in [
        (ChatSetting::Words, ChatRule::Words, true),
        (ChatSetting::Phrases, ChatRule::Phrases, true),
        (ChatSetting::Off, ChatRule::Off, false),
    ] {
        let server = house(ConductSettings { chat, ..ConductSettings::default() }).await;
        assert_eq!(greeting(&server).await, (rule, false));
        let (table, mut ada) = among_friends(&server).await;
        ada.call(watch(table)).await.expect("she looks");
        match rule {
            ChatRule::Words => drop(ada.call(words(table, "hello")).await.expect("said")),
            _ => refused(&mut ada, words(table, "hello"), ErrorCode::ChatOff).await,
        }
        match phrase {
            true => drop(ada.call(hello(table)).await.expect("said")),
            false => refused(&mut ada, hello(table), ErrorCode::ChatOff).await,
        }
        let said = ada.chat.get(&(table, Room::Players)).map_or(0, Vec::len);
        let expected = usize::from(rule == ChatRule::Words) + usize::from(phrase);
        assert_eq!(said, expected, "{rule:?}: a refusal says nothing");
    }
}

#[tokio::test]
async fn words_that_a_house_does_not_want_are_in_no_name_and_no_line() {
    let folder = TempDir::new().expect("a folder");
    let list = folder.path().join("words");
    fs::write(&list, "# not here\nradish\nturnip*\n").expect("a list");
    let server = house(ConductSettings { forbidden_words: Some(list), ..ConductSettings::default() }).await;
    for bad in ["Radish", "The Turnips", "r a d i s h"] {
        assert_eq!(named(&server, bad).await.err(), Some(ErrorCode::BadName), "{bad}");
    }
    let ben = named(&server, "Ben").await.expect("a name");
    let renamed = Client::new().patch(server.url("/api/v1/session")).bearer_auth(&ben.token);
    let renamed = renamed.json(&json!({ "name": "Rädish" })).send().await.expect("an answer");
    assert_eq!(renamed.json::<Problem>().await.expect("a refusal").code, ErrorCode::BadName);
    let (table, mut ada) = among_friends(&server).await;
    refused(&mut ada, words(table, "you RADISH"), ErrorCode::BadText).await;
    ada.call(words(table, "well played")).await.expect("said");
}

#[tokio::test]
async fn where_nobody_new_comes_in_those_who_were_here_go_on() {
    let open = house(ConductSettings::default()).await;
    let mut account = accounts::guest(&open, "Cleo").await;
    accounts::set_password(&mut account, &open, accounts::GOOD).await;
    let ada = named(&open, "Ada").await.expect("a name");
    let mut hers = open.connect(Some(&ada)).await;
    let table = hers.call(create(2)).await.expect("a table").table.expect("its id");
    drop(hers);
    let data = open.close().await;
    let closed = TestServerBuilder::new()
        .conduct(ConductSettings { no_newcomers: true, ..ConductSettings::default() })
        .seed(2)
        .start_on(data)
        .await;
    assert_eq!(greeting(&closed).await, (ChatRule::Words, true));
    assert_eq!(named(&closed, "Dan").await.err(), Some(ErrorCode::NoNewcomers));
    // Guests who were here, and their tables, are here still, and may be called otherwise.
    let renamed = Client::new().request(Method::PATCH, closed.url("/api/v1/session")).bearer_auth(&ada.token);
    assert_eq!(renamed.json(&json!({ "name": "Adela" })).send().await.expect("an answer").status(), 200);
    // And so is whoever signs in from anywhere.
    let mut again = accounts::browser(&closed);
    let (status, _) = accounts::say_password(&mut again, &closed, "Cleo", accounts::GOOD).await;
    assert_eq!(status, 200);
    again.socket(&closed).await.call(sit(table)).await.expect("a seat");
}
