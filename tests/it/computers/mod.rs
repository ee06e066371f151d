//! Computers at tables: they sit down, play, answer and leave as anybody does, and are marked everywhere.

mod games;
mod hints;
mod manners;
mod marks;
mod seats;
mod takeover;
mod thoughts;
mod waiting;

pub(crate) use takeover::computer;

use cydonia_protocol::{Command, ComputerSeat, EventKind, MatchRecord, Replay};
use cydonia_rules::{Seat, Turn};
use cydonia_server::limits::Limits;
use cydonia_tests::{TestClient, TestServer, ample};
use uuid::Uuid;

use crate::support::{create_game, turn, watch};

/// A wish for a table at which computers sit, by seat and level.
fn against(game: &str, seats: u8, wished: &[(Seat, u8)]) -> Command {
    let mut wish = create_game(game, seats);
    if let Command::Create { computers, .. } = &mut wish {
        computers.extend(wished.iter().map(|(seat, level)| ComputerSeat { seat: *seat, level: *level }));
    }
    wish
}

/// Somebody who has wished for that, with their game begun.
async fn begun(server: &TestServer, wish: Command) -> (Uuid, TestClient) {
    let mut ada = server.join("Ada").await;
    let table = ada.call(wish).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    if server_has_dice(&ada, table) {
        ada.ready(table).await.expect("ready");
    }
    ada.until(table, |table| table.view.is_some()).await;
    (table, ada)
}

fn server_has_dice(player: &TestClient, table: Uuid) -> bool {
    let game = &player.tables[&table].info.game;
    cydonia_rules::GameKind::from_id(game).expect("a game").info().dice
}

/// A house whose computers pause as those of most houses do.
fn unhurried() -> Limits {
    Limits { computer_pause_ms: 2000, ..ample() }
}

/// Does what one player's seat owes, at random; waits for the computers' part. False once the game is over.
async fn step(player: &mut TestClient, table: Uuid, rng: &mut fastrand::Rng) -> bool {
    let seat = player.seat(table);
    match turn(player, table) {
        Turn::Over {} => return false,
        Turn::Act { seat: who } if who == seat => {
            let pick = rng.usize(..);
            player.play(table, |_| pick).await.expect("an offered action is taken");
        }
        Turn::Roll { seat: who } => {
            let has_share = player.tables[&table].dice.as_ref().expect("dice").share.is_some();
            let command = match (who == seat, has_share) {
                (true, true) => player.roll(table),
                (false, false) => player.share(table),
                // The computer is next.
                _ => {
                    player.next().await;
                    return true;
                }
            };
            player.call(command).await.expect("what is due is taken");
        }
        Turn::Act { .. } => drop(player.next().await),
    }
    true
}

/// Plays on at random until it is one's own turn to act, or the game is over.
async fn to_own_turn(player: &mut TestClient, table: Uuid, rng: &mut fastrand::Rng) {
    let seat = player.seat(table);
    while turn(player, table) != (Turn::Act { seat }) && step(player, table, rng).await {}
}

/// What was kept of a finished game, and the events that its watchers saw.
async fn kept(server: &TestServer, table: Uuid) -> (MatchRecord, Vec<EventKind>) {
    let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    let replay: Replay = server.get(&format!("/api/v1/matches/{table}/replay")).await;
    (record, replay.events.into_iter().map(|event| event.what).collect())
}
