//! Bad input: answers of passkeys that answer nothing, twice, for others or elsewhere; a copied authenticator; a fixed session.

use cydonia_protocol::Scope;
use cydonia_server::limits;
use cydonia_tests::TestServer;
use reqwest::{Client, Method};
use serde_json::{Value, json};

use super::{
    ACCOUNT, GOOD, PASSKEY_OPTIONS, PASSKEYS, PASSWORD, SIGN_IN, SIGN_IN_OPTIONS, add_passkey, authenticator,
    browser, code, fine, guest, post, set_password, show_passkey,
};

#[tokio::test]
async fn an_answer_of_a_passkey_counts_once_in_time_for_the_page_that_asked() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    let mut key = authenticator(&server, 1);
    fine(add_passkey(&mut ada, &server, &mut key).await);
    let mut thief = browser(&server);

    // Again.
    let options = fine(post(&mut ada, &server, SIGN_IN_OPTIONS, Value::Null).await);
    let signed = key.sign(&options);
    fine(post(&mut ada, &server, SIGN_IN, signed.clone()).await);
    assert_eq!(code(post(&mut thief, &server, SIGN_IN, signed.clone()).await), "bad_passkey");
    // The same for another ceremony.
    let options = fine(post(&mut thief, &server, SIGN_IN_OPTIONS, Value::Null).await);
    let mut moved = signed.clone();
    moved["with"]["ceremony"] = options["ceremony"].clone();
    assert_eq!(code(post(&mut thief, &server, SIGN_IN, moved).await), "bad_passkey");
    // Too late.
    let options = fine(post(&mut ada, &server, SIGN_IN_OPTIONS, Value::Null).await);
    server.advance(limits::CEREMONY);
    assert_eq!(code(post(&mut ada, &server, SIGN_IN, key.sign(&options)).await), "bad_passkey");
    // Of a page at another name, as its browser would say.
    let options = fine(post(&mut thief, &server, SIGN_IN_OPTIONS, Value::Null).await);
    let mut elsewhere = key.clone();
    elsewhere.origin = "http://evil.example".to_owned();
    assert_eq!(code(post(&mut thief, &server, SIGN_IN, elsewhere.sign(&options)).await), "bad_passkey");
    // For the house under another name.
    let mut renamed = browser(&server);
    renamed.host = Some(format!("house.localhost:{}", server.address.port()));
    let options = fine(post(&mut renamed, &server, SIGN_IN_OPTIONS, Value::Null).await);
    let mut followed = key.clone();
    followed.origin = format!("http://house.localhost:{}", server.address.port());
    assert_eq!(code(post(&mut renamed, &server, SIGN_IN, followed.sign(&options)).await), "bad_passkey");
    // Without a finger on it.
    let mut careless = key.clone();
    careless.verifies = false;
    let options = fine(post(&mut thief, &server, SIGN_IN_OPTIONS, Value::Null).await);
    assert_eq!(code(post(&mut thief, &server, SIGN_IN, careless.sign(&options)).await), "bad_passkey");
    // Of an authenticator that nobody has registered, under the id of one that is.
    for part in ["client_data", "authenticator_data", "signature", "user", "credential", "ceremony"] {
        let options = fine(post(&mut thief, &server, SIGN_IN_OPTIONS, Value::Null).await);
        for bad in [json!(""), json!("no base64!"), json!("AAAA")] {
            let mut signed = key.sign(&options);
            signed["with"][part] = bad;
            let refused = code(post(&mut thief, &server, SIGN_IN, signed).await);
            assert!(["bad_passkey", "wrong_credentials"].contains(&refused.as_str()), "{part}: {refused}");
        }
    }
    assert_eq!(thief.name(&server).await, None);
    fine(show_passkey(&mut thief, &server, &mut key).await);
}

