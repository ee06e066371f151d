//! Recordings: whole conversations, recorded on both sides of the socket: everything that can be said is said, and all of it fits
//! the schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use cydonia_protocol::{
    Command, ComputerSeat, ErrorCode, ListedTable, LobbyFilter, OfferKind, Phrase, Presence, Room,
    TimeControl, Words,
};
use cydonia_rules::GameKind;
use cydonia_server::limits;
use cydonia_tests::{Said, Tape, TapeEntry, TestClient, TestServer, fresh_id};
use serde_json::Value;
use uuid::Uuid;

use crate::every_error::{REQUESTS_ONLY, provoke, thoughts};
use crate::schema::{assert_fits, closed, document, validator};
use crate::support::{
    all_see, create, create_game, give_share, play_dice, play_on, roll, say, seated, seated_at, seated_by,
    seated_with, sit, to_act, until_listed, watch,
};

/// One message of a client and what it was answered.
pub(crate) struct Exchange {
    /// The message's frame; none if it is no JSON.
    pub frame: Option<Value>,
    /// What it asked for, if it could be read.
    pub kind: Option<String>,
    /// Why it was refused, if it was: for programs,
    pub code: Option<ErrorCode>,
    /// and for people.
    pub sentence: Option<String>,
}

/// Every message on the tape with its answer.
pub(crate) fn exchanges(tape: &Tape) -> Vec<Exchange> {
    let mut all: Vec<Exchange> = Vec::new();
    let mut asked: BTreeMap<(usize, Option<u64>), usize> = BTreeMap::new();
    for line in tape.lines() {
        match line {
            TapeEntry::Note(_) => {}
            TapeEntry::Sent(Said { socket, text, .. }) => {
                // What is no JSON is said on purpose, too, and is answered as a frame without an id.
                let frame: Option<Value> = serde_json::from_str(&text).ok();
                let id = frame.as_ref().and_then(|frame| frame["id"].as_u64());
                let kind = frame.as_ref().and_then(|frame| frame["do"]["type"].as_str()).map(str::to_owned);
                asked.insert((socket, id), all.len());
                all.push(Exchange { frame, kind, code: None, sentence: None });
            }
            TapeEntry::Got(Said { socket, text, .. }) => {
                let frame: Value = serde_json::from_str(&text).expect("the server speaks JSON");
                if frame["type"] == "error" {
                    let place = asked[&(socket, frame["id"].as_u64())];
                    let code = serde_json::from_value(frame["code"].clone());
                    all[place].code = Some(code.expect("a code of the list"));
                    all[place].sentence = frame["message"].as_str().map(str::to_owned);
                }
            }
        }
    }
    all
}

/// The names that the schema has for the choices of one of its parts.
fn names(part: &Value) -> BTreeSet<String> {
    let choices = part["oneOf"].as_array().expect("a choice");
    choices
        .iter()
        .map(|choice| choice["properties"]["type"]["const"].as_str().expect("a name").to_owned())
        .collect()
}

fn offer(table: Uuid, what: OfferKind) -> Command {
    Command::Offer { table, request: fresh_id(), what, computer: None }
}

/// Offers something and has the other answer.
async fn offered(players: &mut [TestClient], table: Uuid, what: OfferKind, agree: bool) {
    let number = players[0].call(offer(table, what)).await.expect("offered").offer.expect("its number");
    all_see(players, table).await;
    players[1].call(Command::Answer { table, offer: number, agree }).await.expect("answered");
    all_see(players, table).await;
}

fn is_away(player: &TestClient, table: Uuid, seat: usize) -> bool {
    matches!(player.presence[&table][seat], Presence::Away { .. })
}

async fn all_six_games(server: &TestServer) {
    for kind in GameKind::ALL {
        let (table, mut players) = seated_at(server, kind.id(), kind.info().max_seats).await;
        let rng = &mut fastrand::Rng::with_seed(2);
        if kind.info().dice {
            play_dice(&mut players, table, 30, rng).await;
        } else {
            play_on(table, &mut players, 30, rng).await;
        }
        let mut watcher = server.connect(None).await;
        watcher
            .call(Command::Watch { table, since: Some(2), key: None, quiet: false })
            .await
            .expect("events");
        watcher.call(watch(table)).await.expect("a snapshot");
        let last = players.len() - 1;
        players[last].call(Command::Resign { table }).await.expect("resigned");
        watcher
            .until(table, |folded| folded.line.last().is_some_and(|entry| entry.contains("Resigned")))
            .await;
    }
}

