//! What players may try.

use std::time::Duration;

use cydonia_protocol::dice::{self, Share};
use cydonia_protocol::{Command, ErrorCode, OfferKind, TimeControl};
use cydonia_rules::{Reason, Turn};
use cydonia_tests::{Guest, Hand, TestClient, TestServer};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use super::{FRISBY, bytes, share};
use crate::support::{
    all_see, create_game, give_share, play_dice, refused_at, roll, seated_at, seated_with, sit, turn, watch,
};

#[tokio::test]
async fn a_roller_shows_what_it_pledged_for_this_roll_and_nothing_else() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, FRISBY, 2).await;
    give_share(&mut players, table).await;
    let Hand::Honest(seed) = players[0].hand.clone() else { panic!("an honest hand") };
    let given = players[0].tables[&table].dice.as_ref().and_then(|dice| dice.share.clone()).expect("given");
    let seal = players[0].tables[&table].dice.as_ref().expect("dice").seal;
    let shown = |share: Share| Command::Roll { table, k: 0, share, pledge: bytes(1) };
    for another in [
        // Made up after the other's share was seen, or just that.
        share(1),
        given,
        // One's own, of the next roll, of another table, or what one would give as the waiting seat.
        dice::pledged_share(&seed, table, 1),
        dice::pledged_share(&seed, Uuid::from_u128(5), 0),
        dice::waiting_share(&seed, table, 0, &seal),
    ] {
        refused_at(&mut players[0], table, shown(another), ErrorCode::WrongShare).await;
    }
    roll(&mut players, table).await;
}

#[tokio::test]
async fn whoever_keeps_its_share_back_pays_for_it_with_its_own_time() {
    let server = TestServer::start().await;
    let clock = TimeControl::Fischer { initial_s: 30, increment_s: 0 };
    let (table, mut players) = seated_with(&server, FRISBY, 2, clock).await;
    server.pass(&mut players, Duration::from_secs(29)).await;
    // The roller cannot go on, and need not.
    let roll = players[0].roll(table);
    refused_at(&mut players[0], table, roll, ErrorCode::ShareDue).await;
    // A little more than the last second: a message may still be under way.
    server.pass(&mut players, Duration::from_secs(2)).await;
    let end = players[0].until(table, |table| table.outcome.is_some()).await;
    assert_eq!(end.line, ["1 Timeout"]);
    assert_eq!(end.outcome.as_ref().map(|outcome| outcome.reason), Some(Reason::TIMEOUT));
    assert_eq!(end.clocks.as_ref().expect("clocks").left_ms, [30_000, 0]);
}

#[tokio::test]
async fn whoever_cannot_or_will_not_roll_pays_for_it_with_its_own_time() {
    let server = TestServer::start().await;
    let clock = TimeControl::Fischer { initial_s: 30, increment_s: 0 };
    let (table, mut players) = seated_with(&server, FRISBY, 2, clock).await;
    give_share(&mut players, table).await;
    server.pass(&mut players, Duration::from_secs(31)).await;
    let end = players[1].until(table, |table| table.outcome.is_some()).await;
    assert_eq!((end.line.as_slice(), end.rolls), (&["0 Timeout".to_owned()][..], 0));
}

#[tokio::test]
async fn while_the_clocks_stand_still_nobody_gives_rolls_or_loses_anything() {
    let server = TestServer::start().await;
    let clock = TimeControl::Fischer { initial_s: 30, increment_s: 0 };
    for share_is_in in [false, true] {
        let (table, mut players) = seated_with(&server, FRISBY, 2, clock).await;
        if share_is_in {
            give_share(&mut players, table).await;
        }
        let offer =
            Command::Offer { table, request: Uuid::from_u128(1), what: OfferKind::Pause, computer: None };
        let offer = players[0].call(offer).await.expect("offered").offer.expect("its number");
        all_see(&mut players, table).await;
        players[1].call(Command::Answer { table, offer, agree: true }).await.expect("agreed");
        all_see(&mut players, table).await;
        let (share, roll) = (players[1].share(table), players[0].roll(table));
        let lost = Command::Lost { table, k: 0, pledge: bytes(1) };
        for (seat, command) in [(1, share), (0, roll), (0, lost)] {
            refused_at(&mut players[seat], table, command, ErrorCode::Paused).await;
        }
        server.pass(&mut players, Duration::from_secs(60)).await;
        players[1].call(Command::Resume { table }).await.expect("on it goes");
        all_see(&mut players, table).await;
        play_dice(&mut players, table, 4, &mut fastrand::Rng::with_seed(1)).await;
    }
}

