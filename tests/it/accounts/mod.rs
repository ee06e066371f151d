//! Accounts: who registers keeps what was theirs, signs in from anywhere, and is taken for nobody else.

mod bad_input;
mod guessing;
mod merging;
mod names;
mod own_data;
mod passkeys;
mod passwords;

pub(crate) use own_data::data;

use cydonia_tests::{Authenticator, TestServer};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::browser::Browser;

pub(crate) const GOOD: &str = "Krähe auf dem Kamin";

const ACCOUNT: &str = "/api/v1/account";
const PASSWORD: &str = "/api/v1/account/password";
const PASSKEYS: &str = "/api/v1/account/passkeys";
const PASSKEY_OPTIONS: &str = "/api/v1/account/passkeys/options";
const SIGN_IN: &str = "/api/v1/sign-in";
const SIGN_IN_OPTIONS: &str = "/api/v1/sign-in/options";

/// The house's name in these tests; passkeys want one.
fn host(server: &TestServer) -> String {
    format!("localhost:{}", server.address.port())
}

/// A browser that nobody has said a name in.
pub(crate) fn browser(server: &TestServer) -> Browser {
    Browser { host: Some(host(server)), ..Browser::default() }
}

/// One in which somebody has.
pub(crate) async fn guest(server: &TestServer, name: &str) -> Browser {
    let mut browser = browser(server);
    let (status, session) = post(&mut browser, server, "/api/v1/session", json!({ "name": name })).await;
    assert_eq!(status, StatusCode::OK, "{session}");
    browser
}

pub(crate) fn authenticator(server: &TestServer, seed: u8) -> Authenticator {
    Authenticator::new(format!("http://{}", host(server)), seed)
}

pub(crate) async fn post(
    browser: &mut Browser,
    server: &TestServer,
    path: &str,
    body: Value,
) -> (StatusCode, Value) {
    browser.ask(server, Method::POST, path, body).await
}

/// What is refused, by its code.
fn code((status, problem): (StatusCode, Value)) -> String {
    assert!(!status.is_success(), "{problem}");
    problem["code"].as_str().expect("a code").to_owned()
}

/// What is answered.
fn fine((status, answer): (StatusCode, Value)) -> Value {
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

pub(crate) async fn set_password(
    browser: &mut Browser,
    server: &TestServer,
    password: &str,
) -> (StatusCode, Value) {
    browser.ask(server, Method::PUT, PASSWORD, json!({ "password": password })).await
}

pub(crate) async fn add_passkey(
    browser: &mut Browser,
    server: &TestServer,
    authenticator: &mut Authenticator,
) -> (StatusCode, Value) {
    let options = fine(post(browser, server, PASSKEY_OPTIONS, Value::Null).await);
    let made = authenticator.create(&options, "My key");
    post(browser, server, PASSKEYS, made).await
}

/// Signs in by a passkey.
pub(crate) async fn show_passkey(
    browser: &mut Browser,
    server: &TestServer,
    authenticator: &mut Authenticator,
) -> (StatusCode, Value) {
    let options = fine(post(browser, server, SIGN_IN_OPTIONS, Value::Null).await);
    let signed = authenticator.sign(&options);
    post(browser, server, SIGN_IN, signed).await
}

pub(crate) async fn say_password(
    browser: &mut Browser,
    server: &TestServer,
    name: &str,
    password: &str,
) -> (StatusCode, Value) {
    let with = json!({ "by": "password", "name": name, "password": password });
    post(browser, server, SIGN_IN, json!({ "with": with })).await
}

async fn say_code(browser: &mut Browser, server: &TestServer, name: &str, code: &str) -> (StatusCode, Value) {
    let with = json!({ "by": "recovery_code", "name": name, "code": code });
    post(browser, server, SIGN_IN, json!({ "with": with })).await
}
