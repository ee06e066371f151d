//! Quotas: what a house admits at most: whoever asks for more is told, and nobody else notices.

use std::num::NonZeroU32;

use cydonia_protocol::{Close, Command, ErrorCode, Session};
use cydonia_server::limits::Limits;
use cydonia_tests::{TestServer, ample, fresh_id};
use reqwest::{Client, StatusCode};
use serde_json::json;

use crate::sockets::assert_closed;
use crate::support::{create, play_on, refused, seated, sit, watch};

fn count(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("more than none")
}

#[tokio::test]
async fn a_socket_that_floods_is_closed_and_the_games_go_on() {
    let limits = Limits { messages: count(10), burst: count(50), ..ample() };
    let server = TestServer::start_with_limits(limits).await;
    let (table, mut players) = seated(&server, 2).await;
    let mut flood = server.join("Flood").await;
    for _ in 0..200 {
        if flood.try_send(Command::Watch { table, since: None, key: None, quiet: false }).await.is_err() {
            break;
        }
    }
    assert_closed(&mut flood, Close::Flood).await;
    play_on(table, &mut players, 6, &mut fastrand::Rng::with_seed(3)).await;
    server.advance(std::time::Duration::from_secs(5));
    // Ten a second: as many as were spent meanwhile have come back.
    for _ in 0..40 {
        players[0].call(Command::Ping {}).await.expect("a pace that is kept");
    }
}

#[tokio::test]
async fn an_address_has_so_many_sockets_and_whoever_goes_makes_room() {
    let server = TestServer::start_with_limits(Limits { sockets: 2, ..ample() }).await;
    let first = server.connect(None).await;
    let mut second = server.connect(None).await;
    let handshake = || {
        let request = Client::new().get(server.url("/ws?protocol=1"));
        request
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
    };
    let refused = handshake().send().await.expect("an answer");
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()["retry-after"], "1");
    second.call(Command::Ping {}).await.expect("who is in stays in");
    drop(first);
    while handshake().send().await.expect("an answer").status() == StatusCode::TOO_MANY_REQUESTS {
        second.call(Command::Ping {}).await.expect("the line is good");
    }
}

#[tokio::test]
async fn new_names_are_limited_by_address_and_renaming_is_not() {
    let server = TestServer::start_with_limits(Limits { names_an_hour: count(2), ..ample() }).await;
    let ada = server.guest("Ada").await;
    server.guest("Ben").await;
    // Each over a line of its own: one that idles while time passes is closed.
    let session =
        || Client::new().post(server.url("/api/v1/session")).json(&json!({ "name": "Eve", "bearer": true }));
    let refused = session().send().await.expect("an answer");
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()["retry-after"], "1800", "when it may be tried again is told, to the second");
    let renamed: Session =
        session().bearer_auth(&ada.token).send().await.expect("an answer").json().await.expect("a session");
    assert_eq!(renamed.player.expect("a player").name, "Eve");
    server.advance(std::time::Duration::from_secs(30 * 60));
    assert!(session().send().await.expect("an answer").status().is_success(), "half an hour brings one more");
}

#[tokio::test]
async fn behind_a_proxy_the_last_address_counts_and_otherwise_nobodys_word() {
    for behind_proxy in [false, true] {
        let server =
            TestServer::start_with_limits(Limits { names_an_hour: count(1), behind_proxy, ..ample() }).await;
        let session = async |forwarded: &str| {
            let request = Client::new().post(server.url("/api/v1/session")).json(&json!({ "name": "Eve" }));
            request.header("x-forwarded-for", forwarded).send().await.expect("an answer").status()
        };
        assert!(session("203.0.113.1").await.is_success());
        let others = [session("198.51.100.7, 203.0.113.2").await, session("2001:db8:1:2:3::4").await];
        assert_eq!(others.iter().all(StatusCode::is_success), behind_proxy, "{others:?}");
        let same = session("2001:db8:1:2:ffff::1, 2001:db8:1:2::9").await;
        assert_eq!(same, StatusCode::TOO_MANY_REQUESTS, "one household has one address");
        let liar = session("203.0.113.9, 203.0.113.1").await;
        assert_eq!(liar, StatusCode::TOO_MANY_REQUESTS, "what stands before may be anybody's tale");
    }
}

