//! Series of games: one table after another, set up by the house, to the end with the score; and what ends one early.

use std::num::NonZeroU32;
use std::time::Duration;

use cydonia_protocol::{
    Command, ErrorCode, LiveTable, MatchPage, MatchRecord, SeatState, Series, TableStatus, TimeControl,
};
use cydonia_rules::Reason;
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer, ample, fresh_id};
use uuid::Uuid;

use crate::company::{is_away, until_presence};
use crate::exports::tell_alike;
use crate::support::{
    all_see, come_back, full, hidden, move_each, play_dice, play_on, seated_by, seated_guests, watch, wish,
};

/// So long one who is ready waits for the other.
const READY_WITHIN: Duration = Duration::from_secs(3 * 60);

const LIVE: TimeControl = TimeControl::Fischer { initial_s: 300, increment_s: 5 };

fn series(game: &str, seats: u8, how_many: u8, clock: TimeControl, is_rated: bool) -> Command {
    let mut wish = wish(game, seats, clock);
    if let Command::Create { games, rated, .. } = &mut wish {
        (*games, *rated) = (how_many, is_rated);
    }
    wish
}

/// The table to which everybody at that one is sent when its game has ended; all watch it from then on.
async fn go_on(table: Uuid, players: &mut [TestClient]) -> Uuid {
    for player in players.iter_mut() {
        while !player.rematches.contains_key(&table) {
            player.next().await;
        }
    }
    let next = players[0].rematches[&table];
    for player in players.iter_mut() {
        assert_eq!(player.rematches[&table], next);
        player.call(watch(next)).await.expect("watching");
    }
    next
}

fn place(player: &TestClient, table: Uuid) -> Series {
    player.tables[&table].info.series.clone().expect("a series")
}

fn ids(player: &TestClient, table: Uuid) -> Vec<Uuid> {
    player.tables[&table].info.seats.iter().map(|seat| seat.sitter().expect("seated").id).collect()
}

#[tokio::test]
async fn two_games_are_played_with_seats_changed_and_a_restart_between() {
    let mut server = TestServer::start().await;
    let wish = series("branches-twigs-thorns", 2, 2, LIVE, true);
    let (first, guests, mut players) = seated_guests(&server, wish).await;
    let mut rng = fastrand::Rng::with_seed(3);
    let begun = Series { id: first, number: 1, games: 2, score: vec![0, 0], ended: false };
    assert_eq!(place(&players[0], first), begun);
    play_on(first, &mut players, 500, &mut rng).await;
    let ranks = players[0].tables[&first].outcome.as_ref().expect("over").ranks.clone();
    let next = go_on(first, &mut players).await;
    // It is on already, everybody one seat on, with the score and the ratings that the first game has left.
    let mut sat = ids(&players[0], first);
    sat.reverse();
    assert_eq!(ids(&players[0], next), sat);
    let info = &players[0].tables[&next].info;
    assert_eq!((info.status, info.rated, info.rematch_of), (TableStatus::Playing, true, Some(first)));
    let rated = |state: &SeatState| matches!(state, SeatState::Taken { rating: Some(_), .. });
    assert!(info.seats.iter().all(rated), "{info:?}");
    let mut score = begun.score_after(&ranks);
    score.reverse();
    let second = Series { number: 2, score, ..begun.clone() };
    assert_eq!(place(&players[0], next), second);

    // The house is closed in the middle of it and opened again: the table is as it was.
    let before = players[0].tables[&next].clone();
    drop(players);
    server = server.restart().await;
    let mut watcher = server.connect(None).await;
    watcher.call(watch(next)).await.expect("found again");
    assert_eq!(watcher.tables[&next].info, before.info);
    let live: LiveTable = server.get(&format!("/api/v1/tables/{next}")).await;
    assert_eq!(live.info.series, Some(second.clone()));
    drop(watcher);
    players = come_back(&server, &guests, next).await;
    players.reverse();
    play_on(next, &mut players, 500, &mut rng).await;
    let ranks = players[0].tables[&next].outcome.as_ref().expect("over").ranks.clone();
    let last = place(&players[0], next);
    assert!(!last.goes_on() && !last.ended);
    assert_eq!(last.score_after(&ranks).iter().sum::<u32>(), 2 * Series::POINT);
    assert_eq!(players[0].tables[&next].info.rematch, None, "that was the last");

    // Lists and the games themselves tell it too, and rated they are.
    let page: MatchPage = server.get("/api/v1/matches").await;
    let told: Vec<_> = page.matches.iter().map(|game| (game.id, game.series.clone(), game.rated)).collect();
    assert_eq!(told, [(next, Some(second), true), (first, Some(begun), true)]);
    let whole: MatchRecord = server.get(&format!("/api/v1/matches/{next}")).await;
    assert_eq!(whole.summary.series, Some(last));
    // Whoever asks for a rematch gets another series.
    let again = players[0].call(Command::Rematch { table: next }).await.expect("a rematch");
    let again = again.table.expect("its id");
    players[0].call(watch(again)).await.expect("watching");
    assert_eq!(place(&players[0], again), Series::begin(again, 2, 2).expect("a series"));
    tell_alike(&server).await;
}

