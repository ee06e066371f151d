//! Resignation and abandonment: leaving a game, in every game and at every number of seats: by giving up, by walking off, by having been away for
//! too long. Whoever goes first ranks last, the others play on without the seat, and the last of them has won.

use cydonia_protocol::{Command, ErrorCode, MatchRecord, OfferKind, TimeControl};
use cydonia_rules::{LeaveReason, OptionValue, Reason, Seat, Turn};
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer};
use uuid::Uuid;

use crate::company::{
    Company, Kind, Table, agree, and_lag, every_kind, is_away, knock, offer, offered, outcome,
    ranks_of_leavers, restarted, seconds, until_presence,
};
use crate::exports::tell_alike;
use crate::support::{
    all_see, play_dice, play_on, refused_at, seated_by, seated_with, to_act, turn, watch, wish,
};

const LIVE: TimeControl = TimeControl::Fischer { initial_s: 3_600, increment_s: 0 };

/// The seats of a table in an order of their own.
fn shuffled(seats: u8, rng: &mut fastrand::Rng) -> Vec<Seat> {
    let mut order: Vec<Seat> = (0..seats).collect();
    rng.shuffle(&mut order);
    order
}

/// How leaving stands in a table's line.
fn entry(seat: Seat, reason: LeaveReason) -> String {
    format!("{seat} {reason:?}")
}

#[tokio::test]
async fn whoever_resigns_is_passed_over_and_the_first_to_go_ranks_last() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut rng = fastrand::Rng::with_seed(11);
    for kind in every_kind(&server).await {
        let table = company.begin(&kind, TimeControl::None {}).await;
        let mut leavers = shuffled(kind.seats, &mut rng);
        leavers.pop();
        for (gone, seat) in leavers.iter().enumerate() {
            // A few actions lie between one and the next, so that they leave in all kinds of positions.
            play_dice(company.at(&table), table.id, 5, &mut rng).await;
            if let Turn::Act { seat } | Turn::Roll { seat } = turn(&company.people[0], table.id) {
                assert!(!leavers[..gone].contains(&seat), "{kind:?}: seat {seat} has left");
            }
            company.in_seat(*seat).call(Command::Resign { table: table.id }).await.expect("resigned");
            company.see(&table).await;
            let told = company.folded(&table).line.contains(&entry(*seat, LeaveReason::Resigned));
            assert!(told, "{kind:?}");
            let is_last = gone + 1 == leavers.len();
            let code = if is_last { ErrorCode::Over } else { ErrorCode::Left };
            let again = Command::Resign { table: table.id };
            refused_at(company.in_seat(*seat), table.id, again, code).await;
        }
        company.see(&table).await;
        let outcome = outcome(company.folded(&table)).clone();
        assert_eq!(outcome.reason, Reason::RESIGNED, "{kind:?}");
        assert_eq!(outcome.ranks, ranks_of_leavers(kind.seats, &leavers), "{kind:?}: {leavers:?}");
        let record: MatchRecord = server.get(&format!("/api/v1/matches/{}", table.id)).await;
        let ranks: Vec<u8> = record.summary.seats.iter().map(|seat| seat.rank).collect();
        assert_eq!(ranks, outcome.ranks, "the record says the same");
    }
}

/// Games of all kinds, and in what order all but one of each will leave.
async fn games_to_leave(
    server: &TestServer,
    company: &mut Company,
    clock: TimeControl,
) -> Vec<(Table, Vec<Seat>)> {
    let mut rng = fastrand::Rng::with_seed(12);
    let mut games = Vec::new();
    for kind in every_kind(server).await {
        let table = company.begin(&kind, clock).await;
        let mut leavers = shuffled(kind.seats, &mut rng);
        leavers.pop();
        games.push((table, leavers));
    }
    games
}

/// At each table the next one who is to leave looks away, a second after the one before.
async fn look_away(server: &TestServer, company: &mut Company, games: &[(Table, Vec<Seat>)]) {
    for turn in 0..5 {
        server.advance(seconds(1));
        for (table, leavers) in games {
            let Some(seat) = leavers.get(turn) else { continue };
            company.in_seat(*seat).call(Command::Unwatch { table: table.id }).await.expect("looks away");
        }
    }
}

