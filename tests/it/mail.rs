//! E-mail, as far as a relay and a letter box see it: whose an address is, who is told of what and when, and what ends it.

mod codes;

use std::time::Duration;

use cydonia_protocol::{ChallengedSeat, Command, MailStatus, TimeControl};
use cydonia_server::limits::{MAIL_FAILURES, MAIL_LOOK, MAIL_PAUSE, MAIL_SETTLE, MAIL_SWEEP};
use cydonia_tests::{Guest, Letter, MailRelay, RelayManner, TestServer, TestServerBuilder};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::accounts::data;
use crate::metrics::Told;
use crate::schema::{assert_fits, closed};
use crate::support::{database, sit, watch, wish};
use crate::tournaments::registered;

const MAIL: &str = "/api/v1/account/mail";
const CONFIRMATION: &str = "/api/v1/account/mail/confirmation";

/// How often the house has looked who is to be written to.
const SWEEPS: &str = "cydonia_mail_sweeps_total";

/// How often a test asks whether it has before it gives up.
const MOST_LOOKS: u64 = 20_000;

/// How long a test waits for a letter, in the house's hours.
const MOST_HOURS: u64 = 48;

const HOUR: Duration = Duration::from_secs(60 * 60);

async fn house() -> (TestServer, MailRelay) {
    let relay = MailRelay::open().await;
    (TestServerBuilder::new().mail(relay.house()).metrics().start().await, relay)
}

async fn ask(
    server: &TestServer,
    method: Method,
    path: &str,
    guest: &Guest,
    body: Value,
) -> (StatusCode, Value) {
    let mut request = Client::new().request(method, server.url(path)).bearer_auth(&guest.token);
    if !body.is_null() {
        request = request.json(&body);
    }
    let answer = request.send().await.expect("an answer");
    (answer.status(), answer.json().await.expect("JSON"))
}

async fn set(server: &TestServer, guest: &Guest, address: &str) -> (StatusCode, Value) {
    ask(server, Method::PUT, MAIL, guest, json!({ "address": address, "language": "en" })).await
}

async fn confirm(server: &TestServer, guest: &Guest, code: &str) -> (StatusCode, Value) {
    ask(server, Method::POST, CONFIRMATION, guest, json!({ "code": code })).await
}

async fn status(server: &TestServer, guest: &Guest) -> MailStatus {
    let (status, answer) = ask(server, Method::GET, MAIL, guest, Value::Null).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    serde_json::from_value(answer).expect("how one stands")
}

fn refusal((status, problem): &(StatusCode, Value)) -> &str {
    assert!(!status.is_success(), "{problem}");
    problem["code"].as_str().expect("a code")
}

fn stands(address: &str, confirmed: bool) -> MailStatus {
    MailStatus { offered: true, address: Some(address.to_owned()), confirmed }
}

fn nowhere() -> MailStatus {
    MailStatus { offered: true, ..MailStatus::default() }
}

/// The code in a letter.
async fn code(relay: &mut MailRelay) -> String {
    let text = relay.next().await.text();
    let (_, behind) = text.split_once(": ").expect("a code");
    behind.split_whitespace().next().expect("a code").to_owned()
}

/// Somebody with an account, who is told at that address.
async fn told(
    server: &TestServer,
    relay: &mut MailRelay,
    name: &str,
    address: &str,
    language: &str,
) -> Guest {
    let guest = registered(server, name).await;
    let body = json!({ "address": address, "language": language });
    let (answer, _) = ask(server, Method::PUT, MAIL, &guest, body).await;
    assert_eq!(answer, StatusCode::OK);
    let code = code(relay).await;
    assert_eq!(confirm(server, &guest, &code).await.0, StatusCode::OK);
    guest
}

/// A table at which it is the turn of somebody who is not here any more.
async fn turn_of(server: &TestServer, guest: &Guest, other: &Guest) -> Uuid {
    let mut other = server.connect(Some(other)).await;
    let slow = wish("martian-chess", 2, TimeControl::Correspondence { days: 7 });
    let table = other.call(slow).await.expect("a table").table.expect("its id");
    other.call(watch(table)).await.expect("watching");
    // Over REST, so that nobody is here who is to be written to.
    let (seated, answer) = ask(server, Method::POST, "/api/v1/commands", guest, json!(sit(table))).await;
    assert_eq!(seated, StatusCode::OK, "{answer}");
    other.offered(table).await;
    other.play(table, |_| 0).await.expect("she moves");
    table
}

