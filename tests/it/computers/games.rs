//! Whole games against computers, of all six kinds and at six seats; and what is kept of them.

use cydonia_protocol::dice::DiceReport;
use cydonia_protocol::{Command, MatchPage, Player, PlayerPage, PlayerRatings};
use cydonia_rules::{GameKind, Reason};
use cydonia_tests::{TestServer, TestServerBuilder, ample};
use uuid::Uuid;

use super::{against, begun, kept, step};
use crate::support::watch;

/// Own steps after which somebody who plays at random gives up a game that nobody may ever end.
const ENOUGH: usize = 3_000;

fn levels(seats: &[cydonia_protocol::MatchSeat]) -> Vec<Option<u8>> {
    seats.iter().map(|seat| seat.player.computer).collect()
}

#[tokio::test]
async fn one_message_brings_a_game_of_each_kind_that_is_played_to_its_end() {
    let server = TestServer::start().await;
    for kind in GameKind::ALL {
        let (table, mut ada) = begun(&server, against(kind.id(), 2, &[(1, 1)])).await;
        let mut watcher = server.connect(None).await;
        watcher.call(watch(table)).await.expect("watching");
        let (mut rng, mut steps) = (fastrand::Rng::with_seed(5), 0);
        while step(&mut ada, table, &mut rng).await {
            steps += 1;
            if steps == ENOUGH {
                ada.call(Command::Resign { table }).await.expect("resigned");
            }
        }
        let end = ada.tables[&table].clone();
        let outcome = end.outcome.clone().expect("the game is over");
        assert_eq!(watcher.until(table, |table| table.outcome.is_some()).await, &end, "all see the same");
        assert!(steps < ENOUGH || outcome.reason == Reason::from(cydonia_rules::LeaveReason::Resigned));

        let (record, _) = kept(&server, table).await;
        let summary = &record.summary;
        assert_eq!(levels(&summary.seats), [None, Some(1)], "{kind:?}: a computer is marked");
        assert_eq!(summary.seats[1].player, Player::computer(1).expect("there is one"));
        assert!(!summary.rated);
        if kind.info().dice {
            let report: DiceReport = server.get(&format!("/api/v1/matches/{table}/dice")).await;
            assert!(report.fits, "{kind:?}: {}", report.sentence);
            assert!(report.proof.rolls.len() > 4, "{kind:?}");
            let adds =
                |roll: &cydonia_protocol::dice::ProvedRoll| roll.share.is_some() && roll.waiting.is_some();
            assert!(report.proof.rolls.iter().all(adds), "{kind:?}: both add to every roll");
        }
    }
}

#[tokio::test]
async fn six_play_chess_five_of_them_computers_to_its_end() {
    let server = TestServer::start().await;
    let wished = [(0, 1), (1, 1), (3, 2), (4, 1), (5, 3)];
    let mut wish = against("martian-chess", 6, &wished);
    if let Command::Create { seat, .. } = &mut wish {
        *seat = 2;
    }
    let (table, mut ada) = begun(&server, wish).await;
    assert_eq!(ada.seat(table), 2);
    let mut rng = fastrand::Rng::with_seed(9);
    for _ in 0..60 {
        assert!(step(&mut ada, table, &mut rng).await, "it takes longer");
    }
    // Whoever gives up may look on as the others play it out.
    ada.call(Command::Resign { table }).await.expect("resigned");
    ada.until(table, |table| table.outcome.is_some()).await;
    let (record, _) = kept(&server, table).await;
    assert_eq!(levels(&record.summary.seats), [Some(1), Some(1), None, Some(2), Some(1), Some(3)]);
    assert_ne!(record.summary.reason, Reason::from(cydonia_rules::LeaveReason::Abandoned));
    assert!(record.summary.seats[2].rank > 1);

    // One that sat at several seats is listed once, and has a page like anybody.
    let computer = Player::computer(1).expect("there is one");
    let page: MatchPage = server.get(&format!("/api/v1/matches?player={}", computer.id)).await;
    let listed: Vec<Uuid> = page.matches.iter().map(|game| game.id).collect();
    assert_eq!(listed, [table]);
    assert_eq!(page.matches[0], record.summary);
    let page: PlayerPage = server.get(&format!("/api/v1/players/{}", computer.id)).await;
    assert_eq!(page.player, computer);
    let ratings: PlayerRatings = server.get(&format!("/api/v1/players/{}/ratings", computer.id)).await;
    assert_eq!(ratings.player, computer);
}

#[tokio::test]
async fn as_many_computers_play_each_other_as_the_house_lets() {
    let limits = cydonia_server::limits::Limits { exhibitions: 1, ..ample() };
    let server = TestServerBuilder::new().limits(limits).start().await;
    let mut ada = server.join("Ada").await;
    let wish = || against("martian-frisby", 2, &[(0, 1), (1, 2)]);
    let first = wish();
    let made = ada.call(first.clone()).await.expect("an exhibition");
    assert_eq!(made.seat, None, "one looks on");
    let table = made.table.expect("its id");
    assert_eq!(ada.call(first).await.expect("the same").table, Some(table), "a repeat is no second");
    let refusal = ada.call(wish()).await.expect_err("one at a time");
    assert_eq!(refusal.code, cydonia_protocol::ErrorCode::TooMany);
    ada.call(watch(table)).await.expect("watching");
    ada.until(table, |table| table.rolls > 6).await;
    // It is so after a restart too, where it goes on.
    drop(ada);
    let server = server.restart().await;
    let mut ben = server.join("Ben").await;
    assert!(ben.call(wish()).await.is_err(), "there is one");
    ben.call(watch(table)).await.expect("watching");
    let rolls = ben.tables[&table].rolls;
    ben.until(table, |table| table.rolls > rolls + 4).await;
}
