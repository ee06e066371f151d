//! Lag compensation: what the way through the net takes is given back, once a turn and no more than a little: it is no second clock, and
//! it holds up no flag. A test measures as the server does, by an echo that is let wait while time moves on.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, EventKind, Replay, TimeControl};
use cydonia_rules::{Reason, Turn};
use cydonia_server::limits;
use cydonia_tests::{TestClient, TestServer};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::company::{knock, outcome, seconds};
use crate::support::{all_see, full, give_share, roll, seated_with, sit, turn, watch, wish};

const DICE: [&str; 2] = ["martian-frisby", "martian-backgammon"];

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn fischer(initial_s: u32, increment_s: u32) -> TimeControl {
    TimeControl::Fischer { initial_s, increment_s }
}

/// Lets each player's echoes be under way for its own time, as many as count. Gives how much time has passed by that.
async fn measure(server: &TestServer, players: &mut [TestClient], lags: &[Duration]) -> Duration {
    let mut passed = Duration::ZERO;
    for _ in 0..limits::ECHOES {
        passed += echo(server, players, lags).await;
    }
    passed
}

/// Lets each player's echo be under way for its own time once, the shortest first. Time passes by the longest, and by
/// what lies between two echoes.
async fn echo(server: &TestServer, players: &mut [TestClient], lags: &[Duration]) -> Duration {
    for player in players.iter_mut() {
        // The echo that is asked for when a socket opens is none that is measured here.
        player.call(Command::Ping {}).await.expect("the line is good");
    }
    server.advance(limits::ECHO_EVERY);
    for player in players.iter_mut() {
        player.asked_for_echo().await;
    }
    let mut passed = Duration::ZERO;
    for (player, lag) in players.iter_mut().zip(lags) {
        server.advance(*lag - passed);
        passed = *lag;
        // The first brings the echo, and what answers the second was said after it had been heard.
        player.call(Command::Ping {}).await.expect("the line is good");
        player.call(Command::Ping {}).await.expect("the line is good");
    }
    limits::ECHO_EVERY + passed
}

fn left_ms(player: &TestClient, table: Uuid) -> Vec<i64> {
    player.tables[&table].clocks.clone().expect("clocks").left_ms
}

/// A game of two with dice that begins when both players' lag has been measured.
async fn dice_game(
    server: &TestServer,
    game: &str,
    clock: TimeControl,
    lag: Duration,
) -> (Uuid, Vec<TestClient>) {
    let (table, mut players) = full(server, wish(game, 2, clock)).await;
    measure(server, &mut players, &[lag, lag]).await;
    for player in &mut players {
        player.ready(table).await.expect("ready");
    }
    all_see(&mut players, table).await;
    while let Turn::Roll { .. } = turn(&players[0], table) {
        give_share(&mut players, table).await;
        roll(&mut players, table).await;
    }
    (table, players)
}

/// The seat whose turn it is, in the middle of it.
fn acting(player: &TestClient, table: Uuid) -> usize {
    let Turn::Act { seat } = turn(player, table) else { panic!("no turn is on") };
    usize::from(seat)
}

/// Acts, or takes the last action back so that the turn never ends.
async fn act_or_undo(player: &mut TestClient, table: Uuid) -> Result<(), ErrorCode> {
    let offered = player.offered(table).await;
    let command = if offered.undo {
        Command::Undo { table, at: player.tables[&table].at }
    } else {
        // What ends a turn of Martian Backgammon is always legal; this is for the turn to go on.
        let going_on = offered.actions.iter().find(|action| !offered.ends.contains(action));
        let action = going_on.expect("an action that does not end the turn").clone();
        player.act(table, &action)
    };
    player.call(command).await.map(drop).map_err(|refusal| refusal.code)
}

