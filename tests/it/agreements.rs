//! What the players agree on beside takebacks, in every game and at every number of seats: that it is a draw, that the
//! clocks stand still; and what one alone may say for all, that the game has not really begun.

use cydonia_protocol::{Clocks, Command, ErrorCode, MatchPage, OfferKind, TableStatus, TimeControl};
use cydonia_rules::{Reason, Turn};
use cydonia_tests::{TestClient, TestServer};
use uuid::Uuid;

use crate::company::{
    Company, Kind, Table, agree, agreed, and_lag, every_kind, offer, offered, outcome, restarted, seconds,
};
use crate::exports::tell_alike;
use crate::support::{
    all_see, give_share, play_dice, play_on, refused_at, roll, seated, seated_at, seated_with, turn, watch,
};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 600, increment_s: 5 };
const DAY: TimeControl = TimeControl::Correspondence { days: 1 };

#[tokio::test]
async fn a_draw_ends_every_game_at_every_number_of_seats_once_all_agree() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut rng = fastrand::Rng::with_seed(31);
    for kind in every_kind(&server).await {
        let table = company.begin(&kind, TimeControl::None {}).await;
        let (id, seats) = (table.id, usize::from(kind.seats));
        play_dice(company.at(&table), id, 4, &mut rng).await;
        let asks = rng.usize(..seats);
        let number = offered(company.in_seat(asks as u8), id, OfferKind::Draw).await;
        let mut others: Vec<usize> = (0..seats).filter(|seat| *seat != asks).collect();
        rng.shuffle(&mut others);
        for seat in others {
            company.see(&table).await;
            assert_eq!(company.folded(&table).outcome, None, "{kind:?}: seat {seat} has not been asked");
            company.in_seat(seat as u8).call(agree(id, number)).await.expect("agreed");
        }
        company.see(&table).await;
        let outcome = outcome(company.folded(&table));
        assert_eq!((outcome.reason, &outcome.ranks), (Reason::AGREED, &vec![1; seats]), "{kind:?}");
    }
}

/// The numbers of the offers that are open.
fn open(player: &TestClient, table: Uuid) -> Vec<u64> {
    player.tables[&table].offers.iter().map(|offer| offer.offer).collect()
}

#[tokio::test]
async fn only_a_move_of_one_who_has_not_agreed_ends_an_offered_draw() {
    let server = TestServer::start().await;
    for seats in 2..=6u8 {
        let (table, mut players) = seated(&server, seats).await;
        let (seats, mut rng) = (usize::from(seats), fastrand::Rng::with_seed(32));
        // Seat 0 offers and moves; then each moves that has agreed, up to the last, who has not.
        let number = offered(&mut players[0], table, OfferKind::Draw).await;
        for player in &mut players[1..seats - 1] {
            player.call(agree(table, number)).await.expect("agreed");
        }
        for _ in 0..seats - 1 {
            play_on(table, &mut players, 1, &mut rng).await;
            assert_eq!(open(&players[0], table), [number], "{seats} seats");
        }
        play_on(table, &mut players, 1, &mut rng).await;
        assert!(open(&players[0], table).is_empty(), "{seats} seats: to move is to decline");
        refused_at(&mut players[seats - 1], table, agree(table, number), ErrorCode::NoOffer).await;
        assert_eq!(players[0].tables[&table].outcome, None);

        // The position has changed: it may be offered again, and ends with whoever leaves.
        let number = offered(&mut players[0], table, OfferKind::Draw).await;
        if seats > 2 {
            players[1].call(Command::Resign { table }).await.expect("resigned");
            all_see(&mut players, table).await;
            assert!(open(&players[0], table).is_empty(), "{seats} seats: when a seat leaves, all offers end");
            refused_at(&mut players[2], table, agree(table, number), ErrorCode::NoOffer).await;
        }
    }
}

