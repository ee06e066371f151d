//! Takebacks: turns that are taken back because all agree: anybody's, in any game without dice, and though the house falls down
//! between the question and the answer.

use cydonia_protocol::{Command, ErrorCode, EventKind, MatchRecord, OfferKind, Replay, TimeControl};
use cydonia_rules::{Turn, View};
use cydonia_server::limits;
use cydonia_tests::{Guest, Process, TestClient, TestDatabase, TestServer};
use uuid::Uuid;

use crate::company::{Company, agree, agreed, every_kind, offer, offered, seconds};
use crate::exports::tell_alike;
use crate::support::{
    all_see, create, give_share, play_on, refused_at, roll, seated, seated_at, seated_with, sit, to_act,
    turn, watch, wish,
};

fn view(players: &[TestClient], table: Uuid) -> View {
    players[0].tables[&table].view.clone().expect("a game")
}

/// Plays so many turns at random; gives the position before each, with whose turn it was.
async fn positions(
    players: &mut [TestClient],
    table: Uuid,
    turns: usize,
    rng: &mut fastrand::Rng,
) -> Vec<(usize, View)> {
    let mut before = Vec::new();
    for _ in 0..turns {
        before.push((to_act(&players[0], table).expect("a turn"), view(players, table)));
        assert_eq!(play_on(table, players, 1, rng).await, 1, "the game goes on");
    }
    before
}

#[tokio::test]
async fn every_seat_of_every_game_without_dice_gets_its_own_last_turn_back() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut rng = fastrand::Rng::with_seed(21);
    for kind in every_kind(&server).await.iter().filter(|kind| !kind.dice) {
        let table = company.begin(kind, TimeControl::None {}).await;
        let (id, seats) = (table.id, usize::from(kind.seats));
        for asks in 0..seats {
            let players = company.at(&table);
            let before = positions(players, id, seats, &mut rng).await;
            let back = before.iter().rposition(|(seat, _)| *seat == asks).expect("a turn of its own");
            agreed(players, id, asks, OfferKind::Takeback).await;
            assert_eq!(view(players, id), before[back].1, "{kind:?}: before seat {asks}'s turn");
            let entry = format!("{asks} takes back {}", seats - back);
            assert_eq!(players[0].tables[&id].line.last(), Some(&entry), "{kind:?}");
            assert_eq!(to_act(&players[0], id), Some(asks), "{kind:?}");
            assert!(players.iter().all(|player| player.tables[&id].offers.is_empty()));
        }
        // What was taken back is gone from the game's line, and stands in its record as taken back.
        let stands = {
            let line = &company.folded(&table).line;
            let taken: usize = line
                .iter()
                .filter_map(|entry| entry.rsplit_once("takes back "))
                .map(|(_, count)| count.parse::<usize>().expect("a number"))
                .sum();
            line.iter().filter(|entry| !entry.contains("takes back")).count() - taken
        };
        for seat in 0..kind.seats - 1 {
            company.in_seat(seat).call(Command::Resign { table: id }).await.expect("resigned");
        }
        let record: MatchRecord = server.get(&format!("/api/v1/matches/{id}")).await;
        assert_eq!(record.summary.plies as usize, stands + seats - 1, "{kind:?}");
        let replay: Replay = server.get(&format!("/api/v1/matches/{id}/replay")).await;
        let backs = replay.events.iter().filter(|event| matches!(event.what, EventKind::Takeback { .. }));
        assert_eq!(backs.count(), seats, "{kind:?}");
    }
    tell_alike(&server).await;
}

#[tokio::test]
async fn one_refusal_or_any_change_of_the_position_ends_a_takeback() {
    let server = TestServer::start().await;
    for seats in 3..=6u8 {
        let (table, mut players) = seated(&server, seats).await;
        let (seats, mut rng) = (usize::from(seats), fastrand::Rng::with_seed(22));
        play_on(table, &mut players, seats, &mut rng).await;
        let before = view(&players, table);
        let number = offered(&mut players[0], table, OfferKind::Takeback).await;
        for player in &mut players[1..seats - 1] {
            player.call(agree(table, number)).await.expect("agreed");
        }
        let decline = Command::Answer { table, offer: number, agree: false };
        players[seats - 1].call(decline).await.expect("declined");
        all_see(&mut players, table).await;
        assert_eq!(view(&players, table), before, "all but one have agreed, and that is not all");
        assert!(players[0].tables[&table].offers.is_empty());
        let again = offer(table, OfferKind::Takeback);
        refused_at(&mut players[0], table, again, ErrorCode::BadOffer).await;

        // The one who asks moves on: the question was meant for another position, also to those who had agreed.
        let number = offered(&mut players[1], table, OfferKind::Takeback).await;
        for seat in (0..seats).filter(|seat| ![1, seats - 1].contains(seat)) {
            players[seat].call(agree(table, number)).await.expect("agreed");
        }
        players[0].play(table, |_| 0).await.expect("legal");
        all_see(&mut players, table).await;
        assert!(players[0].tables[&table].offers.is_empty(), "{seats} seats");
        refused_at(&mut players[seats - 1], table, agree(table, number), ErrorCode::NoOffer).await;
    }
}