#[tokio::test]
async fn what_is_no_share_and_no_pledge_is_not_read() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, FRISBY, 2).await;
    let before = players[1].tables[&table].clone();
    let (good, pledge) = ("ab".repeat(32), "cd".repeat(32));
    let share = |share: &str| json!({ "type": "share", "table": table, "k": 0, "share": share });
    let shown =
        |share: &str| json!({ "type": "roll", "table": table, "k": 0, "share": share, "pledge": pledge });
    let pledged = |pledge: &str| json!({ "type": "lost", "table": table, "k": 0, "pledge": pledge });
    let mut wrong = vec![
        // A seat does not become one that adds nothing in the middle of a game.
        json!({ "type": "roll", "table": table, "k": 0, "share": good }),
        json!({ "type": "roll", "table": table, "k": 0, "share": good, "pledge": null }),
        json!({ "type": "lost", "table": table, "k": 0 }),
        json!({ "type": "share", "table": table, "k": 0 }),
        json!({ "type": "share", "table": table, "k": -1, "share": good }),
    ];
    for text in ["", "ab", &"ab".repeat(15), &"ab".repeat(65), &"AB".repeat(32), &"xy".repeat(32), &good[1..]]
    {
        wrong.extend([share(text), shown(text)]);
    }
    for text in ["", &pledge[2..], &"cd".repeat(33), &"CD".repeat(32)] {
        wrong.push(pledged(text));
        wrong.push(json!({ "type": "ready", "table": table, "pledge": text }));
    }
    for (id, wrong) in (1_000..).zip(wrong) {
        let frame = json!({ "id": id, "do": wrong }).to_string();
        players[1].send_raw(Message::text(frame)).await;
        let refusal = players[1].answer(Some(id)).await.expect_err("refused");
        assert_eq!(refusal.code, ErrorCode::BadMessage, "{wrong}");
    }
    players[1].call(watch(table)).await.expect("watching");
    assert_eq!(players[1].tables[&table], before);
}

#[tokio::test]
async fn nobody_plays_for_a_seat_that_is_not_theirs() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, FRISBY, 2).await;
    let mut others = [server.join("Stranger").await, server.connect(None).await];
    let given = players[1].share(table);
    for share_is_in in [false, true] {
        if share_is_in {
            give_share(&mut players, table).await;
        }
        let roll = players[0].roll(table);
        let lost = Command::Lost { table, k: 0, pledge: bytes(1) };
        for (other, code) in others.iter_mut().zip([ErrorCode::NotSeated, ErrorCode::NoSession]) {
            other.call(watch(table)).await.expect("anyone may watch");
            // Not even with what the seat itself would say.
            for command in [given.clone(), roll.clone(), lost.clone()] {
                refused_at(other, table, command, code).await;
            }
        }
    }
}

/// Two who play each other, each on two devices.
async fn on_two_devices(server: &TestServer) -> (Uuid, Vec<TestClient>, Vec<TestClient>) {
    let guests: [Guest; 2] = [server.guest("Ada").await, server.guest("Ben").await];
    let mut players = Vec::new();
    for guest in &guests {
        players.push(server.connect(Some(guest)).await);
    }
    let table = players[0].call(create_game(FRISBY, 2)).await.expect("a table").table.expect("its id");
    players[1].call(sit(table)).await.expect("a seat");
    for player in &mut players {
        player.call(watch(table)).await.expect("watching");
        player.ready(table).await.expect("ready");
    }
    players[0].until(table, |table| table.view.is_some()).await;
    let mut seconds = Vec::new();
    for guest in &guests {
        let mut second = server.connect(Some(guest)).await;
        second.call(watch(table)).await.expect("watching");
        seconds.push(second);
    }
    (table, players, seconds)
}