#[tokio::test]
async fn a_copy_of_an_authenticator_is_found_by_its_count() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    let mut key = authenticator(&server, 1);
    key.counter = 7;
    fine(add_passkey(&mut ada, &server, &mut key).await);
    let mut copy = key.clone();
    fine(show_passkey(&mut browser(&server), &server, &mut key).await);
    fine(show_passkey(&mut browser(&server), &server, &mut key).await);
    let (_, problem) = show_passkey(&mut browser(&server), &server, &mut copy).await;
    assert_eq!(problem["code"], json!("bad_passkey"));
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("copy")), "{problem}");
    fine(show_passkey(&mut browser(&server), &server, &mut key).await);
}

#[tokio::test]
async fn a_passkey_is_made_for_whoever_asked_and_belongs_to_one_account() {
    let server = TestServer::start().await;
    let (mut ada, mut eve) = (guest(&server, "Ada").await, guest(&server, "Eve").await);
    let mut key = authenticator(&server, 1);
    // What Ada's page was asked for Eve cannot answer.
    let options = fine(post(&mut ada, &server, PASSKEY_OPTIONS, Value::Null).await);
    let made = key.create(&options, "Key");
    assert_eq!(code(post(&mut eve, &server, PASSKEYS, made.clone()).await), "bad_passkey");
    assert_eq!(code(post(&mut ada, &server, PASSKEYS, made).await), "bad_passkey", "it was answered");
    for (part, bad) in
        [("attestation", "AAAA"), ("client_data", "AAAA"), ("attestation", "?"), ("ceremony", "none")]
    {
        let options = fine(post(&mut ada, &server, PASSKEY_OPTIONS, Value::Null).await);
        let mut made = key.create(&options, "Key");
        made[part] = json!(bad);
        assert_eq!(code(post(&mut ada, &server, PASSKEYS, made).await), "bad_passkey", "{part}");
    }
    let options = fine(post(&mut ada, &server, PASSKEY_OPTIONS, Value::Null).await);
    let mut made = key.create(&options, "");
    assert_eq!(code(post(&mut ada, &server, PASSKEYS, made.clone()).await), "bad_name");
    made["name"] = json!("Key");
    fine(post(&mut ada, &server, PASSKEYS, made).await);
    // One that is known is nobody else's, and one has only so many.
    assert_eq!(code(add_passkey(&mut eve, &server, &mut key.clone()).await), "bad_passkey");
    for seed in 2..=limits::PASSKEYS as u8 {
        fine(add_passkey(&mut ada, &server, &mut authenticator(&server, seed)).await);
    }
    assert_eq!(code(post(&mut ada, &server, PASSKEY_OPTIONS, Value::Null).await), "too_many");
}

#[tokio::test]
async fn pages_at_a_number_and_programs_have_no_passkeys() {
    let server = TestServer::start().await;
    let mut by_number = crate::browser::Browser::of(&server, "Ada").await;
    assert_eq!(code(post(&mut by_number, &server, PASSKEY_OPTIONS, Value::Null).await), "bad_passkey");
    assert_eq!(code(post(&mut by_number, &server, SIGN_IN_OPTIONS, Value::Null).await), "bad_passkey");
    let program = Client::new().post(server.url(SIGN_IN_OPTIONS)).send().await.expect("an answer");
    assert_eq!(program.json::<Value>().await.expect("a problem")["code"], json!("bad_passkey"));
}

#[tokio::test]
async fn a_session_that_was_planted_is_not_the_one_that_is_signed_in() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    fine(set_password(&mut ada, &server, GOOD).await);
    let thief = guest(&server, "Eve").await;
    let mut victim = browser(&server);
    victim.cookies = thief.cookies.clone();
    fine(super::say_password(&mut victim, &server, "Ada", GOOD).await);
    assert_ne!(victim.cookies, thief.cookies, "whoever signs in has a session of their own");
    let mut thief = thief;
    assert_eq!(thief.name(&server).await.as_deref(), Some("Eve"));
}

