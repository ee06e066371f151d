//! The example conversations in `docs/conversations`: the server says exactly that, and all of it fits the schemas.
//!
//! They are told here and kept there. When what is said changes, the tests leave what they heard in
//! `target/tmp/conversations`; if that is what is meant, copy it to `docs/conversations`.

use std::fs;
use std::path::Path;

use cydonia_protocol::{Command, ErrorCode, OfferKind, Presence};
use cydonia_tests::{Guest, Tape, TestClient, TestServer};
use serde_json::Value;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::schema::{assert_fits, closed, document, validator};
use crate::support::{all_see, refused, sit, to_act, watch};

/// Two who play, everything that they say, and the house that hears it.
struct Company {
    server: TestServer,
    tape: Tape,
    guests: Vec<Guest>,
    players: Vec<TestClient>,
    table: Uuid,
}

impl Company {
    /// Ada opens a table for two, and Ben sits down at it.
    async fn at(game: &str) -> Self {
        let mut server = TestServer::start().await;
        let tape = server.record();
        let guests = vec![server.guest("Ada").await, server.guest("Ben").await];
        tape.note("Ada has a session. She opens a socket, sets a table up and follows it.");
        let mut ada = server.connect(Some(&guests[0])).await;
        let wish = Command::Create {
            request: Uuid::from_u128(1),
            game: game.to_owned(),
            seats: 2,
            options: Default::default(),
            clock: Default::default(),
            private: false,
            rated: false,
            seat: 0,
            computers: Vec::new(),
            challenged: Vec::new(),
            games: 1,
            pie: false,
        };
        let table = ada.call(wish).await.expect("a table").table.expect("its id");
        ada.call(watch(table)).await.expect("watching");
        tape.note("Ben does the same, and takes the other seat.");
        let mut ben = server.connect(Some(&guests[1])).await;
        ben.call(watch(table)).await.expect("watching");
        ben.call(sit(table)).await.expect("a seat");
        let mut company = Self { server, tape, guests, players: vec![ada, ben], table };
        company.all_see().await;
        company
    }

    /// Waits until everybody has heard what there is to hear.
    async fn all_see(&mut self) {
        all_see(&mut self.players, self.table).await;
        if let Some(seat) = to_act(&self.players[0], self.table) {
            self.players[seat].offered(self.table).await;
        }
    }

    /// Whoever's turn it is takes the first action that is offered.
    async fn act(&mut self) {
        let seat = to_act(&self.players[0], self.table).expect("somebody is to act");
        self.players[seat].play(self.table, |_| 0).await.expect("legal");
        self.all_see().await;
    }

    async fn offer(&mut self, seat: usize, request: u128, what: OfferKind) -> u64 {
        let offer =
            Command::Offer { table: self.table, request: Uuid::from_u128(request), what, computer: None };
        let number = self.players[seat].call(offer).await.expect("offered").offer.expect("its number");
        self.all_see().await;
        number
    }

    async fn answer(&mut self, seat: usize, offer: u64, agree: bool) {
        let answer = Command::Answer { table: self.table, offer, agree };
        self.players[seat].call(answer).await.expect("answered");
        self.all_see().await;
    }
}

async fn a_short_game() -> Tape {
    let mut company = Company::at("martian-chess").await;
    company.tape.note("Each in turn is offered what can be done, and chooses.");
    for _ in 0..6 {
        company.act().await;
    }
    company.tape.note("Ben gives up. The game is over, and kept.");
    company.players[1].call(Command::Resign { table: company.table }).await.expect("resigned");
    company.all_see().await;
    company.tape
}

async fn a_roll() -> Tape {
    let mut company = Company::at("martian-frisby").await;
    let table = company.table;
    company.tape.note("Pledge: both say what they will add to their first rolls, without showing it.");
    for player in &mut company.players {
        player.ready(table).await.expect("ready");
    }
    company.tape.note("Seal: the game starts, and with it the server has told of its secret for roll 0.");
    company.all_see().await;
    company.tape.note("Share: Ben, who waits, gives what he adds to Ada's roll in the open.");
    let share = company.players[1].share(table);
    company.players[1].call(share).await.expect("given");
    company.all_see().await;
    company
        .tape
        .note("Roll: Ada shows what she pledged, and the server opens its secret. Everybody can check it.");
    let roll = company.players[0].roll(table);
    company.players[0].call(roll).await.expect("rolled");
    company.all_see().await;
    company
        .tape
        .note("From now on the share for the other's roll comes with the action that ends one's turn.");
    while to_act(&company.players[0], table) == Some(0) {
        company.act().await;
    }
    company.tape.note("So Ben can roll at once.");
    let roll = company.players[1].roll(table);
    company.players[1].call(roll).await.expect("rolled");
    company.all_see().await;
    company.tape
}

async fn offers() -> Tape {
    let mut company = Company::at("martian-chess").await;
    company.act().await;
    company.act().await;
    company.tape.note("Ada would like to have her last turn back, and Ben agrees.");
    let takeback = company.offer(0, 2, OfferKind::Takeback).await;
    company.answer(1, takeback, true).await;
    company.act().await;
    company.tape.note("Ben offers a draw, and Ada declines.");
    let draw = company.offer(1, 3, OfferKind::Draw).await;
    company.answer(0, draw, false).await;
    company.tape.note("Ada offers one, and Ben plays on: to move is to decline.");
    company.offer(0, 4, OfferKind::Draw).await;
    company.act().await;
    company.act().await;
    company.tape.note("Ada has moved too: now Ben may offer again, and Ada agrees.");
    let draw = company.offer(1, 5, OfferKind::Draw).await;
    company.answer(0, draw, true).await;
    company.tape
}

