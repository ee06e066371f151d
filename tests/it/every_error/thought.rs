//! What is refused of that which is thought about for those who ask: analyses and hints.

use std::num::NonZeroU32;

use cydonia_players::{Choice, Level, Stop, Values, analyse};
use cydonia_protocol::{Command, ComputerSeat, ErrorCode, OfferKind, TimeControl};
use cydonia_rules::{Seat, Turn};
use cydonia_server::Thinker;
use cydonia_server::limits::Limits;
use cydonia_tests::{Guest, Tape, TestClient, TestServer, TestServerBuilder, ample, fresh_id};
use reqwest::Client;
use uuid::Uuid;

use super::requests::refused as refused_request;
use crate::company::agreed;
use crate::support::{database, play_on, refused, seated, turn, watch, wish};

const ASK: &str = "POST /api/v1/matches/{id}/analysis";
const ASK_LIVE: &str = "POST /api/v1/tables/{id}/analysis";

/// A level that never comes to an end of its thoughts, as the highest, which gives the hints.
const SLOW: u8 = 7;

/// Thinks until nobody wants to know any more.
fn ponder(stop: &dyn Stop) {
    while !stop.is_due() {
        std::thread::yield_now();
    }
}

/// A house in which thoughts take as long as one likes, and that admits two hints a minute and three analyses an hour.
async fn house() -> TestServer {
    let thinker = Thinker::from_source(|game, level, _, stop| {
        if level >= Level::new(SLOW)? {
            ponder(stop);
        }
        Some(Choice { action: game.actions().into_iter().next()?, values: Values::even(2) })
    });
    let thinker = thinker.analysing(|_, _, _, stop| {
        ponder(stop);
        None
    });
    let few = |number| NonZeroU32::new(number).expect("more than none");
    let limits = Limits { hints: few(2), analyses_an_address: few(3), ..ample() };
    TestServerBuilder::new().thinker(thinker).limits(limits).start().await
}

/// Five finished games. Ada has two of them analysed, which is as many as one may, and Eve a third, which is as many as may be.
async fn analysed(server: &TestServer) -> ([Guest; 2], [TestClient; 2], Vec<Uuid>) {
    let guests = [server.guest("Ada").await, server.guest("Eve").await];
    let mut clients = [server.connect(Some(&guests[0])).await, server.connect(Some(&guests[1])).await];
    let mut games = Vec::new();
    for _ in 0..5 {
        let (table, mut players) = seated(server, 2).await;
        play_on(table, &mut players, 1, &mut fastrand::Rng::with_seed(1)).await;
        players[0].call(Command::Resign { table }).await.expect("resigned");
        games.push(table);
    }
    for (asker, game) in [(0, 0), (0, 1), (1, 2)] {
        let analyse = Command::Analyse { table: games[game], key: None };
        clients[asker].call(analyse).await.expect("begun");
    }
    (guests, clients, games)
}

/// Has a house of its own say no to everything that is to be thought about, on that tape.
pub(super) async fn provoke(tape: &Tape) {
    let mut server = house().await;
    server.record_on(tape);
    analyses(&server).await;
    out_of_turn(&server).await;
    too_many_hints(&server).await;
}

async fn analyses(server: &TestServer) {
    let (_, [mut ada, mut eve], games) = analysed(server).await;
    let analyse = |table| Command::Analyse { table, key: None };
    refused(&mut ada, analyse(Uuid::nil()), ErrorCode::NoMatch).await;
    let (live, _playing) = seated(server, 2).await;
    refused(&mut ada, analyse(live), ErrorCode::NotOver).await;
    refused(&mut ada, analyse(games[3]), ErrorCode::TooMany).await;
    refused(&mut eve, analyse(games[3]), ErrorCode::TooFast).await;
    server.advance(std::time::Duration::from_secs(60 * 60));
    let mut ben = server.join("Ben").await;
    let mut database = database(server).await;
    database
        .run("UPDATE match_lines SET record = '{' WHERE number = (SELECT max(number) FROM matches)")
        .await;
    refused(&mut ben, analyse(games[4]), ErrorCode::Damaged).await;
    database.run("ALTER TABLE match_lines RENAME TO mislaid").await;
    refused(&mut ben, analyse(games[3]), ErrorCode::Unavailable).await;
    database.run("ALTER TABLE mislaid RENAME TO match_lines").await;
}

/// Somebody at a table with a computer of that level, at which one takes that seat.
async fn against(server: &TestServer, game: &str, own: Seat, level: u8) -> (Uuid, TestClient) {
    let mut ada = server.join("Ada").await;
    let mut wish = wish(game, 2, TimeControl::Fischer { initial_s: 60, increment_s: 0 });
    if let Command::Create { seat, computers, .. } = &mut wish {
        *seat = own;
        computers.push(ComputerSeat { seat: 1 - own, level });
    }
    let table = ada.call(wish).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    if game == "martian-frisby" {
        ada.ready(table).await.expect("ready");
    }
    ada.until(table, |table| table.view.is_some()).await;
    (table, ada)
}

