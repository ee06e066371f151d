//! Open tables at which nobody is come to an end by themselves.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, LobbyFilter, TimeControl};
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer};
use uuid::Uuid;

use crate::support::{create, database, refused, sit, watch, wish};

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const BY_POST: TimeControl = TimeControl::Correspondence { days: 3 };

/// How many rows there are of tables, their journals and what was wished for.
async fn rows(server: &TestServer) -> [i64; 3] {
    let mut database = database(server).await;
    let mut rows = [0; 3];
    for (row, count) in rows.iter_mut().zip([
        "SELECT count(*) FROM tables",
        "SELECT count(*) FROM events",
        "SELECT count(*) FROM wishes",
    ]) {
        *row = database.number(count, None).await;
    }
    rows
}

async fn opened(client: &mut TestClient, wish: Command) -> Uuid {
    client.call(wish).await.expect("a table").table.expect("its id")
}

/// Lets the house look after its tables until there are so many.
async fn until_left(server: &TestServer, left: i64) {
    for _ in 0..60 {
        server.advance(limits::TICK);
        // A request has its turn when what the house does by itself has had one.
        server.connect(None).await.call(Command::Ping {}).await.expect("the line is good");
        if rows(server).await[0] == left {
            return;
        }
    }
    panic!("there are still other tables than {left}: {:?}", rows(server).await);
}

#[tokio::test]
async fn an_open_table_that_nobody_attends_is_closed_after_an_hour() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let (left, stays) = (opened(&mut ada, create(2)).await, opened(&mut ada, create(2)).await);
    ada.call(watch(stays)).await.expect("watching");
    server.pass(std::slice::from_mut(&mut ada), HOUR - limits::PING_EVERY).await;
    ada.call(watch(left)).await.expect("it is there");
    ada.call(Command::Unwatch { table: left }).await.expect("away again");
    // That was a visit: it is there for another hour.
    server.pass(std::slice::from_mut(&mut ada), HOUR - limits::PING_EVERY).await;
    assert_eq!(rows(&server).await[0], 2);
    server.pass(std::slice::from_mut(&mut ada), limits::PING_EVERY * 2).await;
    until_left(&server, 1).await;
    assert_eq!(rows(&server).await, [1; 3], "with its journal and its wish");
    refused(&mut ada, watch(left), ErrorCode::NoTable).await;
    let mut ben = server.join("Ben").await;
    refused(&mut ben, sit(left), ErrorCode::NoTable).await;
    // At the other somebody was there all the time.
    ben.call(sit(stays)).await.expect("a seat");
}

#[tokio::test]
async fn an_open_correspondence_table_closes_after_two_weeks_over_restarts() {
    let server = TestServer::start().await;
    let guest = server.guest("Ada").await;
    let mut ada = server.connect(Some(&guest)).await;
    let table = opened(&mut ada, wish("martian-go", 2, BY_POST)).await;
    let other = opened(&mut ada, wish("martian-go", 2, BY_POST)).await;
    drop(ada);
    server.advance(limits::TABLE_IDLE_TIMEOUT * 2);
    server.advance(DAY * 10);
    let mut ada = server.connect(Some(&guest)).await;
    ada.call(watch(other)).await.expect("a visit");
    drop(ada);
    server.advance(limits::TABLE_IDLE_TIMEOUT * 2);
    let server = server.restart().await;
    server.advance(DAY * 4);
    until_left(&server, 1).await;
    let mut onlooker = server.connect(None).await;
    onlooker.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("a list");
    let listed: Vec<_> = onlooker.lobby.iter().map(|listed| listed.info.id).collect();
    assert_eq!(listed, [other]);
    refused(&mut onlooker, watch(table), ErrorCode::NoTable).await;
    server.advance(DAY * 10);
    until_left(&server, 0).await;
}

#[tokio::test]
async fn what_was_wished_for_is_forgotten_some_days_after_its_table_is_gone() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let again = wish("martian-go", 2, BY_POST);
    let table = opened(&mut ada, again.clone()).await;
    ben.call(sit(table)).await.expect("a seat");
    ben.call(Command::Resign { table }).await.expect("resigned");
    let open = opened(&mut ada, wish("martian-go", 2, BY_POST)).await;
    assert_eq!(ada.call(again).await.expect("the same answer").table, Some(table));
    assert_eq!(rows(&server).await[2], 2);
    server.advance(DAY * 8);
    for _ in 0..60 {
        if rows(&server).await[2] == 1 {
            break;
        }
        server.connect(None).await.call(Command::Ping {}).await.expect("the line is good");
    }
    assert_eq!(rows(&server).await, [1; 3], "but of one that is open it is not");
    let mut eve = server.join("Eve").await;
    eve.call(sit(open)).await.expect("a seat");
}