#[tokio::test]
async fn a_server_that_is_closed_with_the_first_game_has_the_second_all_the_same() {
    let server = TestServer::start().await;
    let (first, mut players) = seated_by(&server, series("martian-chess", 3, 3, LIVE, false)).await;
    for seat in [0, 1] {
        players[seat].call(Command::Resign { table: first }).await.expect("resigned");
    }
    players[2].until(first, |table| table.outcome.is_some()).await;
    drop(players);
    let server = server.restart().await;
    let mut watcher = server.connect(None).await;
    watcher.call(watch(first)).await.expect("found");
    let next = watcher.tables[&first].info.rematch.expect("the next table");
    watcher.call(watch(next)).await.expect("found");
    let place = place(&watcher, next);
    assert_eq!((place.number, place.score), (2, vec![Series::POINT, 0, 0]));
    let seats = ids(&watcher, next);
    assert_eq!(seats[0], ids(&watcher, first)[2], "the winner sits in the first seat now");
}

#[tokio::test]
async fn who_walks_off_loses_and_nobody_waits_for_them_in_a_third() {
    let server = TestServer::start().await;
    let (first, mut players) = seated_by(&server, series("martian-go", 2, 4, LIVE, false)).await;
    // To give up is not to walk off.
    players[0].call(Command::Resign { table: first }).await.expect("resigned");
    let next = go_on(first, &mut players).await;
    for player in &mut players {
        let refused = player.call(Command::Abort { table: next }).await.expect_err("refused");
        assert_eq!(refused.code, ErrorCode::TooLate);
    }
    let seat = players[0].seat(next);
    drop(players.remove(0));
    until_presence(&mut players[0], next, usize::from(seat), is_away).await;
    server.pass(&mut players, limits::ABANDONED_AFTER).await;
    let over = players[0].until(next, |table| table.outcome.is_some()).await;
    assert_eq!(over.outcome.as_ref().map(|outcome| outcome.reason), Some(Reason::ABANDONED));
    // A snapshot tells that none follows.
    players[0].call(watch(next)).await.expect("watching");
    let place = place(&players[0], next);
    assert!(place.ended && !players[0].rematches.contains_key(&next));
    assert_eq!(players[0].tables[&next].info.rematch, None);
    let page: MatchPage = server.get("/api/v1/matches").await;
    assert!(page.matches[0].series.as_ref().expect("a series").ended);
}

#[tokio::test]
async fn with_dice_the_next_game_waits_for_both_but_not_for_ever() {
    let server = TestServer::start().await;
    let (first, mut players) = seated_by(&server, series("martian-frisby", 2, 4, LIVE, true)).await;
    let mut rng = fastrand::Rng::with_seed(5);
    play_dice(&mut players, first, 9, &mut rng).await;
    players[0].call(Command::Resign { table: first }).await.expect("resigned");
    let second = go_on(first, &mut players).await;
    assert_eq!(players[0].tables[&second].info.status, TableStatus::Open);
    server.pass(&mut players, 2 * limits::ABANDONED_AFTER).await;
    for player in &mut players {
        player.ready(second).await.expect("ready, and it was not too late");
    }
    for player in &mut players {
        player.until(second, |table| table.view.is_some()).await;
    }
    players.reverse();
    play_dice(&mut players, second, 9, &mut rng).await;
    players[0].call(Command::Resign { table: second }).await.expect("resigned");
    all_see(&mut players, second).await;
    let third = go_on(second, &mut players).await;
    // One is ready, and the other does not come.
    players[1].ready(third).await.expect("ready");
    server.pass(&mut players, READY_WITHIN).await;
    for player in &mut players {
        let over = player.until(third, |table| table.outcome.is_some()).await;
        let outcome = over.outcome.clone().expect("over");
        assert_eq!(outcome.reason, Reason::ABANDONED);
        let winner =
            usize::from(over.info.seat_of(players_id(&over.info.seats, &outcome.ranks)).expect("seated"));
        assert_eq!(outcome.ranks[winner], 1);
    }
    let record: MatchRecord = server.get(&format!("/api/v1/matches/{third}")).await;
    let winner = record.summary.seats.iter().find(|seat| seat.rank == 1).expect("a winner");
    assert_eq!(Some(winner.player.id), players[1].player.as_ref().map(|player| player.id));
    assert!(record.summary.series.expect("a series").ended && !record.summary.rated);
}

