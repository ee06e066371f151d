//! Take-overs: a computer plays on at a seat that was left, once all who stayed agree.

use cydonia_protocol::dice::DiceReport;
use cydonia_protocol::record::GameRecord;
use cydonia_protocol::{
    Command, ComputerSeat, ErrorCode, EventKind, MatchAnalysis, OfferKind, SeatState, TimeControl,
};
use cydonia_rules::{LeaveReason, Seat, Turn};
use cydonia_server::{Thinker, limits};
use cydonia_tests::{TestClient, TestServer, TestServerBuilder, fresh_id};
use uuid::Uuid;

use super::{kept, step};
use crate::analysis::{first_is_best, until_ready};
use crate::company::{Company, Kind, agree, offered, restarted, seconds};
use crate::exports::tell_alike;
use crate::support::{all_see, play_dice, refused, refused_at, seated_by, seated_with, to_act, watch, wish};

/// To have a computer of that level take a seat over.
pub(crate) fn computer(table: Uuid, seat: Seat, level: u8) -> Command {
    let computer = Some(ComputerSeat { seat, level });
    Command::Offer { table, request: fresh_id(), what: OfferKind::Computer, computer }
}

/// Plays so many actions of people, who sit before the computer at the last seat.
async fn play_beside(people: &mut [TestClient], table: Uuid, count: usize) {
    for _ in 0..count {
        while to_act(&people[0], table) == Some(people.len()) {
            people[0].next().await;
        }
        let Some(seat) = to_act(&people[0], table) else { return };
        people[seat]
            .until(table, |table| {
                table.view.as_ref().map(|view| view.turn) == Some(Turn::Act { seat: seat as Seat })
            })
            .await;
        people[seat].play(table, |_| 0).await.expect("an offered action is taken");
        all_see(people, table).await;
    }
}

#[tokio::test]
async fn a_seat_that_was_given_up_goes_to_a_computer_when_all_who_stayed_agree() {
    let thinker = Thinker::players().analysing(|game, _, _, _| first_is_best(game));
    let server = TestServerBuilder::new().thinker(thinker).start().await;
    for game in ["martian-chess", "martian-go"] {
        let (table, mut players) = seated_with(&server, game, 4, TimeControl::None {}).await;
        let left = players[3].player.clone().expect("somebody");
        players[3].call(Command::Resign { table }).await.expect("resigned");
        all_see(&mut players, table).await;
        let number =
            players[0].call(computer(table, 3, 2)).await.expect("offered").offer.expect("its number");
        players[1].call(agree(table, number)).await.expect("agreed");
        assert_eq!(players[1].tables[&table].info.seats[3].sitter(), Some(&left), "one is still asked");
        let mut onlooker = players.pop().expect("four");
        players[2].call(agree(table, number)).await.expect("agreed");
        let told = players[2].until(table, |table| table.info.seats[3].computer().is_some()).await.clone();
        assert_eq!((told.info.seats[3].computer(), told.view.expect("a game").left), (Some(2), Vec::new()));
        all_see(&mut players, table).await;
        play_beside(&mut players, table, 9).await;
        refused(&mut onlooker, Command::Resign { table }, ErrorCode::NotSeated).await;
        for player in &mut players {
            player.call(Command::Resign { table }).await.expect("resigned");
        }
        let folded = players[0].until(table, |table| table.outcome.is_some()).await.clone();
        let ranks = &folded.outcome.as_ref().expect("over").ranks;
        assert_eq!(ranks, &[4, 3, 2, 1], "the computer holds the seat");
        let (record, events) = kept(&server, table).await;
        assert_eq!(record.summary.seats[3].player.computer, Some(2));
        let of: Vec<_> = record.line.iter().filter_map(|entry| entry.takeover_of.clone()).collect();
        assert_eq!(of, std::slice::from_ref(&left), "who went is told");
        let resigned =
            |what: &EventKind| *what == EventKind::Leave { seat: 3, reason: LeaveReason::Resigned };
        assert!(events.iter().any(resigned), "{events:?}");
        let text = GameRecord::of(&record).expect("a game").to_string();
        let (read, checked) = GameRecord::check(&text).expect("it plays through");
        assert_eq!(
            (read.line, checked.outcome),
            (GameRecord::of(&record).expect("a game").line, folded.outcome)
        );
        assert!(text.contains("\ntakeover 3\n"), "{text}");

        // What is told of a position stands beside what was done there.
        players[0].call(Command::Analyse { table, key: None }).await.expect("begun");
        until_ready(&mut players[0], table).await;
        let analysis: MatchAnalysis = server.get(&format!("/api/v1/matches/{table}/analysis")).await;
        assert!(analysis.positions.len() > 9, "{analysis:?}");
        for position in &analysis.positions {
            let entry = &record.line[position.step as usize];
            assert_eq!((entry.seat, entry.action.as_ref()), (position.seat, Some(&position.action)));
        }
    }
    tell_alike(&server).await;
}

