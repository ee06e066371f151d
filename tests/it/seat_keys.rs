//! Capability URLs: one's seat from another device: a secret key opens it there, both devices play for the same seat, and the key is good
//! for as long as the seat is one's own and the game is on.

use std::collections::BTreeSet;
use std::time::Duration;

use cydonia_protocol::{
    Command, ErrorCode, OfferKind, Problem, SeatKey, SeatRequest, TableStatus, TimeControl,
};
use cydonia_rules::Turn;
use cydonia_server::limits;
use cydonia_tests::{Answer, CallError, Guest, TestClient, TestServer};
use reqwest::{Client, Response, StatusCode};
use uuid::Uuid;

use crate::company::{agree, knock, offered};
use crate::support::{
    all_see, create_game, give_share, hidden, play_dice, play_on, roll, sit, turn, watch, wish,
};

const GAMES: [&str; 3] = ["martian-chess", "martian-frisby", "martian-backgammon"];

async fn ask_for_key(server: &TestServer, guest: &Guest, table: Uuid) -> Response {
    let request = Client::new().post(server.url(&format!("/api/v1/tables/{table}/seat-key")));
    request.bearer_auth(&guest.token).send().await.expect("an answer")
}

/// The key of somebody's seat.
pub(crate) async fn key(server: &TestServer, guest: &Guest, table: Uuid) -> String {
    let SeatKey { key } = ask_for_key(server, guest, table).await.json().await.expect("a key");
    key
}

async fn open(server: &TestServer, table: Uuid, key: &str) -> Response {
    let body = SeatRequest { table, key: key.to_owned() };
    Client::new().post(server.url("/api/v1/session/seat")).json(&body).send().await.expect("an answer")
}

/// The status and the code of a refusal.
async fn refusal(response: Response) -> (StatusCode, ErrorCode) {
    let status = response.status();
    let Problem { code, .. } = response.json().await.expect("a problem");
    (status, code)
}

/// A socket on the device that a link was opened on.
async fn device(server: &TestServer, table: Uuid, key: &str) -> TestClient {
    let response = open(server, table, key).await;
    assert_eq!(response.status(), StatusCode::OK);
    let cookie = response.headers()["set-cookie"].to_str().expect("text").to_owned();
    let pair = cookie.split(';').next().expect("a pair");
    TestClient::open_as_browser(server.address, pair).await
}

/// A game of Ada's and Ben's that has begun.
async fn game(server: &TestServer, game: &str) -> (Uuid, [Guest; 2], Vec<TestClient>) {
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let mut players = vec![server.connect(Some(&guests[0])).await, server.connect(Some(&guests[1])).await];
    let table = players[0].call(create_game(game, 2)).await.expect("a table").table.expect("its id");
    players[1].call(sit(table)).await.expect("a seat");
    for player in &mut players {
        player.call(watch(table)).await.expect("watching");
        if game != "martian-chess" {
            player.ready(table).await.expect("ready");
        }
    }
    for player in &mut players {
        player.until(table, |table| table.view.is_some()).await;
    }
    all_see(&mut players, table).await;
    (table, guests, players)
}

/// What one of two answers is when the other is `ok`.
fn the_refused(answers: [Result<Answer, CallError>; 2]) -> ErrorCode {
    match answers {
        [Ok(_), Err(refusal)] | [Err(refusal), Ok(_)] => refusal.code,
        other => panic!("not one of each: {other:?}"),
    }
}

/// Both devices say the same at once: both messages are on their way before either is answered.
async fn at_once(one: &mut TestClient, two: &mut TestClient, command: Command) -> ErrorCode {
    let sent = (one.send(command.clone()).await, two.send(command).await);
    the_refused([one.answer(Some(sent.0)).await, two.answer(Some(sent.1)).await])
}

