//! Clocks and flags: in every game that there is, at every number of seats: the clock of the seat that owes the next
//! thing runs, its flag falls by itself, and with more than two seats the game goes on without it.

use cydonia_protocol::{Clocks, MatchRecord, TimeControl};
use cydonia_rules::{Reason, Turn};
use cydonia_server::limits;
use cydonia_tests::TestServer;

use crate::company::{
    Company, Kind, Table, and_lag, every_kind, outcome, ranks_of_leavers, restarted, seconds, until_finished,
    until_kept,
};
use crate::support::{all_see, database, give_share, play_on, roll, seated_with, to_act, turn, watch};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 10, increment_s: 3 };
const DAY: TimeControl = TimeControl::Correspondence { days: 1 };
const DAY_S: u64 = 24 * 60 * 60;

#[tokio::test]
async fn a_turn_brings_its_increment_or_its_days_in_every_game_without_dice() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    for kind in every_kind(&server).await.iter().filter(|kind| !kind.dice) {
        for clock in [FISCHER, DAY] {
            let table = company.begin(kind, clock).await;
            let full_ms = clock.initial_ms().expect("a clock");
            let mut expected = vec![full_ms; usize::from(kind.seats)];
            for (seat, left_ms) in expected.iter_mut().enumerate() {
                assert_eq!(
                    company.folded(&table).clocks.as_ref().and_then(|clocks| clocks.running),
                    Some(seat as u8)
                );
                server.advance(seconds(1));
                company.people[seat].play(table.id, |_| 0).await.expect("legal");
                company.see(&table).await;
                *left_ms = if clock == DAY { full_ms } else { full_ms - 1_000 + 3_000 };
            }
            // At six seats the lag may have been measured meanwhile, and a turn never brings more than that.
            let clocks = company.folded(&table).clocks.clone().expect("clocks");
            let lag_ms = limits::MAX_LAG_COMPENSATION.as_millis() as i64;
            assert_eq!(clocks.running, Some(0));
            for (left_ms, expected) in clocks.left_ms.iter().zip(&expected) {
                assert!((*expected..=expected + lag_ms).contains(left_ms), "{kind:?}: {clocks:?}");
            }
        }
    }
}

/// The seat whose clock runs runs out of time, while everybody is there.
async fn let_flag_fall(server: &TestServer, company: &mut Company, table: &Table) -> u8 {
    let running = |clocks: &Clocks| clocks.running.expect("a clock that runs");
    let seat = company.folded(table).clocks.as_ref().map(running).expect("clocks");
    let before = company.folded(table).clocks.clone().expect("clocks");
    server.pass(&mut company.people, and_lag(seconds(10))).await;
    let entry = format!("{seat} Timeout");
    for person in company.at(table) {
        person.until(table.id, |table| table.line.contains(&entry)).await;
    }
    let mut expected = before.left_ms;
    expected[usize::from(seat)] = 0;
    assert_eq!(company.folded(table).clocks.as_ref().expect("clocks").left_ms, expected, "{table:?}");
    seat
}

#[tokio::test]
async fn live_flags_fall_one_after_another_until_one_seat_is_left() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    for kind in every_kind(&server).await {
        let table = company.begin(&kind, FISCHER).await;
        let mut leavers = Vec::new();
        for _ in 1..kind.seats {
            assert_eq!(company.folded(&table).outcome, None, "{kind:?}");
            let seat = let_flag_fall(&server, &mut company, &table).await;
            assert!(!leavers.contains(&seat), "who has left owes nothing more");
            leavers.push(seat);
        }
        company.see(&table).await;
        let outcome = outcome(company.folded(&table));
        assert_eq!(outcome.reason, Reason::TIMEOUT, "{kind:?}");
        assert_eq!(outcome.ranks, ranks_of_leavers(kind.seats, &leavers), "{kind:?}");
        let record: MatchRecord = server.get(&format!("/api/v1/matches/{}", table.id)).await;
        assert_eq!((record.summary.reason, record.summary.clock), (Reason::TIMEOUT, FISCHER));
    }
}

#[tokio::test]
async fn correspondence_flags_fall_on_sleeping_tables() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut tables = Vec::new();
    for kind in every_kind(&server).await {
        let table = company.begin(&kind, DAY).await;
        let (n, first) =
            (company.folded(&table).n, company.folded(&table).owes().expect("a game that is on"));
        tables.push((table, n, first));
    }
    let guests = company.go();
    let server = restarted(server, seconds(0)).await;
    for day in 1..=5 {
        server.advance(seconds(DAY_S));
        // The house looks for such tables once a second.
        server.advance(limits::TICK);
        for (table, n, _) in &tables {
            match table.kind.seats - 1 {
                last if last == day => until_finished(&server, table.id).await,
                last if last > day => until_kept(&server, table.id, n + u64::from(day)).await,
                _ => {}
            }
        }
    }
    let ids: Vec<Table> = tables.iter().map(|(table, ..)| table.clone()).collect();
    let company = Company::come_back(&server, guests, &ids).await;
    for (table, _, first) in &tables {
        let Kind { seats, .. } = table.kind;
        let leavers: Vec<u8> = (0..seats - 1).map(|step| (first + step) % seats).collect();
        let outcome = outcome(company.folded(table));
        assert_eq!((outcome.reason, &outcome.ranks), (Reason::TIMEOUT, &ranks_of_leavers(seats, &leavers)));
        let line: Vec<String> = leavers.iter().map(|seat| format!("{seat} Timeout")).collect();
        assert_eq!(company.folded(table).line, line, "{table:?}");
    }
}

