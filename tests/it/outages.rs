//! Outage credit: while the house is closed no time passes for anybody: neither on a clock, nor in a pause, nor for those who are to
//! say that they are ready. And what falls due while nobody is there falls due when it should, after an outage too.

use std::time::Duration;

use cydonia_protocol::{
    Clocks, Command, ErrorCode, MatchRecord, OfferKind, Presence, Problem, SeatState, TableStatus,
    TimeControl,
};
use cydonia_rules::Reason;
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer, on};
use uuid::Uuid;

use crate::company::{
    Company, Kind, Table, agreed, every_kind, is_away, is_open, knock, outcome, restarted, seconds,
    until_finished, until_kept, until_presence,
};
use crate::log::Log;
use crate::support::{create_game, database, full, lock, refused, seated_with, sit, to_act, watch, wish};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 5 };
const DAY: TimeControl = TimeControl::Correspondence { days: 1 };
const HOUR: u64 = 60 * 60;

fn chess(seats: u8) -> Kind {
    Kind { game: "martian-chess".to_owned(), seats, dice: false }
}

#[tokio::test]
async fn an_outage_costs_no_seat_of_any_game_a_moment() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut tables = Vec::new();
    for kind in every_kind(&server).await {
        for clock in [FISCHER, DAY] {
            tables.push(company.begin(&kind, clock).await);
        }
    }
    let before: Vec<Clocks> =
        tables.iter().map(|table| company.folded(table).clocks.clone().expect("clocks")).collect();
    server.advance(seconds(7));
    let guests = company.go();
    let server = restarted(server, seconds(HOUR)).await;
    // Some of the tables are looked at, and the time is given back there; it is not given back once more.
    let looked_at: Vec<Table> = tables.iter().step_by(3).cloned().collect();
    let company = Company::come_back(&server, guests, &looked_at).await;
    let guests = company.go();
    server.advance(seconds(3));
    let server = restarted(server, seconds(2 * HOUR)).await;
    let company = Company::come_back(&server, guests, &tables).await;
    for (table, mut expected) in tables.iter().zip(before) {
        let running = usize::from(expected.running.expect("a clock runs"));
        expected.left_ms[running] -= 10_000;
        assert_eq!(company.folded(table).clocks.as_ref(), Some(&expected), "{table:?}");
    }
}

#[tokio::test]
async fn a_pause_lasts_through_a_restart_and_costs_nobody_time() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut tables: Vec<Table> = Vec::new();
    for seats in 2..=6 {
        let table = company.begin(&chess(seats), FISCHER).await;
        tables.push(table);
    }
    server.advance(seconds(4));
    for table in &tables {
        agreed(company.at(table), table.id, 0, OfferKind::Pause).await;
    }
    let guests = company.go();
    server.advance(seconds(HOUR));
    let server = restarted(server, seconds(HOUR)).await;
    server.advance(seconds(HOUR));
    let mut company = Company::come_back(&server, guests, &tables).await;
    for table in &tables {
        let mut expected = vec![60_000; usize::from(table.kind.seats)];
        expected[0] = 56_000;
        let standing = Clocks { left_ms: expected.clone(), running: None };
        let folded = company.folded(table);
        assert_eq!((folded.paused, &folded.clocks, &folded.outcome), (true, &Some(standing), &None));
        company.people[1].call(Command::Resume { table: table.id }).await.expect("on it goes");
        company.see(table).await;
        server.advance(seconds(1));
        company.people[0].play(table.id, |_| 0).await.expect("legal");
        expected[0] = 56_000 - 1_000 + 5_000;
        let clocks = company.folded(table).clocks.clone();
        assert_eq!(clocks, Some(Clocks { left_ms: expected, running: Some(1) }), "{table:?}");
    }
}

/// The players whose seats at an open table are free again.
fn free(player: &TestClient, table: Uuid) -> Vec<usize> {
    let seats = player.tables[&table].info.seats.iter().enumerate();
    seats.filter(|(_, seat)| matches!(seat, SeatState::Free {})).map(|(number, _)| number).collect()
}

/// A table of a dice game that is full, seat 0 ready and seat 1 not, as a watcher sees it.
async fn half_ready(server: &TestServer, game: &str) -> Uuid {
    let (table, mut players) = full(server, create_game(game, 2)).await;
    players[0].ready(table).await.expect("ready");
    table
}

