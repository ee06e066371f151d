//! What is refused in company: lists that nobody can have, tables that fill up, things that cannot be said, and too much
//! of anything.

use std::num::NonZeroU32;

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{
    Command, ComputerSeat, ErrorCode, LobbyFilter, OfferKind, Phrase, Room, TimeControl, Words,
};
use cydonia_server::limits::{self, Limits};
use cydonia_tests::{TestClient, TestServer, ample, fresh_id};
use uuid::Uuid;

use crate::company::offer;
use crate::support::{create, create_game, refused, say, seated, seated_with, sit, watch};

/// Little of what can be counted.
pub(super) fn tight() -> Limits {
    let few = |number| NonZeroU32::new(number).expect("more than none");
    Limits {
        sockets: 3,
        names_an_hour: few(5),
        links_an_hour: few(5),
        attempts: few(5),
        tables: 2,
        watched: 2,
        lines: few(1),
        seatings: few(6),
        ..ample()
    }
}

pub(super) fn quick(game: &str, seats: u8, clock: TimeControl) -> Command {
    Command::Quick { request: fresh_id(), game: game.to_owned(), seats, clock, rated: false }
}

fn text(table: Uuid, text: &str) -> Command {
    say(table, Room::Players, Words::Text { text: text.to_owned() })
}

/// Has a server that admits much say no in every way that has to do with company.
pub(super) async fn provoke(server: &TestServer) {
    lists_and_quick_matches(server).await;
    beginnings(server).await;
    computers(server).await;
    without_end(server).await;
    words(server).await;
}

async fn lists_and_quick_matches(server: &TestServer) {
    let mut ada = server.join("Ada").await;
    let filter = |filter| Command::Lobby { on: true, filter };
    let chess = LobbyFilter { game: Some("chess".to_owned()), ..LobbyFilter::default() };
    let crowd = LobbyFilter { seats: Some(7), ..LobbyFilter::default() };
    let (forever, blitz) = (TimeControl::None {}, TimeControl::Fischer { initial_s: 1, increment_s: 0 });
    let mut rated_for_ever = quick("martian-chess", 2, forever);
    if let Command::Quick { rated, .. } = &mut rated_for_ever {
        *rated = true;
    }
    for (command, code) in [
        (rated_for_ever, ErrorCode::BadRated),
        (filter(chess), ErrorCode::BadGame),
        (filter(crowd), ErrorCode::BadPlayers),
        (quick("chess", 2, forever), ErrorCode::BadGame),
        (quick("martian-chess", 7, forever), ErrorCode::BadPlayers),
        (quick("martian-chess", 2, blitz), ErrorCode::BadClock),
    ] {
        refused(&mut ada, command, code).await;
    }
    let mut nobody = server.connect(None).await;
    refused(&mut nobody, quick("martian-chess", 2, forever), ErrorCode::NoSession).await;
}

async fn beginnings(server: &TestServer) {
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let begin = |table| Command::Begin { table };
    let table = ada.call(create(3)).await.expect("a table").table.expect("its id");
    refused(&mut ada, begin(table), ErrorCode::BadPlayers).await;
    ben.call(sit(table)).await.expect("a seat");
    refused(&mut ben, begin(table), ErrorCode::NotHost).await;
    ada.call(begin(table)).await.expect("it begins");
    refused(&mut ada, begin(table), ErrorCode::NotOpen).await;
    let mut teams = create_game("martian-chess", 4);
    if let Command::Create { options, .. } = &mut teams {
        options.insert("teams".to_owned(), cydonia_rules::OptionValue::Switch(true));
    }
    let table = ada.call(teams).await.expect("a table").table.expect("its id");
    ben.call(sit(table)).await.expect("a seat");
    refused(&mut ada, begin(table), ErrorCode::BadOption).await;
}

/// A wish for a table with computers, as seats and levels.
fn with(seats: u8, wished: &[(u8, u8)]) -> Command {
    let mut wish = create(seats);
    if let Command::Create { computers, .. } = &mut wish {
        computers.extend(wished.iter().map(|(seat, level)| ComputerSeat { seat: *seat, level: *level }));
    }
    wish
}

async fn computers(server: &TestServer) {
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let table = ada.call(create(4)).await.expect("a table").table.expect("its id");
    ben.call(sit(table)).await.expect("a seat");
    let add = |seat, level| Command::AddComputer { table, seat, level };
    let remove = |seat| Command::RemoveComputer { table, seat };
    for command in [add(None, 1), remove(1)] {
        refused(&mut ben, command, ErrorCode::NotHost).await;
    }
    for (command, code) in [
        (add(None, 0), ErrorCode::BadLevel),
        (add(None, 9), ErrorCode::BadLevel),
        (add(Some(4), 1), ErrorCode::BadSeat),
        (add(Some(1), 1), ErrorCode::SeatTaken),
        (remove(1), ErrorCode::NoComputer),
        (remove(2), ErrorCode::NoComputer),
        (remove(4), ErrorCode::BadSeat),
    ] {
        refused(&mut ada, command, code).await;
    }
    for _ in 0..limits::SEATINGS_A_TABLE {
        ada.call(add(Some(3), 1)).await.expect("a computer");
        ada.call(remove(3)).await.expect("gone again");
    }
    refused(&mut ada, add(Some(3), 1), ErrorCode::TooMany).await;
    for level in [2, 3] {
        ada.call(add(None, level)).await.expect("another computer");
    }
    for command in [add(None, 1), remove(3)] {
        refused(&mut ada, command, ErrorCode::NotOpen).await;
    }
    for (wished, code) in [
        (&[(1, 9)][..], ErrorCode::BadLevel),
        (&[(2, 1)], ErrorCode::BadSeat),
        (&[(1, 1), (1, 2)], ErrorCode::SeatTaken),
        (&[(0, 1)], ErrorCode::SeatTaken),
        (&[(0, 1), (1, 1)], ErrorCode::TooMany),
    ] {
        refused(&mut ada, with(2, wished), code).await;
    }
    let rated = |mut wish| {
        if let Command::Create { rated, clock, .. } = &mut wish {
            (*rated, *clock) = (true, TimeControl::Fischer { initial_s: 60, increment_s: 0 });
        }
        wish
    };
    refused(&mut ada, rated(with(2, &[(0, 1), (1, 1)])), ErrorCode::BadRated).await;
    let table = ada.call(rated(create(2))).await.expect("a table").table.expect("its id");
    refused(&mut ada, Command::AddComputer { table, seat: None, level: 1 }, ErrorCode::BadRated).await;
    let table = ada.call(rated(with(3, &[(1, 1)]))).await.expect("a table").table.expect("its id");
    refused(&mut ada, Command::RemoveComputer { table, seat: 1 }, ErrorCode::BadRated).await;
}

