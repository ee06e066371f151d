//! Tokens: each does what it was made for, and nothing from the moment on at which it is revoked.

use cydonia_protocol::{Close, Command, ErrorCode, OwnToken, Phrase, Room, Scope, Session, TokenList, Words};
use cydonia_server::limits;
use cydonia_tests::{Guest, PATIENCE, TestServer};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::time::timeout;
use uuid::Uuid;

use crate::sockets::assert_closed;
use crate::support::{create, database, say, watch};

fn ask(server: &TestServer, method: Method, path: &str, token: &str) -> RequestBuilder {
    Client::new().request(method, server.url(&format!("/api/v1/{path}"))).bearer_auth(token)
}

async fn answer(request: RequestBuilder) -> (StatusCode, Value) {
    let answer = request.send().await.expect("an answer");
    (answer.status(), answer.json().await.expect("JSON"))
}

async fn refused(request: RequestBuilder) -> (StatusCode, String) {
    let (status, problem) = answer(request).await;
    (status, problem["code"].as_str().unwrap_or("no problem").to_owned())
}

async fn made(server: &TestServer, owner: &Guest, name: &str, scopes: &[Scope]) -> OwnToken {
    let body = json!({ "name": name, "scopes": scopes });
    let request = ask(server, Method::POST, "tokens", &owner.token).json(&body);
    request.send().await.expect("an answer").json().await.expect("a token")
}

/// A token of somebody's, good for that and for reading.
pub(crate) async fn token(server: &TestServer, owner: &Guest, scopes: &[Scope]) -> Guest {
    let token = made(server, owner, "A program", scopes).await.token.expect("told once");
    Guest { player: owner.player.clone(), token }
}

async fn listed(server: &TestServer, owner: &Guest) -> Vec<OwnToken> {
    let list = ask(server, Method::GET, "tokens", &owner.token).send().await.expect("an answer");
    list.json::<TokenList>().await.expect("a list").tokens
}

fn hello(table: Uuid) -> Command {
    say(table, Room::Players, Words::Phrase { phrase: Phrase::Hello })
}

#[tokio::test]
async fn a_token_is_good_for_its_scopes_and_for_nothing_about_the_account() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let [reader, player, talker] = [
        token(&server, &ada, &[]).await,
        token(&server, &ada, &[Scope::Play]).await,
        token(&server, &ada, &[Scope::Chat]).await,
    ];
    let command = async |guest: &Guest, command: Command| {
        answer(ask(&server, Method::POST, "commands", &guest.token).json(&command)).await
    };
    let (status, opened) = command(&player, create(2)).await;
    assert_eq!(status, StatusCode::OK);
    let table: Uuid = serde_json::from_value(opened["table"].clone()).expect("its id");
    for (guest, does, may) in [
        (&reader, Command::Stand { table }, false),
        (&talker, Command::Stand { table }, false),
        (&reader, hello(table), false),
        (&player, hello(table), false),
        (&talker, hello(table), true),
    ] {
        let (status, problem) = command(guest, does.clone()).await;
        let expected = if may { StatusCode::OK } else { StatusCode::FORBIDDEN };
        assert_eq!(status, expected, "{does:?}: {problem}");
        assert!(may || problem["code"] == "no_scope", "{problem}");
    }
    // Who they are all are told, and what for.
    for (guest, scopes) in [
        (&ada, None),
        (&reader, Some(vec![Scope::Read])),
        (&player, Some(vec![Scope::Read, Scope::Play])),
        (&talker, Some(vec![Scope::Read, Scope::Chat])),
    ] {
        let (_, session) = answer(ask(&server, Method::GET, "session", &guest.token)).await;
        let session: Session = serde_json::from_value(session).expect("a session");
        assert_eq!((session.player, session.scopes), (Some(ada.player.clone()), scopes));
    }
    // Over a socket it is the same.
    let mut socket = server.connect(Some(&reader)).await;
    socket.call(watch(table)).await.expect("whoever reads may watch");
    assert_eq!(socket.call(create(2)).await.expect_err("refused").code, ErrorCode::NoScope);
    // A token ends itself, as a session does.
    let (status, _) = answer(ask(&server, Method::DELETE, "session", &talker.token)).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(listed(&server, &ada).await.len(), 2);
}