#[tokio::test]
async fn an_offered_draw_lapses_with_the_others_roll_or_action() {
    let server = TestServer::start().await;
    for game in ["martian-frisby", "martian-backgammon"] {
        let (table, mut players) = seated_at(&server, game, 2).await;
        for _ in 0..8 {
            let (Turn::Roll { seat } | Turn::Act { seat }) = turn(&players[0], table) else {
                panic!("it is on")
            };
            let (mover, other) = (usize::from(seat), 1 - usize::from(seat));
            let number = offered(&mut players[other], table, OfferKind::Draw).await;
            all_see(&mut players, table).await;
            play_dice(&mut players, table, 1, &mut fastrand::Rng::with_seed(33)).await;
            assert!(open(&players[0], table).is_empty(), "{game}: to go on is to decline");
            refused_at(&mut players[mover], table, agree(table, number), ErrorCode::NoOffer).await;
        }

        // A share changes no position, and so says nothing to an offer; one's own roll does not take it back.
        let (table, mut players) = seated_at(&server, game, 2).await;
        let number = offered(&mut players[0], table, OfferKind::Draw).await;
        all_see(&mut players, table).await;
        give_share(&mut players, table).await;
        assert_eq!(open(&players[0], table), [number], "{game}");
        roll(&mut players, table).await;
        assert_eq!(open(&players[0], table), [number], "{game}");
        players[1].call(agree(table, number)).await.expect("agreed");
        assert_eq!(outcome(&players[1].tables[&table]).reason, Reason::AGREED, "{game}");
    }
}

#[tokio::test]
async fn what_is_on_offer_and_who_has_agreed_outlasts_a_restart() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut games: Vec<(Table, u64, u64)> = Vec::new();
    for kind in every_kind(&server).await {
        let table = company.begin(&kind, FISCHER).await;
        let draw = offered(company.in_seat(0), table.id, OfferKind::Draw).await;
        let pause = offered(company.in_seat(1), table.id, OfferKind::Pause).await;
        for seat in 2..kind.seats {
            company.in_seat(seat).call(agree(table.id, draw)).await.expect("agreed");
            company.in_seat(seat).call(agree(table.id, pause)).await.expect("agreed");
        }
        company.see(&table).await;
        games.push((table, draw, pause));
    }
    let tables: Vec<Table> = games.iter().map(|(table, ..)| table.clone()).collect();
    let known: Vec<_> = tables.iter().map(|table| company.folded(table).clone()).collect();
    let guests = company.go();
    let server = restarted(server, seconds(0)).await;
    let mut company = Company::come_back(&server, guests, &tables).await;
    for ((table, draw, pause), known) in games.iter().zip(&known) {
        assert_eq!(company.folded(table), known, "{table:?}");
        company.in_seat(0).call(agree(table.id, *pause)).await.expect("the last who was asked");
        company.see(table).await;
        assert!(company.folded(table).paused, "{table:?}");
        // A pause is no move: the draw is still on offer.
        company.in_seat(1).call(agree(table.id, *draw)).await.expect("the last who was asked");
        company.see(table).await;
        assert_eq!(outcome(company.folded(table)).reason, Reason::AGREED, "{table:?}");
    }
}

#[tokio::test]
async fn all_who_are_in_agree_to_a_pause_and_any_of_them_ends_it() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut paused = Vec::new();
    for kind in every_kind(&server).await {
        for clock in [FISCHER, DAY] {
            let table = company.begin(&kind, clock).await;
            let mut clocks = company.folded(&table).clocks.clone().expect("clocks");
            server.advance(seconds(1));
            let number = offered(company.in_seat(0), table.id, OfferKind::Pause).await;
            for seat in 1..kind.seats {
                company.see(&table).await;
                assert!(!company.folded(&table).paused, "{kind:?}: not all have agreed");
                company.in_seat(seat).call(agree(table.id, number)).await.expect("agreed");
            }
            company.see(&table).await;
            let running = clocks.running.take().expect("a clock runs");
            clocks.left_ms[usize::from(running)] -= 1_000;
            paused.push((table, running, clocks));
        }
    }
    server.pass(&mut company.people, seconds(30 * 60)).await;
    for (table, running, standing) in paused {
        let folded = company.folded(&table);
        assert_eq!((folded.paused, &folded.clocks), (true, &Some(standing.clone())), "{table:?}");
        refused_at(company.in_seat(0), table.id, offer(table.id, OfferKind::Pause), ErrorCode::BadOffer)
            .await;
        // Whoever was refused meanwhile may have dropped what there was to choose from: it comes again.
        company.in_seat(running).choices.remove(&table.id);
        let ends_it = table.kind.seats - 1;
        company.in_seat(ends_it).call(Command::Resume { table: table.id }).await.expect("on it goes");
        company.see(&table).await;
        let clocks = Clocks { running: Some(running), ..standing };
        let folded = company.folded(&table);
        assert_eq!((folded.paused, &folded.clocks), (false, &Some(clocks)), "{table:?}");
        if !table.kind.dice {
            assert!(!company.in_seat(running).offered(table.id).await.actions.is_empty(), "{table:?}");
        }
        let again = Command::Resume { table: table.id };
        refused_at(company.in_seat(0), table.id, again, ErrorCode::NotPaused).await;
    }
}