#[tokio::test]
async fn a_player_has_so_many_tables_and_one_that_is_over_makes_room() {
    let server = TestServer::start_with_limits(Limits { tables: 2, ..ample() }).await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let first = ada.call(create(2)).await.expect("a table").table.expect("its id");
    let again = create(2);
    let second = ada.call(again.clone()).await.expect("another").table;
    refused(&mut ada, create(2), ErrorCode::TooMany).await;
    assert_eq!(ada.call(again).await.expect("a repeat makes no table").table, second);
    ben.call(create(2)).await.expect("another has tables of their own");
    ben.call(sit(first)).await.expect("a seat");
    ben.call(Command::Resign { table: first }).await.expect("resigned");
    ada.call(create(2)).await.expect("one of them is over");
}

#[tokio::test]
async fn a_rematch_is_a_table_of_whoever_sets_it_up() {
    let server = TestServer::start_with_limits(Limits { tables: 2, ..ample() }).await;
    let mut rematches = Vec::new();
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    for _ in 0..3 {
        let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
        ben.call(sit(table)).await.expect("a seat");
        ben.call(Command::Resign { table }).await.expect("resigned");
        rematches.push(Command::Rematch { table });
    }
    for rematch in &rematches[..2] {
        ada.call(rematch.clone()).await.expect("the same again");
    }
    refused(&mut ada, rematches[2].clone(), ErrorCode::TooMany).await;
    refused(&mut ada, create(2), ErrorCode::TooMany).await;
    ada.call(rematches[1].clone()).await.expect("a repeat makes no table");
    // Whoever joins has set none up.
    let next = ben.call(rematches[0].clone()).await.expect("a seat").table.expect("its id");
    let others = ben.call(rematches[2].clone()).await.expect("a table of another's").table;
    ben.call(Command::Resign { table: next }).await.expect("resigned");
    let again = ada.call(rematches[2].clone()).await.expect("the one that is there");
    assert_eq!(again.table, others);
    ada.call(create(2)).await.expect("one of them is over");
    // A rematch that nobody came to is left again.
    refused(&mut ada, create(2), ErrorCode::TooMany).await;
    let waiting = ada.call(rematches[1].clone()).await.expect("the one that is there").table.expect("its id");
    ada.call(Command::Stand { table: waiting }).await.expect("left");
    ada.call(create(2)).await.expect("there is room");
}

#[tokio::test]
async fn a_socket_watches_so_many_tables_and_may_look_away_from_some() {
    let server = TestServer::start_with_limits(Limits { watched: 2, ..ample() }).await;
    let mut ada = server.join("Ada").await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(ada.call(create(2)).await.expect("a table").table.expect("its id"));
    }
    let mut watcher = server.connect(None).await;
    for table in &tables[..2] {
        watcher.call(watch(*table)).await.expect("watching");
    }
    watcher.call(watch(tables[0])).await.expect("one that it watches already");
    refused(&mut watcher, watch(tables[2]), ErrorCode::TooMany).await;
    watcher.call(Command::Unwatch { table: tables[0] }).await.expect("looks away");
    for _ in 0..3 {
        refused(&mut watcher, watch(fresh_id()), ErrorCode::NoTable).await;
    }
    watcher.call(watch(tables[2])).await.expect("there is room");
}

#[tokio::test]
async fn a_thousand_watchers_who_never_read_disturb_nobody() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let mut idle = Vec::new();
    for _ in 0..1_000 {
        let mut watcher = server.connect(None).await;
        watcher.send(watch(table)).await;
        idle.push(watcher);
    }
    play_on(table, &mut players, 40, &mut fastrand::Rng::with_seed(4)).await;
    while players[0].watchers.get(&table).is_none_or(|watchers| watchers.count < 1_000) {
        server.advance(cydonia_server::limits::WATCHERS_COALESCE);
        players[0].call(Command::Ping {}).await.expect("the line is good");
    }
    // Those who wake up now know the same as everybody.
    let last = idle.last_mut().expect("a watcher");
    let n = players[0].tables[&table].n;
    let seen = last.until(table, |folded| folded.n == n).await.view.clone();
    assert_eq!(seen, players[0].tables[&table].view);
}
