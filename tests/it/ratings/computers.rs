//! Rated games with computers: ratings of their own, which leave those among people as they are.

use std::num::NonZeroU32;
use std::time::Duration;

use cydonia_protocol::{
    Command, ComputerSeat, ErrorCode, MatchPage, MatchRecord, OfferKind, Player, PlayerRating, PlayerRatings,
    Pool, RatingHistory, SeatState, TableInfo, Unrated,
};
use cydonia_rules::{Seat, Turn};
use cydonia_server::limits::{self, Limits};
use cydonia_server::recompute_ratings;
use cydonia_tests::{TestClient, TestServer, ample, fresh_id, settings};
use uuid::Uuid;

use super::{company, lost_by_the_last, rated, ratings, told};
use crate::support::{create_game, hidden, refused, refused_at, sit, turn, watch};

const GO: &str = "martian-go";

fn with(mut wish: Command, levels: &[(Seat, u8)]) -> Command {
    if let Command::Create { computers, .. } = &mut wish {
        computers.extend(levels.iter().map(|(seat, level)| ComputerSeat { seat: *seat, level: *level }));
    }
    wish
}

fn computer(level: u8) -> Player {
    Player::computer(level).expect("there is one")
}

async fn of_computer(server: &TestServer, level: u8) -> Vec<PlayerRating> {
    let page: PlayerRatings = server.get(&format!("/api/v1/players/{}/ratings", computer(level).id)).await;
    assert_eq!(page.player, computer(level));
    page.ratings
}

/// Sets a table with computers up, at which the game is on at once.
async fn begun(player: &mut TestClient, wish: Command) -> Uuid {
    let table = player.call(wish).await.expect("a table").table.expect("its id");
    player.call(watch(table)).await.expect("watching");
    player.until(table, |table| table.view.is_some()).await;
    table
}

/// Plays until the turn comes to a seat for so many times; the first of its actions each time.
async fn play_turns(player: &mut TestClient, table: Uuid, turns: usize) {
    let seat = player.seat(table);
    let own = |player: &TestClient| turn(player, table) == Turn::Act { seat };
    for _ in 0..turns {
        while !own(player) {
            player.next().await;
        }
        while own(player) {
            player.play(table, |_| 0).await.expect("an offered action is taken");
        }
    }
    while !own(player) {
        player.next().await;
    }
}

/// A game that a person gives up once everybody has moved.
async fn lost(player: &mut TestClient, wish: Command) -> Uuid {
    let table = begun(player, wish).await;
    play_turns(player, table, 1).await;
    player.call(Command::Resign { table }).await.expect("resigned");
    player.until(table, |table| table.outcome.is_some()).await;
    table
}