#[tokio::test]
async fn a_guest_who_sits_at_a_table_plays_on_before_they_sign_in_as_somebody_else() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    fine(set_password(&mut ada, &server, GOOD).await);
    let mut here = guest(&server, "Passer-by").await;
    let mut socket = here.socket(&server).await;
    let table = socket.call(crate::support::create(2)).await.expect("a table").table.expect("its id");
    let (before, refused) =
        (here.cookies.clone(), super::say_password(&mut here, &server, "Ada", GOOD).await);
    assert_eq!(code(refused), "seated_as_guest");
    // Whoever is wrong is not told so much: it would tell whose name has an account.
    let wrong = super::say_code(&mut here, &server, "Ada", "none").await;
    assert_eq!(code(wrong), "wrong_credentials");
    assert_eq!(here.cookies, before);
    socket.call(cydonia_protocol::Command::Stand { table }).await.expect("up");
    fine(super::say_password(&mut here, &server, "Ada", GOOD).await);
}

#[tokio::test]
async fn other_sites_and_tokens_change_nothing_of_an_account() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let token = crate::tokens::token(&server, &ada, &[Scope::Play, Scope::Chat]).await;
    let requests = [
        (Method::GET, ACCOUNT),
        (Method::POST, PASSKEY_OPTIONS),
        (Method::POST, PASSKEYS),
        (Method::PUT, PASSWORD),
        (Method::DELETE, PASSWORD),
        (Method::DELETE, "/api/v1/account/passkeys/1"),
        (Method::POST, "/api/v1/account/recovery-codes"),
    ];
    let client = Client::new();
    for (method, path) in requests {
        let by_token = client.request(method.clone(), server.url(path)).bearer_auth(&token.token);
        let problem: Value = by_token.send().await.expect("an answer").json().await.expect("a problem");
        assert_eq!(problem["code"], json!("no_scope"), "{path}");
        if method == Method::GET {
            continue;
        }
        let foreign = client.request(method, server.url(path)).header("origin", "http://elsewhere.example");
        let foreign = foreign.header("cookie", format!("cydonia_session={}", ada.token));
        let problem: Value = foreign.send().await.expect("an answer").json().await.expect("a problem");
        assert_eq!(problem["code"], json!("bad_origin"), "{path}");
    }
    let foreign = client.post(server.url(SIGN_IN)).header("origin", "http://elsewhere.example");
    let problem: Value =
        foreign.json(&json!({})).send().await.expect("an answer").json().await.expect("a problem");
    assert_eq!(problem["code"], json!("bad_origin"));
}

#[tokio::test]
async fn whoever_confirms_who_they_are_confirms_nobody_else() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (guest(&server, "Ada").await, guest(&server, "Ben").await);
    fine(set_password(&mut ada, &server, GOOD).await);
    fine(set_password(&mut ben, &server, GOOD).await);
    let me = fine(ada.get(&server, ACCOUNT).await)["player"]["id"].clone();
    let before = ada.cookies.clone();
    let with = |name: &str| json!({ "by": "password", "name": name, "password": GOOD });
    let bens = json!({ "with": with("Ben"), "player": me });
    assert_eq!(code(post(&mut ada, &server, SIGN_IN, bens).await), "wrong_credentials");
    assert_eq!(ada.cookies, before);
    fine(post(&mut ada, &server, SIGN_IN, json!({ "with": with("Ada"), "player": me })).await);
}

#[tokio::test]
async fn more_sessions_than_anybody_has_browsers_end_the_oldest() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    let mut key = authenticator(&server, 1);
    fine(add_passkey(&mut ada, &server, &mut key).await);
    let mut first = ada.socket(&server).await;
    let mut last = browser(&server);
    for _ in 0..limits::OWN_SESSIONS {
        last = browser(&server);
        fine(show_passkey(&mut last, &server, &mut key).await);
    }
    crate::sockets::assert_closed(&mut first, cydonia_protocol::Close::Ended).await;
    assert_eq!(ada.name(&server).await, None);
    let list = fine(last.get(&server, "/api/v1/sessions").await);
    assert_eq!(list["sessions"].as_array().map(Vec::len), Some(limits::OWN_SESSIONS as usize));
}