async fn dice_that_are_undone_and_lost(server: &TestServer) {
    let (table, mut players) = seated_at(server, "martian-frisby", 2).await;
    for number in [77, 78] {
        give_share(&mut players, table).await;
        let folded = players[0].tables[&table].clone();
        let lost = players[0].hand.lose(&folded, number);
        players[0].call(lost).await.expect("it may");
        all_see(&mut players, table).await;
        give_share(&mut players, table).await;
        offered(&mut players, table, OfferKind::Lost, true).await;
    }
    roll(&mut players, table).await;
    players[0].play(table, |_| 0).await.expect("legal");
    let at = players[0].tables[&table].at;
    players[0].call(Command::Undo { table, at }).await.expect("taken back");
}

async fn sides_that_are_taken(server: &TestServer) {
    let mut wish = create_game("branches-twigs-thorns", 2);
    if let Command::Create { pie, games, .. } = &mut wish {
        (*pie, *games) = (true, 2);
    }
    let (table, mut players) = seated_by(server, wish).await;
    play_on(table, &mut players, 1, &mut fastrand::Rng::with_seed(1)).await;
    let at = players[1].tables[&table].at;
    let explain = Command::Explain { table, at, action: "nowhere".to_owned() };
    players[1].call(explain).await.expect("explained");
    players[1].call(Command::Swap { table, at }).await.expect("swapped");
    players[1].call(Command::Resign { table }).await.expect("resigned");
    while !players[0].rematches.contains_key(&table) {
        players[0].next().await;
    }
    let next = players[0].rematches[&table];
    players[0].call(watch(next)).await.expect("watching");
}

async fn offers_and_farewells(server: &TestServer) {
    let (table, mut players) = seated(server, 2).await;
    play_on(table, &mut players, 4, &mut fastrand::Rng::with_seed(1)).await;
    offered(&mut players, table, OfferKind::Analysis, true).await;
    offered(&mut players, table, OfferKind::Takeback, true).await;
    let number = players[0].call(offer(table, OfferKind::Draw)).await.expect("offered").offer;
    let withdraw = Command::Withdraw { table, offer: number.expect("its number") };
    players[0].call(withdraw).await.expect("withdrawn");
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(1)).await;
    offered(&mut players, table, OfferKind::Draw, false).await;
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(1)).await;
    offered(&mut players, table, OfferKind::Draw, true).await;
    let next = players[0].call(Command::Rematch { table }).await.expect("a rematch").table.expect("its id");
    players[0].call(watch(next)).await.expect("watching");
    players[1].call(Command::Rematch { table }).await.expect("the same rematch");
    players[0].until(next, |table| table.view.is_some()).await;
    players[0].call(Command::Abort { table: next }).await.expect("aborted");

    let (table, mut players) = seated(server, 3).await;
    drop(players.remove(2));
    while !is_away(&players[0], table, 2) {
        players[0].next().await;
    }
    server.pass(&mut players, limits::CLAIM_AFTER).await;
    players[0].call(Command::Claim { table, seat: 2 }).await.expect("claimed");
    let computer = Some(ComputerSeat { seat: 2, level: 1 });
    let wish = Command::Offer { table, request: fresh_id(), what: OfferKind::Computer, computer };
    let number = players[0].call(wish).await.expect("offered").offer.expect("its number");
    players[1].call(Command::Answer { table, offer: number, agree: true }).await.expect("agreed");
    players[0].until(table, |table| table.info.seats[2].computer().is_some()).await;
}

async fn strangers_in_company(server: &TestServer) {
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let quick = |seats| Command::Quick {
        request: fresh_id(),
        game: "martian-mud-wrestling".to_owned(),
        seats,
        clock: TimeControl::None {},
        rated: false,
    };
    let table = ada.call(quick(2)).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    ben.call(quick(2)).await.expect("the same");
    let hello = Words::Phrase { phrase: Phrase::Hello };
    ben.call(say(table, Room::Players, hello)).await.expect("said");
    let table = ada.call(create(4)).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    ben.call(sit(table)).await.expect("a seat");
    ada.call(Command::Begin { table }).await.expect("with two");
}

async fn the_lobby_and_a_private_table(server: &TestServer) {
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    ben.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("the lobby");
    ben.call(Command::OwnGames { on: true }).await.expect("his own games");
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    let is_listed = |lobby: &[ListedTable]| lobby.iter().any(|listed| listed.info.id == table);
    until_listed(&mut ben, server, is_listed).await;
    ben.call(sit(table)).await.expect("a seat");
    ben.call(Command::Resign { table }).await.expect("resigned");
    until_listed(&mut ben, server, |lobby| !is_listed(lobby)).await;
    ben.call(Command::Lobby { on: false, filter: LobbyFilter::default() }).await.expect("no more");

    let mut wish = create_game("martian-chess", 4);
    if let Command::Create { private, options, .. } = &mut wish {
        *private = true;
        options.insert("teams".to_owned(), cydonia_rules::OptionValue::Switch(true));
    }
    let made = ada.call(wish).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key);
    ada.call(watch(table)).await.expect("watching");
    ben.call(Command::Watch { table, since: None, key: key.clone(), quiet: false }).await.expect("let in");
    ben.call(Command::Sit { table, seat: Some(2), key }).await.expect("a seat");
    ben.call(Command::Stand { table }).await.expect("stood up");
    ada.until(table, |folded| folded.n == 3).await;
    ben.call(Command::Unwatch { table }).await.expect("no longer watching");
}

