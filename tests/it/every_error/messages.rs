//! Every message that can be refused, in every way in which it can.

use cydonia_protocol::dice::{Bytes32, Share};
use cydonia_protocol::{Command, ErrorCode, OfferKind, Phrase, Room, SeatKey, TimeControl, Words};
use cydonia_rules::{OptionValue, Options, Turn};
use cydonia_server::limits;
use cydonia_tests::{Hand, TestClient, TestServer, fresh_id};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use super::company::quick;
use crate::browser::Browser;
use crate::support::{
    all_see, create, create_game, database, full, give_share, play_on, refused, roll, say, seated,
    seated_with, sit, turn, watch,
};
use crate::waits::worn_out;

const CHESS: &str = "martian-chess";
const FRISBY: &str = "martian-frisby";

fn a_share() -> Share {
    Share::new(vec![1; 32]).expect("long enough")
}

/// Everything that is asked of a game which is on.
fn of_a_game(table: Uuid) -> Vec<Command> {
    let (share, pledge) = (a_share(), Bytes32([3; 32]));
    vec![
        Command::Act { table, at: 1, action: "A22-A11".to_owned(), share: None },
        Command::Share { table, k: 0, share: share.clone() },
        Command::Roll { table, k: 0, share, pledge },
        Command::Lost { table, k: 0, pledge },
        Command::Undo { table, at: 1 },
        Command::Hint { table, at: 1 },
        Command::Explain { table, at: 1, action: "A22".to_owned() },
        Command::Swap { table, at: 1 },
        Command::Resign { table },
        Command::Abort { table },
        Command::Offer { table, request: fresh_id(), what: OfferKind::Draw, computer: None },
        Command::Answer { table, offer: 1, agree: true },
        Command::Withdraw { table, offer: 1 },
        Command::Resume { table },
        Command::Claim { table, seat: 0 },
    ]
}

/// Everything that whoever sits at a table asks of it.
pub(super) fn of_a_seat(table: Uuid) -> Vec<Command> {
    let mut all = vec![
        Command::Stand { table },
        Command::Ready { table, pledge: None },
        Command::Rematch { table },
        Command::Begin { table },
        Command::AddComputer { table, seat: None, level: 1 },
        Command::RemoveComputer { table, seat: 0 },
    ];
    all.extend(of_a_game(table));
    all
}

pub(super) fn hello(table: Uuid) -> Command {
    say(table, Room::Players, Words::Phrase { phrase: Phrase::Hello })
}

pub(super) async fn each_refused(client: &mut TestClient, commands: Vec<Command>, code: ErrorCode) {
    for command in commands {
        refused(client, command, code).await;
    }
}

/// Has the server say no over its sockets in every way there is.
pub(crate) async fn provoke(server: &TestServer) {
    frames_that_are_no_messages(server).await;
    tables_that_cannot_be_set_up(server).await;
    tables_that_one_does_not_sit_at(server).await;
    seats_by_links(server).await;
    games_that_are_not_on(server).await;
    rematches_that_are_full(server).await;
    actions_in_a_game_without_dice(server).await;
    offers_and_absences(server).await;
    dice_out_of_order(server).await;
    dice_of_seats_that_add_nothing(server).await;
    clocks_that_stand_still(server).await;
    a_pause(server).await;
    a_table_whose_row_is_damaged(server).await;
    a_store_that_is_gone(server).await;
}

async fn frames_that_are_no_messages(server: &TestServer) {
    let mut ada = server.join("Ada").await;
    for (frame, id) in [
        ("hello".to_owned(), None),
        (json!({ "do": { "type": "ping" } }).to_string(), None),
        (json!({ "id": 7 }).to_string(), Some(7)),
        (json!({ "id": 8, "do": { "type": "dance" } }).to_string(), Some(8)),
    ] {
        ada.send_raw(Message::text(frame)).await;
        assert_eq!(ada.answer(id).await.expect_err("refused").code, ErrorCode::BadMessage);
    }
}

