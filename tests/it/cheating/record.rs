//! A record that does not fit, and one that fits and is not what was seen.

use cydonia_protocol::dice::{self, DiceProof, DiceProofError, DiceReport, ProvedRoll, SCHEME};
use cydonia_protocol::{Command, Event, EventKind};
use cydonia_rules::Turn;
use cydonia_tests::{TestClient, TestServer, on};
use uuid::Uuid;

use super::{FRISBY, bytes, log_of, share};
use crate::support::{all_see, database, give_share, play_dice, roll, seated_at, turn};

#[tokio::test]
async fn a_record_is_checked_and_compared_with_what_was_seen() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, FRISBY, 2).await;
    play_dice(&mut players, table, 40, &mut fastrand::Rng::with_seed(4)).await;
    lose_of_whoever_rolls(&mut players, table).await;
    roll(&mut players, table).await;
    let transcript = transcript(table, &log_of(&server, table).await);
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let DiceReport { proof, fits, .. } = server.get(&format!("/api/v1/matches/{table}/dice")).await;
    assert!(fits && proof == transcript, "what is kept is what was seen");
    let with = |change: &dyn Fn(&mut DiceProof)| {
        let mut forged = proof.clone();
        change(&mut forged);
        assert_ne!(forged, transcript);
        forged.check()
    };
    let void = proof.rolls.iter().position(|roll| roll.dice.is_none()).expect("a void roll");
    for place in 0..proof.rolls.len() {
        let flaw = |change: &dyn Fn(&mut ProvedRoll)| with(&|proof| change(&mut proof.rolls[place]));
        let k = place as u64;
        assert_eq!(flaw(&|roll| roll.secret = bytes(1)), Err(DiceProofError::Seal(k)));
        assert_eq!(flaw(&|roll| roll.seal = bytes(1)), Err(DiceProofError::Seal(k)));
        assert_eq!(flaw(&|roll| roll.waiting = None), Err(DiceProofError::Parts(k)));
        assert_eq!(flaw(&|roll| roll.pledge = None), Err(DiceProofError::Parts(k)));
        if place == void {
            assert_eq!(flaw(&|roll| roll.share = Some(share(1))), Err(DiceProofError::Parts(k)));
            assert_eq!(flaw(&|roll| roll.dice = Some([1, 1])), Err(DiceProofError::Parts(k)));
            continue;
        }
        // Two dice are one of 36: another share may give the same. The dice themselves may not differ.
        assert_eq!(
            flaw(&|roll| roll.dice = roll.dice.map(|[one, two]| [one % 6 + 1, two])),
            Err(DiceProofError::Dice(k))
        );
        assert_eq!(flaw(&|roll| roll.share = Some(share(1))), Err(DiceProofError::Pledge(k)));
        assert_eq!(flaw(&|roll| roll.share = None), Err(DiceProofError::Parts(k)));
        assert_eq!(flaw(&|roll| roll.dice = None), Err(DiceProofError::Parts(k)), "a roll is no void one");
    }
    assert_eq!(with(&|proof| proof.pledges[0] = Some(bytes(1))), Err(DiceProofError::Pledge(0)));
    assert_eq!(with(&|proof| proof.pledges[0] = None), Err(DiceProofError::Parts(0)));
    assert_eq!(with(&|proof| proof.scheme.push('x')), Err(DiceProofError::Form));
    assert_eq!(with(&|proof| proof.pledges.truncate(1)), Err(DiceProofError::Form));
    assert!(matches!(
        with(&|proof| proof.rolls.swap(0, 2)),
        Err(DiceProofError::Pledge(_) | DiceProofError::Dice(_))
    ));
    assert!(matches!(
        with(&|proof| drop(proof.rolls.remove(0))),
        Err(DiceProofError::Pledge(_) | DiceProofError::Dice(_))
    ));
    assert!(
        matches!(with(&|proof| proof.table = Uuid::nil()), Err(DiceProofError::Dice(_))),
        "of another table"
    );
    // Whoever makes all of it up anew has a record that fits, and that nobody has seen.
    let made_up = with(&|proof| {
        for (k, roll) in (0..).zip(&mut proof.rolls) {
            roll.secret = bytes(9);
            roll.seal = dice::seal(&roll.secret);
            let dice = dice::roll(&roll.secret, table, k, roll.waiting.as_ref(), roll.share.as_ref());
            roll.dice = roll.dice.map(|_| dice);
        }
    });
    assert_eq!(made_up, Ok(()));
}