#[tokio::test]
async fn a_game_against_a_computer_changes_the_ratings_of_such_games_alone() {
    let server = TestServer::start().await;
    let ([ada, ben], mut clients) = company(&server).await;
    lost_by_the_last(&mut clients, rated(GO, 2)).await;
    let among_people = [ratings(&server, &ada).await.ratings, ratings(&server, &ben).await.ratings];

    let table = lost(&mut clients[0], with(rated(GO, 2), &[(1, 3)])).await;
    let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    let seats = &record.summary.seats;
    assert!(record.summary.rated && seats.iter().all(|seat| seat.rating.expect("rated").before.is_none()));
    let after = ratings(&server, &ada).await.ratings;
    assert_eq!(after[0], among_people[0][0], "what she has among people is as it was");
    assert_eq!((after.len(), after[1].pool, after[1].games), (2, Pool::Computers, 1));
    assert_eq!(Some(after[1].rating), seats[0].rating.map(|change| change.after));
    let own = of_computer(&server, 3).await;
    assert_eq!((own.len(), own[0].pool, own[0].games), (1, Pool::Computers, 1));
    assert!(own[0].rating.rating > 1600 && after[1].rating.rating < 1400, "{own:?} {after:?}");
    assert_eq!(of_computer(&server, 4).await, []);

    // The other way round: people alone leave those as they are.
    lost_by_the_last(&mut clients, rated(GO, 2)).await;
    assert_eq!(ratings(&server, &ada).await.ratings[1], after[1]);
    assert_eq!(of_computer(&server, 3).await, own);

    // Whoever sits down sees which pool it is about; a casual game tells of people what they have among people.
    let next = begun(&mut clients[0], with(rated(GO, 2), &[(1, 3)])).await;
    assert_eq!(told(&clients[0], next), [Some(after[1].rating), Some(own[0].rating)]);
    let casual = begun(&mut clients[0], with(create_game(GO, 2), &[(1, 3)])).await;
    let among = ratings(&server, &ada).await.ratings[0].rating;
    assert_eq!(told(&clients[0], casual), [Some(among), None]);

    // Lists tell them apart, and a rating tells how it came about.
    for (computers, count) in [(true, 1), (false, 2)] {
        let page: MatchPage = server.get(&format!("/api/v1/matches?computers={computers}&rated=true")).await;
        assert_eq!(page.matches.len(), count);
        let has = |seat: &cydonia_protocol::MatchSeat| seat.player.computer.is_some();
        assert!(page.matches.iter().all(|game| game.seats.iter().any(has) == computers));
    }
    for (computers, count) in [(true, 1), (false, 2)] {
        let path = format!("/api/v1/matches?player={}&computers={computers}&game={GO}", ada.player.id);
        let page: MatchPage = server.get(&path).await;
        assert_eq!(page.matches.len(), count);
    }
    let path = format!("/api/v1/players/{}/ratings/{GO}?pool=computers", ada.player.id);
    let history: RatingHistory = server.get(&path).await;
    assert_eq!(history.points.iter().map(|point| point.id).collect::<Vec<_>>(), [table]);

    // A rematch is of the same kind.
    clients[0].call(Command::Resign { table: next }).await.expect("resigned");
    let again = clients[0].call(Command::Rematch { table }).await.expect("again").table.expect("its id");
    clients[0].call(watch(again)).await.expect("watching");
    let TableInfo { seats, rated, .. } = &clients[0].tables[&again].info;
    assert!(*rated && seats.iter().any(|seat| seat.computer() == Some(3)));
    assert_eq!(told(&clients[0], again), [Some(own[0].rating), Some(after[1].rating)]);

    drop(clients);
    agrees(server, 3).await;
}

/// Closes a house, and sees whether its ratings are what follows from so many games.
async fn agrees(server: TestServer, games: u64) -> TestServer {
    server
        .restart_with(Duration::ZERO, async |data| {
            let found = recompute_ratings(&settings(data), false).await.expect("worked out");
            assert_eq!((found.games, found.wrong), (games, 0));
        })
        .await
}

#[tokio::test]
async fn a_level_at_several_seats_is_one_player_with_one_rating() {
    let server = TestServer::start().await;
    let ([ada], mut clients) = company(&server).await;
    let table = begun(&mut clients[0], with(rated(GO, 4), &[(1, 2), (2, 2), (3, 5)])).await;
    play_turns(&mut clients[0], table, 1).await;
    clients[0].call(Command::Resign { table }).await.expect("resigned");
    // Nobody looks on: after a while the computers leave, and in which order says nothing of them.
    clients[0].call(Command::Unwatch { table }).await.expect("gone");
    server.pass(&mut clients, limits::LEFT_ALONE).await;
    clients[0].call(watch(table)).await.expect("back");
    clients[0].until(table, |table| table.outcome.is_some()).await;
    let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    assert!(record.summary.rated);
    let changes: Vec<_> = record.summary.seats.iter().map(|seat| seat.rating.expect("rated")).collect();
    assert_eq!(changes[1], changes[2], "two seats, one player");
    let [twice, once] = [of_computer(&server, 2).await, of_computer(&server, 5).await];
    for own in [&twice, &once] {
        assert_eq!((own.len(), own[0].pool, own[0].games), (1, Pool::ComputersMore, 1));
        assert!(own[0].rating.rating > 1500, "both have beaten Ada: {own:?}");
    }
    assert!(twice[0].rating.deviation < once[0].rating.deviation, "two results tell more than one");
    let lost = ratings(&server, &ada).await.ratings;
    assert_eq!((lost.len(), lost[0].pool, lost[0].games), (1, Pool::ComputersMore, 1));
    assert!(lost[0].rating.rating < 1500 && lost[0].rating.deviation < twice[0].rating.deviation);
    let path = format!("/api/v1/players/{}/ratings/{GO}?pool=computers_more", computer(2).id);
    let history: RatingHistory = server.get(&path).await;
    assert_eq!(history.points.len(), 1, "one game is one point");
    drop(clients);
    agrees(server, 1).await;
}