async fn tables_that_cannot_be_set_up(server: &TestServer) {
    refused(&mut server.connect(None).await, create(2), ErrorCode::NoSession).await;
    let mut ada = server.join("Ada").await;
    let wish = |game: &str, seats, seat, options, clock| Command::Create {
        request: fresh_id(),
        game: game.to_owned(),
        seats,
        options,
        clock,
        private: false,
        rated: false,
        seat,
        computers: Vec::new(),
        challenged: Vec::new(),
        games: 1,
        pie: false,
    };
    let speed = Options::from([("speed".to_owned(), OptionValue::Choice("fast".to_owned()))]);
    let (chess, forever) = (CHESS, TimeControl::None {});
    let blitz = TimeControl::Fischer { initial_s: 1, increment_s: 0 };
    refused(&mut ada, wish("chess", 2, 0, Options::new(), forever), ErrorCode::BadGame).await;
    refused(&mut ada, wish(chess, 7, 0, Options::new(), forever), ErrorCode::BadPlayers).await;
    refused(&mut ada, wish(chess, 2, 0, speed, forever), ErrorCode::BadOption).await;
    refused(&mut ada, wish(chess, 2, 0, Options::new(), blitz), ErrorCode::BadClock).await;
    refused(&mut ada, wish(chess, 2, 2, Options::new(), forever), ErrorCode::BadSeat).await;
    let mut hidden = wish(chess, 2, 0, Options::new(), forever);
    if let Command::Create { private, rated, .. } = &mut hidden {
        (*private, *rated) = (true, true);
    }
    refused(&mut ada, hidden, ErrorCode::BadRated).await;
}

async fn tables_that_one_does_not_sit_at(server: &TestServer) {
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let (nowhere, table) = (Uuid::nil(), ada.call(create(3)).await.expect("a table").table.expect("its id"));
    each_refused(&mut ada, vec![sit(nowhere), watch(nowhere), hello(nowhere)], ErrorCode::NoTable).await;
    each_refused(&mut ada, of_a_seat(nowhere), ErrorCode::NoTable).await;
    let mut nobody = server.connect(None).await;
    let mine = Command::OwnGames { on: true };
    each_refused(&mut nobody, vec![sit(table), hello(table), mine], ErrorCode::NoSession).await;
    each_refused(&mut nobody, of_a_seat(table), ErrorCode::NoSession).await;
    each_refused(&mut ben, of_a_seat(table), ErrorCode::NotSeated).await;
    refused(&mut ben, Command::Sit { table, seat: Some(3), key: None }, ErrorCode::BadSeat).await;
    refused(&mut ben, Command::Sit { table, seat: Some(0), key: None }, ErrorCode::SeatTaken).await;
    refused(
        &mut ben,
        Command::Watch { table, since: Some(99), key: None, quiet: false },
        ErrorCode::Regressed,
    )
    .await;
}

/// Whoever came by the link of a seat is nobody but there.
async fn seats_by_links(server: &TestServer) {
    let ada = server.guest("Ada").await;
    let mut first = server.connect(Some(&ada)).await;
    let here = first.call(create(2)).await.expect("a table").table.expect("its id");
    let there = first.call(create(3)).await.expect("a table").table.expect("its id");
    let asked = reqwest::Client::new().post(server.url(&format!("/api/v1/tables/{here}/seat-key")));
    let answer = asked.bearer_auth(&ada.token).send().await.expect("an answer");
    let SeatKey { key } = answer.json().await.expect("a key");
    let by_link = Browser::guest_at_seat(server, here, &key).await;
    let mut by_link = server.connect(Some(&by_link)).await;
    let rematch = Command::Rematch { table: here };
    let own_games = Command::OwnGames { on: true };
    let anywhere = vec![create(2), quick(CHESS, 2, TimeControl::default()), rematch, own_games];
    each_refused(&mut by_link, anywhere, ErrorCode::SeatOnly).await;
    each_refused(&mut by_link, vec![sit(there), hello(there)], ErrorCode::SeatOnly).await;
    each_refused(&mut by_link, of_a_seat(there), ErrorCode::SeatOnly).await;
}