#[tokio::test]
async fn time_to_be_ready_does_not_run_while_the_house_is_closed() {
    for is_watched in [true, false] {
        let server = TestServer::start().await;
        let mut tables = Vec::new();
        for game in ["martian-frisby", "martian-backgammon"] {
            tables.push(half_ready(&server, game).await);
        }
        server.advance(seconds(60));
        let server = restarted(server, limits::READY_WITHIN * 10).await;
        server.advance(seconds(30));
        let server = restarted(server, limits::READY_WITHIN * 10).await;
        let left = limits::READY_WITHIN - seconds(90);
        let mut watchers = Vec::new();
        if is_watched {
            watchers.push(server.connect(None).await);
            for table in &tables {
                watchers[0].call(watch(*table)).await.expect("found again");
            }
            server.pass(&mut watchers, left - Duration::from_millis(1)).await;
            for table in &tables {
                knock(&mut watchers[0], *table).await;
                assert!(free(&watchers[0], *table).is_empty(), "a moment is left");
            }
            server.advance(Duration::from_millis(1));
        } else {
            // Nobody touches the tables: the house must look after them by itself.
            server.advance(left + limits::TICK);
            watchers.push(server.connect(None).await);
            for table in &tables {
                until_kept(&server, *table, 4).await;
                watchers[0].call(watch(*table)).await.expect("found again");
            }
        }
        for table in &tables {
            watchers[0].until(*table, |table| table.n == 4).await;
            assert_eq!(free(&watchers[0], *table), [1], "who was ready keeps the seat");
        }
    }
}

#[tokio::test]
async fn with_both_players_gone_the_flag_falls_and_nobody_walks_off() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, FISCHER).await;
    players[0].play(table, |_| 0).await.expect("legal");
    drop(players);
    server.advance(seconds(20));
    let server = restarted(server, seconds(HOUR)).await;
    server.advance(seconds(39));
    let server = restarted(server, seconds(HOUR)).await;
    let playing = database(&server).await.number("SELECT count(*) FROM tables", None).await;
    assert_eq!(playing, 1, "a second is left");
    let due_ms = server.now_ms() + 1_000;
    server.advance(seconds(1) + limits::TICK);
    until_finished(&server, table).await;
    let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    let ranks: Vec<u8> = record.summary.seats.iter().map(|seat| seat.rank).collect();
    assert_eq!((record.summary.reason, ranks), (Reason::TIMEOUT, vec![1, 2]));
    let tick_ms = limits::TICK.as_millis() as i64;
    assert!((due_ms..=due_ms + tick_ms).contains(&record.summary.finished_ms), "not before, nor much later");
}

#[tokio::test]
async fn whoever_comes_back_after_an_outage_waits_for_the_other_from_then_on() {
    let server = TestServer::start().await;
    let live = TimeControl::Fischer { initial_s: 3_600, increment_s: 0 };
    let mut company = Company::gather(&server).await;
    let table = company.begin(&chess(2), live).await;
    let guests = company.go();
    server.advance(limits::ABANDONED_AFTER / 2);
    let server = restarted(server, seconds(HOUR)).await;
    server.advance(limits::ABANDONED_AFTER * 3);
    let mut ada = server.connect(Some(&guests[0])).await;
    ada.call(watch(table.id)).await.expect("found again");
    let presence = until_presence(&mut ada, table.id, 1, is_away).await;
    let now_ms = server.now_ms();
    let patience_ms = limits::ABANDONED_AFTER.as_millis() as i64;
    let away = Presence::Away { since_ms: now_ms, until_ms: Some(now_ms + patience_ms) };
    assert_eq!(presence, away, "Ben could not be there before, and is waited for as long as ever");
    let mut people = [ada];
    server.pass(&mut people, limits::ABANDONED_AFTER - Duration::from_millis(1)).await;
    knock(&mut people[0], table.id).await;
    assert_eq!(people[0].tables[&table.id].outcome, None);
    server.advance(Duration::from_millis(1));
    let folded = people[0].until(table.id, |table| table.outcome.is_some()).await;
    assert_eq!((outcome(folded).reason, &outcome(folded).ranks), (Reason::ABANDONED, &vec![1, 2]));
}

