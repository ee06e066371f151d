//! Whoever comes to any node finds the same house.

use cydonia_protocol::{Command, LobbyFilter, TableStatus};
use cydonia_tests::{Nodes, TestClient};
use uuid::Uuid;

use crate::support::{create, play_on, sit, to_act, watch};

/// Whoever follows the list of tables.
async fn follow_lobby(client: &mut TestClient) {
    let all = Command::Lobby { on: true, filter: LobbyFilter::default() };
    client.call(all).await.expect("the lobby is for everybody");
}

/// Waits until somebody sees the list so.
async fn until_lobby(client: &mut TestClient, wish: impl Fn(&TestClient) -> bool) {
    while !wish(client) {
        client.next().await;
    }
}

fn status_of(client: &TestClient, table: Uuid) -> Option<TableStatus> {
    client.lobby.iter().find(|listed| listed.info.id == table).map(|listed| listed.info.status)
}

#[tokio::test]
async fn a_table_is_found_played_at_and_watched_from_any_node() {
    let house = Nodes::start(3).await;
    let guests = [house.guest(0, "Ada").await, house.guest(1, "Ben").await, house.guest(2, "Cleo").await];
    let (mut ada, mut ben) = (house.connect(0, &guests[0]).await, house.connect(1, &guests[1]).await);
    let mut cleo = house.connect(2, &guests[2]).await;
    follow_lobby(&mut ben).await;
    follow_lobby(&mut cleo).await;
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    until_lobby(&mut ben, |ben| status_of(ben, table) == Some(TableStatus::Open)).await;
    ben.call(watch(table)).await.expect("watching");
    ben.call(sit(table)).await.expect("a seat");
    until_lobby(&mut cleo, |cleo| status_of(cleo, table) == Some(TableStatus::Playing)).await;
    cleo.call(watch(table)).await.expect("watching");
    let mut players = [ada, ben, cleo];
    for player in &mut players {
        player.until(table, |table| table.view.is_some()).await;
    }
    play_on(table, &mut players, 12, &mut fastrand::Rng::with_seed(1)).await;
    let lines = players.each_ref().map(|player| player.tables[&table].line.clone());
    assert!(lines.iter().all(|line| line.len() == 12 && *line == lines[0]), "all see the same");
    let seat = to_act(&players[0], table).expect("the game is on");
    players[seat].call(Command::Resign { table }).await.expect("resigned");
    until_lobby(&mut players[2], |cleo| status_of(cleo, table).is_none()).await;
    for node in 0..3 {
        let url = format!("http://{}/api/v1/matches", house.address(node));
        let list: serde_json::Value =
            reqwest::get(url).await.expect("an answer").json().await.expect("a list");
        assert_eq!(list["matches"][0]["id"], serde_json::json!(table), "at node {node}");
    }
}

#[tokio::test]
async fn whoever_comes_later_sees_the_tables_of_all() {
    let mut house = Nodes::start(2).await;
    let guests = [house.guest(0, "Ada").await, house.guest(1, "Ben").await];
    let (mut ada, mut ben) = (house.connect(0, &guests[0]).await, house.connect(1, &guests[1]).await);
    let mut tables = Vec::new();
    for client in [&mut ada, &mut ben] {
        let table = client.call(create(2)).await.expect("a table").table.expect("its id");
        client.call(watch(table)).await.expect("watching");
        tables.push(table);
    }
    // It owns nothing, so that nothing is handed over meanwhile.
    house.add_of_weight(0).await;
    let mut late = TestClient::connect(house.address(2), "", None).await;
    follow_lobby(&mut late).await;
    until_lobby(&mut late, |late| tables.iter().all(|table| status_of(late, *table).is_some())).await;
    assert!(late.lobby.iter().all(|listed| listed.attended), "somebody waits at each");
    // A table that is set up there is played where its slot is.
    let guest = house.guest(2, "Cleo").await;
    let mut cleo = house.connect(2, &guest).await;
    let table = cleo.call(create(2)).await.expect("a table").table.expect("its id");
    cleo.call(watch(table)).await.expect("watching");
    ben.call(sit(table)).await.expect("a seat");
    ben.call(watch(table)).await.expect("watching");
    let mut players = [cleo, ben];
    players[0].until(table, |table| table.view.is_some()).await;
    play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(1)).await;
    // Whoever leaves is gone from every list.
    drop(ada);
    until_lobby(&mut late, |late| status_of(late, tables[0]).is_none()).await;
}

#[tokio::test]
async fn a_session_that_ends_at_one_node_ends_at_all() {
    let house = Nodes::start(2).await;
    let guest = house.guest(0, "Ada").await;
    let mut there = house.connect(1, &guest).await;
    let url = format!("http://{}/api/v1/session", house.address(0));
    let ended = reqwest::Client::new().delete(url).bearer_auth(&guest.token).send().await.expect("an answer");
    assert!(ended.status().is_success(), "{}", ended.status());
    there.closed().await;
}

#[tokio::test]
async fn people_meet_by_quick_match_whichever_node_they_come_to() {
    let house = Nodes::start(2).await;
    let guests = [house.guest(0, "Ada").await, house.guest(1, "Ben").await];
    let (mut ada, mut ben) = (house.connect(0, &guests[0]).await, house.connect(1, &guests[1]).await);
    let quick = || {
        serde_json::from_value::<Command>(serde_json::json!({
            "type": "quick", "request": cydonia_tests::fresh_id(), "game": "martian-chess", "seats": 2,
            "clock": { "type": "none" },
        }))
        .expect("a wish")
    };
    let table = ada.call(quick()).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    follow_lobby(&mut ben).await;
    until_lobby(&mut ben, |ben| status_of(ben, table).is_some()).await;
    assert_eq!(ben.call(quick()).await.expect("a seat").table, Some(table));
    ada.until(table, |table| table.view.is_some()).await;
}
