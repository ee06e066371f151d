//! Guessing: whoever is wrong too often waits, from one address and from many, and nobody learns which names have accounts.

use cydonia_server::limits;
use cydonia_tests::{TestServer, ample};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use super::{GOOD, SIGN_IN, add_passkey, authenticator, browser, fine, guest, set_password, show_passkey};

/// A guess from that address, which a proxy tells of; and after how long another may come.
async fn guess(server: &TestServer, from: &str, with: Value) -> (StatusCode, Value, Option<u64>) {
    let request = Client::new().post(server.url(SIGN_IN)).header("x-forwarded-for", from);
    let answer = request.json(&json!({ "with": with })).send().await.expect("an answer");
    let wait = answer.headers().get("retry-after").and_then(|wait| wait.to_str().ok()?.parse().ok());
    (answer.status(), answer.json().await.expect("a document"), wait)
}

fn password(name: &str, password: &str) -> Value {
    json!({ "by": "password", "name": name, "password": password })
}

async fn behind_a_proxy() -> TestServer {
    let mut limits = ample();
    limits.behind_proxy = true;
    TestServer::start_with_limits(limits).await
}

#[tokio::test]
async fn guesses_from_many_addresses_have_a_name_wait_longer_and_longer_and_its_passkey_opens_all_the_same() {
    let server = behind_a_proxy().await;
    let mut ada = guest(&server, "Ada").await;
    let mut key = authenticator(&server, 1);
    fine(set_password(&mut ada, &server, GOOD).await);
    fine(add_passkey(&mut ada, &server, &mut key).await);
    for n in 0..limits::GUESSES {
        let (status, problem, _) = guess(&server, &format!("192.0.2.{n}"), password("Ada", "guessed")).await;
        assert_eq!((status, &problem["code"]), (StatusCode::FORBIDDEN, &json!("wrong_credentials")));
    }
    for seconds in [1, 2, 4] {
        for with in [password("ada", GOOD), json!({ "by": "recovery_code", "name": "Ada", "code": "none" })] {
            let (status, problem, wait) = guess(&server, "198.51.100.7", with).await;
            assert_eq!(
                (status, &problem["code"], wait),
                (StatusCode::TOO_MANY_REQUESTS, &json!("too_fast"), Some(seconds))
            );
        }
        server.advance(std::time::Duration::from_secs(seconds));
        let (status, _, _) = guess(&server, "198.51.100.8", password("Ada", "guessed")).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "one is heard");
    }
    fine(show_passkey(&mut browser(&server), &server, &mut key).await);
    server.advance(std::time::Duration::from_secs(8));
    let (status, _, _) = guess(&server, "198.51.100.9", password("Ada", GOOD)).await;
    assert_eq!(status, StatusCode::OK, "and then whoever knows it is");
    let (status, _, _) = guess(&server, "198.51.100.9", password("Ada", "guessed")).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "all is forgiven");
}

#[tokio::test]
async fn one_address_that_tries_many_names_waits_and_others_do_not() {
    let server = behind_a_proxy().await;
    let mut ada = guest(&server, "Ada").await;
    fine(set_password(&mut ada, &server, GOOD).await);
    for n in 0..limits::GUESSES_AN_ADDRESS {
        // Of an IPv6 network all are one.
        let from = format!("2001:db8:1:2::{n}");
        let (status, _, _) = guess(&server, &from, password(&format!("Name {n}"), GOOD)).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
    }
    let (status, _, _) = guess(&server, "2001:db8:1:2::ffff", password("Ada", GOOD)).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    let (status, _, _) = guess(&server, "2001:db8:1:3::1", password("Ada", GOOD)).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn a_name_without_an_account_is_refused_word_for_word_as_one_with() {
    let server = behind_a_proxy().await;
    let mut ada = guest(&server, "Ada").await;
    fine(set_password(&mut ada, &server, GOOD).await);
    let mut key_only = guest(&server, "Ben").await;
    fine(add_passkey(&mut key_only, &server, &mut authenticator(&server, 1)).await);
    guest(&server, "Carla").await;
    let mut told = Vec::new();
    for name in ["Ada", "Ben", "Carla", "Nobody", "", "' OR 1=1 --", "%"] {
        for with in
            [password(name, "guessed"), json!({ "by": "recovery_code", "name": name, "code": "guessed" })]
        {
            told.push(guess(&server, "192.0.2.1", with).await);
        }
    }
    assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
}
