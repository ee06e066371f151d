//! Play: a game from the first seat to the last ply, and what is kept of it.

use cydonia_protocol::{
    Command, EventKind, LiveTable, MatchPage, MatchRecord, Preview, Replay, SeatState, ServerMessage,
    TableStatus,
};
use cydonia_rules::{Reason, View};
use cydonia_tests::{Folded, TestClient, TestServer};

use crate::support::{create, create_game, play_on, seated, sit, to_act, watch};

#[tokio::test]
async fn two_play_to_the_end_while_a_third_watches_and_the_game_is_kept() {
    let server = TestServer::start().await;
    let mut watcher = server.connect(None).await;
    let (table, mut players) = seated(&server, 2).await;
    watcher.call(watch(table)).await.expect("anyone may watch");
    let mut rng = fastrand::Rng::with_seed(7);
    play_on(table, &mut players, 10_000, &mut rng).await;

    let end = players[0].tables[&table].clone();
    let outcome = end.outcome.clone().expect("the game came to its end");
    assert_eq!(end.info.status, TableStatus::Finished);
    assert_eq!(watcher.until(table, |table| table.outcome.is_some()).await, &end, "the watcher saw it all");
    assert_eq!(players[1].tables[&table], end);

    let page: MatchPage = server.get("/api/v1/matches").await;
    assert_eq!(page.next, None);
    let [summary] = page.matches.as_slice() else { panic!("{page:?}") };
    assert_eq!((summary.number, summary.id, summary.plies as usize), (1, table, end.line.len()));
    assert_eq!(summary.reason, outcome.reason);
    let scores: Vec<i32> = summary.seats.iter().map(|seat| seat.score).collect();
    let ranks: Vec<u8> = summary.seats.iter().map(|seat| seat.rank).collect();
    assert_eq!((scores, ranks), (outcome.scores, outcome.ranks));
    let names: Vec<&str> = summary.seats.iter().map(|seat| seat.player.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Guest 1"]);

    let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    assert_eq!(&record.summary, summary);
    let line: Vec<_> = record.line.into_iter().filter_map(|entry| entry.action).collect();
    assert_eq!(line, end.line);

    let replay: Replay = server.get(&format!("/api/v1/matches/{table}/replay")).await;
    assert_eq!(Some(replayed(&replay)), end.view, "the replay folds to the same position");
    assert_eq!(replay.events.last().map(|event| event.n), Some(end.n));

    // Whoever comes later finds the finished game under the table's own address.
    let mut late = server.connect(None).await;
    late.call(watch(table)).await.expect("a finished table can be watched");
    assert_eq!(late.tables[&table], end);
    assert!(!end.meetings.is_empty(), "what was captured is told again");
}

/// The last position of a replay.
fn replayed(replay: &Replay) -> View {
    let mut events = replay.events.iter();
    let Some(EventKind::Start { view, .. }) = events.next().map(|event| &event.what) else {
        panic!("no start")
    };
    let mut view = (**view).clone();
    events.filter_map(|event| event.diff.as_ref()).for_each(|diff| view.fold(diff));
    view
}

#[tokio::test]
async fn every_seat_count_plays_and_everyone_sees_the_same() {
    let server = TestServer::start().await;
    for seats in 2..=6 {
        let (table, mut players) = seated(&server, seats).await;
        play_on(table, &mut players, 40, &mut fastrand::Rng::with_seed(u64::from(seats))).await;
        let first = players[0].tables[&table].clone();
        assert!(players.iter().all(|player| player.tables[&table] == first));
        assert_eq!(first.n, u64::from(seats) + 1 + 40, "sits, the start, the actions");
    }
}

#[tokio::test]
async fn a_table_starts_with_its_last_seat_and_seats_can_be_given_up() {
    let server = TestServer::start().await;
    let (mut ada, mut ben, mut cem) =
        (server.join("Ada").await, server.join("Ben").await, server.join("Cem").await);
    let table = ada.call(create(3)).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    ben.call(sit(table)).await.expect("a seat");
    ben.call(Command::Stand { table }).await.expect("stood up");
    let free =
        |table: &Folded| table.info.seats.iter().filter(|seat| matches!(seat, SeatState::Free {})).count();
    ada.until(table, |table| table.n == 3 && free(table) == 2).await;
    cem.call(Command::Sit { table, seat: Some(2), key: None }).await.expect("a seat");
    assert_eq!(ada.until(table, |table| table.n == 4).await.info.status, TableStatus::Open);
    ben.call(sit(table)).await.expect("the seat is free again");
    ada.until(table, |table| table.info.status == TableStatus::Playing && table.n == 6).await;
}

#[tokio::test]
async fn whoever_waits_at_an_open_table_sees_the_board_as_it_will_begin() {
    let server = TestServer::start().await;
    for (game, seats) in [("martian-chess", 3), ("martian-backgammon", 2)] {
        let mut ada = server.join("Ada").await;
        let table = ada.call(create_game(game, seats)).await.expect("a table").table.expect("its id");
        let preview = |message: ServerMessage| match message {
            ServerMessage::Table { preview, .. } => Some(preview),
            _ => None,
        };
        ada.send(watch(table)).await;
        let shown = hear(&mut ada, preview).await.expect("the table is open");
        for seat in 1..seats {
            let mut guest = server.join(&format!("Guest {seat}")).await;
            guest.call(sit(table)).await.expect("a seat");
            if game == "martian-backgammon" {
                guest.ready(table).await.expect("ready");
            }
        }
        if game == "martian-backgammon" {
            let pledge = ada.hand.pledge(table, 0);
            ada.send(Command::Ready { table, pledge }).await;
        }
        let begun = hear(&mut ada, |message| match message {
            ServerMessage::Events { events, .. } => events.into_iter().find_map(|event| match event.what {
                EventKind::Start { layout, view, .. } => Some((*layout, *view)),
                _ => None,
            }),
            _ => None,
        });
        let Preview { layout, view, ready, sat } = *shown;
        assert_eq!(sat, [0]);
        assert_eq!((layout, view), begun.await);
        assert_eq!(ready, (game == "martian-backgammon").then(|| vec![false; usize::from(seats)]));
        ada.send(watch(table)).await;
        assert_eq!(hear(&mut ada, preview).await, None, "by then the game itself is there");
    }
}

/// Reads on until something is told that is asked for.
async fn hear<T>(client: &mut TestClient, told: impl Fn(ServerMessage) -> Option<T>) -> T {
    loop {
        if let Some(told) = told(client.next().await) {
            return told;
        }
    }
}

#[tokio::test]
async fn resigning_ends_a_game_of_two_and_only_thins_out_a_larger_one() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    players[1].call(Command::Resign { table }).await.expect("resigned");
    let outcome =
        players[0].until(table, |table| table.outcome.is_some()).await.outcome.clone().expect("over");
    assert_eq!((outcome.reason, outcome.ranks), (Reason::RESIGNED, vec![1, 2]));

    let (table, mut players) = seated(&server, 3).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].until(table, |table| table.line.len() == 1).await;
    assert_eq!(to_act(&players[1], table), Some(1), "the turn passes on");
    players[1].play(table, |_| 0).await.expect("the game goes on");
    players[2].until(table, |table| table.line.len() == 2).await;
    players[2].play(table, |_| 0).await.expect("the game goes on");
    assert_eq!(to_act(&players[2], table), Some(1), "the leaver is skipped");
}