#[tokio::test]
async fn a_key_opens_the_seat_of_any_game_and_either_device_plays_on() {
    let server = TestServer::start().await;
    for name in GAMES {
        let (table, guests, mut players) = game(&server, name).await;
        let mut rng = fastrand::Rng::with_seed(5);
        play_dice(&mut players, table, 7, &mut rng).await;
        let link = key(&server, &guests[0], table).await;
        let mut phone = device(&server, table, &link).await;
        assert_eq!(phone.player, players[0].player, "the link opens a session of the same player");
        phone.call(watch(table)).await.expect("watching");
        assert_eq!(phone.tables[&table], players[0].tables[&table]);
        // The phone plays on, and the first device sees it and could.
        let first = std::mem::replace(&mut players[0], phone);
        play_dice(&mut players, table, 9, &mut rng).await;
        players.push(first);
        all_see(&mut players, table).await;
        let first = players.pop().expect("the first device");
        let phone = std::mem::replace(&mut players[0], first);
        play_dice(&mut players, table, 9, &mut rng).await;
        players.push(phone);
        all_see(&mut players, table).await;
        assert_eq!(players[0].tables[&table], players[2].tables[&table], "{name}");
    }
}

#[tokio::test]
async fn of_two_devices_that_act_at_once_one_is_told_that_it_is_late() {
    let server = TestServer::start().await;
    let (table, guests, mut players) = game(&server, "martian-chess").await;
    let link = key(&server, &guests[0], table).await;
    let mut phone = device(&server, table, &link).await;
    phone.call(watch(table)).await.expect("watching");
    let offered = phone.offered(table).await.clone();
    let n = phone.tables[&table].n;
    // Not the same action: what counts is that it was meant for the same position.
    let commands = [0, 1].map(|pick| {
        let action = offered.actions[pick].clone();
        Command::Act { table, at: offered.at, action, share: None }
    });
    let [one, two] = commands;
    let sent = (players[0].send(one).await, phone.send(two).await);
    let answers = [players[0].answer(Some(sent.0)).await, phone.answer(Some(sent.1)).await];
    assert_eq!(the_refused(answers), ErrorCode::Stale);
    players.push(phone);
    all_see(&mut players, table).await;
    assert!(players.iter().all(|player| player.tables[&table].n == n + 1), "one action, once");
}

#[tokio::test]
async fn with_dice_too_one_of_two_devices_comes_first_whatever_they_say() {
    let server = TestServer::start().await;
    for name in ["martian-frisby", "martian-backgammon"] {
        let (table, guests, mut players) = game(&server, name).await;
        let mut phones = Vec::new();
        for guest in &guests {
            let link = key(&server, guest, table).await;
            let mut phone = device(&server, table, &link).await;
            phone.call(watch(table)).await.expect("watching");
            phones.push(phone);
        }
        // The waiting seat's share, given twice, stands as it was given first.
        let share = players[1].share(table);
        let code = at_once(&mut players[1], &mut phones[1], share).await;
        assert_eq!(code, ErrorCode::NoShareDue, "{name}");
        all_see(&mut players, table).await;
        all_see(&mut phones, table).await;
        phones[0].until(table, |table| table.dice.as_ref().is_some_and(|dice| dice.share.is_some())).await;
        let command = players[0].roll(table);
        let code = at_once(&mut players[0], &mut phones[0], command).await;
        assert_eq!(code, ErrorCode::Stale, "{name}: the roll was made");
        all_see(&mut players, table).await;
        while matches!(turn(&players[0], table), Turn::Roll { .. }) {
            give_share(&mut players, table).await;
            roll(&mut players, table).await;
        }
        let Turn::Act { seat } = turn(&players[0], table) else { panic!("a turn") };
        let (player, phone) = (&mut players[usize::from(seat)], &mut phones[usize::from(seat)]);
        let n = player.tables[&table].n;
        phone.until(table, |table| table.n == n).await;
        let action = player.offered(table).await.actions[0].clone();
        let act = player.act(table, &action);
        assert_eq!(at_once(player, phone, act).await, ErrorCode::Stale, "{name}: the action was taken");
        player.until(table, |table| table.n > n).await;
        phone.until(table, |table| table.n > n).await;
        if player.offered(table).await.undo {
            let undo = Command::Undo { table, at: player.tables[&table].at };
            assert_eq!(at_once(player, phone, undo).await, ErrorCode::Stale, "{name}: it was taken back");
        }
    }
}