#[tokio::test]
async fn each_turn_is_credited_its_own_seats_lag_up_to_the_limit() {
    let server = TestServer::start().await;
    for seats in 2..=6u8 {
        let (table, mut players) = seated_with(&server, "martian-chess", seats, fischer(600, 2)).await;
        // The sixth has a line that is worse than anybody is paid for.
        let lags: Vec<Duration> = (1..=u64::from(seats)).map(|seat| millis(100 * seat)).collect();
        let mut since_start = measure(&server, &mut players, &lags).await;
        let measured = since_start;
        let mut expected = vec![600_000; usize::from(seats)];
        expected[0] -= since_start.as_millis() as i64;
        for _ in 0..2 {
            for seat in 0..usize::from(seats) {
                server.advance(seconds(1));
                since_start += seconds(1);
                players[seat].play(table, |_| 0).await.expect("legal");
                all_see(&mut players, table).await;
                expected[seat] +=
                    2_000 - 1_000 + lags[seat].min(limits::MAX_LAG_COMPENSATION).as_millis() as i64;
                assert_eq!(left_ms(&players[0], table), expected, "seat {seat} of {seats}");
            }
        }
        assert!(
            since_start - measured < limits::ECHO_EVERY - seconds(1),
            "nothing was measured anew meanwhile"
        );
    }
}

#[tokio::test]
async fn an_echo_that_nobody_asked_for_measures_nothing() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, fischer(600, 0)).await;
    let measured = measure(&server, &mut players, &[millis(50), millis(50)]).await;
    for said_ms in [0, server.now_ms() - 400, server.now_ms() + 400, i64::MIN] {
        let forged = said_ms.to_be_bytes().to_vec();
        players[0].send_raw(Message::Pong(forged.into())).await;
    }
    server.advance(seconds(1));
    players[0].play(table, |_| 0).await.expect("legal");
    let thought_ms = (measured + seconds(1) - millis(50)).as_millis() as i64;
    assert_eq!(left_ms(&players[0], table)[0], 600_000 - thought_ms, "its own 50 ms came back, and no more");
}

#[tokio::test]
async fn delayed_echoes_count_for_nothing_while_a_recent_one_was_quick() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, fischer(600, 0)).await;
    let mut thought = measure(&server, &mut players, &[millis(50), millis(50)]).await;
    for _ in 1..limits::ECHOES {
        thought += echo(&server, &mut players, &[millis(50), millis(480)]).await;
    }
    players[0].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    assert_eq!(left_ms(&players[0], table)[0], 600_000 - (thought - millis(50)).as_millis() as i64);
    server.advance(seconds(1));
    players[1].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    assert_eq!(left_ms(&players[0], table)[1], 600_000 - 950, "the least of its last echoes");
    // A line that has become slow for good is a slow line.
    thought = echo(&server, &mut players, &[millis(50), millis(480)]).await;
    players[0].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    let before = left_ms(&players[0], table)[1];
    server.advance(seconds(1));
    players[1].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    assert_eq!(left_ms(&players[0], table)[1], before - 520, "after {thought:?}");
}

#[tokio::test]
async fn who_moves_at_once_gains_nothing_by_a_long_way() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, fischer(600, 0)).await;
    measure(&server, &mut players, &[millis(400), millis(400)]).await;
    players[0].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    let before = left_ms(&players[0], table);
    server.advance(millis(150));
    players[1].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    assert_eq!(left_ms(&players[0], table), before, "what was lost came back, and nothing more");
    players[0].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    assert_eq!(left_ms(&players[0], table), before, "nothing was lost, and nothing came back");
}

#[tokio::test]
async fn a_turn_of_many_actions_and_undos_is_given_back_no_more_than_one_action() {
    let server = TestServer::start().await;
    let lag = millis(400);
    for game in DICE {
        let (table, mut players) = dice_game(&server, game, fischer(600, 0), lag).await;
        let seat = acting(&players[0], table);
        let before = left_ms(&players[0], table)[seat];
        for _ in 0..12 {
            server.advance(seconds(1));
            act_or_undo(&mut players[seat], table).await.expect("legal");
        }
        let given_back = left_ms(&players[seat], table)[seat] - (before - 12_000);
        let (least, most) = (lag.as_millis() as i64, limits::MAX_LAG_COMPENSATION.as_millis() as i64);
        assert!((least..=most).contains(&given_back), "{game}: {given_back} ms");

        // What was given back stands in the log of the game, and nothing else does.
        players[seat].call(Command::Resign { table }).await.expect("resigned");
        let replay: Replay = server.get(&format!("/api/v1/matches/{table}/replay")).await;
        let told = replay.events.iter().map(|event| match event.what {
            EventKind::Act { lag_ms, .. } => i64::from(lag_ms),
            _ => 0,
        });
        assert!(replay.events.iter().all(|event| event.wait_ms == 0), "nothing has waited");
        assert_eq!(told.sum::<i64>(), given_back, "{game}");
    }
}