/// The one who stays at a table.
fn stays(table: &Table, leavers: &[Seat]) -> Seat {
    (0..table.kind.seats).find(|seat| !leavers.contains(seat)).expect("one stays")
}

fn check_abandoned(company: &mut Company, table: &Table, leavers: &[Seat]) {
    let Kind { game, seats, .. } = &table.kind;
    let folded = &company.in_seat(stays(table, leavers)).tables[&table.id];
    let outcome = outcome(folded);
    assert_eq!(outcome.reason, Reason::ABANDONED, "{game} of {seats}");
    assert_eq!(outcome.ranks, ranks_of_leavers(*seats, leavers), "{game} of {seats}: {leavers:?}");
    let line: Vec<String> = leavers.iter().map(|seat| entry(*seat, LeaveReason::Abandoned)).collect();
    assert_eq!(folded.line, line, "{game} of {seats}");
}

#[tokio::test]
async fn those_who_walk_off_leave_in_the_order_in_which_they_went() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let games = games_to_leave(&server, &mut company, LIVE).await;
    look_away(&server, &mut company, &games).await;
    server.pass(&mut company.people, limits::ABANDONED_AFTER).await;
    for (table, leavers) in &games {
        let player = company.in_seat(stays(table, leavers));
        player.until(table.id, |table| table.outcome.is_some()).await;
        check_abandoned(&mut company, table, leavers);
    }
}

#[tokio::test]
async fn without_a_clock_those_who_are_away_leave_when_the_others_say_so() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let games = games_to_leave(&server, &mut company, TimeControl::None {}).await;
    look_away(&server, &mut company, &games).await;
    server.pass(&mut company.people, limits::CLAIM_AFTER).await;
    for (table, leavers) in &games {
        let player = company.in_seat(stays(table, leavers));
        for seat in leavers {
            let claim = Command::Claim { table: table.id, seat: *seat };
            player.call(claim.clone()).await.expect("away for long enough");
            let code = if Some(seat) == leavers.last() { ErrorCode::Over } else { ErrorCode::NotAbsent };
            assert_eq!(player.call(claim).await.expect_err("it has left").code, code);
        }
        check_abandoned(&mut company, table, leavers);
    }
}

#[tokio::test]
async fn who_has_left_and_in_what_order_outlasts_a_restart() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let games = games_to_leave(&server, &mut company, LIVE).await;
    // All but the last of them go before the house is closed, the last one after it.
    for (table, leavers) in &games {
        for seat in &leavers[..leavers.len() - 1] {
            company.in_seat(*seat).call(Command::Resign { table: table.id }).await.expect("resigned");
        }
        company.see(table).await;
    }
    let tables: Vec<Table> = games.iter().map(|(table, _)| table.clone()).collect();
    let known: Vec<_> = tables.iter().map(|table| company.folded(table).clone()).collect();
    let guests = company.go();
    let server = restarted(server, seconds(0)).await;
    let mut company = Company::come_back(&server, guests, &tables).await;
    for ((table, leavers), known) in games.iter().zip(&known) {
        assert_eq!(company.folded(table), known, "{table:?}");
        let (last, before) = leavers.split_last().expect("one at least");
        for seat in before {
            let again = Command::Resign { table: table.id };
            refused_at(company.in_seat(*seat), table.id, again, ErrorCode::Left).await;
        }
        company.in_seat(*last).call(Command::Resign { table: table.id }).await.expect("resigned");
        company.see(table).await;
        let ranks = &outcome(company.folded(table)).ranks;
        assert_eq!(ranks, &ranks_of_leavers(table.kind.seats, leavers), "{table:?}");
    }
}