/// So much time goes by at once, enough for the house to look; and it has looked, and written to whom it wanted. Meanwhile no time goes
/// by, in which a relay would be given up.
async fn pass(server: &TestServer, time: Duration) {
    let before = Told::by(server).await.of(SWEEPS);
    server.advance(time);
    for _ in 0..MOST_LOOKS {
        if Told::by(server).await.of(SWEEPS) > before {
            return;
        }
    }
    panic!("the house does not look");
}

/// Time goes by until a letter comes: the house looks at everybody once an hour, and must have noticed first that they are gone.
async fn next_letter(server: &TestServer, relay: &mut MailRelay) -> Letter {
    for _ in 0..MOST_HOURS {
        if !relay.is_quiet() {
            break;
        }
        pass(server, MAIL_LOOK).await;
    }
    relay.next().await
}

#[tokio::test]
async fn whoever_shows_that_an_address_is_theirs_is_told_once_what_waits() {
    let (server, mut relay) = house().await;
    let ben = registered(&server, "Ben").await;
    assert_eq!(status(&server, &ben).await, nowhere());
    let (_, answer) = set(&server, &ben, "ben@letters.example").await;
    assert_fits(&closed("mail-status"), &answer);
    let letter = relay.next().await;
    assert_eq!((letter.to.as_str(), letter.header("to")), ("ben@letters.example", "ben@letters.example"));
    assert_eq!(letter.header("from"), "Games <games@games.example>");
    assert_eq!(letter.header("subject"), "Your code for games.example");
    assert_eq!(letter.header("auto-submitted"), "auto-generated");
    assert_eq!(status(&server, &ben).await, stands("ben@letters.example", false));
    let text = letter.text();
    let code = text.split_once("The code is: ").expect("a code").1.lines().next().expect("a line");
    let (_, answer) = confirm(&server, &ben, &code.to_uppercase()).await;
    assert_eq!(
        serde_json::from_value::<MailStatus>(answer).expect("it"),
        stands("ben@letters.example", true)
    );

    let ada = server.guest("Ada").await;
    let table = turn_of(&server, &ben, &ada).await;
    // Nobody is written to of what they may come to by themselves.
    pass(&server, MAIL_SWEEP).await;
    assert!(relay.is_quiet());
    pass(&server, MAIL_SETTLE).await;
    let letter = next_letter(&server, &mut relay).await;
    assert_eq!(letter.header("subject"), "A game waits for you at games.example");
    let text = letter.text();
    assert!(text.starts_with("Hello Ben,\n\nMartian Chess with Ada: it is your turn (until 20"), "{text}");
    assert!(text.contains(&format!("\nhttps://games.example/t/{table}\n")), "{text}");
    let end = text.split("https://games.example/unsubscribe#").nth(1).expect("what ends it").trim();
    let one_click = format!("<https://games.example/api/v1/mail/unsubscribe/{end}>");
    assert_eq!(letter.header("list-unsubscribe"), one_click);
    assert_eq!(letter.header("list-unsubscribe-post"), "List-Unsubscribe=One-Click");

    // It waits on, and is told no more; what begins to wait is, and all that does with it.
    pass(&server, MAIL_PAUSE).await;
    assert!(relay.is_quiet());
    let other = turn_of(&server, &ben, &ada).await;
    pass(&server, MAIL_SETTLE).await;
    let letter = next_letter(&server, &mut relay).await;
    assert_eq!(letter.header("subject"), "2 games wait for you at games.example");
    let text = letter.text();
    let at = |table: Uuid| text.find(&table.to_string()).expect("it is told of");
    assert!(at(table) < at(other), "the longest first: {text}");
}

#[tokio::test]
async fn whoever_is_here_is_not_written_to_and_a_challenge_is_told_in_ones_language() {
    let (server, mut relay) = house().await;
    let ben = told(&server, &mut relay, "Ben", "ben@letters.example", "de").await;
    let mut socket = server.join("Ada").await;
    let mut challenge = wish("martian-chess", 2, TimeControl::Correspondence { days: 7 });
    if let Command::Create { challenged, .. } = &mut challenge {
        challenged.push(ChallengedSeat { seat: 1, player: ben.player.id });
    }
    socket.call(challenge).await.expect("a table");
    let mut here = [server.connect(Some(&ben)).await];
    server.pass(&mut here, MAIL_SETTLE + HOUR).await;
    assert!(relay.is_quiet());
    drop(here);
    let letter = next_letter(&server, &mut relay).await;
    assert_eq!(letter.header("subject"), "Eine Partie wartet auf dich auf games.example");
    assert!(letter.text().contains("Martian Chess: Ada fordert dich heraus\n"), "{}", letter.text());
}

