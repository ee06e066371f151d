//! Offers between players, leaving, walking off and coming back.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, LobbyFilter, OfferKind, Presence, TableStatus, TimeControl};
use cydonia_rules::Reason;
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer};
use uuid::Uuid;

use crate::company::{offer, offered};
use crate::support::{all_see, play_on, roll, seated, seated_at, seated_with, to_act, watch};

#[tokio::test]
async fn a_draw_is_agreed_by_all_who_are_still_in() {
    let server = TestServer::start().await;
    for seats in 2..=6u8 {
        let (table, mut players) = seated(&server, seats).await;
        let stays = if seats > 2 {
            players[1].call(Command::Resign { table }).await.expect("resigned");
            all_see(&mut players, table).await;
            seats - 1
        } else {
            seats
        };
        let number = offered(&mut players[0], table, OfferKind::Draw).await;
        all_see(&mut players, table).await;
        let own = Command::Answer { table, offer: number, agree: true };
        assert_eq!(players[0].call(own.clone()).await.expect_err("refused").code, ErrorCode::OwnOffer);
        if seats > 2 {
            assert_eq!(players[1].call(own.clone()).await.expect_err("refused").code, ErrorCode::Left);
        }
        let asked: Vec<usize> = (1..usize::from(seats)).filter(|seat| seats == 2 || *seat != 1).collect();
        for (answers, seat) in asked.iter().enumerate() {
            assert_eq!(players[0].tables[&table].outcome, None, "{answers} of {} have agreed", asked.len());
            players[*seat].call(own.clone()).await.expect("agreed");
            all_see(&mut players, table).await;
        }
        let outcome = players[0].tables[&table].outcome.clone().expect("a draw");
        assert_eq!(outcome.reason, Reason::AGREED);
        assert_eq!(outcome.ranks.iter().filter(|rank| **rank == 1).count(), usize::from(stays));
        assert_eq!(outcome.ranks[1] == 1, seats == 2, "who left before does not share it");
    }
}

#[tokio::test]
async fn offers_end_and_are_not_pressed() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let request = Uuid::from_u128(7);
    let draw = Command::Offer { table, request, what: OfferKind::Draw, computer: None };
    let first = players[0].call(draw.clone()).await.expect("offered");
    assert_eq!(players[0].call(draw).await.expect("a repeat"), first, "a repeat gets the first answer");
    all_see(&mut players, table).await;
    let twice = players[1].call(offer(table, OfferKind::Draw)).await.expect_err("refused");
    assert_eq!(twice.code, ErrorCode::BadOffer);
    let number = first.offer.expect("its number");
    let not_yours = players[1].call(Command::Withdraw { table, offer: number }).await.expect_err("refused");
    assert_eq!(not_yours.code, ErrorCode::NoOffer);

    // A draw offer changes no position: the move that was thought of is still good, and declines it only if the
    // other makes it.
    players[0].play(table, |_| 0).await.expect("not stale");
    all_see(&mut players, table).await;
    assert_eq!(players[1].tables[&table].offers.len(), 1);
    players[1].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    assert!(players[0].tables[&table].offers.is_empty(), "to move is to decline");
    let answer = |offer, agree| Command::Answer { table, offer, agree };
    assert_eq!(players[1].call(answer(number, true)).await.expect_err("refused").code, ErrorCode::NoOffer);

    let second = offered(&mut players[0], table, OfferKind::Draw).await;
    players[0].call(Command::Withdraw { table, offer: second }).await.expect("withdrawn");
    all_see(&mut players, table).await;
    assert_eq!(players[1].call(answer(second, true)).await.expect_err("refused").code, ErrorCode::NoOffer);
    for (mover, what) in [(0, "one's own move is no reason to ask again"), (1, "another's is")] {
        let pressed = players[0].call(offer(table, OfferKind::Draw)).await.expect_err("refused");
        assert_eq!(pressed.code, ErrorCode::BadOffer, "before {what}");
        players[mover].play(table, |_| 0).await.expect("legal");
        all_see(&mut players, table).await;
    }
    let third = offered(&mut players[0], table, OfferKind::Draw).await;
    all_see(&mut players, table).await;
    players[1].call(answer(third, false)).await.expect("declined");
    all_see(&mut players, table).await;
    let pressed = players[0].call(offer(table, OfferKind::Draw)).await.expect_err("refused");
    assert_eq!(pressed.code, ErrorCode::BadOffer);
    let mut stranger = server.join("Stranger").await;
    assert_eq!(
        stranger.call(offer(table, OfferKind::Draw)).await.expect_err("refused").code,
        ErrorCode::NotSeated
    );
    let pause = players[0].call(offer(table, OfferKind::Pause)).await.expect_err("refused");
    assert_eq!(pause.code, ErrorCode::BadOffer, "there is no clock");
}

