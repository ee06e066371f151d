//! Names: an account's is nobody else's, nor is what looks like it.

use cydonia_tests::TestServer;
use reqwest::Method;
use serde_json::json;

use super::{GOOD, add_passkey, authenticator, browser, code, fine, guest, post, set_password};

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
    let mut key = authenticator(&server, 1);
    assert_eq!(code(add_passkey(&mut other, &server, &mut key).await), "name_taken");
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