#[tokio::test]
async fn one_bit_turned_over_in_the_store_is_told_with_the_record() {
    let server = TestServer::start().await;
    let mut database = database(&server).await;
    let (table, mut players) = seated_at(&server, FRISBY, 2).await;
    play_dice(&mut players, table, 30, &mut fastrand::Rng::with_seed(6)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let path = format!("/api/v1/matches/{table}/dice");
    let DiceReport { proof, fits, .. } = server.get(&path).await;
    assert!(fits);
    let middle = proof.rolls.len() / 2;
    let roll = &proof.rolls[middle];
    let share = roll.share.as_ref().expect("an honest roller");
    for (what, flaw) in [
        (format!("{:?}", roll.secret), DiceProofError::Seal(middle as u64)),
        (format!("{share:?}"), DiceProofError::Pledge(middle as u64)),
    ] {
        let bit = u8::from_str_radix(&what[..1], 16).expect("a digit") ^ 1;
        let turned = format!("{bit:x}{}", &what[1..]);
        for (from, to) in [(&what, &turned), (&turned, &what)] {
            let changed =
                on!(database, |c| sqlx::query("UPDATE match_lines SET record = replace(record, $1, $2)")
                    .bind(from)
                    .bind(to)
                    .execute(c)
                    .await
                    .map(|done| done.rows_affected()));
            assert_eq!(changed.expect("written"), 1);
            let report: DiceReport = server.get(&path).await;
            let found = if *to == turned { Err(flaw) } else { Ok(()) };
            assert_eq!((report.fits, report.proof.check()), (found.is_ok(), found), "{}", report.sentence);
        }
    }
}

/// Has the seat that is to roll next say that it has lost its share.
async fn lose_of_whoever_rolls(players: &mut [TestClient], table: Uuid) {
    while !matches!(turn(&players[0], table), Turn::Roll { .. }) {
        play_dice(players, table, 1, &mut fastrand::Rng::with_seed(1)).await;
    }
    give_share(players, table).await;
    let Turn::Roll { seat } = turn(&players[0], table) else { panic!("no roll is due") };
    let roller = &mut players[usize::from(seat)];
    let folded = roller.tables[&table].clone();
    let lost = roller.hand.lose(&folded, 77);
    roller.call(lost).await.expect("it is void");
    all_see(players, table).await;
}

/// The proof of a game's dice, as somebody writes it down who was there.
fn transcript(table: Uuid, log: &[Event]) -> DiceProof {
    let mut proof = DiceProof {
        scheme: SCHEME.to_owned(),
        table,
        pledges: Vec::new(),
        rolls: Vec::new(),
        unopened: bytes(0),
        unused: None,
    };
    for event in log {
        match &event.what {
            EventKind::Start { dice: Some(start), .. } => {
                (proof.unopened, proof.pledges) = (start.seal, start.pledges.clone());
            }
            EventKind::Act { share: Some(share), .. } | EventKind::Share { share, .. } => {
                proof.unused = Some(share.clone());
            }
            EventKind::Roll { seat, opened: Some(opened), .. } | EventKind::Lost { seat, opened, .. } => {
                let (share, dice) = match &event.what {
                    EventKind::Roll { share, dice, .. } => (share.clone(), Some(*dice)),
                    _ => (None, None),
                };
                proof.rolls.push(ProvedRoll {
                    roller: *seat,
                    seal: std::mem::replace(&mut proof.unopened, opened.seal),
                    secret: opened.secret,
                    waiting: proof.unused.take(),
                    share,
                    pledge: opened.pledge,
                    dice,
                });
            }
            _ => {}
        }
    }
    proof
}
