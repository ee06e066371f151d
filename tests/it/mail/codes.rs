//! Codes, by which somebody shows that an address is theirs: which are good, and how many are sent.

use cydonia_server::limits::{MAIL_CODE, MAIL_CODES_FROM, MAIL_TIMEOUT, MAIL_TRIES};
use cydonia_tests::RelayManner;
use reqwest::StatusCode;
use serde_json::Value;

use super::{HOUR, code, confirm, house, nowhere, refusal, set, stands, status, told};
use crate::support::database;
use crate::tournaments::registered;

#[tokio::test]
async fn a_code_is_good_for_an_hour_and_for_few_guesses() {
    let (server, mut relay) = house().await;
    let ben = registered(&server, "Ben").await;
    assert_eq!(refusal(&confirm(&server, &ben, "0000-0000").await), "wrong_code");
    set(&server, &ben, "ben@letters.example").await;
    let late = code(&mut relay).await;
    server.advance(MAIL_CODE);
    assert_eq!(refusal(&confirm(&server, &ben, &late).await), "wrong_code");
    set(&server, &ben, "ben@letters.example").await;
    let guessed = code(&mut relay).await;
    for _ in 0..MAIL_TRIES {
        assert_eq!(refusal(&confirm(&server, &ben, "0000-0000").await), "wrong_code");
    }
    assert_eq!(refusal(&confirm(&server, &ben, &guessed).await), "wrong_code");
    assert_eq!(status(&server, &ben).await, stands("ben@letters.example", false));
    // What nobody has shown to be theirs is forgotten.
    let mut kept = database(&server).await;
    server.advance(MAIL_CODE + HOUR);
    while kept.number("SELECT count(*) FROM mail", None).await > 0 {
        server.advance(HOUR);
        server.get::<Value>("/api/v1/games").await;
    }
}

#[tokio::test]
async fn what_is_no_address_is_refused_and_changes_nothing() {
    let (server, mut relay) = house().await;
    let ben = told(&server, &mut relay, "Ben", "ben@letters.example", "en").await;
    for address in
        ["", "ben", "ben@localhost", "ben@[10.0.0.1]", "b@x.example\r\nBcc: c@x.example", "bën@x.example"]
    {
        assert_eq!(refusal(&set(&server, &ben, address).await), "bad_mail_address", "{address}");
    }
    relay.is(RelayManner::Refuses);
    assert_eq!(refusal(&set(&server, &ben, "nobody@letters.example").await), "bad_mail_address");
    for manner in [RelayManner::Busy, RelayManner::Denies] {
        relay.is(manner);
        assert_eq!(refusal(&set(&server, &ben, "busy@letters.example").await), "unavailable", "{manner:?}");
    }
    assert_eq!(status(&server, &ben).await, stands("ben@letters.example", true));
    let guest = server.guest("Cleo").await;
    relay.is(RelayManner::Takes);
    assert_eq!(refusal(&set(&server, &guest, "cleo@letters.example").await), "no_account");
    assert!(relay.is_quiet());
}

/// Half a minute is all that it has; as the letter may have left, its code is to be good.
#[tokio::test]
async fn a_relay_that_hangs_is_given_up() {
    let (server, relay) = house().await;
    let ben = registered(&server, "Ben").await;
    relay.is(RelayManner::Hangs);
    let waits = async {
        while !relay.is_busy() {
            server.get::<Value>("/api/v1/games").await;
        }
        server.advance(MAIL_TIMEOUT);
    };
    let ((answer, _), ()) = tokio::join!(set(&server, &ben, "ben@letters.example"), waits);
    assert_eq!(answer, StatusCode::OK);
    assert_eq!(status(&server, &ben).await, stands("ben@letters.example", false));
}

#[tokio::test]
async fn nobodys_letter_box_is_filled() {
    let (server, mut relay) = house().await;
    let victim = "victim@letters.example";
    let mut sent = 0;
    for name in ["Ada", "Ben", "Cleo", "Dora"] {
        let guest = registered(&server, name).await;
        match set(&server, &guest, if sent % 2 == 0 { victim } else { "Victim+games@letters.example" }).await
        {
            (StatusCode::OK, _) => sent += 1,
            refused => assert_eq!(refusal(&refused), "too_fast"),
        }
    }
    assert_eq!(sent, 3);
    for _ in 0..sent {
        relay.next().await;
    }
    let eve = registered(&server, "Eve").await;
    for number in 0..5 {
        assert_eq!(set(&server, &eve, &format!("box{number}@letters.example")).await.0, StatusCode::OK);
        relay.next().await;
    }
    assert_eq!(refusal(&set(&server, &eve, "box5@letters.example").await), "too_fast");
    assert!(relay.is_quiet());
}

/// Whoever has many accounts has them from somewhere.
#[tokio::test]
async fn nobody_fills_letter_boxes_by_many_accounts() {
    let (server, mut relay) = house().await;
    for asked in 0..MAIL_CODES_FROM.get() {
        let guest = registered(&server, &format!("Eve {asked}")).await;
        let address = format!("box{asked}@letters.example");
        assert_eq!(set(&server, &guest, &address).await.0, StatusCode::OK);
        relay.next().await;
    }
    let guest = registered(&server, "Mallory").await;
    assert_eq!(refusal(&set(&server, &guest, "last@letters.example").await), "too_fast");
    assert_eq!(status(&server, &guest).await, nowhere());
    assert!(relay.is_quiet());
}