async fn games_that_are_not_on(server: &TestServer) {
    let mut ada = server.join("Ada").await;
    let table = ada.call(create(3)).await.expect("a table").table.expect("its id");
    each_refused(&mut ada, of_a_game(table), ErrorCode::NotPlaying).await;
    refused(&mut ada, sit(table), ErrorCode::AlreadySeated).await;
    refused(&mut ada, Command::Rematch { table }, ErrorCode::NotOver).await;

    let (table, mut players) = seated(server, 3).await;
    let mut late = server.join("Late").await;
    refused(&mut late, sit(table), ErrorCode::NotOpen).await;
    refused(&mut players[0], Command::Stand { table }, ErrorCode::NotOpen).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    each_refused(&mut players[0], of_a_game(table), ErrorCode::Left).await;
    players[1].call(Command::Resign { table }).await.expect("resigned");
    each_refused(&mut players[2], of_a_game(table), ErrorCode::Over).await;
}

/// Of a rematch one can stand up, and then somebody else may come.
async fn rematches_that_are_full(server: &TestServer) {
    let (table, mut players) = seated(server, 3).await;
    for player in &mut players[..2] {
        player.call(Command::Resign { table }).await.expect("resigned");
    }
    let next = players[0].call(Command::Rematch { table }).await.expect("a rematch").table.expect("its id");
    players[1].call(Command::Rematch { table }).await.expect("the same");
    players[1].call(Command::Stand { table: next }).await.expect("stood up");
    server.join("Late").await.call(sit(next)).await.expect("the seat that is free");
    refused(&mut players[1], Command::Rematch { table }, ErrorCode::SeatTaken).await;
    players[2].call(Command::Rematch { table }).await.expect("the last seat");
    refused(&mut players[1], Command::Rematch { table }, ErrorCode::NotOpen).await;
}

async fn actions_in_a_game_without_dice(server: &TestServer) {
    let (table, mut players) = seated(server, 2).await;
    let at = players[0].tables[&table].at;
    let act = |at, action: &str| Command::Act { table, at, action: action.to_owned(), share: None };
    let given = Command::Act { table, at, action: "b3-a4".to_owned(), share: Some(a_share()) };
    for (seat, command, code) in [
        (0, act(at - 1, "b3-a4"), ErrorCode::Stale),
        (0, Command::Undo { table, at: at - 1 }, ErrorCode::Stale),
        (1, act(at, "a6-b5"), ErrorCode::NotYourTurn),
        (1, Command::Undo { table, at }, ErrorCode::NotYourTurn),
        (0, act(at, "castle"), ErrorCode::BadNotation),
        (0, act(at, "b3-b3"), ErrorCode::Illegal),
        (0, Command::Undo { table, at }, ErrorCode::NothingToUndo),
        (0, given, ErrorCode::NoDice),
        (0, Command::Ready { table, pledge: None }, ErrorCode::NoDice),
        (0, Command::Share { table, k: 0, share: a_share() }, ErrorCode::NoDice),
        (0, Command::Roll { table, k: 0, share: a_share(), pledge: Bytes32([3; 32]) }, ErrorCode::NoDice),
        (0, Command::Lost { table, k: 0, pledge: Bytes32([3; 32]) }, ErrorCode::NoDice),
    ] {
        refused(&mut players[seat], command, code).await;
    }
    let (mut player, undo) = worn_out(server).await;
    refused(&mut player, undo, ErrorCode::TooMany).await;
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(1)).await;
    refused(&mut players[0], Command::Abort { table }, ErrorCode::TooLate).await;
}

async fn offers_and_absences(server: &TestServer) {
    let (table, mut players) = seated(server, 2).await;
    let request = fresh_id();
    let draw = Command::Offer { table, request, what: OfferKind::Draw, computer: None };
    let offer = players[0].call(draw).await.expect("offered").offer.expect("its number");
    for (seat, command, code) in [
        (0, Command::Answer { table, offer, agree: true }, ErrorCode::OwnOffer),
        (1, Command::Answer { table, offer: offer + 1, agree: true }, ErrorCode::NoOffer),
        (1, Command::Withdraw { table, offer }, ErrorCode::NoOffer),
        (1, Command::Offer { table, request, what: OfferKind::Pause, computer: None }, ErrorCode::BadOffer),
        (0, Command::Resume { table }, ErrorCode::NotPaused),
        (0, Command::Claim { table, seat: 1 }, ErrorCode::NotAbsent),
        (0, Command::Claim { table, seat: 2 }, ErrorCode::BadSeat),
    ] {
        refused(&mut players[seat], command, code).await;
    }
}

