//! What can be done wrong with dice, on purpose or not: each refused, and nothing changes.

use cydonia_protocol::dice::{Bytes32, Share};
use cydonia_protocol::{Command, ErrorCode, OfferKind, TableStatus};
use cydonia_rules::Turn;
use cydonia_tests::{Hand, TestClient, TestServer};
use uuid::Uuid;

use crate::support::{
    all_see, create_game, full, give_share, play_dice, refused_at, roll, seated_at, sit, turn, watch,
};

const FRISBY: &str = "martian-frisby";

fn a_share() -> Share {
    Share::new(vec![1; 32]).expect("long enough")
}

/// Acts for whoever's turn it is until the turn ends.
async fn end_turn(players: &mut [TestClient], table: Uuid) {
    let Turn::Act { seat } = turn(&players[0], table) else { panic!("nobody is to act") };
    while turn(&players[0], table) == (Turn::Act { seat }) {
        players[usize::from(seat)].play(table, |_| 0).await.expect("legal");
        all_see(players, table).await;
    }
}

#[tokio::test]
async fn a_game_starts_when_all_are_ready_and_a_pledge_stands_from_then_on() {
    let server = TestServer::start().await;
    let (table, mut players) = full(&server, create_game(FRISBY, 2)).await;
    assert_eq!(players[0].tables[&table].info.status, TableStatus::Open);
    // Until the start a new pledge replaces the old one.
    let first = players[0].hand.pledge(table, 0);
    players[0].call(Command::Ready { table, pledge: Some(Bytes32([9; 32])) }).await.expect("ready");
    players[0].call(Command::Ready { table, pledge: first }).await.expect("ready with another pledge");
    let n = players[0].tables[&table].n;
    players[0].call(Command::Ready { table, pledge: first }).await.expect("a repeat");
    assert_eq!(players[0].tables[&table].n, n, "a repeat changes nothing");
    players[1].ready(table).await.expect("ready");
    players[0].until(table, |table| table.view.is_some()).await;
    let seats = &players[0].tables[&table].dice.as_ref().expect("dice").seats;
    assert_eq!((seats[0].pledge, seats[0].j, seats[0].may_lose), (first, 0, 1));
    refused_at(&mut players[0], table, Command::Ready { table, pledge: first }, ErrorCode::NotOpen).await;
    let mut stranger = server.join("Stranger").await;
    let refusal = stranger.call(Command::Ready { table, pledge: None }).await.expect_err("refused");
    assert_eq!(refusal.code, ErrorCode::NotSeated);
}

#[tokio::test]
async fn a_seat_that_is_not_ready_in_time_is_free_again() {
    let server = TestServer::start().await;
    let (table, mut players) = full(&server, create_game(FRISBY, 2)).await;
    players[1].ready(table).await.expect("ready");
    server.pass(&mut players, cydonia_server::limits::READY_WITHIN).await;
    players[1].until(table, |table| table.info.seats[0].sitter().is_none()).await;
    assert!(players[1].tables[&table].info.seats[1].sitter().is_some(), "who is ready stays");
    // The next one to come need not wait again for the one who is ready.
    let mut late = server.join("Late").await;
    assert_eq!(late.call(sit(table)).await.expect("a seat").seat, Some(0));
    late.call(watch(table)).await.expect("watching");
    late.ready(table).await.expect("ready");
    late.until(table, |table| table.view.is_some()).await;
}