#[tokio::test]
async fn a_game_of_six_is_left_in_every_way_and_each_is_told() {
    let server = TestServer::start().await;
    let live = TimeControl::Fischer { initial_s: 60, increment_s: 0 };
    let (table, mut players) = seated_with(&server, "martian-chess", 6, live).await;
    // Seat 4 looks away, seat 5 gives up, seat 0 lets its time run out, and by and by seat 4 has walked off.
    players[4].call(Command::Unwatch { table }).await.expect("looks away");
    players[5].call(Command::Resign { table }).await.expect("resigned");
    server.pass(&mut players, and_lag(seconds(60))).await;
    players[1].until(table, |table| table.line.contains(&entry(0, LeaveReason::Timeout))).await;
    server.pass(&mut players, seconds(50)).await;
    players[1].play(table, |_| 0).await.expect("legal");
    server.pass(&mut players, seconds(10)).await;
    let line = [
        entry(5, LeaveReason::Resigned),
        entry(0, LeaveReason::Timeout),
        players[1].tables[&table].line[2].clone(),
        entry(4, LeaveReason::Abandoned),
    ];
    assert_eq!(players[1].until(table, |table| table.line.len() == 4).await.line, line);
    assert_eq!(to_act(&players[1], table), Some(2));
    players[1].call(Command::Resign { table }).await.expect("resigned");
    players[3].call(Command::Resign { table }).await.expect("resigned");
    let folded = players[2].until(table, |table| table.outcome.is_some()).await;
    let leavers = [5, 0, 4, 1, 3];
    let outcome = outcome(folded);
    assert_eq!((outcome.reason, &outcome.ranks), (Reason::RESIGNED, &ranks_of_leavers(6, &leavers)));
}

/// A game of Martian Chess between two teams, 0 and 2 against 1 and 3.
async fn teams(server: &TestServer, clock: TimeControl) -> (Uuid, Vec<TestClient>) {
    let mut begin = wish("martian-chess", 4, clock);
    if let Command::Create { options, .. } = &mut begin {
        options.insert("teams".to_owned(), OptionValue::Switch(true));
    }
    seated_by(server, begin).await
}

#[tokio::test]
async fn a_team_shares_its_rank_and_loses_when_both_have_left() {
    let server = TestServer::start().await;
    for (leavers, ranks) in [
        (&[0, 2][..], [3, 1, 3, 1]),
        (&[3, 1], [1, 3, 1, 3]),
        (&[0, 1, 2], [3, 1, 3, 1]),
        (&[0, 1, 3], [1, 3, 1, 3]),
        (&[2, 3, 0], [3, 1, 3, 1]),
    ] {
        let (table, mut players) = teams(&server, TimeControl::None {}).await;
        for (gone, seat) in leavers.iter().enumerate() {
            assert_eq!(players[0].tables[&table].outcome, None, "{leavers:?}: one of each team is left");
            let acting = to_act(&players[0], table).expect("somebody's turn");
            assert!(!leavers[..gone].contains(&acting), "{leavers:?}");
            players[*seat].call(Command::Resign { table }).await.expect("resigned");
            all_see(&mut players, table).await;
        }
        let outcome = outcome(&players[0].tables[&table]);
        assert_eq!((outcome.reason, outcome.ranks.as_slice()), (Reason::RESIGNED, &ranks[..]), "{leavers:?}");
    }
    tell_alike(&server).await;
}

#[tokio::test]
async fn a_team_plays_on_with_one_member_and_its_leaver_shares_a_draw() {
    let server = TestServer::start().await;
    let (table, mut players) = teams(&server, TimeControl::None {}).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    all_see(&mut players, table).await;
    play_on(table, &mut players, 6, &mut fastrand::Rng::with_seed(1)).await;
    let number = offered(&mut players[1], table, OfferKind::Draw).await;
    for seat in [2, 3] {
        players[seat].call(agree(table, number)).await.expect("agreed");
    }
    all_see(&mut players, table).await;
    let drawn = outcome(&players[0].tables[&table]);
    assert_eq!((drawn.reason, drawn.ranks.as_slice()), (Reason::AGREED, &[1, 1, 1, 1][..]));

    // Played to the end instead, whoever left has the team's rank too.
    let (table, mut players) = teams(&server, TimeControl::None {}).await;
    players[3].call(Command::Resign { table }).await.expect("resigned");
    all_see(&mut players, table).await;
    play_on(table, &mut players, 10_000, &mut fastrand::Rng::with_seed(2)).await;
    let played = outcome(&players[0].tables[&table]);
    assert!(["empty", "no-progress"].contains(&played.reason.name()), "{played:?}");
    assert_eq!((played.ranks[0], played.ranks[1]), (played.ranks[2], played.ranks[3]), "{played:?}");
}