#[tokio::test]
async fn two_devices_that_resign_or_answer_at_once_do_it_once() {
    let server = TestServer::start().await;
    let (table, guests, mut players) = game(&server, "martian-chess").await;
    let link = key(&server, &guests[1], table).await;
    let mut phone = device(&server, table, &link).await;
    phone.call(watch(table)).await.expect("watching");
    let number = offered(&mut players[0], table, OfferKind::Draw).await;
    let yes = agree(table, number);
    assert_eq!(at_once(&mut players[1], &mut phone, yes).await, ErrorCode::Over, "it is a draw already");

    let (table, guests, mut players) = game(&server, "martian-chess").await;
    let link = key(&server, &guests[1], table).await;
    let mut phone = device(&server, table, &link).await;
    phone.call(watch(table)).await.expect("watching");
    let resign = Command::Resign { table };
    assert_eq!(at_once(&mut players[1], &mut phone, resign).await, ErrorCode::Over, "it has left already");
    all_see(&mut players, table).await;
    assert_eq!(players[0].tables[&table].line.len(), 1);
}

#[tokio::test]
async fn keys_to_a_game_that_is_over_are_not_given_and_open_nothing() {
    let server = TestServer::start().await;
    for is_aborted in [true, false] {
        let (table, guests, mut players) = game(&server, "martian-chess").await;
        let link = key(&server, &guests[1], table).await;
        assert_eq!(open(&server, table, &link).await.status(), StatusCode::OK);
        let end = if is_aborted { Command::Abort { table } } else { Command::Resign { table } };
        players[0].call(end).await.expect("it ends");
        let expected = if is_aborted { TableStatus::Aborted } else { TableStatus::Finished };
        assert_eq!(players[0].tables[&table].info.status, expected);
        let refused = refusal(ask_for_key(&server, &guests[1], table).await).await;
        assert_eq!(refused, (StatusCode::NOT_FOUND, ErrorCode::NoTable), "aborted: {is_aborted}");
        let dead = refusal(open(&server, table, &link).await).await;
        assert_eq!(dead, (StatusCode::NOT_FOUND, ErrorCode::NoTable), "aborted: {is_aborted}");
    }
}

#[tokio::test]
async fn a_link_opens_a_seat_for_as_long_as_its_player_sits_there() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let mut players = [server.connect(Some(&ada)).await, server.connect(Some(&ben)).await];
    let table =
        players[0].call(create_game("martian-chess", 3)).await.expect("a table").table.expect("its id");
    let other =
        players[0].call(create_game("martian-chess", 3)).await.expect("a table").table.expect("its id");
    assert_eq!(
        refusal(ask_for_key(&server, &ben, table).await).await,
        (StatusCode::CONFLICT, ErrorCode::NotSeated),
        "he does not sit there yet"
    );
    for table in [table, other] {
        players[1].call(sit(table)).await.expect("a seat");
    }
    let link = key(&server, &ben, table).await;
    assert_eq!(device(&server, table, &link).await.player, Some(ben.player.clone()));
    // It opens his seat at this table alone, and no letter of it is too many or too few.
    for (table, key) in [(other, link.clone()), (table, format!("{link}0")), (table, link[1..].to_owned())] {
        let refused = refusal(open(&server, table, &key).await).await;
        assert_eq!(refused, (StatusCode::NOT_FOUND, ErrorCode::NoTable));
    }
    players[1].call(Command::Stand { table }).await.expect("stood up");
    knock(&mut players[1], table).await;
    let refused = refusal(open(&server, table, &link).await).await;
    assert_eq!(refused, (StatusCode::NOT_FOUND, ErrorCode::NoTable), "whoever stood up has left the seat");
    assert_eq!(
        refusal(ask_for_key(&server, &ben, table).await).await,
        (StatusCode::CONFLICT, ErrorCode::NotSeated)
    );
    // Somebody else's seat is not opened by it either.
    let mut cem = server.join("Cem").await;
    cem.call(Command::Sit { table, seat: Some(1), key: None }).await.expect("the seat is free");
    let refused = refusal(open(&server, table, &link).await).await;
    assert_eq!(refused, (StatusCode::NOT_FOUND, ErrorCode::NoTable));
}

