//! Passwords and recovery codes: taken, said, lost, used up.

use cydonia_tests::TestServer;
use serde_json::json;

use super::{
    GOOD, PASSWORD, add_passkey, authenticator, browser, code, fine, guest, say_code, say_password,
    set_password,
};
use crate::support::database;

#[tokio::test]
async fn whoever_has_a_password_signs_in_by_it_under_their_name_in_whatever_case() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada Lovelace").await;
    let account = fine(set_password(&mut ada, &server, GOOD).await);
    assert_eq!((&account["password"], &account["player"]["registered"]), (&json!(true), &json!(true)));
    let session = fine(say_password(&mut browser(&server), &server, "ADA lovelace", GOOD).await);
    assert_eq!(session["player"], account["player"]);
    for (name, password) in [("Ada Lovelace", "Krähe auf dem Dach"), ("Nobody", GOOD), ("Ada Lovelace", "")]
    {
        let refused = say_password(&mut browser(&server), &server, name, password).await;
        assert_eq!(code(refused), "wrong_credentials", "{name}");
    }
    // A program has a token for the asking, and another password opens it from then on alone.
    let with = json!({ "by": "password", "name": "Ada Lovelace", "password": GOOD });
    let body = json!({ "with": with, "bearer": true });
    let told = fine(super::post(&mut browser(&server), &server, super::SIGN_IN, body).await);
    assert!(told["token"].as_str().is_some_and(|token| token.len() == 64));
    fine(set_password(&mut ada, &server, "Dohle unter der Bank").await);
    assert_eq!(
        code(say_password(&mut browser(&server), &server, "Ada Lovelace", GOOD).await),
        "wrong_credentials"
    );
    // Nothing that could be read is kept.
    let kept =
        "SELECT count(*) FROM players WHERE password LIKE '%Dohle%' OR password NOT LIKE '$argon2id$%'";
    assert_eq!(database(&server).await.number(kept, None).await, 0);
}

#[tokio::test]
async fn a_password_goes_when_there_is_a_passkey() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    assert_eq!(code(ada.delete(&server, PASSWORD).await), "not_found");
    fine(set_password(&mut ada, &server, GOOD).await);
    assert_eq!(code(ada.delete(&server, PASSWORD).await), "last_credential");
    fine(add_passkey(&mut ada, &server, &mut authenticator(&server, 1)).await);
    assert_eq!(fine(ada.delete(&server, PASSWORD).await)["password"], json!(false));
    assert_eq!(code(say_password(&mut browser(&server), &server, "Ada", GOOD).await), "wrong_credentials");
}

#[tokio::test]
async fn a_recovery_code_opens_its_account_once() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Ada").await;
    let account = fine(set_password(&mut ada, &server, GOOD).await);
    let codes: Vec<String> = serde_json::from_value(account["new_recovery_codes"].clone()).expect("codes");
    let typed = codes[3].to_uppercase().replace('-', " ");
    let mut found = browser(&server);
    fine(say_code(&mut found, &server, "ada", &typed).await);
    // Whoever has come by it may take another password at once.
    fine(set_password(&mut found, &server, "Dohle unter der Bank").await);
    let left = fine(found.get(&server, super::ACCOUNT).await);
    assert_eq!(left["recovery_codes"], json!(7));
    assert_eq!(code(say_code(&mut browser(&server), &server, "Ada", &codes[3]).await), "wrong_credentials");
    fine(say_code(&mut browser(&server), &server, "Ada", &codes[4]).await);
    // Of another's account they open nothing.
    let mut ben = guest(&server, "Ben").await;
    fine(set_password(&mut ben, &server, GOOD).await);
    assert_eq!(code(say_code(&mut browser(&server), &server, "Ben", &codes[5]).await), "wrong_credentials");
    // Others make those before void.
    fine(super::post(&mut found, &server, "/api/v1/account/recovery-codes", json!(null)).await);
    assert_eq!(code(say_code(&mut browser(&server), &server, "Ada", &codes[5]).await), "wrong_credentials");
}

#[tokio::test]
async fn a_password_that_would_soon_be_guessed_is_none() {
    let server = TestServer::start().await;
    let mut ada = guest(&server, "Margarethe").await;
    for bad in ["", "short", "password1", "margarethe99", &"Krähe auf ".repeat(13)] {
        assert_eq!(code(set_password(&mut ada, &server, bad).await), "bad_password", "{bad}");
    }
    let account = fine(ada.get(&server, super::ACCOUNT).await);
    assert_eq!((account["player"].get("registered"), &account["password"]), (None, &json!(false)));
}