#[tokio::test]
async fn the_next_turn_of_the_same_seat_is_given_back_its_lag_again() {
    let server = TestServer::start().await;
    let lag = millis(300);
    let (table, mut players) = dice_game(&server, DICE[0], fischer(600, 0), lag).await;
    for turns in 0..4 {
        let seat = acting(&players[0], table);
        let before = left_ms(&players[0], table)[seat];
        server.advance(seconds(1));
        while turn(&players[0], table) == (Turn::Act { seat: seat as u8 }) {
            players[seat].play(table, |_| 0).await.expect("legal");
            all_see(&mut players, table).await;
        }
        // Each of its actions was a message, and together they are given back no more than the limit.
        let given_back = left_ms(&players[0], table)[seat] - (before - 1_000);
        let (least, most) = (lag.as_millis() as i64, limits::MAX_LAG_COMPENSATION.as_millis() as i64);
        assert!((least..=most).contains(&given_back), "turn {turns}: {given_back} ms");
        roll(&mut players, table).await;
    }
}

#[tokio::test]
async fn a_flag_waits_for_a_message_that_may_be_under_way_and_no_longer() {
    let server = TestServer::start().await;
    let lag = millis(400);
    for acts in [true, false] {
        // The clocks start with the last seat, when the lag is known.
        let mut players = vec![server.join("Ada").await, server.join("Ben").await];
        measure(&server, &mut players, &[lag, lag]).await;
        let begin = wish("martian-chess", 2, fischer(10, 0));
        let table = players[0].call(begin).await.expect("a table").table.expect("its id");
        players[1].call(sit(table)).await.expect("a seat");
        for player in &mut players {
            player.call(watch(table)).await.expect("watching");
        }
        if acts {
            server.advance(seconds(10) + millis(300));
            players[0].play(table, |_| 0).await.expect("sent before the flag fell");
            all_see(&mut players, table).await;
            assert_eq!(left_ms(&players[1], table), [100, 10_000]);
        } else {
            server.advance(seconds(10) + millis(399));
            knock(&mut players[1], table).await;
            assert_eq!(players[1].tables[&table].outcome, None, "a move may still be under way");
            server.advance(millis(1));
            let folded = players[1].until(table, |table| table.outcome.is_some()).await;
            assert_eq!((outcome(folded).reason, &outcome(folded).ranks), (Reason::TIMEOUT, &vec![2, 1]));
        }
    }
}

#[tokio::test]
async fn a_flag_that_has_fallen_is_not_held_up_by_acting_on_and_on() {
    let server = TestServer::start().await;
    for game in DICE {
        let (table, mut players) = dice_game(&server, game, fischer(10, 0), millis(400)).await;
        let seat = acting(&players[0], table);
        let mut taken_at = Vec::new();
        // In small steps, each within the time that a message may be under way.
        for tenth in 1..=120 {
            server.advance(millis(100));
            match act_or_undo(&mut players[seat], table).await {
                Ok(()) => taken_at.push(tenth),
                Err(code) => {
                    assert_eq!(code, ErrorCode::Over, "{game}");
                    break;
                }
            }
        }
        let last = *taken_at.last().expect("there was time for some");
        assert!((100..105).contains(&last), "{game}: the last was taken after {last} tenths of a second");
        all_see(&mut players, table).await;
        let folded = players[1 - seat].until(table, |table| table.outcome.is_some()).await;
        let (reason, ranks) = (outcome(folded).reason, outcome(folded).ranks.clone());
        assert_eq!((reason, ranks[seat], ranks[1 - seat]), (Reason::TIMEOUT, 2, 1), "{game}");
    }
}
