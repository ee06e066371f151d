//! Anti-farming: what cannot be done with ratings: be won without play, be won from oneself, or be kept by leaving whatever looks bad.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, Leaderboard, MatchPage, PlayerRatings, TableStatus, TimeControl};
use cydonia_server::limits::Limits;
use cydonia_tests::{Guest, TestClient, TestServer, ample, fresh_id};
use uuid::Uuid;

use crate::support::{all_see, refused, roll, sit, watch, wish};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 0 };
const GO: &str = "martian-go";
const FRISBY: &str = "martian-frisby";

pub(crate) fn rated(game: &str, seats: u8, clock: TimeControl) -> Command {
    let mut wish = wish(game, seats, clock);
    if let Command::Create { rated, .. } = &mut wish {
        *rated = true;
    }
    wish
}

/// A rated game that has just begun: everybody sits and watches.
async fn begun(players: &mut [&mut TestClient], wish: Command) -> Uuid {
    let table = players[0].call(wish).await.expect("a table").table.expect("its id");
    for player in &mut players[1..] {
        player.call(sit(table)).await.expect("a seat");
    }
    for player in &mut *players {
        player.call(watch(table)).await.expect("watching");
    }
    if players[0].tables[&table].view.is_none() {
        for player in &mut *players {
            player.ready(table).await.expect("ready");
        }
        for player in players {
            player.until(table, |table| table.view.is_some()).await;
        }
    }
    table
}

/// A game that the second loses, after so many moves.
pub(crate) async fn lost(hero: &mut TestClient, guest: &mut TestClient, moves: usize) -> Uuid {
    let table = begun(&mut [hero, guest], rated(GO, 2, FISCHER)).await;
    for ply in 0..moves {
        let mover = if ply % 2 == 0 { &mut *hero } else { &mut *guest };
        mover.play(table, |_| 0).await.expect("legal");
        let n = mover.tables[&table].n;
        for player in [&mut *hero, &mut *guest] {
            player.until(table, |table| table.n >= n).await;
        }
    }
    guest.call(Command::Resign { table }).await.expect("resigned");
    for player in [hero, guest] {
        player.until(table, |table| table.outcome.is_some()).await;
        player.call(Command::Unwatch { table }).await.expect("seen");
    }
    table
}

/// A hero and as many guests, on a house that lets them come from one address.
async fn company(server: &TestServer, guests: usize) -> (Guest, TestClient, Vec<TestClient>) {
    let hero = server.guest("Hero").await;
    let socket = server.connect(Some(&hero)).await;
    let mut company = Vec::new();
    for number in 0..guests {
        company.push(server.join(&format!("Guest {number}")).await);
    }
    (hero, socket, company)
}

async fn leaders(server: &TestServer) -> Vec<(Uuid, i32)> {
    let page: Leaderboard = server.get(&format!("/api/v1/leaderboards/{GO}")).await;
    page.leaders.iter().map(|leader| (leader.player.id, leader.rating.rating)).collect()
}

/// Has the hero play 200 games, of which every eighth is lost: whoever only wins is never sure enough to be listed.
async fn farm(server: &TestServer, moves: usize) -> Guest {
    let (hero, mut ada, mut guests) = company(server, 6).await;
    for round in 0..200 {
        let guest = &mut guests[round % 6];
        if round % 8 == 7 {
            lost(guest, &mut ada, moves).await;
        } else {
            lost(&mut ada, guest, moves).await;
        }
    }
    hero
}

#[tokio::test]
async fn two_hundred_games_without_a_move_lead_to_no_leaderboard() {
    let server = TestServer::start().await;
    let hero = farm(&server, 0).await;
    let ratings: PlayerRatings = server.get(&format!("/api/v1/players/{}/ratings", hero.player.id)).await;
    assert_eq!((leaders(&server).await, ratings.ratings), (vec![], vec![]), "nobody played");
    let page: MatchPage = server.get("/api/v1/matches").await;
    assert!(page.matches.iter().all(|game| !game.rated), "they are kept, and none is rated");
}

#[tokio::test]
async fn two_hundred_empty_games_from_one_address_reach_no_leaderboard() {
    let defaults = Limits::default();
    let (rated_a_pair, rated_an_address) = (defaults.rated_a_pair, defaults.rated_an_address);
    let limits = Limits { rated_a_pair, rated_an_address, ..ample() };
    let server = TestServer::start_with_limits(limits).await;
    let hero = farm(&server, 2).await;
    let ratings: PlayerRatings = server.get(&format!("/api/v1/players/{}/ratings", hero.player.id)).await;
    assert_eq!((leaders(&server).await, ratings.ratings[0].games), (vec![], 10));
}

#[tokio::test]
async fn a_rated_game_is_not_aborted_once_something_was_seen() {
    let server = TestServer::start().await;
    let (_, mut ada, mut guests) = company(&server, 1).await;
    let ben = &mut guests[0];
    // Before anybody has seen anything it may still be.
    let table = begun(&mut [&mut ada, ben], rated(GO, 2, FISCHER)).await;
    ben.call(Command::Abort { table }).await.expect("nothing has happened");
    let table = begun(&mut [&mut ada, ben], rated(GO, 2, FISCHER)).await;
    ada.play(table, |_| 0).await.expect("legal");
    refused(ben, Command::Abort { table }, ErrorCode::TooLate).await;
    refused(&mut ada, Command::Abort { table }, ErrorCode::TooLate).await;

    let table = begun(&mut [&mut ada, ben], rated(FRISBY, 2, FISCHER)).await;
    let mut players = [ada, guests.remove(0)];
    all_see(&mut players, table).await;
    roll(&mut players, table).await;
    for player in &mut players {
        refused(player, Command::Abort { table }, ErrorCode::TooLate).await;
        assert_eq!(player.tables[&table].info.status, TableStatus::Playing);
    }
}

#[tokio::test]
async fn a_rated_game_wants_a_clock() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    refused(&mut ada, rated(GO, 2, TimeControl::None {}), ErrorCode::BadRated).await;
    let quick =
        |clock| Command::Quick { request: fresh_id(), game: GO.to_owned(), seats: 2, clock, rated: true };
    refused(&mut ada, quick(TimeControl::None {}), ErrorCode::BadRated).await;
    for clock in [FISCHER, TimeControl::Correspondence { days: 1 }] {
        ada.call(rated(GO, 2, clock)).await.expect("a table");
        ada.call(quick(clock)).await.expect("a table");
    }
}

#[tokio::test]
async fn leaving_early_too_often_bars_from_rated_tables_for_a_while() {
    let limits = Limits { early_leaves: Limits::default().early_leaves, ..ample() };
    let server = TestServer::start_with_limits(limits).await;
    let (guest, mut ada) = (server.guest("Ben").await, server.join("Ada").await);
    let ben = &mut server.connect(Some(&guest)).await;
    for _ in 0..4 {
        let table = begun(&mut [&mut ada, ben], rated(GO, 2, FISCHER)).await;
        ada.play(table, |_| 0).await.expect("legal");
        ben.call(Command::Resign { table }).await.expect("anybody may leave");
    }
    let open = ada.call(rated(GO, 2, FISCHER)).await.expect("a table").table.expect("its id");
    refused(ben, sit(open), ErrorCode::TooMany).await;
    refused(ben, rated(GO, 2, FISCHER), ErrorCode::TooMany).await;
    ben.call(wish(GO, 2, FISCHER)).await.expect("for fun one may always play");
    server.advance(Duration::from_secs(24 * 60 * 60));
    let mut ben = server.connect(Some(&guest)).await;
    ben.call(rated(GO, 2, FISCHER)).await.expect("the next day");
}
