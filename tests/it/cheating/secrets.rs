//! Secrets that are not those that were sealed, that are told too early, or that are chosen.

use std::collections::{BTreeSet, HashSet};
use std::sync::Mutex;

use cydonia_protocol::dice::{self, Bytes32, DiceProofError, DiceReport};
use cydonia_protocol::{Command, ErrorCode, Event, EventKind, Problem, ServerMessage};
use cydonia_server::DiceSecrets;
use cydonia_tests::{CheatError, TestClient, TestServerBuilder};
use uuid::Uuid;

use super::{FRISBY, bytes, log_of, share};
use crate::support::{database, give_share, play_dice, seated_at};

/// A house that opens whatever it likes: what it seals is not what it shows.
#[tokio::test]
async fn revealing_a_different_secret_is_detected() {
    let sealed = Mutex::new(HashSet::new());
    let secrets = DiceSecrets::from_source(move |key, table, k| {
        let is_first = sealed.lock().expect("whole").insert((table, k));
        let honest = dice::secret(key, k);
        if is_first { honest } else { Bytes32(honest.0.map(|byte| !byte)) }
    });
    let server = TestServerBuilder::new().secrets(secrets).start().await;
    let (table, mut players) = seated_at(&server, FRISBY, 2).await;
    give_share(&mut players, table).await;
    let mut folded = players[0].tables[&table].clone();
    // A watcher who does not know the table takes nothing in; the players' own clients are not let speak any more.
    let mut watcher = server.connect(None).await;
    watcher
        .call(Command::Watch { table, since: Some(folded.n), key: None, quiet: false })
        .await
        .expect("watching");
    let roll = players[0].roll(table);
    players[0].send(roll).await;
    let rolled = next_event(&mut watcher).await;
    assert_eq!(folded.take(&rolled), Err(CheatError::Seal));
    players[0].send(Command::Resign { table }).await;
    while !matches!(next_event(&mut watcher).await.what, EventKind::Leave { .. }) {}
    let report: DiceReport = server.get(&format!("/api/v1/matches/{table}/dice")).await;
    assert!(!report.fits && report.proof.check() == Err(DiceProofError::Seal(0)), "{}", report.sentence);
}

/// The first of the next events.
async fn next_event(watcher: &mut TestClient) -> Event {
    loop {
        if let ServerMessage::Events { events, .. } = watcher.next().await {
            return events.into_iter().next().expect("an event");
        }
    }
}

/// A house whose secrets the test knows: none may be told before its roll, and the last one never.
#[tokio::test]
async fn no_secret_is_told_before_its_roll_and_nothing_of_them_is_kept() {
    fn secret(table: Uuid, k: u64) -> Bytes32 {
        dice::secret(&Bytes32([7; 32]), table.as_u64_pair().1 ^ k)
    }
    let server = TestServerBuilder::new()
        .secrets(DiceSecrets::from_source(|_, table, k| secret(table, k)))
        .start()
        .await;
    let (table, mut players) = seated_at(&server, FRISBY, 2).await;
    let (other, mut others) = seated_at(&server, FRISBY, 2).await;
    let mut database = database(&server).await;
    let keys = "SELECT count(*) FROM dice_keys";
    let count = database.number(keys, None).await;
    assert_eq!(count, 2);
    play_dice(&mut players, table, 60, &mut fastrand::Rng::with_seed(2)).await;
    let rolls = players[0].tables[&table].rolls;
    assert!(rolls > 8, "{rolls}");
    let log = log_of(&server, table).await;
    let live: Problem = server.get(&format!("/api/v1/matches/{table}/dice")).await;
    assert_eq!(live.code, ErrorCode::NoMatch, "there is no record before the end");
    players[0].call(Command::Resign { table }).await.expect("resigned");
    others[0].call(Command::Abort { table: other }).await.expect("aborted");
    let mut told = 0;
    for event in &log {
        let text = serde_json::to_string(event).expect("JSON");
        let known: Vec<u64> =
            (0..=rolls).filter(|k| text.contains(&format!("{:?}", secret(table, *k)))).collect();
        match event.what {
            EventKind::Roll { k, .. } => assert_eq!(known, [k]),
            _ => assert!(known.is_empty(), "{text}"),
        }
        told += known.len() as u64;
    }
    assert_eq!(told, rolls);
    for document in ["", "/replay", "/dice"] {
        let text = reqwest::get(server.url(&format!("/api/v1/matches/{table}{document}"))).await;
        let text = text.expect("an answer").text().await.expect("a body");
        assert!(!text.contains(&format!("{:?}", secret(table, rolls))), "the last secret is never told");
    }
    let count = database.number(keys, None).await;
    assert_eq!(count, 0, "of a finished and of an aborted game no key is kept");
}

/// The house may choose its secrets, and either player its shares, even together: the third still makes the dice.
#[test]
fn no_two_of_house_and_players_choose_a_roll_against_the_third() {
    let table = Uuid::from_u128(1);
    let all = |roll: &dyn Fn(u8) -> [u8; 2]| (0..=u8::MAX).map(roll).collect::<BTreeSet<_>>().len();
    let (secret, chosen) = (bytes(3), share(3));
    assert_eq!(
        all(&|byte| dice::roll(&secret, table, 5, Some(&chosen), Some(&share(byte)))),
        36,
        "the roller"
    );
    assert_eq!(
        all(&|byte| dice::roll(&secret, table, 5, Some(&share(byte)), Some(&chosen))),
        36,
        "who waits"
    );
    assert_eq!(
        all(&|byte| dice::roll(&bytes(byte), table, 5, Some(&chosen), Some(&chosen))),
        36,
        "the house"
    );
    // Nor does it help to have chosen well for another table or another roll.
    let elsewhere = |table, k| dice::roll(&secret, table, k, Some(&chosen), Some(&chosen));
    assert_eq!(all(&|byte| elsewhere(Uuid::from_u128(byte.into()), 5)), 36);
    assert_eq!(all(&|byte| elsewhere(table, byte.into())), 36);
}