#[tokio::test]
async fn a_team_of_which_both_time_out_has_lost() {
    let server = TestServer::start().await;
    let (table, mut players) = teams(&server, TimeControl::Fischer { initial_s: 10, increment_s: 0 }).await;
    server.pass(&mut players, and_lag(seconds(10))).await;
    players[1].until(table, |table| table.line == [entry(0, LeaveReason::Timeout)]).await;
    players[1].play(table, |_| 0).await.expect("its own turn");
    server.pass(&mut players, and_lag(seconds(10))).await;
    let folded = players[1].until(table, |table| table.outcome.is_some()).await;
    let outcome = outcome(folded);
    assert_eq!((outcome.reason, outcome.ranks.as_slice()), (Reason::TIMEOUT, &[3, 1, 3, 1][..]));
    tell_alike(&server).await;
}

#[tokio::test]
async fn what_a_leaver_should_have_set_up_is_set_up_by_the_others() {
    let server = TestServer::start().await;
    for seats in [3u8, 4] {
        for leaver in 0..seats {
            let (table, mut players) = seated_with(&server, "branches-twigs-thorns", seats, LIVE).await;
            players[usize::from(leaver)].call(Command::Resign { table }).await.expect("resigned");
            all_see(&mut players, table).await;
            let mut rng = fastrand::Rng::with_seed(leaver.into());
            play_on(table, &mut players, 10_000, &mut rng).await;
            let folded = &players[0].tables[&table];
            let laid = |what: &str| folded.line.iter().filter(|entry| entry.starts_with(what)).count();
            assert_eq!(laid("null") + laid("root"), usize::from(seats), "every duty is done by somebody");
            assert_eq!(folded.line.len(), 1 + usize::from(seats) + 15 * (usize::from(seats) - 1));
            let outcome = outcome(folded);
            assert_eq!((outcome.reason.name(), outcome.ranks[usize::from(leaver)]), ("board-full", seats));
        }
    }
}

#[tokio::test]
async fn nobody_walks_off_from_an_empty_house_or_by_a_short_absence() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let kind = Kind { game: "martian-chess".to_owned(), seats: 2, dice: false };
    let table = company.begin(&kind, LIVE).await;
    let id = table.id;
    company.people[1].call(Command::Unwatch { table: id }).await.expect("looks away");
    until_presence(&mut company.people[0], id, 1, is_away).await;
    server.pass(&mut company.people, limits::ABANDONED_AFTER - seconds(1)).await;
    company.people[1].call(watch(id)).await.expect("back in time");
    server.pass(&mut company.people, seconds(60)).await;
    company.people[1].call(offer(id, OfferKind::Draw)).await.expect("still in the game");

    // Both look away at once, for longer than anybody waits: there is no player to be wronged, and both are still in,
    // whether a stranger keeps the table awake meanwhile or not.
    company.people[5].call(watch(id)).await.expect("watching");
    for person in company.at(&table) {
        person.call(Command::Unwatch { table: id }).await.expect("looks away");
    }
    server.pass(&mut company.people, limits::ABANDONED_AFTER * 2).await;
    knock(&mut company.people[5], id).await;
    assert_eq!(company.people[5].tables[&id].line.len(), 0, "nobody has left");
    company.people[5].call(Command::Unwatch { table: id }).await.expect("looks away");
    server.pass(&mut company.people, limits::ABANDONED_AFTER * 2).await;
    for person in company.at(&table) {
        person.call(watch(id)).await.expect("back");
    }
    assert_eq!(company.people[1].tables[&id].outcome, None);
}