/// Pledges and offers that come again and again.
async fn without_end(server: &TestServer) {
    let mut ada = server.join("Ada").await;
    let table = ada.call(create_game("martian-frisby", 2)).await.expect("a table").table.expect("its id");
    let ready = |byte| Command::Ready { table, pledge: Some(Bytes32([byte; 32])) };
    // To sit down was the first.
    for byte in 1..limits::SEATINGS_A_TABLE as u8 {
        ada.call(ready(byte)).await.expect("another pledge");
    }
    refused(&mut ada, ready(0), ErrorCode::TooMany).await;
    let mut ben = server.join("Ben").await;
    for _ in 0..limits::SEATINGS_A_TABLE {
        ben.call(sit(table)).await.expect("a seat");
        ben.call(Command::Stand { table }).await.expect("stood up");
    }
    refused(&mut ben, sit(table), ErrorCode::TooMany).await;

    let clock = TimeControl::Fischer { initial_s: 60, increment_s: 0 };
    let (table, mut players) = seated_with(server, "martian-chess", 2, clock).await;
    for _ in 0..limits::OFFERS {
        let offer = players[0].call(offer(table, OfferKind::Pause)).await.expect("offered").offer;
        let offer = offer.expect("its number");
        players[1].call(Command::Answer { table, offer, agree: true }).await.expect("agreed");
        players[0].call(Command::Resume { table }).await.expect("on it goes");
    }
    refused(&mut players[0], offer(table, OfferKind::Pause), ErrorCode::TooMany).await;
}

async fn words(server: &TestServer) {
    let (table, mut players) = seated(server, 2).await;
    let hello = Words::Phrase { phrase: Phrase::Hello };
    refused(&mut players[0], text(table, "words of one's own"), ErrorCode::NewHere).await;
    refused(&mut players[0], text(table, " "), ErrorCode::BadText).await;
    refused(&mut players[0], say(table, Room::Watchers, hello), ErrorCode::WrongRoom).await;
}

/// Has a server that admits little say no to all that is too much.
pub(super) async fn provoke_tight(server: &TestServer) {
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    let over = ada.call(create(2)).await.expect("another").table.expect("its id");
    ben.call(sit(over)).await.expect("a seat");
    ben.call(Command::Resign { table: over }).await.expect("resigned");
    let other = ada.call(create(2)).await.expect("another").table.expect("its id");
    refused(&mut ada, create(2), ErrorCode::TooMany).await;
    refused(&mut ada, Command::Rematch { table: over }, ErrorCode::TooMany).await;
    refused(&mut ada, quick("martian-chess", 3, TimeControl::None {}), ErrorCode::TooMany).await;
    for table in [table, other] {
        ben.call(watch(table)).await.expect("watching");
    }
    refused(&mut ben, watch(Uuid::nil()), ErrorCode::TooMany).await;
    ben.call(sit(table)).await.expect("a seat");
    let hello = || say(table, Room::Players, Words::Phrase { phrase: Phrase::Hello });
    ben.call(hello()).await.expect("said");
    refused(&mut ben, hello(), ErrorCode::TooFast).await;
    seats_without_end(server, &mut ben, other).await;
}

/// Whoever has sat down and been ready as often as one may in a minute is refused whatever is of that kind.
async fn seats_without_end(server: &TestServer, ben: &mut TestClient, open: Uuid) {
    let mut eve = server.join("Eve").await;
    let played = ben.call(create(2)).await.expect("a table").table.expect("its id");
    eve.call(sit(played)).await.expect("a seat");
    eve.call(Command::Resign { table: played }).await.expect("resigned");
    ben.call(Command::Rematch { table: played }).await.expect("once more");
    let own = eve.call(with(4, &[(3, 1)])).await.expect("a table").table.expect("its id");
    ben.call(sit(own)).await.expect("a seat");
    let dice = eve.call(create_game("martian-frisby", 2)).await.expect("a table").table.expect("its id");
    let ready = |byte| Command::Ready { table: dice, pledge: Some(Bytes32([byte; 32])) };
    for byte in 0..5 {
        eve.call(ready(byte)).await.expect("another pledge");
    }
    for command in [
        ready(9),
        Command::Stand { table: own },
        Command::Begin { table: own },
        Command::AddComputer { table: own, seat: None, level: 1 },
        Command::RemoveComputer { table: own, seat: 3 },
        Command::Rematch { table: played },
        sit(open),
        quick("martian-chess", 2, TimeControl::None {}),
    ] {
        refused(&mut eve, command, ErrorCode::TooFast).await;
    }
}