/// A cookie is lost on the way, as cookies are; the link is all that is left to come back by.
#[tokio::test]
async fn a_guests_seat_and_its_link_outlive_weeks_of_correspondence() {
    let mut server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let mut ada = server.connect(Some(&guests[0])).await;
    let mut ben = server.connect(Some(&guests[1])).await;
    let by_post = wish("martian-chess", 2, TimeControl::Correspondence { days: 7 });
    let table = ada.call(by_post).await.expect("a table").table.expect("its id");
    ben.call(sit(table)).await.expect("a seat");
    let link = key(&server, &guests[0], table).await;
    drop((ada, ben));
    let mut rng = fastrand::Rng::with_seed(9);
    for week in 0..8 {
        server.advance(Duration::from_secs(6 * 24 * 60 * 60));
        server = server.restart().await;
        let mut players = [device(&server, table, &link).await, server.connect(Some(&guests[1])).await];
        for player in &mut players {
            player.call(watch(table)).await.expect("watching");
        }
        assert_eq!(play_on(table, &mut players, 1, &mut rng).await, 1, "week {week}");
    }
    let mut phone = device(&server, table, &link).await;
    phone.call(watch(table)).await.expect("watching");
    phone.call(Command::Resign { table }).await.expect("resigned");
    let dead = refusal(open(&server, table, &link).await).await;
    assert_eq!(dead, (StatusCode::NOT_FOUND, ErrorCode::NoTable), "it ends with the game");
}

#[tokio::test]
async fn a_link_lasts_through_a_restart_and_only_the_newest_are_kept() {
    let server = TestServer::start().await;
    let (table, guests, players) = game(&server, "martian-frisby").await;
    let mut links = Vec::new();
    for _ in 0..=limits::SEAT_KEYS {
        links.push(key(&server, &guests[0], table).await);
    }
    let bens = key(&server, &guests[1], table).await;
    assert_eq!(links.iter().chain([&bens]).collect::<BTreeSet<_>>().len(), links.len() + 1);
    drop(players);
    let server = server.restart().await;
    let oldest = refusal(open(&server, table, &links[0]).await).await;
    assert_eq!(oldest, (StatusCode::NOT_FOUND, ErrorCode::NoTable), "the oldest has gone");
    for link in &links[1..] {
        assert_eq!(open(&server, table, link).await.status(), StatusCode::OK);
    }
    let mut phones = vec![device(&server, table, &links[1]).await, device(&server, table, &bens).await];
    for phone in &mut phones {
        phone.call(watch(table)).await.expect("found again");
    }
    play_dice(&mut phones, table, 12, &mut fastrand::Rng::with_seed(9)).await;
    assert!(phones[0].tables[&table].rolls > 1, "both play on from devices that never saw the start");
}

#[tokio::test]
async fn a_link_that_is_opened_over_tls_gives_a_secure_cookie() {
    let server = TestServer::start().await;
    let (table, guests, _players) = game(&server, "martian-chess").await;
    let key = key(&server, &guests[0], table).await;
    for (scheme, is_secure) in [("https", true), ("http", false)] {
        let body = SeatRequest { table, key: key.clone() };
        let request = Client::new().post(server.url("/api/v1/session/seat")).json(&body);
        let origin = format!("{scheme}://{}", server.address);
        let response = request.header("origin", origin).send().await.expect("an answer");
        let cookie = response.headers()["set-cookie"].to_str().expect("text");
        assert_eq!(cookie.contains("; Secure"), is_secure, "{cookie}");
    }
}

#[tokio::test]
async fn whoever_has_not_its_key_is_not_told_that_a_private_table_is_there() {
    let server = TestServer::start().await;
    let ben = server.guest("Ben").await;
    let mut ada = server.join("Ada").await;
    let wish = hidden(create_game("martian-chess", 2));
    let table = ada.call(wish).await.expect("a table").table.expect("its id");
    let there = refusal(ask_for_key(&server, &ben, table).await).await;
    let nowhere = refusal(ask_for_key(&server, &ben, Uuid::from_u128(7)).await).await;
    assert_eq!(there, (StatusCode::NOT_FOUND, ErrorCode::NoTable));
    assert_eq!(there, nowhere);
}