/// A game of dice whose seat 0 has lost what it pledged twice and asks for leave; gives the offer's number.
async fn loses_twice(company: &mut Company, game: &str) -> (Table, u64) {
    let kind = Kind { game: game.to_owned(), seats: 2, dice: true };
    let table = company.begin(&kind, FISCHER).await;
    give_share(company.at(&table), table.id).await;
    let folded = company.folded(&table).clone();
    let lost = company.in_seat(0).hand.lose(&folded, 41);
    company.in_seat(0).call(lost).await.expect("once it is free");
    company.see(&table).await;
    give_share(company.at(&table), table.id).await;
    let folded = company.folded(&table).clone();
    let again = company.in_seat(0).hand.clone().lose(&folded, 42);
    refused_at(company.in_seat(0), table.id, again, ErrorCode::LostAgain).await;
    let number = offered(company.in_seat(0), table.id, OfferKind::Lost).await;
    company.see(&table).await;
    (table, number)
}

#[tokio::test]
async fn asking_to_lose_a_share_again_costs_the_time_until_the_answer() {
    let server = TestServer::start().await;
    for game in ["martian-frisby", "martian-backgammon"] {
        // Asked, answered after a restart, and only then said.
        let mut company = Company::gather(&server).await;
        let (table, number) = loses_twice(&mut company, game).await;
        server.advance(seconds(9));
        company.in_seat(1).call(agree(table.id, number)).await.expect("allowed");
        company.see(&table).await;
        let clocks = Clocks { left_ms: vec![591_000, 600_000], running: Some(0) };
        assert_eq!(company.folded(&table).clocks, Some(clocks), "{game}: the roller's clock runs");
        let folded = company.folded(&table).clone();
        let lost = company.in_seat(0).hand.lose(&folded, 42);
        company.in_seat(0).call(lost).await.expect("allowed once more");
        company.see(&table).await;
        roll(company.at(&table), table.id).await;

        // Nobody answers: the flag falls like any other.
        let (table, _) = loses_twice(&mut company, game).await;
        server.pass(&mut company.people, and_lag(seconds(600))).await;
        let folded = company.in_seat(1).until(table.id, |table| table.outcome.is_some()).await;
        assert_eq!(
            (outcome(folded).reason, &outcome(folded).ranks),
            (Reason::TIMEOUT, &vec![2, 1]),
            "{game}"
        );
    }
    tell_alike(&server).await;
}

#[tokio::test]
async fn leave_to_lose_a_share_is_asked_for_and_given_across_restarts() {
    let mut server = TestServer::start().await;
    for game in ["martian-frisby", "martian-backgammon"] {
        let mut company = Company::gather(&server).await;
        let (table, number) = loses_twice(&mut company, game).await;
        let mut hand = company.in_seat(0).hand.clone();
        let mut known = company.folded(&table).clone();
        for is_answered in [false, true] {
            let guests = company.go();
            server = restarted(server, seconds(0)).await;
            company = Company::come_back(&server, guests, std::slice::from_ref(&table)).await;
            assert_eq!(company.folded(&table), &known, "{game}");
            if !is_answered {
                company.in_seat(1).call(agree(table.id, number)).await.expect("allowed");
                company.see(&table).await;
                known = company.folded(&table).clone();
            }
        }
        let lost = hand.lose(&known, 42);
        company.in_seat(0).hand = hand;
        company.in_seat(0).call(lost).await.expect("allowed once more");
        company.see(&table).await;
        // The waiting seat gives a share for the new roll, and the roller opens what it pledged last.
        roll(company.at(&table), table.id).await;
        assert_eq!(company.folded(&table).rolls, 3, "{game}");
    }
}

