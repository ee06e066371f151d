//! Position texts: what is written reads back as a position that goes on in the same way, and nothing else is read.

use cydonia_rules::{AnyGame, MAX_POSITION, Phase, View};
use fastrand::Rng;

/// What each byte may be changed into.
const BYTES: &[u8] = b"0123456789abcdeghxABCDEF./,;:=-!";

pub(super) fn reads_back(game: &AnyGame, rng: &mut Rng) {
    let text = game.position().expect("something is waited for");
    assert!(text.len() <= MAX_POSITION && text.is_ascii() && !text.contains(char::is_whitespace), "{text}");
    let again = AnyGame::at(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(again.kind(), game.kind());
    assert_eq!(again.phase(), game.phase(), "{text}");
    assert_eq!(again.notations(), game.notations(), "{text}");
    assert_eq!(again.turn_ending_actions(), game.turn_ending_actions(), "{text}");
    assert_eq!(again.score_changes(), game.score_changes(), "{text}");
    assert_eq!(lasting(again.view()), lasting(game.view()), "{text}");
    goes_on_alike(again, game.clone(), rng);
    if rng.u8(..8) == 0 {
        what_is_changed_is_refused_or_stands(&text, rng);
    }
}

/// What of a view a position tells: not what was done last, no dice that are spent or of a turn that is over, and no words about them.
fn lasting(mut view: View) -> View {
    view.last.clear();
    view.dice.clear();
    view.asks.clear();
    view
}

/// Plays both on by the same few actions and rolls.
fn goes_on_alike(mut one: AnyGame, mut other: AnyGame, rng: &mut Rng) {
    for _ in 0..3 {
        match one.phase() {
            Phase::Over => break,
            Phase::Roll { .. } => {
                let dice = [rng.u8(1..=6), rng.u8(1..=6)];
                one.roll(dice).expect("a roll is due");
                other.roll(dice).expect("a roll is due");
            }
            Phase::Act { .. } => {
                let actions = one.actions();
                let action = &actions[rng.usize(..actions.len())];
                one.play(action).expect("it is legal");
                other.play(action).expect("it is legal");
            }
        }
        assert_eq!(one.position(), other.position());
        assert_eq!(
            one.outcome().map(|end| (end.ranks, end.scores)),
            other.outcome().map(|end| (end.ranks, end.scores))
        );
    }
}

/// A text with one byte changed is either refused or a position of its own, which can be played on.
fn what_is_changed_is_refused_or_stands(text: &str, rng: &mut Rng) {
    let mut bytes = text.as_bytes().to_vec();
    let place = rng.usize(..bytes.len());
    match rng.u8(..3) {
        0 => drop(bytes.remove(place)),
        1 => bytes.insert(place, BYTES[rng.usize(..BYTES.len())]),
        _ => bytes[place] = BYTES[rng.usize(..BYTES.len())],
    }
    let changed = String::from_utf8(bytes).expect("it is ASCII");
    if let Ok(mut game) = AnyGame::at(&changed) {
        assert_eq!(game.position().as_deref(), Some(changed.as_str()));
        for _ in 0..20 {
            match game.phase() {
                Phase::Over => break,
                Phase::Roll { .. } => game.roll([rng.u8(1..=6), rng.u8(1..=6)]).expect("a roll is due"),
                Phase::Act { .. } => {
                    let actions = game.actions();
                    assert!(!actions.is_empty(), "{changed}: a seat to act has something to do");
                    game.play(&actions[rng.usize(..actions.len())]).map(drop).expect("it is legal");
                }
            }
        }
    }
}
