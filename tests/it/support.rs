//! What several tests do on the way to what they test.

use cydonia_protocol::Command;
use cydonia_tests::{TestClient, TestServer};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use uuid::Uuid;

/// A wish for a table of Martian Chess that is unlike all others.
pub(crate) fn create(seats: u8) -> Command {
    create_game("martian-chess", seats)
}

/// A wish for a table of any game that is unlike all others.
pub(crate) fn create_game(game: &str, seats: u8) -> Command {
    Command::Create {
        request: Uuid::from_u128(fastrand::u128(..)),
        game: game.to_owned(),
        seats,
        options: Default::default(),
        private: false,
        seat: 0,
    }
}

/// Follow a table from now on.
pub(crate) fn watch(table: Uuid) -> Command {
    Command::Watch { table, since: None, key: None }
}

/// Take any seat.
pub(crate) fn sit(table: Uuid) -> Command {
    Command::Sit { table, seat: None, key: None }
}

/// The server's database, opened from outside.
pub(crate) async fn database(server: &TestServer) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(server.data().join("cydonia.db"));
    SqliteConnection::connect_with(&options).await.expect("the database")
}

/// Players at a table that has just started, in the order of seats, all watching it.
pub(crate) async fn seated(server: &TestServer, seats: u8) -> (Uuid, Vec<TestClient>) {
    seated_at(server, "martian-chess", seats).await
}

/// The same for any game.
pub(crate) async fn seated_at(server: &TestServer, game: &str, seats: u8) -> (Uuid, Vec<TestClient>) {
    let mut players = vec![server.join("Ada").await];
    let table = players[0].call(create_game(game, seats)).await.expect("a table").table.expect("its id");
    players[0].call(watch(table)).await.expect("watching");
    for seat in 1..seats {
        let mut player = server.join(&format!("Guest {seat}")).await;
        player.call(watch(table)).await.expect("watching");
        let answer = player.call(sit(table)).await.expect("a seat");
        assert_eq!(answer.seat, Some(seat));
        players.push(player);
    }
    for player in &mut players {
        player.until(table, |table| table.view.is_some()).await;
    }
    (table, players)
}

/// The seat that is to act.
pub(crate) fn to_act(player: &TestClient, table: Uuid) -> Option<usize> {
    match player.tables[&table].view.as_ref()?.turn {
        cydonia_rules::Turn::Act { seat } => Some(usize::from(seat)),
        cydonia_rules::Turn::Roll { .. } | cydonia_rules::Turn::Over {} => None,
    }
}

/// Plays random actions until the game is over or `most` have been taken; returns how many were.
pub(crate) async fn play_on(
    table: Uuid,
    players: &mut [TestClient],
    most: usize,
    rng: &mut fastrand::Rng,
) -> usize {
    for taken in 0..most {
        let Some(seat) = to_act(&players[0], table) else { return taken };
        let roll = rng.usize(..);
        players[seat].play(table, |_| roll).await.expect("an offered action is taken");
        let n = players[seat].tables[&table].n;
        for player in players.iter_mut() {
            player.until(table, |table| table.n >= n).await;
        }
    }
    most
}