async fn dice_out_of_order(server: &TestServer) {
    let (table, mut players) = seated_with(server, FRISBY, 2, TimeControl::None {}).await;
    let at = players[0].tables[&table].at;
    let pledge = Bytes32([3; 32]);
    let act = || Command::Act { table, at, action: "a1-a2".to_owned(), share: None };
    let share = |k| Command::Share { table, k, share: a_share() };
    let roll_with = |k| Command::Roll { table, k, share: a_share(), pledge };
    let lost = |k| Command::Lost { table, k, pledge };
    for (seat, command, code) in [
        (0, Command::Ready { table, pledge: None }, ErrorCode::NotOpen),
        (0, act(), ErrorCode::WrongPhase),
        (0, share(0), ErrorCode::NotYourTurn),
        (1, share(1), ErrorCode::Stale),
        (0, roll_with(0), ErrorCode::ShareDue),
        (1, roll_with(0), ErrorCode::NotYourTurn),
        (0, roll_with(1), ErrorCode::Stale),
        (0, lost(0), ErrorCode::ShareDue),
        (1, lost(0), ErrorCode::NotYourTurn),
        (0, lost(1), ErrorCode::Stale),
    ] {
        refused(&mut players[seat], command, code).await;
    }
    give_share(&mut players, table).await;
    refused(&mut players[1], share(0), ErrorCode::NoShareDue).await;
    refused(&mut players[0], roll_with(0), ErrorCode::WrongShare).await;
    let folded = players[0].tables[&table].clone();
    let first = players[0].hand.lose(&folded, 77);
    players[0].call(first).await.expect("once is free");
    all_see(&mut players, table).await;
    give_share(&mut players, table).await;
    refused(&mut players[0], lost(1), ErrorCode::LostAgain).await;
    roll(&mut players, table).await;
    for (seat, command) in [(1, share(2)), (0, roll_with(2)), (0, lost(2))] {
        refused(&mut players[seat], command, ErrorCode::WrongPhase).await;
    }
    // The first action of a turn does not end it; sooner or later there is one that does.
    let (at, action) = first_offered(&mut players[0], table).await;
    let early = Command::Act { table, at, action, share: Some(a_share()) };
    refused(&mut players[0], early, ErrorCode::NoShareDue).await;
    while players[0].offered(table).await.ends.is_empty() {
        players[0].play(table, |_| 0).await.expect("legal");
    }
    let (at, action) = (players[0].tables[&table].at, players[0].choices[&table].ends[0].clone());
    let bare = Command::Act { table, at, action, share: None };
    refused(&mut players[0], bare, ErrorCode::ShareDue).await;
}

async fn first_offered(player: &mut TestClient, table: Uuid) -> (u64, String) {
    let offered = player.offered(table).await;
    (offered.at, offered.actions[0].clone())
}

async fn dice_of_seats_that_add_nothing(server: &TestServer) {
    let (table, mut players) = full(server, create_game(FRISBY, 2)).await;
    for player in &mut players {
        if player.seat(table) == 0 {
            player.hand = Hand::Plain;
        }
        player.ready(table).await.expect("ready");
    }
    for player in &mut players {
        player.until(table, |table| table.view.is_some()).await;
    }
    let (k, pledge) = (0, Bytes32([3; 32]));
    refused(&mut players[0], Command::Roll { table, k, share: a_share(), pledge }, ErrorCode::PlainSeat)
        .await;
    refused(&mut players[0], Command::Lost { table, k, pledge }, ErrorCode::PlainSeat).await;
    give_share(&mut players, table).await;
    let (at, action) = first_offered(&mut players[0], table).await;
    let given = Command::Act { table, at, action, share: Some(a_share()) };
    refused(&mut players[0], given, ErrorCode::PlainSeat).await;
    // When its turn is over it waits for the other's roll, and has no share to give.
    while matches!(turn(&players[0], table), Turn::Act { seat: 0 }) {
        players[0].play(table, |_| 0).await.expect("legal");
    }
    refused(&mut players[0], Command::Share { table, k: 1, share: a_share() }, ErrorCode::PlainSeat).await;
}