#[tokio::test]
async fn correspondence_flags_wait_as_long_as_the_house_was_closed() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut tables = Vec::new();
    for kind in every_kind(&server).await {
        let table = company.begin(&kind, DAY).await;
        tables.push((company.folded(&table).n, table));
    }
    drop(company);
    server.advance(seconds(12 * HOUR));
    // When this one's flag has fallen, the house has looked at all whose time has come.
    let live = TimeControl::Fischer { initial_s: 3 * 3_600, increment_s: 0 };
    let (bell, players) = seated_with(&server, "martian-chess", 2, live).await;
    drop(players);
    let server = restarted(server, seconds(20 * HOUR)).await;
    let due_ms = server.now_ms() + 12 * 3_600_000;
    server.advance(seconds(3 * HOUR) + limits::TICK);
    until_finished(&server, bell).await;
    // By the calendar the day is over, but for the time that the house was closed.
    server.advance(seconds(9 * HOUR));
    let mut watcher = server.connect(None).await;
    for (n, table) in &tables {
        // The outage is told first.
        if table.kind.seats == 2 {
            until_finished(&server, table.id).await;
        } else {
            until_kept(&server, table.id, n + 2).await;
        }
        watcher.call(watch(table.id)).await.expect("watching");
        let folded = &watcher.tables[&table.id];
        assert!(folded.line.len() == 1 && folded.line[0].ends_with("Timeout"), "{table:?}");
        let fallen_ms = folded.clocks_ms.expect("clocks");
        let tick_ms = limits::TICK.as_millis() as i64;
        assert!((due_ms..=due_ms + tick_ms).contains(&fallen_ms), "{table:?}: {}", fallen_ms - due_ms);
    }
}

#[tokio::test]
async fn after_a_crash_no_flag_falls_later_than_the_time_that_is_left() {
    let server = TestServer::start().await;
    is_open(&server).await;
    // A game begins between two signs of life.
    server.advance(limits::HEARTBEAT - Duration::from_millis(200));
    let (table, players) = seated_with(&server, "martian-chess", 2, FISCHER).await;
    let beat_ms = database(&server).await.number("SELECT ms FROM heartbeat", None).await;
    drop(players);
    let server = server
        .restart_with(seconds(HOUR), async |data| {
            // A house that stops in good order gives a last sign of life, and one that crashes does not.
            let mut database = data.open().await;
            on!(database, |c| sqlx::query("UPDATE heartbeat SET ms = $1")
                .bind(beat_ms)
                .execute(c)
                .await
                .map(drop))
            .expect("written");
        })
        .await;
    is_open(&server).await;
    server.advance(seconds(60) + limits::TICK);
    until_finished(&server, table).await;
    let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    assert_eq!(record.summary.reason, Reason::TIMEOUT);
}

#[tokio::test]
async fn a_restart_keeps_an_open_tables_seats_and_starts_no_clock() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let mut host = server.connect(Some(&ada)).await;
    let table = host.call(wish("martian-chess", 3, FISCHER)).await.expect("a table").table.expect("its id");
    let mut ben = server.join("Ben").await;
    ben.call(sit(table)).await.expect("a seat");
    drop((host, ben));
    // Nobody is there for most of an hour, after which it would be closed; the outage is none of that.
    server.advance(seconds(HOUR / 3));
    let server = restarted(server, seconds(HOUR)).await;
    server.advance(seconds(HOUR / 3));
    let mut host = server.connect(Some(&ada)).await;
    host.call(watch(table)).await.expect("found again");
    assert_eq!((host.tables[&table].info.status, free(&host, table)), (TableStatus::Open, vec![2]));
    let mut cem = server.join("Cem").await;
    cem.call(sit(table)).await.expect("the last seat");
    let folded = host.until(table, |table| table.view.is_some()).await;
    let full = Clocks { left_ms: vec![60_000; 3], running: Some(0) };
    assert_eq!(folded.clocks, Some(full));
    assert_eq!(to_act(&host, table), Some(0));
}

#[tokio::test]
async fn a_house_that_can_keep_nothing_says_that_it_is_not_ready() {
    let server = TestServer::start().await;
    let status = async |path| reqwest::get(server.url(path)).await.expect("an answer").status().as_u16();
    let mut ada = server.join("Ada").await;
    let held = lock(&server).await;
    refused(&mut ada, create_game("martian-chess", 2), ErrorCode::Unavailable).await;
    let (log, _guard) = Log::keep();
    assert_eq!((status("/readyz").await, status("/healthz").await), (503, 200));
    let problem: Problem =
        reqwest::get(server.url("/readyz")).await.expect("an answer").json().await.expect("a problem");
    assert_eq!((problem.status, problem.code), (503, ErrorCode::Unavailable));
    assert_eq!(problem.detail, "the house is not ready: another program holds its database locked");
    held.close().await;
    // Nobody asks for anything: a sign of life is enough.
    server.advance(limits::HEARTBEAT + limits::TICK);
    let ready = async {
        while status("/readyz").await != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(cydonia_tests::PATIENCE, ready).await.expect("it is ready again");
    assert_eq!((status("/readyz").await, log.count(&["ready again"])), (200, 1));
    assert_eq!(log.count(&["not ready any more"]), 1, "it was asked again and again");
    ada.call(create_game("martian-chess", 2)).await.expect("a table");
}