/// Says the same at once from both devices of a seat: one is heard, the other refused with that code.
async fn at_once(
    one: &mut TestClient,
    other: &mut TestClient,
    table: Uuid,
    commands: [Command; 2],
    code: ErrorCode,
) {
    let before = one.tables[&table].n;
    let [first, second] = commands;
    let sent = (one.send(first).await, other.send(second).await);
    let answers = [one.answer(Some(sent.0)).await, other.answer(Some(sent.1)).await];
    let refusals: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    assert_eq!(refusals.iter().map(|refusal| refusal.code).collect::<Vec<_>>(), [code]);
    for device in [one, other] {
        let n = device.until(table, |table| table.n > before).await.n;
        assert_eq!(n, before + 1, "one event came of it");
    }
}

#[tokio::test]
async fn of_two_devices_of_one_seat_exactly_one_is_heard() {
    let server = TestServer::start().await;
    let (table, mut players, mut seconds) = on_two_devices(&server).await;
    for round in 0..6 {
        if players[0].tables[&table].owes() == Some(1) && round == 0 {
            let commands = [players[1].share(table), seconds[1].share(table)];
            at_once(&mut players[1], &mut seconds[1], table, commands, ErrorCode::NoShareDue).await;
            all_see(&mut players, table).await;
            all_see(&mut seconds, table).await;
        }
        let Turn::Roll { seat } = turn(&players[0], table) else { panic!("no roll is due") };
        let (one, other) = (&mut players[usize::from(seat)], &mut seconds[usize::from(seat)]);
        let commands = [one.roll(table), other.roll(table)];
        at_once(one, other, table, commands, ErrorCode::Stale).await;
        let mut undoes = round == 3;
        while turn(one, table) == (Turn::Act { seat }) {
            let offered = one.offered(table).await.clone();
            assert_eq!(other.offered(table).await, &offered, "both are offered the same");
            let commands = if offered.undo && std::mem::take(&mut undoes) {
                let undo = Command::Undo { table, at: offered.at };
                [undo.clone(), undo]
            } else {
                // The same action, or two that exclude each other.
                let last = (offered.actions.len() - 1) * (round % 2);
                [one.act(table, &offered.actions[0]), other.act(table, &offered.actions[last])]
            };
            at_once(one, other, table, commands, ErrorCode::Stale).await;
        }
        all_see(&mut players, table).await;
        all_see(&mut seconds, table).await;
    }
}

#[tokio::test]
async fn a_device_without_the_seed_rolls_only_after_it_has_said_so() {
    let server = TestServer::start().await;
    let (table, mut players, mut seconds) = on_two_devices(&server).await;
    give_share(&mut players, table).await;
    all_see(&mut seconds, table).await;
    let forgetful = &mut seconds[0];
    forgetful.until(table, |table| table.n == 6).await;
    let folded = forgetful.tables[&table].clone();
    forgetful.hand = Hand::honest(99);
    let roll = forgetful.roll(table);
    refused_at(forgetful, table, roll, ErrorCode::WrongShare).await;
    let lost = forgetful.hand.lose(&folded, 99);
    // The device that has the seed never said this: to it, it is as if the house had made it up.
    drop(players.remove(0));
    forgetful.call(lost).await.expect("it is void");
    players[0].until(table, |table| table.rolls == 1).await;
    let share = players[0].share(table);
    players[0].call(share).await.expect("the share is taken");
    forgetful.until(table, |table| table.dice.as_ref().is_some_and(|dice| dice.share.is_some())).await;
    let roll = forgetful.roll(table);
    forgetful.call(roll).await.expect("rolled with the new seed");
    let seat = &forgetful.tables[&table].dice.as_ref().expect("dice").seats[0];
    assert_eq!((seat.j, seat.lost, seat.may_lose), (2, 1, 0));
}