#[tokio::test]
async fn shares_and_rolls_out_of_order_are_refused() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, FRISBY, 2).await;
    let at = players[0].tables[&table].at;
    let act = |at| Command::Act { table, at, action: "a1-a2".to_owned(), share: None };
    let share = |k| Command::Share { table, k, share: a_share() };
    let my_roll = players[0].roll(table);
    let (pledge, wrong_roll) =
        (Bytes32([3; 32]), |k| Command::Roll { table, k, share: a_share(), pledge: Bytes32([3; 32]) });
    for (seat, command, code) in [
        (0, act(at), ErrorCode::WrongPhase),
        (1, act(at), ErrorCode::NotYourTurn),
        // Nobody rolls before the other has given its share.
        (0, my_roll.clone(), ErrorCode::ShareDue),
        (0, Command::Lost { table, k: 0, pledge }, ErrorCode::ShareDue),
        (1, wrong_roll(0), ErrorCode::NotYourTurn),
        (0, wrong_roll(1), ErrorCode::Stale),
        (1, Command::Lost { table, k: 0, pledge }, ErrorCode::NotYourTurn),
        (0, Command::Lost { table, k: 1, pledge }, ErrorCode::Stale),
        (0, share(0), ErrorCode::NotYourTurn),
        (1, share(1), ErrorCode::Stale),
        (0, Command::Undo { table, at }, ErrorCode::NotYourTurn),
    ] {
        refused_at(&mut players[seat], table, command, code).await;
    }
    give_share(&mut players, table).await;
    refused_at(&mut players[1], table, share(0), ErrorCode::NoShareDue).await;
    refused_at(&mut players[0], table, wrong_roll(0), ErrorCode::WrongShare).await;
    players[0].call(my_roll.clone()).await.expect("rolled");
    refused_at(&mut players[0], table, my_roll, ErrorCode::Stale).await;
    refused_at(&mut players[0], table, wrong_roll(1), ErrorCode::WrongPhase).await;
    refused_at(&mut players[0], table, Command::Lost { table, k: 1, pledge }, ErrorCode::WrongPhase).await;
    all_see(&mut players, table).await;
    refused_at(&mut players[1], table, share(1), ErrorCode::WrongPhase).await;

    // A share belongs to what ends the turn, and to nothing else.
    players[0].until(table, |_| true).await;
    while players[0].choices.get(&table).is_none_or(|offered| !offered.ends.is_empty()) {
        players[0].next().await;
    }
    let Command::Act { at, action, .. } =
        players[0].act(table, &players[0].choices[&table].actions[0].clone())
    else {
        unreachable!("an action")
    };
    let early = Command::Act { table, at, action, share: Some(a_share()) };
    refused_at(&mut players[0], table, early, ErrorCode::NoShareDue).await;
    players[0].play(table, |_| 0).await.expect("legal");
    players[0].play(table, |_| 0).await.expect("legal");
    let at = players[0].tables[&table].at;
    let bare = Command::Act { table, at, action: "end".to_owned(), share: None };
    refused_at(&mut players[0], table, bare, ErrorCode::ShareDue).await;
    players[0].play(table, |_| 0).await.expect("the turn ends with its share");
}

#[tokio::test]
async fn a_share_may_be_lost_once_and_again_only_if_the_other_allows_it() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, FRISBY, 2).await;
    give_share(&mut players, table).await;
    let before = players[0].tables[&table].clone();
    let lost = players[0].hand.lose(&before, 77);
    players[0].call(lost).await.expect("said");
    all_see(&mut players, table).await;
    let after = players[1].tables[&table].clone();
    assert_eq!(
        (after.rolls, turn(&players[1], table)),
        (1, Turn::Roll { seat: 0 }),
        "the next roll takes its place"
    );
    assert!(after.at > before.at, "it changes the position");
    let seat = &after.dice.as_ref().expect("dice").seats[0];
    assert_eq!((seat.j, seat.lost, seat.may_lose), (1, 1, 0));

    // The waiting seat gives a share for the new roll; then it is lost again.
    let offer = Command::Offer { table, request: Uuid::from_u128(1), what: OfferKind::Lost, computer: None };
    give_share(&mut players, table).await;
    let again = players[0].hand.clone().lose(&players[0].tables[&table], 78);
    refused_at(&mut players[0], table, again, ErrorCode::LostAgain).await;
    refused_at(&mut players[1], table, offer.clone(), ErrorCode::BadOffer).await;
    let number = players[0].call(offer).await.expect("offered").offer.expect("its number");
    all_see(&mut players, table).await;
    players[1].call(Command::Answer { table, offer: number, agree: true }).await.expect("allowed");
    all_see(&mut players, table).await;
    let folded = players[0].tables[&table].clone();
    let again = players[0].hand.lose(&folded, 78);
    players[0].call(again).await.expect("said");
    all_see(&mut players, table).await;
    roll(&mut players, table).await;
    assert_eq!(players[0].tables[&table].rolls, 3);
    let seats = &players[0].tables[&table].dice.as_ref().expect("dice").seats;
    assert_eq!((seats[0].lost, seats[0].may_lose, seats[1].lost), (2, 0, 0));
}

