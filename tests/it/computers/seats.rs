//! Computers come and go before the start, and are seen for what they are.

use cydonia_protocol::{Command, ErrorCode, Presence, SeatState, TableStatus};
use cydonia_rules::Seat;
use cydonia_tests::{TestClient, TestServer};
use uuid::Uuid;

use super::{against, begun, step};
use crate::support::{create, create_game, refused, sit, watch};

fn levels(client: &TestClient, table: Uuid) -> Vec<Option<u8>> {
    client.tables[&table].info.seats.iter().map(SeatState::computer).collect()
}

fn add(table: Uuid, seat: Option<Seat>, level: u8) -> Command {
    Command::AddComputer { table, seat, level }
}

#[tokio::test]
async fn the_host_brings_computers_and_sends_them_away_until_the_game_begins() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let table = ada.call(create(4)).await.expect("a table").table.expect("its id");
    for client in [&mut ada, &mut ben] {
        client.call(watch(table)).await.expect("watching");
    }
    assert_eq!(ada.call(add(table, Some(2), 5)).await.expect("a computer").seat, Some(2));
    assert_eq!(ada.call(add(table, None, 1)).await.expect("another").seat, Some(1));
    ben.until(table, |table| table.n == 3).await;
    assert_eq!(levels(&ben, table), [None, Some(1), Some(5), None]);
    ada.call(Command::RemoveComputer { table, seat: 1 }).await.expect("gone");
    assert_eq!(levels(&ada, table), [None, None, Some(5), None]);

    // When the host leaves, the next of the people is it, and never a computer.
    ben.call(sit(table)).await.expect("a seat");
    ada.call(Command::Stand { table }).await.expect("stood up");
    refused(&mut ada, add(table, None, 1), ErrorCode::NotSeated).await;
    ben.call(add(table, Some(0), 8)).await.expect("a computer");
    ben.call(add(table, Some(3), 1)).await.expect("the last seat");
    let info = &ben.until(table, |table| table.view.is_some()).await.info;
    assert_eq!(info.status, TableStatus::Playing);
    assert_eq!(levels(&ben, table), [Some(8), None, Some(5), Some(1)]);
    // The events say so word for word, to whoever comes later and after a restart.
    drop((ada, ben));
    let server = server.restart().await;
    let mut late = server.connect(None).await;
    late.call(watch(table)).await.expect("watching");
    assert_eq!(levels(&late, table), [Some(8), None, Some(5), Some(1)]);
}

#[tokio::test]
async fn with_dice_a_computer_is_ready_by_itself_whoever_is_last() {
    let server = TestServer::start().await;
    for is_ready_first in [true, false] {
        let mut ada = server.join("Ada").await;
        let table = ada.call(create_game("martian-frisby", 2)).await.expect("a table").table.expect("its id");
        ada.call(watch(table)).await.expect("watching");
        if is_ready_first {
            ada.ready(table).await.expect("ready");
            ada.call(add(table, None, 1)).await.expect("a computer");
        } else {
            ada.call(add(table, None, 1)).await.expect("a computer");
            assert!(ada.tables[&table].view.is_none(), "the person is waited for");
            ada.ready(table).await.expect("ready");
        }
        ada.until(table, |table| table.view.is_some()).await;
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..30 {
            step(&mut ada, table, &mut rng).await;
        }
        assert!(ada.tables[&table].rolls > 2);
    }
}

#[tokio::test]
async fn a_computer_is_never_away_and_a_quick_match_leads_to_people() {
    let server = TestServer::start().await;
    let (table, mut ada) = begun(&server, against("martian-chess", 3, &[(1, 1), (2, 1)])).await;
    assert!(ada.presence[&table].iter().all(|seat| matches!(seat, Presence::Here {})));
    refused(&mut ada, Command::Claim { table, seat: 1 }, ErrorCode::NotAbsent).await;

    let open = ada.call(against("martian-mud-wrestling", 3, &[(1, 1)])).await;
    let quick = Command::Quick {
        request: cydonia_tests::fresh_id(),
        game: "martian-mud-wrestling".to_owned(),
        seats: 3,
        clock: Default::default(),
        rated: false,
    };
    if let Ok(open) = open {
        ada.call(watch(open.table.expect("its id"))).await.expect("watching");
        let met = server.join("Ben").await.call(quick).await.expect("a table");
        assert_ne!(met.table, open.table, "a table with computers is not what was asked for");
    }
}
