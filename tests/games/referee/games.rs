//! Whole games, line by line: every game, every number of seats, every combination of options.

use std::thread;

use cydonia_rules::{Game, GameKind, GameVisitor, Reason, Setup};
use cydonia_tests::{Conversation, Position};
use fastrand::Rng;
use serde_json::json;

use super::{begun, random_line};

#[test]
fn random_games_under_every_set_up_run_to_their_end() {
    thread::scope(|scope| {
        for kind in GameKind::ALL {
            let named = thread::Builder::new().name(kind.id().to_owned());
            let games = || {
                for (number, setup) in (0..).zip(kind.info().setups()) {
                    play(*kind, &setup, Rng::with_seed(number), 0);
                    play(*kind, &setup, Rng::with_seed(number), 30);
                }
            };
            named.spawn_scoped(scope, games).expect("a thread starts");
        }
    });
}

/// Plays one game; if `leave_one_in` is not 0, every so many lines a seat leaves instead.
fn play(kind: GameKind, setup: &Setup, mut rng: Rng, leave_one_in: u32) {
    let mut talk = begun(kind, setup);
    let first = talk.position().expect("a position").clone();
    assert_eq!(first.scores.len(), usize::from(setup.seats));
    // Where dice decide who begins, seat 0 is shown until then.
    assert!(first.seat == Some(setup.first) || (first.phase == "roll" && first.seat == Some(0)));
    let bound = kind.visit(Bound(setup));
    let (mut acted, mut left) = (0, 0);
    while let Some(line) = random_line(&talk, &mut rng) {
        let before = talk.position().expect("a position").clone();
        if leave_one_in > 0 && rng.u32(..leave_one_in) == 0 {
            left += u8::from(leave(&mut talk, setup.seats, &mut rng));
            continue;
        }
        let after = talk.say(&line).expect("it is legal").clone();
        if before.phase == "roll" {
            rolled(&before, &after, &line);
        } else {
            acted += 1;
            dice_are_used_up(kind, &before, &after);
        }
    }
    assert!(acted <= bound, "{} ends within its declared bound", kind.id());
    let result = talk.position().and_then(|position| position.result.clone()).expect("a result");
    let own = kind.info().reasons.iter().any(|info| info.reason == result.reason);
    let by_leaving = [Reason::RESIGNED, Reason::TIMEOUT, Reason::ABANDONED].contains(&result.reason);
    assert!(own || (by_leaving && left > 0), "{}: {result:?}", kind.id());
    for line in
        [json!({ "act": "pass" }), json!({ "roll": [1, 2] }), json!({ "leave": 0, "reason": "timeout" })]
    {
        assert_eq!(talk.say(&line.to_string()).expect_err("refused").code, "over", "{line}");
    }
}

/// Some seat leaves. Returns whether it did: it may have left before.
fn leave(talk: &mut Conversation, seats: u8, rng: &mut Rng) -> bool {
    let before = talk.position().expect("a position").clone();
    let reason = ["resigned", "timeout", "abandoned"][rng.usize(..3)];
    let seat = rng.u8(..seats);
    match talk.say(&json!({ "leave": seat, "reason": reason }).to_string()) {
        Ok(after) => {
            assert_eq!(before.scores, after.scores, "leaving costs nothing");
            assert_ne!(after.seat, Some(seat), "who has left is not to act");
            true
        }
        Err(refused) => {
            assert_eq!(refused.code, "bad_seat");
            false
        }
    }
}

/// A roll opens the turn of the seat it was for, or decides who begins; the dice are those that were rolled.
fn rolled(before: &Position, after: &Position, line: &str) {
    assert!(before.actions.is_empty() && after.phase != "over", "{line}: {after:?}");
    if after.phase == "act" {
        assert_eq!(before.seat, after.seat, "{line}");
        assert!(!after.dice.is_empty(), "{line}");
        assert!(after.dice.iter().all(|die| line.contains(&die.to_string())), "{line}: {after:?}");
    }
}

/// Each action of a turn with dice uses one of them, unless it ends the turn.
fn dice_are_used_up(kind: GameKind, before: &Position, after: &Position) {
    if !kind.info().dice {
        assert!(after.phase != "roll" && after.dice.is_empty(), "{} has no dice", kind.id());
    } else if after.phase == "act" {
        assert_eq!(before.seat, after.seat, "the turn goes on");
        assert_eq!(before.dice.len(), after.dice.len() + 1);
        let used = before.dice.iter().filter(|die| !after.dice.contains(die)).count();
        assert!(used <= 1, "{before:?} {after:?}");
    }
}

/// The most actions that a game of this set-up can take.
struct Bound<'a>(&'a Setup);

impl GameVisitor for Bound<'_> {
    type Output = u32;

    fn visit<G: Game>(self, _: GameKind) -> u32 {
        G::start(self.0).expect("a listed set-up starts").action_bound()
    }
}