fn players_id(seats: &[SeatState], ranks: &[u8]) -> Uuid {
    let (state, _) = seats.iter().zip(ranks).find(|(_, rank)| **rank == 1).expect("a winner");
    state.sitter().expect("seated").id
}

#[tokio::test]
async fn a_series_that_is_aborted_in_its_first_game_is_none_any_more() {
    let server = TestServer::start().await;
    let (first, mut players) = seated_by(&server, series("martian-chess", 2, 2, LIVE, false)).await;
    players[0].call(Command::Abort { table: first }).await.expect("aborted");
    players[1].until(first, |table| table.info.status == TableStatus::Aborted).await;
    players[1].call(watch(first)).await.expect("watching");
    assert!(place(&players[1], first).ended && players[1].tables[&first].info.rematch.is_none());
    // They may try again.
    let again = players[1].call(Command::Rematch { table: first }).await.expect("a rematch").table;
    let again = again.expect("its id");
    players[1].call(watch(again)).await.expect("watching");
    assert_eq!(place(&players[1], again).number, 1);
}

#[tokio::test]
async fn private_series_stay_private_and_let_in_whoever_was_let_in() {
    let server = TestServer::start().await;
    let wish = hidden(series("martian-chess", 2, 2, LIVE, false));
    let mut ada = server.join("Ada").await;
    let made = ada.call(wish).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key);
    let mut ben = server.join("Ben").await;
    ben.call(Command::Sit { table, seat: None, key: key.clone() }).await.expect("a seat");
    for player in [&mut ada, &mut ben] {
        player.call(watch(table)).await.expect("watching");
    }
    ada.call(Command::Resign { table }).await.expect("resigned");
    let next = go_on(table, std::slice::from_mut(&mut ben)).await;
    let mut eve = server.join("Eve").await;
    assert_eq!(eve.call(watch(next)).await.expect_err("refused").code, ErrorCode::NoTable);
    eve.call(Command::Watch { table: next, since: None, key, quiet: false }).await.expect("let in");
}

/// Where the seats are known to have unequal chances, a quick match for points gives everybody each seat.
#[tokio::test]
async fn a_quick_match_for_points_is_a_series_where_seats_matter() {
    let server = TestServer::start().await;
    let quick = |game: &str, seats, rated| Command::Quick {
        request: fresh_id(),
        game: game.to_owned(),
        seats,
        clock: LIVE,
        rated,
    };
    let mut ada = server.join("Ada").await;
    for (game, seats, rated, games) in [
        ("branches-twigs-thorns", 2, true, 2),
        ("branches-twigs-thorns", 2, false, 1),
        ("branches-twigs-thorns", 3, true, 1),
        ("martian-go", 3, true, 3),
        ("martian-go", 2, true, 1),
    ] {
        let table = ada.call(quick(game, seats, rated)).await.expect("a table").table.expect("its id");
        ada.call(watch(table)).await.expect("watching");
        assert_eq!(ada.tables[&table].info.games(), games, "{game} for {seats}");
    }
    // One game alone is not what is looked for there, nor one with the pie.
    let mut ben = server.join("Ben").await;
    for (how_many, with_pie) in [(1, false), (2, true)] {
        let mut other = series("branches-twigs-thorns", 2, how_many, LIVE, true);
        if let Command::Create { pie, .. } = &mut other {
            *pie = with_pie;
        }
        let table = ben.call(other).await.expect("a table").table.expect("its id");
        ben.call(watch(table)).await.expect("watching");
    }
    let mut eve = server.join("Eve").await;
    let found =
        eve.call(quick("branches-twigs-thorns", 2, true)).await.expect("a seat").table.expect("its id");
    eve.call(watch(found)).await.expect("watching");
    let ada = ada.player.expect("a player").id;
    assert!(ids(&eve, found).contains(&ada), "with whoever waits for the same");
}

/// A later game for points is nothing that one can leave out.
#[tokio::test]
async fn who_leaves_out_the_second_game_for_points_is_held_to_have_left_early() {
    let tight = limits::Limits { early_leaves: NonZeroU32::MIN, ..ample() };
    let server = TestServer::start_with_limits(tight).await;
    let by_post = TimeControl::Correspondence { days: 1 };
    let wish = || series("martian-chess", 2, 4, by_post, true);
    let (first, mut players) = full(&server, wish()).await;
    let [ada, ben] = &mut players[..] else { panic!("two") };
    move_each(first, &mut [ada, ben]).await;
    players[1].call(Command::Resign { table: first }).await.expect("resigned");
    let second = go_on(first, &mut players).await;
    players[0].call(Command::Resign { table: second }).await.expect("resigned before anything was seen");
    let third = go_on(second, &mut players).await;
    players[0].call(Command::Resign { table: third }).await.expect("and once more");
    assert_eq!(players[0].call(wish()).await.expect_err("refused").code, ErrorCode::TooMany);
    players[1].call(wish()).await.expect("whoever has won may");
}