#[tokio::test]
async fn a_takeback_goes_back_to_before_ones_own_last_turn() {
    let server = TestServer::start().await;
    for seats in [2u8, 3, 6] {
        let (table, mut players) = seated(&server, seats).await;
        let mut rng = fastrand::Rng::with_seed(seats.into());
        let early = players[0].call(offer(table, OfferKind::Takeback)).await.expect_err("refused");
        assert_eq!(early.code, ErrorCode::BadOffer, "there is nothing to take back");
        play_on(table, &mut players, usize::from(seats), &mut rng).await;
        let before = players[0].tables[&table].view.clone();
        // Seat 0 moves, then seat 1; now seat 0 wants both back.
        play_on(table, &mut players, 2, &mut rng).await;
        let number = offered(&mut players[0], table, OfferKind::Takeback).await;
        all_see(&mut players, table).await;
        for player in &mut players[1..] {
            player.call(Command::Answer { table, offer: number, agree: true }).await.expect("agreed");
        }
        all_see(&mut players, table).await;
        let folded = &players[0].tables[&table];
        assert_eq!(folded.view, before);
        assert_eq!(folded.line.last().map(String::as_str), Some("0 takes back 2"));
        assert_eq!(to_act(&players[0], table), Some(0));
        // It goes on from there, and is kept and read back like everything else.
        play_on(table, &mut players, 5, &mut rng).await;
        let known = players[0].tables[&table].clone();
        let mut watcher = server.connect(None).await;
        watcher.call(watch(table)).await.expect("watching");
        assert_eq!(watcher.tables[&table], known);
    }
    let (table, mut players) = seated_at(&server, "martian-frisby", 2).await;
    roll(&mut players, table).await;
    let final_turn = players[0].call(offer(table, OfferKind::Takeback)).await.expect_err("refused");
    assert_eq!(final_turn.code, ErrorCode::BadOffer, "with dice a turn that has ended is final");
}

#[tokio::test]
async fn a_game_can_be_aborted_until_the_second_turn_begins() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 3).await;
    players[0].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    players[2].call(Command::Abort { table }).await.expect("aborted");
    all_see(&mut players, table).await;
    assert_eq!(players[0].tables[&table].info.status, TableStatus::Aborted);
    for command in [Command::Resign { table }, Command::Abort { table }, offer(table, OfferKind::Draw)] {
        assert_eq!(players[1].call(command).await.expect_err("refused").code, ErrorCode::Over);
    }
    drop(players);
    let server = server.restart().await;
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("its page still tells");
    assert_eq!(watcher.tables[&table].info.status, TableStatus::Aborted);
    watcher.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("the lobby");
    assert!(watcher.lobby.is_empty(), "it is listed no more");
    let page: cydonia_protocol::MatchPage = server.get("/api/v1/matches").await;
    assert!(page.matches.is_empty(), "and is no game that was played");

    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(1)).await;
    let late = players[0].call(Command::Abort { table }).await.expect_err("refused");
    assert_eq!(late.code, ErrorCode::TooLate);
}

#[tokio::test]
async fn whoever_walks_off_from_a_live_game_has_left_it() {
    let server = TestServer::start().await;
    let live = TimeControl::Fischer { initial_s: 3_600, increment_s: 0 };
    let (table, mut players) = seated_with(&server, "martian-chess", 3, live).await;
    let gone = players.remove(2);
    drop(gone);
    let is_away =
        |player: &TestClient| matches!(player.presence[&table][2], Presence::Away { until_ms: Some(_), .. });
    while !players[0].presence.contains_key(&table) || !is_away(&players[0]) {
        players[0].next().await;
    }
    server.pass(&mut players, limits::ABANDONED_AFTER).await;
    let folded = players[0].until(table, |table| !table.line.is_empty()).await;
    assert_eq!((folded.line.as_slice(), &folded.outcome), (&["2 Abandoned".to_owned()][..], &None));
    // Of the last two the second to go leaves the game to the last.
    drop(players.remove(1));
    while !matches!(players[0].presence[&table][1], Presence::Away { .. }) {
        players[0].next().await;
    }
    server.pass(&mut players, limits::ABANDONED_AFTER).await;
    let outcome = players[0].until(table, |table| table.outcome.is_some()).await.outcome.clone();
    let outcome = outcome.expect("a result");
    assert_eq!((outcome.reason, outcome.ranks), (Reason::ABANDONED, vec![1, 2, 3]));
}