async fn refusals() -> Tape {
    let mut company = Company::at("martian-chess").await;
    let table = company.table;
    let at = company.players[0].tables[&table].at;
    let act = |at, action: &str| Command::Act { table, at, action: action.to_owned(), share: None };
    company.tape.note("It is Ada's turn, not Ben's.");
    refused(&mut company.players[1], act(at, "a6-b5"), ErrorCode::NotYourTurn).await;
    company.tape.note(
        "Three actions of Ada's that cannot be taken: one is none at all, one is not legal, one is late.",
    );
    refused(&mut company.players[0], act(at, "castle"), ErrorCode::BadNotation).await;
    refused(&mut company.players[0], act(at, "b3-b8"), ErrorCode::Illegal).await;
    refused(&mut company.players[0], act(at - 1, "b3-a4"), ErrorCode::Stale).await;
    company.tape.note("Ben misspells what he wants. Nothing of it is carried out.");
    let misspelt = format!(r#"{{"id":4,"do":{{"type":"watch","table":"{table}","sinse":3}}}}"#);
    company.players[1].send_raw(Message::text(misspelt)).await;
    let refusal = company.players[1].answer(Some(4)).await.expect_err("refused");
    assert_eq!(refusal.code, ErrorCode::BadMessage);
    company.tape.note("And a message whose id cannot be read is answered, too.");
    company.players[1].send_raw(Message::text(r#"{"do":{"type":"ping"}}"#)).await;
    company.players[1].answer(None).await.expect_err("refused");
    company.tape
}

async fn a_reconnect() -> Tape {
    let mut company = Company::at("martian-chess").await;
    let table = company.table;
    company.act().await;
    let Company { server, tape, guests, mut players, .. } = company;
    let (mut ben, mut ada) = (players.remove(1), players.remove(0));
    tape.note("Ben moves, and in this very moment his line is cut: he never hears the answer.");
    let known = ben.tables[&table].n;
    let unanswered = ben.act(table, &ben.choices[&table].actions[0]);
    ben.send(unanswered.clone()).await;
    ada.until(table, |folded| folded.n > known).await;
    drop(ben);
    tape.note("Ada is told that he is away, and moves on.");
    while !matches!(ada.presence[&table][1], Presence::Away { .. }) {
        ada.next().await;
    }
    ada.play(table, |_| 0).await.expect("legal");
    tape.note("Ben is back. He says which event he saw last, and gets what he has missed.");
    let mut ben = server.connect(Some(&guests[1])).await;
    ben.call(Command::Watch { table, since: Some(known), key: None, quiet: false }).await.expect("watching");
    while !matches!(ada.presence[&table][1], Presence::Here {}) {
        ada.next().await;
    }
    tape.note("He sends again what had no answer. It had been carried out, so the repeat can do no harm.");
    refused(&mut ben, unanswered, ErrorCode::Stale).await;
    tape
}

/// Holds a conversation against the document that has it.
fn compare(name: &str, tape: &Tape) {
    let heard: String = tape.lines().iter().map(|line| format!("{line}\n")).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/conversations").join(name);
    if fs::read_to_string(&path).ok().as_ref() != Some(&heard) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conversations");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(name), heard).expect("written");
        panic!("this is not what {} has; see {}", path.display(), folder.join(name).display());
    }
}

#[tokio::test]
async fn a_short_game_is_as_documented() {
    compare("short-game.jsonl", &a_short_game().await);
}

#[tokio::test]
async fn a_roll_is_as_documented() {
    compare("roll.jsonl", &a_roll().await);
}

#[tokio::test]
async fn offers_are_as_documented() {
    compare("offers.jsonl", &offers().await);
}

#[tokio::test]
async fn refusals_are_as_documented() {
    compare("refusals.jsonl", &refusals().await);
}

#[tokio::test]
async fn a_reconnect_is_as_documented() {
    compare("reconnect.jsonl", &a_reconnect().await);
}

#[test]
fn every_documented_conversation_fits_the_schemas() {
    let (to_server, from_server) = (validator(&document("client")), closed("server"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/conversations");
    let page = include_str!("../../docs/protocol.md");
    let mut files = 0;
    for file in fs::read_dir(folder).expect("a folder") {
        let file = file.expect("an entry");
        let name = file.file_name().into_string().expect("text");
        assert!(page.contains(&format!("conversations/{name}")), "docs/protocol.md does not tell of {name}");
        let text = fs::read_to_string(file.path()).expect("text");
        let lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
        let misread = lines.iter().filter(|line| line["gets"]["code"] == "bad_message").count();
        let unfit = lines
            .iter()
            .filter(|line| line["sends"].is_object() && !to_server.is_valid(&line["sends"]))
            .count();
        assert_eq!(unfit, misread, "{name}: only what is refused as unreadable does not fit");
        for line in lines.iter().filter(|line| line["gets"].is_object()) {
            assert_fits(&from_server, &line["gets"]);
        }
        files += 1;
    }
    assert_eq!(files, 5);
}