#[tokio::test]
async fn pages_of_finished_games_have_no_gaps_or_repeats_as_more_come() {
    let server = TestServer::start().await;
    let mut finished = Vec::new();
    for _ in 0..5 {
        let (table, mut players) = seated(&server, 2).await;
        players[0].call(Command::Resign { table }).await.expect("resigned");
        finished.push(table);
    }
    let page: MatchPage = server.get("/api/v1/matches?limit=2").await;
    let mut seen: Vec<_> = page.matches.iter().map(|summary| summary.id).collect();
    let mut next = page.next;
    let (table, mut players) = seated(&server, 2).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    while let Some(cursor) = next {
        let page: MatchPage = server.get(&format!("/api/v1/matches?limit=2&cursor={cursor}")).await;
        seen.extend(page.matches.iter().map(|summary| summary.id));
        next = page.next;
    }
    finished.reverse();
    assert_eq!(seen, finished);
}

#[tokio::test]
async fn a_game_that_is_over_is_told_under_its_tables_address_as_it_ended() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let path = format!("/api/v1/tables/{table}");
    let on: LiveTable = server.get(&path).await;
    assert_eq!(on.info.status, TableStatus::Playing);
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let over: LiveTable = server.get(&path).await;
    assert_eq!((over.info.status, &over.layout), (TableStatus::Finished, &on.layout));
    players[1].until(table, |table| table.outcome.is_some()).await;
    let known = &players[1].tables[&table];
    assert_eq!((over.n, Some(&over.view)), (known.n, known.view.as_ref()), "as whoever watched has it");
    let again = players[1].call(Command::Rematch { table }).await.expect("a rematch").table;
    let over: LiveTable = server.get(&path).await;
    assert_eq!(over.info.rematch, again);
}
