//! Any text at all may come as an action: it is refused or it is exactly what the action writes.

use std::collections::BTreeSet;

use cydonia_rules::{Game, GameKind, GameVisitor};
use fastrand::Rng;
use proptest::prelude::*;
use proptest::sample::select;
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
        let mut rng = Rng::with_seed(7);
        let positions: Vec<(G, String)> = configurations(kind)
            .iter()
            .flat_map(|setup| [wander(setup, 0, &mut rng), wander(setup, 40, &mut rng)])
            .map(|game: G| (game.clone(), format!("{game:?}")))
            .collect();
        let tokens: BTreeSet<String> = positions
            .iter()
            .flat_map(|(game, _)| game.layout().tokens.into_iter().map(|token| token.text))
            .collect();
        // Neither a seed nor a file: what fails is shrunk and printed, and becomes a test of its own.
        let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
        let ran = TestRunner::new(config).run(&texts(tokens), |text| {
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
fn texts(tokens: BTreeSet<String>) -> impl Strategy<Value = String> {
    let token = select(tokens.into_iter().collect::<Vec<_>>());
    let joined = prop::collection::vec(token, 1..5).prop_map(|parts| parts.join("-"));
    let spoilt = (joined.clone(), any::<prop::sample::Index>(), any::<char>(), any::<bool>()).prop_map(
        |(text, place, char, replaces)| {
            let mut chars: Vec<char> = text.chars().collect();
            let place = place.index(chars.len());
            chars.splice(place..place + usize::from(replaces), [char]);
            chars.into_iter().collect()
        },
    );
    prop_oneof![any::<String>(), "[a-hA-F0-9-]{0,14}", joined, spoilt]
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
