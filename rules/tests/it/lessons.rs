//! The lessons in `docs/lessons`: every step begins with a worked example of the game's page, can be played, and comes to what
//! its words say; there are words for all that may happen in it.

use std::collections::BTreeSet;
use std::fs;

use cydonia_rules::{AnyGame, GameKind, Phase};
use serde_json::Value;

use crate::{pages, records};

/// How many steps can be played in three minutes, and how many teach a game.
const STEPS: std::ops::RangeInclusive<usize> = 5..=9;

/// The words that every step has.
const WORDS: [&str; 4] = ["title", "learn", "task", "done"];

/// The languages that lessons are told in; each has the words of every step.
const LANGUAGES: [&str; 4] = ["en", "de", "es", "he"];

fn file(path: &str) -> Value {
    let path = format!("{}/../docs/lessons/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The steps of a game's lesson.
fn steps(kind: GameKind) -> Vec<Value> {
    let lesson = file(&format!("{}.json", kind.id()));
    pages::only(kind.id(), &lesson, &["game", "steps"]);
    assert_eq!(lesson["game"], kind.id());
    lesson["steps"].as_array().expect("steps").clone()
}

fn name(kind: GameKind, step: &Value) -> (&str, String) {
    let name = step["name"].as_str().expect("a name");
    (name, format!("{}, {name}", kind.id()))
}

/// The position of a step: that of a worked example, and what happened then.
fn position(kind: GameKind, step: &Value) -> AnyGame {
    let (_, name) = name(kind, step);
    let examples = pages::examples(kind.id()).1;
    let example = examples.iter().find(|example| example["name"] == step["example"]).expect("an example");
    let mut game = AnyGame::start(kind, &records::setup(example)).expect("the set-up is good");
    let part = step["part"].as_u64().unwrap_or(0) as usize;
    let played = &example["steps"].as_array().expect("steps")[..=part];
    for step in played.iter().chain([step]) {
        for input in step["inputs"].as_array().into_iter().flatten().filter_map(records::input) {
            input.give_any(&mut game).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        }
    }
    game
}

/// The actions that do what a step asks for.
fn right(step: &Value, game: &AnyGame) -> Vec<String> {
    if step["right"].is_null() { game.actions() } else { pages::strings(&step["right"]) }
}

#[test]
fn every_game_has_a_lesson_whose_steps_do_what_they_say() {
    for &kind in GameKind::ALL {
        let steps = steps(kind);
        assert!(STEPS.contains(&steps.len()), "{}: {} steps", kind.id(), steps.len());
        let mut names = BTreeSet::new();
        for step in &steps {
            let (short, name) = name(kind, step);
            assert!(names.insert(short.to_owned()), "{name} a second time");
            let keys = ["name", "example", "part", "inputs", "rule", "right", "before", "after"];
            pages::only(&name, step, &keys);
            let game = position(kind, step);
            assert!(matches!(game.phase(), Phase::Act { .. }), "{name}: nobody is to act");
            for (claim, what) in step["before"].as_object().into_iter().flatten() {
                pages::check(&format!("{name}: before: {claim}"), &game, claim, what);
            }
            let right = right(step, &game);
            assert!(!right.is_empty(), "{name}: nothing is right");
            for action in right {
                let mut after = game.clone();
                after.play(&action).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                for (claim, what) in step["after"].as_object().into_iter().flatten() {
                    pages::check(&format!("{name}: after {action}: {claim}"), &after, claim, what);
                }
            }
        }
    }
}

#[test]
fn every_step_leads_to_its_rule() {
    for &kind in GameKind::ALL {
        let sections = pages::sections(kind.id());
        for step in steps(kind) {
            let (_, name) = name(kind, &step);
            assert!(sections.contains(step["rule"].as_str().expect("a section")), "{name}: {}", step["rule"]);
        }
    }
}

#[test]
fn every_step_has_words_for_all_that_may_happen_in_it() {
    for (&kind, language) in GameKind::ALL.iter().flat_map(|kind| LANGUAGES.map(|language| (kind, language)))
    {
        let words = file(&format!("{language}/{}.json", kind.id()));
        let steps = steps(kind);
        let names: Vec<&str> = steps.iter().map(|step| name(kind, step).0).collect();
        pages::only(&format!("{}, {language}", kind.id()), &words, &names);
        for step in &steps {
            let (short, name) = name(kind, step);
            let (said, name) = (&words[short], format!("{name}, {language}"));
            pages::only(&name, said, &[&WORDS[..], &["otherwise"]].concat());
            for key in WORDS {
                assert!(said[key].as_str().is_some_and(|words| words.ends_with('.')), "{name}: {key}");
            }
            // Where something else could be done it is told why that is not it, and only there.
            let game = position(kind, step);
            let is_all = game.actions().len() == right(step, &game).len();
            assert_eq!(said["otherwise"].is_null(), is_all, "{name}: otherwise");
        }
    }
}

#[test]
fn there_are_no_lessons_of_nothing() {
    let names: BTreeSet<String> = GameKind::ALL.iter().map(|kind| format!("{}.json", kind.id())).collect();
    for folder in [&LANGUAGES[..], &[""]].concat() {
        let path = format!("{}/../docs/lessons/{folder}", env!("CARGO_MANIFEST_DIR"));
        let found = fs::read_dir(path).expect("there are lessons").map(|entry| entry.expect("a file"));
        let found: BTreeSet<String> = found
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".json"))
            .collect();
        assert_eq!(found, names, "{folder}");
    }
}
