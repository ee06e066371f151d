//! Rematches: the same company again, each one seat on.

use cydonia_protocol::{Command, ErrorCode, SeatState, TableStatus};
use cydonia_tests::TestServer;

use crate::support::{seated, sit, to_act, watch};

#[tokio::test]
async fn two_who_ask_at_once_get_one_table() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].until(table, |table| table.outcome.is_some()).await;
    let mut sent = Vec::new();
    for player in &mut players {
        sent.push(player.send(Command::Rematch { table }).await);
    }
    let mut answers = Vec::new();
    for (player, id) in players.iter_mut().zip(sent) {
        answers.push(player.answer(Some(id)).await.expect("a rematch"));
    }
    assert_eq!(answers[0].table, answers[1].table);
    assert_eq!((answers[0].seat, answers[1].seat), (Some(1), Some(0)));
    // Asked once more when the next game is on already, it is still the same answer.
    assert_eq!(players[0].call(Command::Rematch { table }).await.expect("the same answer"), answers[0]);
}

#[tokio::test]
async fn seats_move_on_are_kept_and_the_game_starts_when_all_are_back() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 3).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].call(Command::Resign { table }).await.expect("resigned");
    players[2].until(table, |table| table.outcome.is_some()).await;

    let made = players[0].call(Command::Rematch { table }).await.expect("a rematch");
    let next = made.table.expect("its id");
    assert_eq!(made.seat, Some(1));
    while !players[2].rematches.contains_key(&table) {
        players[2].next().await;
    }
    assert_eq!(players[2].rematches[&table], next, "it is announced");

    let mut stranger = server.join("Stranger").await;
    assert_eq!(stranger.call(sit(next)).await.expect_err("refused").code, ErrorCode::SeatTaken);
    stranger.call(watch(next)).await.expect("watching");
    let info = &stranger.tables[&next].info;
    assert_eq!(info.rematch_of, Some(table));
    assert!(matches!(&info.seats[2], SeatState::Reserved { player } if player.name == "Guest 1"));

    // Asked again, by the same or another, it is the same table.
    assert_eq!(players[0].call(Command::Rematch { table }).await.expect("the same answer"), made);
    let joined = players[1].call(Command::Rematch { table }).await.expect("the same rematch");
    assert_eq!((joined.table, joined.seat), (Some(next), Some(2)));
    assert_eq!(players[2].call(sit(next)).await.expect("the kept seat").seat, Some(0));
    stranger.until(next, |table| table.info.status == TableStatus::Playing).await;
    assert_eq!(to_act(&stranger, next), Some(0), "seat 0 begins");

    // Whoever opens the old table later is shown the way.
    let mut late = server.connect(None).await;
    late.call(watch(table)).await.expect("watching");
    assert_eq!(late.tables[&table].info.rematch, Some(next));
}

/// Whoever takes another seat than the one kept for them leaves that one to the others.
#[tokio::test]
async fn a_kept_seat_is_free_once_its_player_sits_elsewhere() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].until(table, |table| table.outcome.is_some()).await;
    let made = players[0].call(Command::Rematch { table }).await.expect("a rematch");
    let next = made.table.expect("its id");
    for player in &mut players {
        player.call(watch(next)).await.expect("watching");
    }
    players[0].call(Command::Stand { table: next }).await.expect("stood up");
    let other = Command::Sit { table: next, seat: made.seat, key: None };
    assert_eq!(players[1].call(other).await.expect("the first one's seat").seat, made.seat);
    let ben = players[1].player.as_ref().expect("a player").id;
    for player in &mut players {
        let info = &player.until(next, |table| table.seat_of(ben).is_some()).await.info;
        assert_eq!(info.seats[0], SeatState::Free {}, "nobody's");
        assert_eq!(info.status, TableStatus::Open, "and nobody to play with");
    }
    // It is so as well for whoever asks the journal.
    drop(players);
    let server = server.restart().await;
    let mut eve = server.join("Eve").await;
    eve.call(watch(next)).await.expect("watching");
    assert_eq!(eve.tables[&next].info.seats[0], SeatState::Free {});
    assert_eq!(eve.call(sit(next)).await.expect("the seat that was kept").seat, Some(0));
    eve.until(next, |table| table.info.status == TableStatus::Playing).await;
}