#[tokio::test]
async fn without_a_clock_a_computer_plays_on_for_who_is_away_and_the_dice_stay_fair() {
    let server = TestServer::start().await;
    let mut company = Company::gather(&server).await;
    let mut rng = fastrand::Rng::with_seed(5);
    let mut tables = Vec::new();
    for game in ["martian-frisby", "martian-backgammon", "martian-mud-wrestling"] {
        let kind = Kind { game: game.to_owned(), seats: 2, dice: game != "martian-mud-wrestling" };
        let table = company.begin(&kind, TimeControl::None {}).await;
        let id = table.id;
        play_dice(company.at(&table), id, 7, &mut rng).await;
        company.people[1].call(Command::Unwatch { table: id }).await.expect("looks away");
        tables.push(table);
    }
    server.pass(&mut company.people, limits::CLAIM_AFTER - seconds(1)).await;
    refused_at(&mut company.people[0], tables[0].id, computer(tables[0].id, 1, 3), ErrorCode::NotAbsent)
        .await;
    server.pass(&mut company.people, seconds(1)).await;
    for table in &tables {
        // Nobody else is there to be asked.
        let ada = &mut company.people[0];
        ada.call(computer(table.id, 1, 3)).await.expect("taken over");
        ada.until(table.id, |table| table.info.seats[1].computer() == Some(3)).await;
        for _ in 0..12 {
            step(ada, table.id, &mut rng).await;
        }
    }
    let guests = company.go();
    let server = restarted(server, seconds(0)).await;
    let mut company = Company::come_back(&server, guests, &tables).await;
    let mut lost = 0;
    for table in &tables {
        let ada = &mut company.people[0];
        assert_eq!(ada.tables[&table.id].info.seats[1].computer(), Some(3));
        for _ in 0..40 {
            if ada.tables[&table.id].outcome.is_some() || !step(ada, table.id, &mut rng).await {
                break;
            }
        }
        if ada.tables[&table.id].outcome.is_none() {
            ada.call(Command::Resign { table: table.id }).await.expect("resigned");
        }
        ada.until(table.id, |table| table.outcome.is_some()).await;
        let (record, events) = kept(&server, table.id).await;
        assert_eq!(record.summary.seats[1].player.computer, Some(3));
        lost += events.iter().filter(|what| matches!(what, EventKind::Lost { seat: 1, .. })).count();
        if table.kind.dice {
            let report: DiceReport = server.get(&format!("/api/v1/matches/{}/dice", table.id)).await;
            report.proof.check().expect("all fits together");
        }
    }
    assert_eq!(
        lost,
        tables.iter().filter(|table| table.kind.dice).count(),
        "what the leaver had pledged is void, once"
    );
    tell_alike(&server).await;
}

#[tokio::test]
async fn whoever_comes_back_keeps_the_seat() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 3, TimeControl::None {}).await;
    players[2].call(Command::Unwatch { table }).await.expect("looks away");
    server.pass(&mut players, limits::CLAIM_AFTER).await;
    let number = players[0].call(computer(table, 2, 1)).await.expect("offered").offer.expect("its number");
    refused(&mut players[2], agree(table, number), ErrorCode::OwnOffer).await;
    players[2].call(watch(table)).await.expect("back");
    refused_at(&mut players[2], table, agree(table, number), ErrorCode::NotAbsent).await;
    players[1].until(table, |table| !table.offers.is_empty()).await;
    refused_at(&mut players[1], table, agree(table, number), ErrorCode::NotAbsent).await;
    players[2].call(Command::Answer { table, offer: number, agree: false }).await.expect("declined");
    let folded = players[0].until(table, |table| table.offers.is_empty()).await;
    assert!(
        folded
            .info
            .seats
            .iter()
            .all(|seat| matches!(seat, SeatState::Taken { player, .. } if player.computer.is_none()))
    );
}

