//! The list of public tables, as everyone who follows it sees it.

use cydonia_protocol::{Command, TableInfo, TableStatus};
use cydonia_tests::{TestClient, TestServer};

use crate::support::{create, sit};

async fn until(client: &mut TestClient, server: &TestServer, wish: impl Fn(&[TableInfo]) -> bool) {
    while !wish(&client.lobby) {
        server.advance(cydonia_server::limits::LOBBY_PAUSE);
        client.next().await;
    }
}

#[tokio::test]
async fn tables_appear_fill_and_go() {
    let server = TestServer::start().await;
    let mut onlooker = server.connect(None).await;
    onlooker.call(Command::Lobby { on: true }).await.expect("the lobby is for everybody");
    assert!(onlooker.lobby.is_empty());

    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    until(&mut onlooker, &server, |lobby| lobby.len() == 1).await;
    assert_eq!((onlooker.lobby[0].id, onlooker.lobby[0].status), (table, TableStatus::Open));
    assert_eq!(onlooker.lobby[0].seats[0].sitter().map(|player| player.name.as_str()), Some("Ada"));

    ben.call(sit(table)).await.expect("a seat");
    until(&mut onlooker, &server, |lobby| lobby.iter().all(|table| table.status == TableStatus::Playing))
        .await;
    // Whoever comes now sees the same at once.
    let mut late = server.connect(None).await;
    late.call(Command::Lobby { on: true }).await.expect("the lobby");
    assert_eq!(late.lobby, onlooker.lobby);

    ben.call(Command::Resign { table }).await.expect("resigned");
    until(&mut onlooker, &server, <[_]>::is_empty).await;
}

#[tokio::test]
async fn open_and_live_tables_are_listed_again_after_a_restart() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    ada.call(create(2)).await.expect("a table");
    let live = ada.call(create(2)).await.expect("a table").table.expect("its id");
    ben.call(sit(live)).await.expect("a seat");
    drop((ada, ben));
    let server = server.restart().await;
    let mut onlooker = server.connect(None).await;
    onlooker.call(Command::Lobby { on: true }).await.expect("the lobby");
    let statuses: Vec<_> = onlooker.lobby.iter().map(|table| table.status).collect();
    assert_eq!(statuses, [TableStatus::Playing, TableStatus::Open]);
}