fn hint(ada: &TestClient, table: Uuid) -> Command {
    Command::Hint { table, at: ada.tables[&table].at }
}

fn explain(ada: &TestClient, table: Uuid) -> Command {
    Command::Explain { table, at: ada.tables[&table].at, action: "b3".to_owned() }
}

async fn out_of_turn(server: &TestServer) {
    let (table, mut players) = seated(server, 2).await;
    let command = hint(&players[0], table);
    refused(&mut players[0], command, ErrorCode::NoHints).await;
    let (table, mut ada) = against(server, "martian-chess", 1, SLOW).await;
    let command = hint(&ada, table);
    refused(&mut ada, command, ErrorCode::NotYourTurn).await;
    let command = explain(&ada, table);
    refused(&mut ada, command, ErrorCode::NotYourTurn).await;
    // It would think for ever where the others are to.
    ada.call(Command::Resign { table }).await.expect("resigned");
    let (table, mut ada) = against(server, "martian-chess", 0, 1).await;
    refused(&mut ada, Command::Hint { table, at: 0 }, ErrorCode::Stale).await;
    refused(&mut ada, Command::Explain { table, at: 0, action: "b3".to_owned() }, ErrorCode::Stale).await;
    let pause = Command::Offer { table, request: fresh_id(), what: OfferKind::Pause, computer: None };
    ada.call(pause).await.expect("offered");
    ada.until(table, |table| table.paused).await;
    let command = hint(&ada, table);
    refused(&mut ada, command, ErrorCode::Paused).await;
    let command = explain(&ada, table);
    refused(&mut ada, command, ErrorCode::Paused).await;
    let (table, mut ada) = against(server, "martian-frisby", 0, 1).await;
    assert_eq!(turn(&ada, table), Turn::Roll { seat: 0 });
    let command = hint(&ada, table);
    refused(&mut ada, command, ErrorCode::WrongPhase).await;
    let command = explain(&ada, table);
    refused(&mut ada, command, ErrorCode::WrongPhase).await;
}

async fn too_many_hints(server: &TestServer) {
    let (table, mut ada) = against(server, "martian-chess", 0, 1).await;
    for _ in 0..2 {
        let command = hint(&ada, table);
        let asked = ada.send(command.clone()).await;
        refused(&mut ada, command, ErrorCode::TooMany).await;
        let at = ada.tables[&table].at;
        let act = ada.offered(table).await.actions[0].clone();
        let act = ada.act(table, &act);
        ada.send(act).await;
        let refusal = ada.answer(Some(asked)).await.expect_err("it is thought of no longer");
        assert_eq!(refusal.code, ErrorCode::Stale);
        ada.until(table, |table| table.at >= at + 2).await;
    }
    let command = hint(&ada, table);
    refused(&mut ada, command, ErrorCode::TooFast).await;
}

/// The same over HTTP, in another house.
pub(super) async fn provoke_requests() -> Vec<(&'static str, ErrorCode)> {
    let server = house().await;
    let (guests, _clients, games) = analysed(&server).await;
    let (live, mut players) = seated(&server, 2).await;
    play_on(live, &mut players, 1, &mut fastrand::Rng::with_seed(1)).await;
    agreed(&mut players, live, 0, OfferKind::Analysis).await;
    let mut seen = Vec::new();
    for (guest, code) in guests.iter().zip([ErrorCode::TooMany, ErrorCode::TooFast]) {
        for (name, table) in [(ASK, games[3]), (ASK_LIVE, live)] {
            let path = name["POST ".len()..].replace("{id}", &table.to_string());
            let request = Client::new().post(server.url(&path));
            refused_request(name, request.bearer_auth(&guest.token), code).await;
            seen.push((name, code));
        }
    }
    seen
}

/// A hint that is given and an analysis that is made, on that tape: in a house that thinks no longer than it takes to be told.
pub(crate) async fn thoughts(tape: &Tape) {
    let thinker = Thinker::from_source(|game, _, _, _| {
        Some(Choice { action: game.actions().into_iter().next()?, values: Values::even(2) })
    });
    let thinker = thinker.analysing(|game, _, seed, stop| analyse(game, 1, seed, stop));
    let mut server = TestServerBuilder::new().thinker(thinker).start().await;
    server.record_on(tape);
    let (table, mut ada) = against(&server, "martian-chess", 0, 1).await;
    let command = hint(&ada, table);
    ada.call(command).await.expect("a hint");
    ada.play(table, |_| 0).await.expect("legal");
    ada.call(Command::Resign { table }).await.expect("resigned");
    ada.call(Command::Analyse { table, key: None }).await.expect("begun");
    while !ada.analyses[&table].ready {
        ada.next().await;
    }
}