#[tokio::test]
async fn what_cannot_be_taken_over_is_refused() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 4, TimeControl::None {}).await;
    refused_at(&mut players[0], table, computer(table, 3, 1), ErrorCode::NotAbsent).await;
    players[3].call(Command::Resign { table }).await.expect("resigned");
    all_see(&mut players, table).await;
    let bare = |what, computer| Command::Offer { table, request: fresh_id(), what, computer };
    let third = Some(ComputerSeat { seat: 3, level: 1 });
    for (command, code) in [
        (computer(table, 3, 0), ErrorCode::BadLevel),
        (computer(table, 3, 9), ErrorCode::BadLevel),
        (computer(table, 4, 1), ErrorCode::BadSeat),
        (computer(table, 0, 1), ErrorCode::NotAbsent),
        (computer(table, 1, 1), ErrorCode::NotAbsent),
        (bare(OfferKind::Computer, None), ErrorCode::BadOffer),
        (bare(OfferKind::Draw, third), ErrorCode::BadOffer),
        (agree(table, 1), ErrorCode::NoOffer),
    ] {
        refused_at(&mut players[0], table, command, code).await;
    }
    refused_at(&mut players[3], table, computer(table, 3, 1), ErrorCode::Left).await;
    let mut stranger = server.join("Zoe").await;
    stranger.call(watch(table)).await.expect("watching");
    refused_at(&mut stranger, table, computer(table, 3, 1), ErrorCode::NotSeated).await;
    let number = players[0].call(computer(table, 3, 1)).await.expect("offered").offer.expect("its number");
    players[1].until(table, |table| !table.offers.is_empty()).await;
    refused_at(&mut players[1], table, computer(table, 3, 2), ErrorCode::BadOffer).await;
    refused_at(&mut players[0], table, agree(table, number), ErrorCode::OwnOffer).await;
    for seat in [1, 2] {
        players[seat].call(agree(table, number)).await.expect("agreed");
    }
    players[0].until(table, |table| table.info.seats[3].computer().is_some()).await;
    refused_at(&mut players[0], table, computer(table, 3, 2), ErrorCode::NotAbsent).await;
    all_see(&mut players, table).await;
    let draw = offered(&mut players[2], table, OfferKind::Draw).await;
    assert!(draw > number, "the game goes on");

    let rated = TimeControl::Fischer { initial_s: 600, increment_s: 0 };
    let mut begin = wish("martian-chess", 3, rated);
    if let Command::Create { rated, .. } = &mut begin {
        *rated = true;
    }
    let series = {
        let mut begin = wish("martian-chess", 3, TimeControl::None {});
        if let Command::Create { games, .. } = &mut begin {
            *games = 3;
        }
        begin
    };
    for (begin, code) in [(begin, ErrorCode::BadRated), (series, ErrorCode::BadSeries)] {
        let (table, mut players) = seated_by(&server, begin).await;
        players[2].call(Command::Resign { table }).await.expect("resigned");
        all_see(&mut players, table).await;
        refused_at(&mut players[0], table, computer(table, 2, 1), code).await;
    }
}

#[tokio::test]
async fn who_was_replaced_is_known_even_after_sides_were_swapped() {
    let server = TestServer::start().await;
    let mut begin = wish("branches-twigs-thorns", 2, TimeControl::None {});
    if let Command::Create { pie, .. } = &mut begin {
        *pie = true;
    }
    let (table, mut players) = seated_by(&server, begin).await;
    let [ada, ben] = [0, 1].map(|seat: usize| players[seat].player.clone().expect("somebody"));
    players[0].call(Command::Unwatch { table }).await.expect("looks away");
    server.pass(&mut players, limits::CLAIM_AFTER).await;
    let player = &mut players[1];
    player.call(computer(table, 0, 1)).await.expect("taken over");
    let offered = player.offered(table).await;
    assert!(offered.swap, "the computer has begun");
    let at = offered.at;
    player.call(Command::Swap { table, at }).await.expect("swapped");
    player.until(table, |table| table.info.seats[1].computer() == Some(1)).await;
    player.call(Command::Resign { table }).await.expect("resigned");
    player.until(table, |table| table.outcome.is_some()).await;
    let (record, _) = kept(&server, table).await;
    let seats = &record.summary.seats;
    assert_eq!((seats[0].player.id, seats[1].player.computer), (ben.id, Some(1)));
    let of: Vec<_> = record.line.iter().filter_map(|entry| entry.takeover_of.clone()).collect();
    assert_eq!(of, [ada], "who went is told, though the side is now the other's");
    tell_alike(&server).await;
}