/// What strangers are called is no link in a letter that the house sends.
#[tokio::test]
async fn nobodys_name_is_a_link_in_a_letter() {
    let (server, mut relay) = house().await;
    let ben = told(&server, &mut relay, "Dr. B. Bob", "ben@letters.example", "en").await;
    let names = ["win.example/now", "me@win.example", "win。example"];
    for name in names {
        let stranger = server.guest(name).await;
        turn_of(&server, &ben, &stranger).await;
    }
    pass(&server, MAIL_SETTLE).await;
    let text = next_letter(&server, &mut relay).await.text();
    assert!(text.starts_with("Hello Dr. B. Bob,"), "{text}");
    for (name, shown) in names.iter().zip(["win·example·now", "me·win·example", "win·example"]) {
        assert!(text.contains(&format!("Martian Chess with {shown}: ")) && !text.contains(name), "{text}");
    }
}

#[tokio::test]
async fn what_stands_in_a_letter_ends_it_without_a_session() {
    let (server, mut relay) = house().await;
    let ben = told(&server, &mut relay, "Ben", "ben@letters.example", "en").await;
    let ada = server.guest("Ada").await;
    turn_of(&server, &ben, &ada).await;
    pass(&server, MAIL_SETTLE).await;
    let letter = next_letter(&server, &mut relay).await;
    let end = |token: &str| {
        // As a program that reads mail does it: from nowhere.
        let post = Client::new().post(server.url(&format!("/api/v1/mail/unsubscribe/{token}")));
        post.header("origin", "https://letters.example").form(&[("List-Unsubscribe", "One-Click")]).send()
    };
    for nobodys in ["nobodys", "%00", "00000000000000000000000000000000"] {
        assert_eq!(end(nobodys).await.expect("an answer").status(), StatusCode::OK, "{nobodys}");
    }
    assert_eq!(status(&server, &ben).await, stands("ben@letters.example", true));
    let token =
        letter.header("list-unsubscribe").trim_matches(['<', '>']).rsplit('/').next().expect("it").to_owned();
    for _ in 0..2 {
        let answer = end(&token).await.expect("an answer");
        assert_eq!(answer.json::<MailStatus>().await.expect("how nobody stands"), nowhere());
    }
    assert_eq!(status(&server, &ben).await, nowhere());
    turn_of(&server, &ben, &ada).await;
    pass(&server, MAIL_PAUSE + MAIL_SETTLE).await;
    assert!(relay.is_quiet());
}

#[tokio::test]
async fn an_address_that_takes_nothing_is_forgotten_and_a_busy_relay_is_tried_again() {
    let (server, mut relay) = house().await;
    let ben = told(&server, &mut relay, "Ben", "ben@letters.example", "en").await;
    let ada = server.guest("Ada").await;
    turn_of(&server, &ben, &ada).await;
    for manner in [RelayManner::Busy, RelayManner::Denies] {
        relay.is(manner);
        // A letter is put off for an hour once the relay has not taken it.
        pass(&server, MAIL_SETTLE).await;
        assert!(relay.is_quiet());
    }
    relay.is(RelayManner::Takes);
    assert_eq!(next_letter(&server, &mut relay).await.to, "ben@letters.example");
    relay.is(RelayManner::Refuses);
    let mut refused = 0;
    while status(&server, &ben).await == stands("ben@letters.example", true) {
        turn_of(&server, &ben, &ada).await;
        pass(&server, MAIL_PAUSE + MAIL_SETTLE).await;
        refused += 1;
    }
    assert!(refused >= MAIL_FAILURES, "after {refused}");
    assert_eq!(status(&server, &ben).await, nowhere());
}

#[tokio::test]
async fn an_address_is_told_to_its_owner_and_goes_with_them() {
    let (server, mut relay) = house().await;
    let ben = told(&server, &mut relay, "Ben", "ben@letters.example", "en").await;
    assert_eq!(data(&server, &ben.token).await.0.mail, stands("ben@letters.example", true));
    let (gone, answer) = ask(&server, Method::DELETE, MAIL, &ben, Value::Null).await;
    assert_eq!((gone, serde_json::from_value(answer).ok()), (StatusCode::OK, Some(nowhere())));
    let cleo = told(&server, &mut relay, "Cleo", "cleo@letters.example", "en").await;
    let deleted = Client::new().delete(server.url("/api/v1/account")).bearer_auth(&cleo.token).send().await;
    assert_eq!(deleted.expect("an answer").status(), StatusCode::OK);
    assert_eq!(database(&server).await.number("SELECT count(*) FROM mail", None).await, 0);
}

#[tokio::test]
async fn a_house_without_a_relay_sends_nothing() {
    let server = TestServer::start().await;
    let ben = registered(&server, "Ben").await;
    assert_eq!(refusal(&set(&server, &ben, "ben@letters.example").await), "no_mail");
    assert_eq!(status(&server, &ben).await, MailStatus::default());
}