async fn clocks_that_stand_still(server: &TestServer) {
    let clock = TimeControl::Fischer { initial_s: 60, increment_s: 0 };
    let (table, mut players) = seated_with(server, FRISBY, 2, clock).await;
    let request = fresh_id();
    let pause = Command::Offer { table, request, what: OfferKind::Pause, computer: None };
    let offer = players[0].call(pause).await.expect("offered").offer.expect("its number");
    players[1].call(Command::Answer { table, offer, agree: true }).await.expect("agreed");
    let at = players[1].tables[&table].at;
    let (k, share, pledge) = (0, a_share(), Bytes32([3; 32]));
    for command in [
        Command::Act { table, at, action: "a1-a2".to_owned(), share: None },
        Command::Undo { table, at },
        Command::Share { table, k, share: share.clone() },
        Command::Roll { table, k, share, pledge },
        Command::Lost { table, k, pledge },
    ] {
        refused(&mut players[1], command, ErrorCode::Paused).await;
    }
}

async fn a_pause(server: &TestServer) {
    let clock = TimeControl::Fischer { initial_s: 60, increment_s: 0 };
    let (table, mut players) = seated_with(server, CHESS, 2, clock).await;
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(1)).await;
    let offer = |what| Command::Offer { table, request: fresh_id(), what, computer: None };
    let takeback =
        players[0].call(offer(OfferKind::Takeback)).await.expect("offered").offer.expect("its number");
    let pause = players[0].call(offer(OfferKind::Pause)).await.expect("offered").offer.expect("its number");
    players[1].call(Command::Answer { table, offer: pause, agree: true }).await.expect("agreed");
    refused(&mut players[1], Command::Answer { table, offer: takeback, agree: true }, ErrorCode::Paused)
        .await;
    refused(&mut players[1], offer(OfferKind::Takeback), ErrorCode::Paused).await;
    players[0].call(Command::Unwatch { table }).await.expect("away");
    refused(&mut players[1], Command::Resume { table }, ErrorCode::Paused).await;
}

async fn a_table_whose_row_is_damaged(server: &TestServer) {
    let mut ada = server.join("Ada").await;
    let wish = create(2);
    let table = ada.call(wish.clone()).await.expect("a table").table.expect("its id");
    // It falls asleep, so that it is read from there.
    server.pass(std::slice::from_mut(&mut ada), limits::TABLE_IDLE_TIMEOUT).await;
    let damage = "UPDATE tables SET info = '{' WHERE number = (SELECT max(number) FROM tables)";
    database(server).await.run(damage).await;
    each_refused(&mut ada, vec![wish, sit(table), watch(table), hello(table)], ErrorCode::Damaged).await;
    each_refused(&mut ada, of_a_seat(table), ErrorCode::Damaged).await;
}

/// Whatever is asked of the store fails while its tables have another name.
async fn a_store_that_is_gone(server: &TestServer) {
    let mut ada = server.join("Ada").await;
    let table = Uuid::from_u128(1);
    let mut database = database(server).await;
    database.run("ALTER TABLE tables RENAME TO mislaid").await;
    each_refused(
        &mut ada,
        vec![
            create(2),
            quick(CHESS, 2, TimeControl::None {}),
            Command::OwnGames { on: true },
            sit(table),
            watch(table),
            hello(table),
        ],
        ErrorCode::Unavailable,
    )
    .await;
    each_refused(&mut ada, of_a_seat(table), ErrorCode::Unavailable).await;
    database.run("ALTER TABLE mislaid RENAME TO tables").await;
    ada.call(create(2)).await.expect("all is well again");
}