#[tokio::test]
async fn a_flag_falls_whatever_is_owed_a_share_a_roll_or_an_action() {
    let server = TestServer::start().await;
    for game in ["martian-frisby", "martian-backgammon"] {
        for step in 0..3 {
            let (table, mut players) = seated_with(&server, game, 2, FISCHER).await;
            if step > 0 {
                give_share(&mut players, table).await;
            }
            while step > 1 && matches!(turn(&players[0], table), Turn::Roll { .. }) {
                roll(&mut players, table).await;
            }
            let owes = players[0].tables[&table].owes().expect("a game that is on");
            assert_eq!(owes == 1, step == 0 || to_act(&players[0], table) == Some(1), "{game} {step}");
            server.pass(&mut players, and_lag(seconds(10))).await;
            let folded = players[0].until(table, |table| table.outcome.is_some()).await;
            let outcome = outcome(folded);
            assert_eq!(
                (outcome.reason, outcome.ranks[usize::from(owes)]),
                (Reason::TIMEOUT, 2),
                "{game} {step}"
            );
        }
    }
}

#[tokio::test]
async fn three_seats_go_on_without_one_that_timed_out() {
    let server = TestServer::start().await;
    for game in ["martian-chess", "martian-go"] {
        let (table, mut players) = seated_with(&server, game, 3, FISCHER).await;
        server.pass(&mut players, and_lag(seconds(10))).await;
        all_see(&mut players, table).await;
        for player in &mut players {
            player.until(table, |table| table.line == ["0 Timeout"]).await;
        }
        // Its clock stands at nothing for good: were it counted, the house would look at the table for ever.
        let left_ms = players[1].tables[&table].clocks_ms.expect("clocks") + 10_000;
        let row = "SELECT deadline_ms FROM tables WHERE id = $1";
        let deadline_ms = database(&server).await.number(row, Some(table)).await;
        assert_eq!(deadline_ms, left_ms, "{game}: when seat 1's flag would fall, or seat 2's at once");

        // The other two play on, each with its own time, and then the next flag ends it.
        let mut rng = fastrand::Rng::with_seed(3);
        for seat in [1, 2, 1, 2] {
            assert_eq!(to_act(&players[0], table), Some(seat), "{game}");
            server.advance(seconds(2));
            play_on(table, &mut players, 1, &mut rng).await;
        }
        let left_ms = players[0].tables[&table].clocks.clone().expect("clocks").left_ms;
        assert_eq!(left_ms[0], 0);
        assert!(left_ms[1..].iter().all(|left| (12_000..13_500).contains(left)), "{left_ms:?}");
        server.pass(&mut players, and_lag(seconds(13))).await;
        let folded = players[2].until(table, |table| table.outcome.is_some()).await;
        let outcome = outcome(folded);
        assert_eq!((outcome.reason, &outcome.ranks), (Reason::TIMEOUT, &vec![3, 2, 1]), "{game}");
    }
}

#[tokio::test]
async fn a_game_that_goes_on_without_a_seat_comes_to_its_own_end() {
    let server = TestServer::start().await;
    for (game, reasons) in [
        ("martian-go", &["board-full"][..]),
        ("branches-twigs-thorns", &["board-full"]),
        ("martian-chess", &["empty", "no-progress"]),
    ] {
        for seats in [3, 5] {
            let (table, mut players) = seated_with(&server, game, seats, FISCHER).await;
            server.pass(&mut players, and_lag(seconds(10))).await;
            for player in &mut players {
                player.until(table, |table| table.line == ["0 Timeout"]).await;
            }
            play_on(table, &mut players, 10_000, &mut fastrand::Rng::with_seed(seats.into())).await;
            let outcome = outcome(&players[0].tables[&table]);
            assert!(reasons.contains(&outcome.reason.name()), "{game}: {outcome:?}");
            assert_eq!(
                outcome.ranks[0], seats,
                "{game}: whoever left ranks last, whatever the score: {outcome:?}"
            );
            assert_eq!(outcome.ranks.iter().filter(|rank| **rank == seats).count(), 1);
        }
    }
}

#[tokio::test]
async fn a_table_that_sleeps_again_after_a_flag_is_woken_by_the_next() {
    let server = TestServer::start().await;
    let (table, players) = seated_with(&server, "martian-chess", 3, DAY).await;
    let n = players[0].tables[&table].n;
    drop(players);
    let server = restarted(server, seconds(0)).await;
    server.advance(seconds(DAY_S) + limits::TICK);
    until_kept(&server, table, n + 1).await;
    // That woke it; a restart has it asleep again for certain.
    server.advance(limits::TABLE_IDLE_TIMEOUT);
    let server = restarted(server, seconds(0)).await;
    server.advance(seconds(DAY_S) - limits::TABLE_IDLE_TIMEOUT + limits::TICK);
    until_finished(&server, table).await;
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("the finished game");
    assert_eq!(watcher.tables[&table].line, ["0 Timeout", "1 Timeout"]);
}
