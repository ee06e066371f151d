//! Any text at all may come as an action: it is refused or it is exactly what the action writes.

use std::collections::BTreeSet;

use cydonia_rules::{Game, GameKind, GameVisitor};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestError, TestRunner};

use crate::playout::{configurations, wander};

#[test]
fn any_text_is_refused_or_writes_itself_back() {
    for kind in GameKind::ALL {
        kind.visit(Fuzz);
    }
}

struct Fuzz;

impl GameVisitor for Fuzz {
    type Output = ();

    fn visit<G: Game>(self, kind: GameKind) {
        let positions: Vec<(G, String)> = configurations(kind)
            .iter()
            // Numbers of steps at which a turn of a roll, two moves and an end stands at different stages.
            .flat_map(|setup| [wander(setup, 0, 0), wander(setup, 21, 1), wander(setup, 42, 2)])
            .map(|game: G| (game.clone(), format!("{game:?}")))
            .collect();
        let tokens: BTreeSet<String> = positions
            .iter()
            .flat_map(|(game, _)| game.layout().tokens.into_iter().map(|token| token.text))
            .collect();
        let actions: BTreeSet<String> = positions.iter().flat_map(|(game, _)| game.actions()).collect();
        // Neither a seed nor a file: what fails is shrunk and printed, and becomes a test of its own.
        let config = Config { cases: 500, failure_persistence: None, ..Config::default() };
        let ran = TestRunner::new(config).run(&texts(tokens, actions), |text| {
            for (game, shown) in &positions {
                takes_or_refuses(game, shown, &text)?;
            }
            Ok(())
        });
        match ran {
            Ok(()) => {}
            Err(TestError::Fail(why, text)) => panic!("{}: {text:?}: {why}", kind.id()),
            Err(TestError::Abort(why)) => panic!("{}: {why}", kind.id()),
        }
    }
}

/// From noise to what is almost an action.
fn texts(tokens: BTreeSet<String>, actions: BTreeSet<String>) -> impl Strategy<Value = String> {
    let token = select(tokens.into_iter().collect::<Vec<_>>());
    let joined = prop::collection::vec(token, 1..5).prop_map(|parts| parts.join("-"));
    let action = select(actions.into_iter().collect::<Vec<_>>());
    let spoilt = (action.clone(), any::<Index>(), any::<char>(), 0..4u8).prop_map(spoil);
    prop_oneof![1 => any::<String>(), 1 => "[a-hA-F0-9-]{0,14}", 1 => joined, 1 => action, 4 => spoilt]
}

/// Changes one character of a text.
fn spoil((text, place, char, how): (String, Index, char, u8)) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let place = place.index(chars.len());
    let old = chars[place];
    let other_case = if old.is_lowercase() { old.to_ascii_uppercase() } else { old.to_ascii_lowercase() };
    match how {
        0 => drop(chars.remove(place)),
        1 => chars.insert(place, char),
        2 => chars[place] = char,
        _ => chars[place] = other_case,
    }
    chars.into_iter().collect()
}

fn takes_or_refuses<G: Game>(game: &G, shown: &str, text: &str) -> Result<(), TestCaseError> {
    let read = game.parse(text);
    if let Some(action) = read {
        prop_assert_eq!(game.notation(action), text);
    }
    let mut tried = game.clone();
    if let Err(refusal) = tried.play(text) {
        prop_assert_eq!(format!("{tried:?}"), shown, "a refusal changes nothing");
        let after_a_roll = refusal.code() == "wrong_phase";
        prop_assert!(after_a_roll || (refusal.code() == "illegal") == read.is_some(), "{}", refusal);
    }
    Ok(())
}