#[tokio::test]
async fn a_token_that_is_revoked_ends_with_its_sockets_and_streams() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let table =
        server.connect(Some(&ada)).await.call(create(2)).await.expect("a table").table.expect("its id");
    let first = made(&server, &ada, "Board on the wall", &[]).await;
    let second = made(&server, &ada, "Bot", &[Scope::Play, Scope::Play]).await;
    let list = listed(&server, &ada).await;
    assert_eq!(list, [&second, &first].map(|one| OwnToken { token: None, ..one.clone() }));
    assert_eq!(second.scopes, [Scope::Read, Scope::Play]);

    let guest =
        |one: &OwnToken| Guest { player: ada.player.clone(), token: one.token.clone().expect("told") };
    let (wall, bot) = (guest(&first), guest(&second));
    let mut socket = server.connect(Some(&wall)).await;
    let path = format!("tables/{table}/events");
    let mut stream = ask(&server, Method::GET, &path, &wall.token).send().await.expect("a stream");
    assert!(stream.chunk().await.expect("a snapshot").is_some());

    let revoked = ask(&server, Method::DELETE, &format!("tokens/{}", first.id), &ada.token);
    assert_eq!(answer(revoked).await.1["tokens"].as_array().expect("what is left").len(), 1);
    assert_closed(&mut socket, Close::Ended).await;
    let rest = async { while stream.chunk().await.expect("no error").is_some() {} };
    timeout(PATIENCE, rest).await.expect("the stream ends");
    let again = ask(&server, Method::GET, "session", &wall.token);
    assert_eq!(refused(again).await, (StatusCode::UNAUTHORIZED, "no_session".to_owned()));
    // Nothing else was touched.
    for left in [&ada, &bot] {
        assert_eq!(answer(ask(&server, Method::GET, "session", &left.token)).await.0, StatusCode::OK);
    }
    // Whoever signs out everywhere else leaves nothing open.
    let out = ask(&server, Method::DELETE, "sessions", &ada.token);
    assert_eq!(answer(out).await.0, StatusCode::OK);
    assert_eq!(listed(&server, &ada).await, []);
    let gone = ask(&server, Method::GET, "session", &bot.token);
    assert_eq!(refused(gone).await, (StatusCode::UNAUTHORIZED, "no_session".to_owned()));
}

#[tokio::test]
async fn tokens_are_their_owners_and_no_sessions() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let own = made(&server, &ada, "Mine", &[]).await;
    let text = own.token.clone().expect("told once");
    assert!(text.starts_with("cydonia_") && text.len() > 60, "{text}");
    let not_found = (StatusCode::NOT_FOUND, "not_found".to_owned());
    let of_token = format!("tokens/{}", own.id);
    assert_eq!(refused(ask(&server, Method::DELETE, &of_token, &ben.token)).await, not_found);
    let as_session = format!("sessions/{}", own.id);
    assert_eq!(refused(ask(&server, Method::DELETE, &as_session, &ada.token)).await, not_found);
    let (_, sessions) = answer(ask(&server, Method::GET, "sessions", &ada.token)).await;
    let [session] = &sessions["sessions"].as_array().expect("sessions")[..] else { panic!("{sessions}") };
    let as_token = format!("tokens/{}", session["id"]);
    assert_eq!(refused(ask(&server, Method::DELETE, &as_token, &ada.token)).await, not_found);
    for odd in [
        json!({ "name": "Mine" }),
        json!({ "name": "Mine", "scopes": ["admin"] }),
        json!({ "name": "Mine", "scopes": ["read"], "until": 0 }),
    ] {
        let request = ask(&server, Method::POST, "tokens", &ada.token).json(&odd);
        assert_eq!(refused(request).await, (StatusCode::BAD_REQUEST, "bad_message".to_owned()), "{odd}");
    }
    assert_eq!(listed(&server, &ada).await.len(), 1);
    for _ in 1..limits::TOKENS {
        made(&server, &ada, "More", &[]).await;
    }
    let one_more =
        ask(&server, Method::POST, "tokens", &ada.token).json(&json!({ "name": "More", "scopes": [] }));
    assert_eq!(refused(one_more).await, (StatusCode::TOO_MANY_REQUESTS, "too_many".to_owned()));
    made(&server, &ben, "His", &[]).await;
    // Nobody who reads the database can use them: a hash is all that is kept.
    let kept = "SELECT count(*) FROM sessions WHERE token_name = 'Mine' AND length(token_hash) = 32";
    assert_eq!(database(&server).await.number(kept, None).await, 1);
}