#[tokio::test]
async fn what_a_table_counts_for_stands_before_anybody_sits_down() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    refused(&mut ada, hidden(with(rated(GO, 2), &[(1, 1)])), ErrorCode::BadRated).await;
    refused(&mut ada, with(rated(GO, 2), &[(0, 1), (1, 1)]), ErrorCode::BadRated).await;
    let people = ada.call(rated(GO, 3)).await.expect("a table").table.expect("its id");
    refused(&mut ada, Command::AddComputer { table: people, seat: None, level: 1 }, ErrorCode::BadRated)
        .await;

    let table = ada.call(with(rated(GO, 4), &[(1, 1)])).await.expect("a table").table.expect("its id");
    for client in [&mut ada, &mut ben] {
        client.call(watch(table)).await.expect("watching");
    }
    refused(&mut ada, Command::RemoveComputer { table, seat: 1 }, ErrorCode::BadRated).await;
    ada.call(Command::AddComputer { table, seat: Some(2), level: 8 }).await.expect("one more");
    ada.call(Command::RemoveComputer { table, seat: 1 }).await.expect("another is there");
    refused(&mut ada, Command::RemoveComputer { table, seat: 2 }, ErrorCode::BadRated).await;
    let levels: Vec<_> = ada.tables[&table].info.seats.iter().map(SeatState::computer).collect();
    assert_eq!(levels, [None, None, Some(8), None], "a refusal changes nothing");
    // Whoever looks for people does not meet it.
    let quick = Command::Quick {
        request: fresh_id(),
        game: GO.to_owned(),
        seats: 4,
        clock: super::FISCHER,
        rated: true,
    };
    assert_ne!(ben.call(quick).await.expect("a table").table, Some(table));

    // With fewer it is still one with computers.
    ben.call(sit(table)).await.expect("a seat");
    ada.call(Command::Begin { table }).await.expect("it begins");
    let info = &ben.until(table, |table| table.view.is_some()).await.info;
    assert_eq!((info.seats.len(), info.pool()), (3, Pool::ComputersMore));
}

#[tokio::test]
async fn a_computer_gives_nothing_away_in_a_game_that_counts() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let table = begun(&mut ada, with(rated("martian-chess", 2), &[(1, 1)])).await;
    play_turns(&mut ada, table, 1).await;
    let view = ada.tables[&table].view.clone();
    for what in [OfferKind::Takeback, OfferKind::Pause] {
        let offer = Command::Offer { table, request: fresh_id(), what, computer: None };
        ada.call(offer).await.expect("offered");
        ada.until(table, |table| table.offers.is_empty()).await;
        assert_eq!((&ada.tables[&table].view, ada.tables[&table].paused), (&view, false), "declined");
    }
    let at = ada.tables[&table].at;
    refused_at(&mut ada, table, Command::Hint { table, at }, ErrorCode::NoHints).await;
}

#[tokio::test]
async fn so_many_games_a_day_count_against_each_level() {
    let limits = Limits { rated_a_pair: NonZeroU32::MIN, ..ample() };
    let server = TestServer::start_with_limits(limits).await;
    let mut ada = server.join("Ada").await;
    // At two seats of a game one level is one opponent, and computers among themselves are none.
    let mut unrated = Vec::new();
    for levels in [[(1, 1), (2, 1)], [(1, 2), (2, 3)], [(1, 2), (2, 4)], [(1, 5), (2, 4)], [(1, 1), (2, 6)]] {
        let table = begun(&mut ada, with(rated(GO, 3), &levels)).await;
        play_turns(&mut ada, table, 1).await;
        ada.call(Command::Resign { table }).await.expect("resigned");
        ada.until(table, |table| table.outcome.is_some()).await;
        unrated.push(ada.tables[&table].info.unrated);
    }
    let often = Some(Unrated::TooOften);
    assert_eq!(unrated, [None, None, often, None, often]);
    server.advance(Duration::from_secs(24 * 60 * 60));
    let mut ada = server.join("Ada").await;
    let table = lost(&mut ada, with(rated(GO, 2), &[(1, 1)])).await;
    assert_eq!(ada.tables[&table].info.unrated, None, "the next day they count again");
}