#[tokio::test]
async fn without_a_clock_the_others_may_say_that_somebody_is_gone() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let claim = |seat| Command::Claim { table, seat };
    assert_eq!(
        players[0].call(claim(1)).await.expect_err("refused").code,
        ErrorCode::NotAbsent,
        "it is there"
    );
    assert_eq!(players[0].call(claim(0)).await.expect_err("refused").code, ErrorCode::NotAbsent, "oneself");
    assert_eq!(players[0].call(claim(2)).await.expect_err("refused").code, ErrorCode::BadSeat);
    drop(players.remove(1));
    while !matches!(players[0].presence.get(&table).map(|seats| &seats[1]), Some(Presence::Away { .. })) {
        players[0].next().await;
    }
    server.pass(&mut players, limits::CLAIM_AFTER - Duration::from_secs(1)).await;
    assert_eq!(players[0].call(claim(1)).await.expect_err("refused").code, ErrorCode::NotAbsent);
    server.advance(Duration::from_secs(1));
    players[0].call(claim(1)).await.expect("claimed");
    let outcome = players[0].tables[&table].outcome.clone().expect("a result");
    assert_eq!((outcome.reason, outcome.ranks), (Reason::ABANDONED, vec![1, 2]));
}

#[tokio::test]
async fn a_pause_lasts_until_all_are_there_or_a_day() {
    let server = TestServer::start().await;
    let live = TimeControl::Fischer { initial_s: 60, increment_s: 0 };
    let (table, mut players) = seated_with(&server, "martian-chess", 2, live).await;
    let offer = offered(&mut players[0], table, OfferKind::Pause).await;
    all_see(&mut players, table).await;
    players[1].call(Command::Answer { table, offer, agree: true }).await.expect("agreed");
    drop(players.remove(1));
    let away = |client: &TestClient| {
        matches!(
            client.presence.get(&table).map(|seats| &seats[1]),
            Some(Presence::Away { until_ms: None, .. })
        )
    };
    while !away(&players[0]) {
        players[0].next().await;
    }
    let resume = Command::Resume { table };
    assert_eq!(players[0].call(resume.clone()).await.expect_err("refused").code, ErrorCode::Paused);
    server.pass(&mut players, limits::PAUSE_KEPT - Duration::from_secs(1)).await;
    assert_eq!(players[0].call(resume.clone()).await.expect_err("refused").code, ErrorCode::Paused);
    server.pass(&mut players, Duration::from_secs(1)).await;
    players[0].call(resume).await.expect("the other has had a day");
    let until = |client: &TestClient| match &client.presence[&table][1] {
        Presence::Away { until_ms, .. } => *until_ms,
        Presence::Here {} => None,
    };
    while until(&players[0]).is_none() {
        players[0].next().await;
    }
    let walked_off_ms = server.now_ms() + limits::ABANDONED_AFTER.as_millis() as i64;
    assert_eq!(until(&players[0]), Some(walked_off_ms), "from the end of the pause, not from going away");
}

#[tokio::test]
async fn by_correspondence_nobody_is_ever_gone() {
    let server = TestServer::start().await;
    let days = TimeControl::Correspondence { days: 3 };
    let (table, mut players) = seated_with(&server, "martian-chess", 2, days).await;
    drop(players.remove(1));
    while !matches!(
        players[0].presence.get(&table).map(|seats| &seats[1]),
        Some(Presence::Away { until_ms: None, .. })
    ) {
        players[0].next().await;
    }
    server.pass(&mut players, Duration::from_secs(60 * 60)).await;
    let claim = players[0].call(Command::Claim { table, seat: 1 }).await.expect_err("refused");
    assert_eq!(claim.code, ErrorCode::NotAbsent);
}
