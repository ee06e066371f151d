//! Games with dice: rolling, and taking back what one did in a turn.

use cydonia_protocol::dice::DiceReport;
use cydonia_protocol::{Command, ErrorCode, EventKind, MatchRecord, Replay};
use cydonia_rules::Turn;
use cydonia_tests::{TestClient, TestServer};

use crate::exports::tell_alike;
use crate::support::{all_see, play_dice, roll, seated_at, turn, watch};

const GAMES: [&str; 2] = ["martian-frisby", "martian-backgammon"];

#[tokio::test]
async fn everyone_sees_the_same_rolls_and_they_are_kept() {
    let server = TestServer::start().await;
    for game in GAMES {
        let (table, mut players) = seated_at(&server, game, 2).await;
        let mut watcher = server.connect(None).await;
        watcher.call(watch(table)).await.expect("watching");
        play_dice(&mut players, table, 60, &mut fastrand::Rng::with_seed(3)).await;
        players[0].call(Command::Resign { table }).await.expect("resigned");
        let end = players[0].tables[&table].clone();
        assert_eq!(watcher.until(table, |table| table.n == end.n).await, &end);
        assert!(end.rolls > 10, "{game}");

        let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
        let rolls: Vec<_> = record.line.iter().filter_map(|entry| entry.roll).collect();
        assert_eq!(rolls.len() as u64, end.rolls);
        assert!(rolls.iter().flatten().all(|die| (1..=6).contains(die)));
        let replay: Replay = server.get(&format!("/api/v1/matches/{table}/replay")).await;
        let shown = replay.events.iter().filter_map(|event| match event.what {
            EventKind::Roll { dice, .. } => Some(dice),
            _ => None,
        });
        assert_eq!(shown.collect::<Vec<_>>(), rolls);
        let report: DiceReport = server.get(&format!("/api/v1/matches/{table}/dice")).await;
        assert!(report.fits, "{}", report.sentence);
        let proved: Vec<_> = report.proof.rolls.iter().filter_map(|roll| roll.dice).collect();
        assert_eq!(proved, rolls);
        assert!(report.proof.rolls.iter().all(|roll| roll.share.is_some() && roll.waiting.is_some()));
    }
    tell_alike(&server).await;
}

#[tokio::test]
async fn ones_own_actions_are_undone_until_the_turn_ends_and_no_further() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, "martian-frisby", 2).await;
    roll(&mut players, table).await;
    let rolled = players[0].tables[&table].view.clone();
    let undo = |player: &TestClient| Command::Undo { table, at: player.tables[&table].at };
    let nothing = undo(&players[0]);
    assert_eq!(players[0].call(nothing).await.expect_err("refused").code, ErrorCode::NothingToUndo);

    // Twice there and back again: the position is the one after the roll.
    for _ in 0..2 {
        players[0].play(table, |_| 0).await.expect("legal");
        players[0].play(table, |_| 0).await.expect("legal");
        all_see(&mut players, table).await;
        let not_mine = undo(&players[1]);
        assert_eq!(players[1].call(not_mine).await.expect_err("refused").code, ErrorCode::NotYourTurn);
        for _ in 0..2 {
            let back = undo(&players[0]);
            players[0].call(back).await.expect("taken back");
        }
        assert_eq!(players[0].tables[&table].view, rolled);
    }

    // The end of the turn stands, and survives a restart like everything else.
    while matches!(turn(&players[0], table), Turn::Act { seat: 0 }) {
        players[0].play(table, |_| 0).await.expect("legal");
    }
    all_see(&mut players, table).await;
    let late = undo(&players[0]);
    assert_eq!(players[0].call(late).await.expect_err("refused").code, ErrorCode::NotYourTurn);
    let before = players[1].tables[&table].clone();
    drop(players);
    let server = server.restart().await;
    let mut watcher = server.connect(None).await;
    watcher.call(watch(table)).await.expect("found again");
    assert_eq!(watcher.tables[&table], before);
}