#[tokio::test]
async fn so_many_turns_can_be_taken_back_one_after_another_and_no_more() {
    let server = TestServer::start().await;
    for seats in [2u8, 4] {
        let (table, mut players) = seated(&server, seats).await;
        let mut rng = fastrand::Rng::with_seed(23);
        let turns = usize::from(seats) * (limits::TAKEBACKS + 1);
        let before = positions(&mut players, table, turns, &mut rng).await;
        for back in 1..=limits::TAKEBACKS {
            agreed(&mut players, table, 0, OfferKind::Takeback).await;
            assert_eq!(view(&players, table), before[turns - usize::from(seats) * back].1);
        }
        let more = offer(table, OfferKind::Takeback);
        refused_at(&mut players[0], table, more, ErrorCode::BadOffer).await;
    }
}

#[tokio::test]
async fn once_somebody_has_left_nothing_from_before_is_taken_back() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 3).await;
    play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(24)).await;
    let number = offered(&mut players[0], table, OfferKind::Takeback).await;
    players[1].call(agree(table, number)).await.expect("agreed");
    players[2].call(Command::Resign { table }).await.expect("resigned");
    all_see(&mut players, table).await;
    assert!(players[0].tables[&table].offers.is_empty(), "when a seat leaves, all offers end");
    for player in &mut players[..2] {
        refused_at(player, table, offer(table, OfferKind::Takeback), ErrorCode::BadOffer).await;
    }
    // What comes after is taken back as ever, and the one who has left is not asked.
    let before = positions(&mut players, table, 2, &mut fastrand::Rng::with_seed(25)).await;
    let (seat, position) = before[0].clone();
    let number = offered(&mut players[seat], table, OfferKind::Takeback).await;
    all_see(&mut players, table).await;
    refused_at(&mut players[2], table, agree(table, number), ErrorCode::Left).await;
    players[1 - seat].call(agree(table, number)).await.expect("agreed");
    all_see(&mut players, table).await;
    assert_eq!(view(&players, table), position);
}

#[tokio::test]
async fn with_dice_no_turn_is_ever_taken_back() {
    let server = TestServer::start().await;
    for game in ["martian-frisby", "martian-backgammon"] {
        let (table, mut players) = seated_at(&server, game, 2).await;
        let mut acted = [0; 2];
        while acted.iter().any(|turns| *turns < 2) {
            // Whatever is due, and whoever asks.
            for player in &mut players {
                refused_at(player, table, offer(table, OfferKind::Takeback), ErrorCode::BadOffer).await;
            }
            match turn(&players[0], table) {
                Turn::Roll { .. } => {
                    give_share(&mut players, table).await;
                    for player in &mut players {
                        refused_at(player, table, offer(table, OfferKind::Takeback), ErrorCode::BadOffer)
                            .await;
                    }
                    roll(&mut players, table).await;
                }
                Turn::Act { seat } => {
                    let seat = usize::from(seat);
                    players[seat].play(table, |_| 0).await.expect("legal");
                    all_see(&mut players, table).await;
                    acted[seat] += usize::from(turn(&players[0], table) != Turn::Act { seat: seat as u8 });
                }
                Turn::Over {} => panic!("no game is over so soon"),
            }
        }
    }
}

#[tokio::test]
async fn a_turn_that_is_taken_back_brings_nobody_time() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let kinds = every_kind(&server).await;
    for kind in kinds.iter().filter(|kind| kind.game == "martian-go") {
        let clock = TimeControl::Fischer { initial_s: 600, increment_s: 0 };
        let table = company.begin_as(kind, wish(&kind.game, kind.seats, clock)).await;
        for _ in 0..kind.seats {
            server.advance(seconds(1));
            play_on(table.id, company.at(&table), 1, &mut fastrand::Rng::with_seed(26)).await;
        }
        let before = company.folded(&table).clocks.clone().expect("clocks");
        agreed(company.at(&table), table.id, 1, OfferKind::Takeback).await;
        let after = company.folded(&table).clocks.clone().expect("clocks");
        assert_eq!((after.left_ms, after.running), (before.left_ms, Some(1)), "{kind:?}");
    }
}