#[tokio::test]
async fn leave_to_lose_a_share_holds_for_one_roll_and_is_not_kept_for_another() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, FRISBY, 2).await;
    give_share(&mut players, table).await;
    let folded = players[0].tables[&table].clone();
    let lost = players[0].hand.lose(&folded, 77);
    players[0].call(lost).await.expect("said");
    all_see(&mut players, table).await;
    give_share(&mut players, table).await;
    let offer = |number| Command::Offer {
        table,
        request: Uuid::from_u128(number),
        what: OfferKind::Lost,
        computer: None,
    };
    let may_lose = |player: &TestClient| player.tables[&table].dice.as_ref().expect("dice").seats[0].may_lose;
    for is_allowed in [true, false] {
        let number = u128::from(is_allowed);
        let open = players[0].call(offer(number)).await.expect("offered").offer.expect("its number");
        all_see(&mut players, table).await;
        let answer = Command::Answer { table, offer: open, agree: true };
        if is_allowed {
            players[1].call(answer.clone()).await.expect("allowed");
            all_see(&mut players, table).await;
            assert_eq!(may_lose(&players[0]), 1);
        }
        // The share is found after all, and the roll is made: the leave is gone, and so is the question.
        roll(&mut players, table).await;
        assert_eq!((may_lose(&players[0]), players[0].tables[&table].offers.len()), (0, 0));
        refused_at(&mut players[1], table, answer, ErrorCode::NoOffer).await;
        while turn(&players[0], table) != (Turn::Roll { seat: 0 }) {
            play_dice(&mut players, table, 1, &mut fastrand::Rng::with_seed(1)).await;
        }
        let again = players[0].hand.clone().lose(&players[0].tables[&table], 78);
        refused_at(&mut players[0], table, again, ErrorCode::LostAgain).await;
    }
}

#[tokio::test]
async fn a_seat_that_adds_nothing_neither_gives_nor_asks_and_is_rolled_for() {
    let server = TestServer::start().await;
    for plain in [[true, false], [false, true], [true, true]] {
        let (table, mut players) = full(&server, create_game(FRISBY, 2)).await;
        for (player, plain) in players.iter_mut().zip(plain) {
            if plain {
                player.hand = Hand::Plain;
            }
            player.ready(table).await.expect("ready");
        }
        players[0].until(table, |table| table.view.is_some()).await;
        all_see(&mut players, table).await;
        let share = Command::Share { table, k: 0, share: a_share() };
        let lost = Command::Lost { table, k: 0, pledge: Bytes32([1; 32]) };
        match plain {
            [true, true] => {
                assert!(matches!(turn(&players[0], table), Turn::Act { seat: 0 }), "rolled at once");
            }
            [true, false] => {
                refused_at(&mut players[0], table, lost, ErrorCode::PlainSeat).await;
                give_share(&mut players, table).await;
                assert!(matches!(turn(&players[0], table), Turn::Act { seat: 0 }), "rolled with the share");
            }
            _ => {
                refused_at(&mut players[1], table, share, ErrorCode::PlainSeat).await;
                roll(&mut players, table).await;
            }
        }
        end_turn(&mut players, table).await;
        if matches!(turn(&players[0], table), Turn::Roll { .. }) {
            roll(&mut players, table).await;
        }
        assert!(matches!(turn(&players[0], table), Turn::Act { seat: 1 }));
        if players[1].hand == Hand::Plain {
            while players[1].offered(table).await.ends.is_empty() {
                players[1].play(table, |_| 0).await.expect("legal");
            }
            let (at, action) = (players[1].tables[&table].at, players[1].choices[&table].ends[0].clone());
            let too_much = Command::Act { table, at, action, share: Some(a_share()) };
            refused_at(&mut players[1], table, too_much, ErrorCode::PlainSeat).await;
        }
        all_see(&mut players, table).await;
        end_turn(&mut players, table).await;
    }
}
