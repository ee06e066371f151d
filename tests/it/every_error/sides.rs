//! What is refused of series, of the pie, and of take-overs.

use cydonia_protocol::{Command, ComputerSeat, ErrorCode, OfferKind, TimeControl};
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer, fresh_id};

use crate::support::{create, play_on, refused, seated_by, sit, watch, wish};

const CHESS: &str = "martian-chess";
const FRISBY: &str = "martian-frisby";

/// Has the server say no in every such way.
pub(crate) async fn provoke(server: &TestServer) {
    set_ups_that_there_are_not(server).await;
    sides_and_series(server).await;
    take_overs(server).await;
}

async fn set_ups_that_there_are_not(server: &TestServer) {
    let mut ada = server.join("Ada").await;
    let special = |seats, how_many, with_pie| {
        let mut special = create(seats);
        if let Command::Create { games, pie, .. } = &mut special {
            (*games, *pie) = (how_many, with_pie);
        }
        special
    };
    refused(&mut ada, special(2, 3, false), ErrorCode::BadSeries).await;
    refused(&mut ada, special(2, 0, false), ErrorCode::BadSeries).await;
    refused(&mut ada, special(3, 1, true), ErrorCode::BadPie).await;
    let series = ada.call(special(3, 3, false)).await.expect("a table").table.expect("its id");
    server.join("Ben").await.call(sit(series)).await.expect("a seat");
    refused(&mut ada, Command::Begin { table: series }, ErrorCode::BadSeries).await;
}

/// A game that has the pie, and one that follows another.
async fn sides_and_series(server: &TestServer) {
    let clock = TimeControl::Fischer { initial_s: 60, increment_s: 0 };
    let wish = |game: &str, how_many, with_pie| {
        let mut wish = wish(game, 2, clock);
        if let Command::Create { games, pie, .. } = &mut wish {
            (*games, *pie) = (how_many, with_pie);
        }
        wish
    };
    let (table, mut players) = seated_by(server, wish(CHESS, 1, true)).await;
    let swap = |player: &TestClient| Command::Swap { table, at: player.tables[&table].at };
    let early = swap(&players[0]);
    refused(&mut players[0], early, ErrorCode::NoSwap).await;
    let stale = swap(&players[1]);
    play_on(table, &mut players, 1, &mut fastrand::Rng::with_seed(1)).await;
    refused(&mut players[1], stale, ErrorCode::Stale).await;
    let not_theirs = swap(&players[0]);
    refused(&mut players[0], not_theirs, ErrorCode::NotYourTurn).await;
    let pause = Command::Offer { table, request: fresh_id(), what: OfferKind::Pause, computer: None };
    let offer = players[0].call(pause).await.expect("offered").offer.expect("its number");
    players[1].call(Command::Answer { table, offer, agree: true }).await.expect("agreed");
    let in_a_pause = swap(&players[1]);
    refused(&mut players[1], in_a_pause, ErrorCode::Paused).await;

    let (table, mut players) = seated_by(server, wish(FRISBY, 2, false)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let next = players[0].call(Command::Rematch { table }).await.expect("the next").table.expect("its id");
    refused(&mut players[0], Command::Stand { table: next }, ErrorCode::TooLate).await;

    let mut with_computer = wish(FRISBY, 2, false);
    if let Command::Create { computers, .. } = &mut with_computer {
        computers.push(ComputerSeat { seat: 1, level: 1 });
    }
    let mut ada = server.join("Ada").await;
    let table = ada.call(with_computer).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    ada.ready(table).await.expect("ready");
    ada.until(table, |table| table.view.is_some()).await;
    ada.call(Command::Resign { table }).await.expect("resigned");
    let next = ada.call(Command::Rematch { table }).await.expect("the next").table.expect("its id");
    refused(&mut ada, Command::RemoveComputer { table: next, seat: 0 }, ErrorCode::TooLate).await;
}

/// Seats that a computer is not to take over.
async fn take_overs(server: &TestServer) {
    let computer = |table, seat, level| {
        let computer = Some(ComputerSeat { seat, level });
        Command::Offer { table, request: fresh_id(), what: OfferKind::Computer, computer }
    };
    let (table, mut players) = seated_by(server, wish(CHESS, 3, TimeControl::None {})).await;
    for (seat, level, code) in
        [(2, 9, ErrorCode::BadLevel), (3, 1, ErrorCode::BadSeat), (2, 1, ErrorCode::NotAbsent)]
    {
        refused(&mut players[0], computer(table, seat, level), code).await;
    }
    players[2].call(Command::Unwatch { table }).await.expect("looks away");
    server.pass(&mut players, limits::CLAIM_AFTER).await;
    let offer = players[0].call(computer(table, 2, 1)).await.expect("offered").offer.expect("its number");
    players[2].call(watch(table)).await.expect("back");
    refused(&mut players[1], Command::Answer { table, offer, agree: true }, ErrorCode::NotAbsent).await;

    let clock = TimeControl::Fischer { initial_s: 60, increment_s: 0 };
    for (is_rated, how_many, code) in [(true, 1, ErrorCode::BadRated), (false, 3, ErrorCode::BadSeries)] {
        let mut wish = wish(CHESS, 3, clock);
        if let Command::Create { rated, games, .. } = &mut wish {
            (*rated, *games) = (is_rated, how_many);
        }
        let (table, mut players) = seated_by(server, wish).await;
        players[2].call(Command::Resign { table }).await.expect("resigned");
        refused(&mut players[0], computer(table, 2, 1), code).await;
    }
}