#[tokio::test]
async fn in_a_pause_nothing_is_taken_back_and_an_answer_waits_for_its_end() {
    let server = TestServer::start().await;
    for seats in [2u8, 5] {
        let clock = TimeControl::Fischer { initial_s: 600, increment_s: 0 };
        let (table, mut players) = seated_with(&server, "martian-chess", seats, clock).await;
        let turns = usize::from(seats);
        let before = positions(&mut players, table, turns, &mut fastrand::Rng::with_seed(30)).await;
        let number = offered(&mut players[1], table, OfferKind::Takeback).await;
        agreed(&mut players, table, 0, OfferKind::Pause).await;
        refused_at(&mut players[0], table, agree(table, number), ErrorCode::Paused).await;
        let asked = offer(table, OfferKind::Takeback);
        refused_at(&mut players[0], table, asked, ErrorCode::Paused).await;
        players[0].call(Command::Resume { table }).await.expect("on it goes");
        for seat in (0..turns).filter(|seat| *seat != 1) {
            players[seat].call(agree(table, number)).await.expect("agreed");
        }
        all_see(&mut players, table).await;
        assert_eq!(view(&players, table), before[1].1, "{seats} seats");
    }
}

#[tokio::test]
async fn what_was_asked_and_agreed_to_before_a_restart_needs_only_the_rest() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut asked = Vec::new();
    let mut rng = fastrand::Rng::with_seed(27);
    for kind in every_kind(&server).await.iter().filter(|kind| !kind.dice) {
        let table = company.begin(kind, TimeControl::None {}).await;
        let before = positions(company.at(&table), table.id, usize::from(kind.seats) + 1, &mut rng).await;
        let asks = usize::from(kind.seats) / 2;
        let number = offered(company.in_seat(asks as u8), table.id, OfferKind::Takeback).await;
        // The lower half agrees before the restart, the upper one after it.
        for seat in 0..asks {
            company.in_seat(seat as u8).call(agree(table.id, number)).await.expect("agreed");
        }
        company.see(&table).await;
        let back = before.into_iter().rfind(|(seat, _)| *seat == asks).expect("a turn of its own");
        asked.push((table, number, asks, back.1));
    }
    let tables: Vec<_> = asked.iter().map(|(table, ..)| table.clone()).collect();
    let known: Vec<_> = tables.iter().map(|table| company.folded(table).clone()).collect();
    let guests = company.go();
    let server = server.restart().await;
    let mut company = Company::come_back(&server, guests, &tables).await;
    for ((table, number, asks, position), known) in asked.into_iter().zip(known) {
        assert_eq!(company.folded(&table), &known, "the question is still open");
        if asks + 1 < usize::from(table.kind.seats) {
            for seat in asks + 1..usize::from(table.kind.seats) {
                company.in_seat(seat as u8).call(agree(table.id, number)).await.expect("agreed");
            }
        }
        company.see(&table).await;
        let folded = company.folded(&table);
        assert_eq!(folded.view.as_ref(), Some(&position), "{table:?}");
        assert!(folded.offers.is_empty(), "{table:?}");
    }
}

/// The players come back to a program that has been killed and started again.
async fn risen(
    data: &TestDatabase,
    mut fallen: Process,
    guests: &[Guest],
    table: Uuid,
) -> (Process, Vec<TestClient>) {
    fallen.kill().await;
    let process = Process::start(data, 0).await;
    let mut players = Vec::new();
    for guest in guests {
        let mut player = TestClient::connect(process.address, "", Some(guest)).await;
        player.call(watch(table)).await.expect("found again");
        players.push(player);
    }
    (process, players)
}

#[tokio::test]
async fn a_takeback_is_agreed_on_though_the_house_is_killed_after_every_word() {
    let data = TestDatabase::new().await;
    let process = Process::start(&data, 0).await;
    let mut guests = Vec::new();
    let mut players = Vec::new();
    for name in ["Ada", "Ben", "Cem"] {
        let guest = Guest::arrive(&format!("http://{}", process.address), name).await;
        players.push(TestClient::connect(process.address, "", Some(&guest)).await);
        guests.push(guest);
    }
    let table = players[0].call(create(3)).await.expect("a table").table.expect("its id");
    for player in &mut players {
        player.call(watch(table)).await.expect("watching");
    }
    for player in &mut players[1..] {
        player.call(sit(table)).await.expect("a seat");
    }
    for player in &mut players {
        player.until(table, |table| table.view.is_some()).await;
    }
    let before = positions(&mut players, table, 3, &mut fastrand::Rng::with_seed(28)).await;
    let number = offered(&mut players[1], table, OfferKind::Takeback).await;
    let (process, mut players) = risen(&data, process, &guests, table).await;
    assert_eq!(players[0].tables[&table].offers.len(), 1, "asked, and killed");
    players[0].call(agree(table, number)).await.expect("agreed");
    let (process, mut players) = risen(&data, process, &guests, table).await;
    assert_eq!(players[0].tables[&table].offers[0].agreed, [0], "agreed to by one, and killed");
    players[2].call(agree(table, number)).await.expect("agreed");
    let (_process, mut players) = risen(&data, process, &guests, table).await;
    assert_eq!(view(&players, table), before[1].1, "taken back, and killed");
    assert!(players[0].tables[&table].offers.is_empty());
    play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(29)).await;
}