#[tokio::test]
async fn in_a_pause_nothing_of_a_game_of_dice_is_taken() {
    let server = TestServer::start().await;
    for game in ["martian-frisby", "martian-backgammon"] {
        let (table, mut players) = seated_with(&server, game, 2, FISCHER).await;
        let pause = async |players: &mut [TestClient]| agreed(players, table, 0, OfferKind::Pause).await;
        pause(&mut players).await;
        let share = players[1].share(table);
        refused_at(&mut players[1], table, share, ErrorCode::Paused).await;
        players[1].call(Command::Resume { table }).await.expect("on it goes");
        all_see(&mut players, table).await;
        give_share(&mut players, table).await;
        pause(&mut players).await;
        let command = players[0].roll(table);
        refused_at(&mut players[0], table, command, ErrorCode::Paused).await;
        players[0].call(Command::Resume { table }).await.expect("on it goes");
        all_see(&mut players, table).await;
        while matches!(turn(&players[0], table), Turn::Roll { .. }) {
            roll(&mut players, table).await;
        }
        let Turn::Act { seat } = turn(&players[0], table) else { panic!("a turn") };
        let player = usize::from(seat);
        players[player].play(table, |_| 0).await.expect("legal");
        all_see(&mut players, table).await;
        pause(&mut players).await;
        if turn(&players[0], table) == (Turn::Act { seat }) {
            let undo = Command::Undo { table, at: players[player].tables[&table].at };
            refused_at(&mut players[player], table, undo, ErrorCode::Paused).await;
            let action = players[player].offered(table).await.actions[0].clone();
            let act = players[player].act(table, &action);
            refused_at(&mut players[player], table, act, ErrorCode::Paused).await;
        }
        // One may still give up.
        players[1].call(Command::Resign { table }).await.expect("resigned");
        assert_eq!(outcome(&players[1].tables[&table]).reason, Reason::RESIGNED, "{game}");
    }
}

/// Ends the first turn of a game that has just begun, and no more than that.
async fn play_first_turn(players: &mut [TestClient], table: Uuid) {
    while matches!(turn(&players[0], table), Turn::Roll { .. }) {
        roll(players, table).await;
    }
    let first = turn(&players[0], table);
    while turn(&players[0], table) == first {
        play_dice(players, table, 1, &mut fastrand::Rng::with_seed(34)).await;
    }
}

#[tokio::test]
async fn any_seat_may_say_that_a_game_has_not_begun_until_its_second_turn() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    for kind in every_kind(&server).await {
        for seat in 0..kind.seats {
            let table = company.begin(&kind, FISCHER).await;
            if seat != 1 {
                play_first_turn(company.at(&table), table.id).await;
            }
            company.in_seat(seat).call(Command::Abort { table: table.id }).await.expect("not begun");
            company.see(&table).await;
            let folded = company.folded(&table);
            assert_eq!((folded.info.status, &folded.outcome), (TableStatus::Aborted, &None), "{kind:?}");
            let again = Command::Abort { table: table.id };
            refused_at(company.in_seat(seat), table.id, again, ErrorCode::Over).await;
        }
        let table = company.begin(&kind, FISCHER).await;
        play_first_turn(company.at(&table), table.id).await;
        // With dice the roll begins the turn.
        play_dice(company.at(&table), table.id, 1, &mut fastrand::Rng::with_seed(35)).await;
        for seat in 0..kind.seats {
            let abort = Command::Abort { table: table.id };
            refused_at(company.in_seat(seat), table.id, abort, ErrorCode::TooLate).await;
        }
    }
    let page: MatchPage = server.get("/api/v1/matches").await;
    assert!(page.matches.is_empty(), "a game that was aborted is none that was played");
}

#[tokio::test]
async fn no_flag_falls_and_nobody_walks_off_once_a_game_is_aborted() {
    let server = TestServer::start().await;
    let (table, mut players) =
        seated_with(&server, "martian-chess", 3, TimeControl::Fischer { initial_s: 10, increment_s: 0 })
            .await;
    players[1].call(Command::Abort { table }).await.expect("not begun");
    all_see(&mut players, table).await;
    let n = players[0].tables[&table].n;
    players[2].call(Command::Unwatch { table }).await.expect("looks away");
    server.pass(&mut players, seconds(600)).await;
    players[0].call(watch(table)).await.expect("its page still tells");
    assert_eq!(
        (players[0].tables[&table].n, players[0].tables[&table].info.status),
        (n, TableStatus::Aborted)
    );
}