/// Clocks of both kinds, a pause, and an outage of the whole house.
async fn clocks(server: TestServer) -> TestServer {
    let fischer = TimeControl::Fischer { initial_s: 300, increment_s: 5 };
    let (table, mut players) = seated_with(&server, "martian-go", 3, fischer).await;
    play_on(table, &mut players, 1, &mut fastrand::Rng::with_seed(1)).await;
    let number = players[0].call(offer(table, OfferKind::Pause)).await.expect("offered").offer;
    for player in &mut players[1..] {
        let agree = Command::Answer { table, offer: number.expect("its number"), agree: true };
        player.call(agree).await.expect("agreed");
    }
    players[2].call(Command::Resume { table }).await.expect("on it goes");
    all_see(&mut players, table).await;
    drop(players.remove(2));
    while !is_away(&players[0], table, 2) {
        players[0].next().await;
    }
    server.pass(&mut players, limits::ABANDONED_AFTER).await;
    players[0].until(table, |table| table.line.iter().any(|entry| entry == "2 Abandoned")).await;
    drop(players);

    let days = TimeControl::Correspondence { days: 1 };
    let (slow, players) = seated_with(&server, "martian-chess", 2, days).await;
    assert_eq!(to_act(&players[0], slow), Some(0));
    drop(players);
    let server = server.restart_after(Duration::from_secs(100)).await;
    let mut watcher = server.connect(None).await;
    watcher
        .call(Command::Watch { table, since: Some(0), key: None, quiet: false })
        .await
        .expect("from the beginning");
    watcher.call(watch(slow)).await.expect("watching");
    drop(watcher);
    server.advance(Duration::from_secs(2 * 24 * 60 * 60));
    let mut late = server.connect(None).await;
    late.call(watch(slow)).await.expect("watching");
    late.until(slow, |table| table.outcome.is_some()).await;
    server
}

#[tokio::test]
async fn everything_that_can_be_said_fits_the_schemas_and_is_said() {
    let mut server = TestServer::start().await;
    let tape = server.record();
    all_six_games(&server).await;
    dice_that_are_undone_and_lost(&server).await;
    sides_that_are_taken(&server).await;
    offers_and_farewells(&server).await;
    strangers_in_company(&server).await;
    the_lobby_and_a_private_table(&server).await;
    provoke(&server, &tape).await;
    thoughts(&tape).await;
    clocks(server).await;

    let (to_server, from_server) = (validator(&document("client")), closed("server"));
    let mut said: BTreeSet<String> = BTreeSet::new();
    let mut codes: BTreeSet<&str> = BTreeSet::new();
    for Exchange { frame, kind, code, .. } in exchanges(&tape) {
        let fits = frame.as_ref().is_some_and(|frame| to_server.is_valid(frame));
        // A clock that is out of range can be read, and has a code of its own.
        let is_misread = matches!(code, Some(ErrorCode::BadMessage | ErrorCode::BadClock));
        assert_eq!(fits, !is_misread, "{code:?}: {frame:?}");
        codes.extend(code.map(ErrorCode::name));
        said.extend(kind.filter(|_| code.is_none()));
    }
    let (mut told, mut happened) = (BTreeSet::new(), BTreeSet::new());
    for line in tape.lines() {
        if let TapeEntry::Got(Said { text, .. }) = line {
            let frame: Value = serde_json::from_str(&text).expect("JSON");
            assert_fits(&from_server, &frame);
            told.insert(frame["type"].as_str().expect("a type").to_owned());
            let events = frame["events"].as_array().into_iter().flatten();
            happened.extend(events.map(|event| event["type"].as_str().expect("a type").to_owned()));
        }
    }
    let (client, server) = (document("client"), document("server"));
    assert_eq!(said, names(&client["$defs"]["Command"]), "every message was sent, and carried out");
    assert_eq!(told, names(&server), "every message was got");
    assert_eq!(happened, names(&server["$defs"]["Event"]), "every kind of event was seen");
    let on_sockets = ErrorCode::ALL.iter().copied().filter(|code| !REQUESTS_ONLY.contains(code));
    assert_eq!(codes, on_sockets.map(ErrorCode::name).collect(), "every error was told");
}
