//! Sessions: a seat's link opens that seat alone and ends with the game, and whoever has a session sees all of theirs and
//! ends any.

pub(crate) mod played;

use std::time::Duration;

use cydonia_protocol::{Close, Command, ErrorCode, Room, TimeControl, Words};
use cydonia_server::limits::{self, Limits};
use cydonia_tests::{Guest, TestServer};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::browser::Browser;
use crate::sockets::assert_closed;
use crate::support::{create, database, say, sit, watch};
pub(crate) use played::key as seat_link;
use played::{Played, earlier, key, played, private_wish, rows};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn code(answer: &Value) -> &str {
    answer["code"].as_str().unwrap_or("no problem")
}

#[tokio::test]
async fn a_seats_link_opens_that_seat_and_nothing_else_of_its_players() {
    let mut played = played(TestServer::start().await).await;
    let other = earlier(&mut played).await;
    let open = played.sockets[0].call(create(2)).await.expect("a table").table.expect("its id");
    let Played { server, ada, table, link, .. } = &played;
    let mut eve = Browser::at_seat(server, *table, link).await;
    let (_, session) = eve.get(server, "/api/v1/session").await;
    assert_eq!(session, json!({ "player": ada.player, "table": table }));
    // What the seat may read: its private table as it stands, without showing that one's key.
    assert_eq!(eve.get(server, &format!("/api/v1/tables/{table}")).await.0, StatusCode::OK);

    let (status, answer) = eve.get(server, &format!("/api/v1/matches/{other}")).await;
    assert_eq!((status, code(&answer)), (StatusCode::NOT_FOUND, "no_match"), "another private game of hers");
    for path in ["record", "replay", "position"] {
        let (status, _) = eve.get(server, &format!("/api/v1/matches/{other}/{path}")).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    let (_, list) = eve.get(server, &format!("/api/v1/matches?player={}", ada.player.id)).await;
    assert_eq!(list["matches"], json!([]), "nor is it listed");
    let name = json!({ "name": "Eve was here" });
    for (method, path, body) in [
        (Method::PATCH, "/api/v1/session".to_owned(), name.clone()),
        (Method::POST, "/api/v1/session".to_owned(), name),
        (Method::POST, format!("/api/v1/tables/{table}/seat-key"), Value::Null),
        (Method::POST, format!("/api/v1/tables/{open}/seat-key"), Value::Null),
        (Method::GET, "/api/v1/sessions".to_owned(), Value::Null),
        (Method::DELETE, "/api/v1/sessions".to_owned(), Value::Null),
        (Method::DELETE, "/api/v1/sessions/1".to_owned(), Value::Null),
    ] {
        let (status, answer) = eve.ask(server, method.clone(), &path, body).await;
        assert_eq!((status, code(&answer)), (StatusCode::FORBIDDEN, "seat_only"), "{method} {path}");
    }
    let mut by_bearer = server.connect(Some(ada)).await;
    assert_eq!(by_bearer.player.as_ref().map(|player| &*player.name), Some("Ada"), "she has her name still");
    by_bearer.call(Command::Ping {}).await.expect("and her socket");
}

#[tokio::test]
async fn a_links_socket_plays_and_speaks_at_its_table_and_nowhere_else() {
    let mut played = played(TestServer::start().await).await;
    let open = played.sockets[0].call(create(3)).await.expect("a table").table.expect("its id");
    let made = played.sockets[1].call(private_wish().await).await.expect("a table");
    let bens = made.table.expect("its id");
    played.sockets[0].call(Command::Sit { table: bens, seat: None, key: made.key }).await.expect("a seat");
    let Played { server, ada, table, link, sockets: [first, _] } = &mut played;
    let eve = Browser::at_seat(server, *table, link).await;
    let mut eve = eve.socket(server).await;
    assert_eq!((eve.player.as_ref(), eve.seat_at), (Some(&ada.player), Some(*table)));
    // Her table lets her in without its key, and all that the seat may do is hers.
    eve.call(watch(*table)).await.expect("watching");
    eve.play(*table, |_| 0).await.expect("a move");
    let phrase = Words::Phrase { phrase: cydonia_protocol::Phrase::Oh };
    eve.call(say(*table, Room::Players, phrase.clone())).await.expect("said");
    first.until(*table, |seen| seen.line.len() == 1).await;

    // At another of hers she is nobody: a private one does not know her, a public one lets her look on.
    assert_eq!(eve.call(watch(bens)).await.expect_err("refused").code, ErrorCode::NoTable);
    eve.call(watch(open)).await.expect("anybody may look on");
    for command in [
        create(2),
        Command::Quick {
            request: Uuid::from_u128(7),
            game: "martian-chess".to_owned(),
            seats: 2,
            clock: TimeControl::default(),
            rated: false,
        },
        sit(open),
        Command::Stand { table: open },
        Command::Begin { table: open },
        say(open, Room::Watchers, phrase),
        Command::Resign { table: open },
        Command::Rematch { table: *table },
    ] {
        let refusal = eve.call(command.clone()).await.expect_err("refused");
        assert_eq!(refusal.code, ErrorCode::SeatOnly, "{command:?}");
    }
    let tables = database(server).await.number("SELECT count(*) FROM tables", None).await;
    assert_eq!(tables, 3, "no table was set up");
}

#[tokio::test]
async fn a_link_ends_with_its_game_and_whoever_opened_it_is_themselves_again() {
    for ending in [Command::Resign { table: Uuid::nil() }, Command::Abort { table: Uuid::nil() }] {
        let mut played = played(TestServer::start().await).await;
        let Played { server, ada, table, link, sockets: [first, _] } = &mut played;
        let (table, is_abort) = (*table, matches!(ending, Command::Abort { .. }));
        let mut cem = Browser::of(server, "Cem").await;
        let own = cem.cookies.clone();
        assert_eq!(cem.open_seat(server, table, link).await, StatusCode::OK);
        assert!(own.iter().all(|(name, value)| cem.cookies.get(name) == Some(value)), "his own is untouched");
        assert_eq!(cem.name(server).await.as_deref(), Some("Ada"));
        let mut nobody = Browser::at_seat(server, table, link).await;
        let (mut his, mut theirs) = (cem.socket(server).await, nobody.socket(server).await);
        his.call(watch(table)).await.expect("watching");
        let before = rows(server).await;
        let end = if is_abort { Command::Abort { table } } else { Command::Resign { table } };
        // He ends it himself and is told so before the line is cut; the other socket watches nothing at all.
        his.call(end).await.expect("it ends");
        assert_closed(&mut his, Close::Ended).await;
        assert_closed(&mut theirs, Close::Ended).await;
        first.until(table, |seen| seen.info.status != cydonia_protocol::TableStatus::Playing).await;
        assert_eq!(rows(server).await, before - 2, "aborted: {is_abort}");
        assert_eq!(cem.name(server).await.as_deref(), Some("Cem"));
        assert_eq!(nobody.name(server).await, None);
        assert_eq!(cem.socket(server).await.player.map(|player| player.name).as_deref(), Some("Cem"));
        assert_eq!(nobody.open_seat(server, table, link).await, StatusCode::NOT_FOUND);
        assert_eq!(server.connect(Some(ada)).await.player.as_ref(), Some(&ada.player), "she is who she was");
    }
}

#[tokio::test]
async fn a_link_ends_for_good_when_its_player_gives_the_seat_up() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let mut sockets = [server.connect(Some(&ada)).await, server.connect(Some(&ben)).await];
    let table = sockets[0].call(create(3)).await.expect("a table").table.expect("its id");
    sockets[1].call(sit(table)).await.expect("a seat");
    let links = [key(&server, &ada, table).await, key(&server, &ben, table).await];
    let mut browsers = [
        Browser::at_seat(&server, table, &links[0]).await,
        Browser::at_seat(&server, table, &links[1]).await,
    ];
    let mut bens = browsers[1].socket(&server).await;
    // The seat is given up, and taken again in the same breath by the very socket that had it only for the link.
    let (stand, again) = (bens.send(Command::Stand { table }).await, bens.send(sit(table)).await);
    bens.answer(Some(stand)).await.expect("stood up");
    assert!(again > stand);
    assert_closed(&mut bens, Close::Ended).await;
    assert_eq!(browsers[1].name(&server).await, None);
    assert_eq!(browsers[0].name(&server).await.as_deref(), Some("Ada"), "of another seat nothing has ended");
    sockets[1].call(sit(table)).await.expect("the seat is free");
    assert_eq!(browsers[1].name(&server).await, None);
    assert_eq!(browsers[1].open_seat(&server, table, &links[1]).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_link_makes_no_more_sessions_than_anybody_has_devices() {
    let played = played(TestServer::start().await).await;
    let Played { server, table, link, .. } = &played;
    let before = rows(server).await;
    let mut first = Browser::at_seat(server, *table, link).await;
    // The same browser once more opens nothing new.
    for _ in 0..5 {
        assert_eq!(first.open_seat(server, *table, link).await, StatusCode::OK);
    }
    assert_eq!(rows(server).await, before + 1);
    let mut socket = first.socket(server).await;
    let mut last = Browser::default();
    for _ in 0..limits::SESSIONS {
        last = Browser::at_seat(server, *table, link).await;
    }
    assert_eq!(rows(server).await, before + limits::SESSIONS);
    assert_closed(&mut socket, Close::Ended).await;
    assert_eq!(first.name(server).await, None, "the oldest has gone");
    assert_eq!(last.name(server).await.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn whoever_opens_their_own_link_stays_who_they_are() {
    let server = TestServer::start().await;
    let mut ada = Browser::of(&server, "Ada").await;
    let mut socket = ada.socket(&server).await;
    let table = socket.call(create(2)).await.expect("a table").table.expect("its id");
    let (_, made) =
        ada.ask(&server, Method::POST, &format!("/api/v1/tables/{table}/seat-key"), Value::Null).await;
    let before = (rows(&server).await, ada.cookies.clone());
    assert_eq!(ada.open_seat(&server, table, made["key"].as_str().expect("a key")).await, StatusCode::OK);
    assert_eq!((rows(&server).await, ada.cookies.clone()), before);
    let (_, session) = ada.get(&server, "/api/v1/session").await;
    assert!(session["table"].is_null(), "{session}");
}

#[tokio::test]
async fn links_opened_from_one_address_in_an_hour_are_limited() {
    let played = played(TestServer::start_with_limits(Limits::default()).await).await;
    let Played { server, table, link, .. } = &played;
    let mut opened = 0;
    let refused = loop {
        let body = json!({ "table": table, "key": link });
        let (status, answer) =
            Browser::default().ask(server, Method::POST, "/api/v1/session/seat", body).await;
        if status != StatusCode::OK || opened > 200 {
            break (status, code(&answer).to_owned());
        }
        opened += 1;
    };
    assert_eq!((opened, refused), (100, (StatusCode::TOO_MANY_REQUESTS, "too_fast".to_owned())));
    server.advance(Duration::from_secs(60 * 60));
    assert_eq!(Browser::default().open_seat(server, *table, link).await, StatusCode::OK);
}

#[tokio::test]
async fn before_a_link_is_opened_it_tells_whose_seat_it_is_for() {
    let played = played(TestServer::start().await).await;
    let Played { server, ada, table, link, .. } = &played;
    let before = rows(server).await;
    let look = async |table: Uuid, key: &str| {
        let request = Client::new().get(server.url(&format!("/api/v1/tables/{table}/seat-key")));
        let answer = request.header("x-seat-key", key).send().await.expect("an answer");
        let status = answer.status();
        (status, answer.json::<Value>().await.expect("JSON"))
    };
    assert_eq!(look(*table, link).await, (StatusCode::OK, json!(ada.player)));
    assert_eq!(look(*table, "0").await.0, StatusCode::NOT_FOUND);
    assert_eq!(look(Uuid::nil(), link).await.0, StatusCode::NOT_FOUND);
    assert_eq!(rows(server).await, before, "to look opens nothing");
}

#[tokio::test]
async fn leaving_a_seats_link_gives_oneself_back_and_signing_out_nobody() {
    let played = played(TestServer::start().await).await;
    let Played { server, table, link, .. } = &played;
    let mut cem = Browser::of(server, "Cem").await;
    let mut own = cem.socket(server).await;
    cem.open_seat(server, *table, link).await;
    let mut scoped = cem.socket(server).await;
    assert_eq!(scoped.player.as_ref().map(|player| &*player.name), Some("Ada"));
    let (status, answer) = cem.delete(server, "/api/v1/session").await;
    assert_eq!((status, &answer["player"]["name"]), (StatusCode::OK, &json!("Cem")), "only that one");
    assert_closed(&mut scoped, Close::Ended).await;
    own.call(Command::Ping {}).await.expect("his own line is as it was");
    assert_eq!(cem.cookies.len(), 1, "{:?}", cem.cookies);
    let kept = Browser { cookies: cem.cookies.clone(), ..Browser::default() };

    let (status, answer) = cem.delete(server, "/api/v1/session").await;
    assert_eq!((status, answer), (StatusCode::OK, json!({ "player": null })));
    assert_closed(&mut own, Close::Ended).await;
    assert!(cem.cookies.is_empty(), "{:?}", cem.cookies);
    // The token that was is nobody's any more, wherever it is kept.
    let mut kept = kept;
    assert_eq!(kept.name(server).await, None);
    assert_eq!(kept.socket(server).await.player, None);
    let (status, answer) = kept.delete(server, "/api/v1/session").await;
    assert_eq!((status, code(&answer)), (StatusCode::UNAUTHORIZED, "no_session"));
    // Somebody else's page signs nobody out.
    let mut eve = Browser::of(server, "Eve").await;
    let foreign = |method: Method, path: &str| {
        let request = Client::new().request(method, server.url(path)).header("cookie", eve.cookie());
        request.header("origin", "http://elsewhere.example")
    };
    for path in ["/api/v1/session", "/api/v1/sessions", "/api/v1/sessions/1"] {
        let refused = foreign(Method::DELETE, path).send().await.expect("an answer");
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(eve.name(server).await.as_deref(), Some("Eve"));
}

#[tokio::test]
async fn ones_sessions_are_listed_and_any_is_ended_at_once() {
    let played = played(TestServer::start().await).await;
    let Played { server, ada, table, link, .. } = &played;
    let opened_ms = server.now_ms();
    let mut phone = Browser::at_seat(server, *table, link).await;
    server.advance(2 * DAY);
    let mut line = phone.socket(server).await;
    let seats = [Browser::at_seat(server, *table, link).await, Browser::at_seat(server, *table, link).await];
    let http = Client::new();
    let own = async |method: Method, path: &str| {
        let request = http.request(method, server.url(path)).bearer_auth(&ada.token);
        let answer = request.send().await.expect("an answer");
        (answer.status(), answer.json::<Value>().await.expect("JSON"))
    };
    let (status, list) = own(Method::GET, "/api/v1/sessions").await;
    assert_eq!(status, StatusCode::OK);
    let listed = list["sessions"].as_array().expect("a list").clone();
    assert_eq!(listed.len(), 4);
    assert!(!list.to_string().contains("hash") && !list.to_string().contains("token"), "{list}");
    let this: Vec<_> = listed.iter().filter(|one| one["current"] == true).collect();
    assert!(matches!(*this, [one] if one["table"].is_null() && one["created_ms"] == opened_ms), "{this:?}");
    let of_phone = listed.iter().find(|one| one["table"] == json!(table) && one["created_ms"] == opened_ms);
    let id = of_phone.expect("the telephone's")["id"].as_i64().expect("a number");

    // Nobody ends another's, or learns that there is one.
    let mut eve = Browser::of(server, "Eve").await;
    let (status, answer) = eve.delete(server, &format!("/api/v1/sessions/{id}")).await;
    assert_eq!((status, code(&answer)), (StatusCode::NOT_FOUND, "not_found"));
    let (status, answer) = Browser::default().get(server, "/api/v1/sessions").await;
    assert_eq!((status, code(&answer)), (StatusCode::UNAUTHORIZED, "no_session"));
    assert_eq!(phone.name(server).await.as_deref(), Some("Ada"));

    let (status, left) = own(Method::DELETE, &format!("/api/v1/sessions/{id}")).await;
    assert_eq!((status, left["sessions"].as_array().map(Vec::len)), (StatusCode::OK, Some(3)));
    assert_closed(&mut line, Close::Ended).await;
    assert_eq!(phone.name(server).await, None);
    assert_eq!(own(Method::DELETE, &format!("/api/v1/sessions/{id}")).await.0, StatusCode::NOT_FOUND);

    let mut lines = [seats[0].socket(server).await, seats[1].socket(server).await];
    let (status, left) = own(Method::DELETE, "/api/v1/sessions").await;
    assert_eq!((status, left["sessions"].as_array().map(Vec::len)), (StatusCode::OK, Some(1)));
    for line in &mut lines {
        assert_closed(line, Close::Ended).await;
    }
    assert_eq!(own(Method::GET, "/api/v1/session").await.1["player"], json!(ada.player), "this one stays");
    assert_eq!(eve.name(server).await.as_deref(), Some("Eve"), "and everybody else's");
}

#[tokio::test]
async fn a_session_that_nobody_uses_ends_and_one_that_is_used_does_not() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let of = async |statement: &'static str, guest: &Guest| {
        database(&server).await.number(statement, Some(guest.player.id)).await
    };
    let used_ms =
        "SELECT max(used_ms) FROM sessions JOIN players ON players.number = sessions.player WHERE id = $1";
    // Once a day at most it is noted down that it is used. What comes later is kept later.
    let first_ms = server.now_ms();
    server.advance(DAY / 2);
    server.connect(Some(&ada)).await;
    server.guest("Cem").await;
    assert_eq!(of(used_ms, &ada).await, first_ms);
    server.advance(DAY / 2);
    server.connect(Some(&ada)).await;
    server.guest("Dan").await;
    assert_eq!(of(used_ms, &ada).await, first_ms + DAY.as_millis() as i64);

    server.advance(limits::SESSION_IDLE - DAY / 2);
    let count =
        "SELECT count(*) FROM sessions JOIN players ON players.number = sessions.player WHERE id = $1";
    // The house tidies up once in an hour.
    let mut clock = server.connect(None).await;
    while of(count, &ben).await > 0 {
        server.advance(limits::TICK);
        clock.call(Command::Ping {}).await.expect("the line is good");
    }
    let who = Client::new().get(server.url("/api/v1/session")).bearer_auth(&ben.token);
    let status = who.send().await.expect("an answer").status();
    assert_eq!(status, StatusCode::UNAUTHORIZED, "nobody has used it for so long");
    assert_eq!(server.connect(Some(&ada)).await.player, Some(ada.player.clone()));
}
