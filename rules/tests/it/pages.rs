//! The rules pages in `docs/rules`: every worked example is played and every claim checked, and what a page says of
//! actions and shows in pictures stands in its examples.

use std::collections::BTreeSet;
use std::fs;

use cydonia_rules::{AnyGame, GameKind, Layout, Phase, Seat, TrayKind};
use serde_json::Value;

use crate::records;

/// Pages that tell of no single game but have examples.
const SHARED: [&str; 1] = ["boards"];

/// A file of `docs/rules`.
pub(crate) fn file(path: &str) -> String {
    let path = format!("{}/../docs/rules/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every page with examples: each game's, and those that games share.
fn pages() -> impl Iterator<Item = &'static str> {
    GameKind::ALL.iter().map(|kind| kind.id()).chain(SHARED)
}

/// What a page has of worked examples, and of which game.
pub(crate) fn examples(page: &str) -> (GameKind, Vec<Value>) {
    let whole: Value =
        serde_json::from_str(&file(&format!("examples/{page}.json"))).expect("examples are JSON");
    let kind = GameKind::from_id(whole["game"].as_str().expect("a game")).expect("there is such a game");
    (kind, whole["examples"].as_array().expect("examples").clone())
}

pub(crate) fn strings(list: &Value) -> Vec<String> {
    serde_json::from_value(list.clone()).unwrap_or_else(|_| panic!("a list of texts: {list}"))
}

#[test]
fn every_worked_example_is_as_it_claims() {
    for page in pages() {
        let (kind, examples) = examples(page);
        for example in &examples {
            let name = format!("{page}, {}", example["name"]);
            let mut game = AnyGame::start(kind, &records::setup(example)).expect("the set-up is good");
            let mut claims = 0;
            only(&name, example, &["name", "players", "options", "first", "steps"]);
            for step in example["steps"].as_array().expect("steps") {
                only(&name, step, &["inputs", "picture", "mark", "claims"]);
                for input in step["inputs"].as_array().into_iter().flatten().filter_map(records::input) {
                    input.give_any(&mut game).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                }
                for (claim, what) in step["claims"].as_object().into_iter().flatten() {
                    check(&format!("{name}: {claim}"), &game, claim, what);
                    claims += 1;
                }
                let actions = game.actions();
                let marks = |mark| actions.iter().any(|action| action.starts_with(mark));
                assert!(step["mark"].as_str().is_none_or(marks), "{name}: {} marks nothing", step["mark"]);
            }
            assert!(claims > 0, "{name} claims nothing");
        }
    }
}

/// The sections of a page, as links name them: `#your-turn`.
pub(crate) fn sections(page: &str) -> BTreeSet<String> {
    let text = file(&format!("{page}.md"));
    let headings = text.lines().filter_map(|line| line.strip_prefix("## ").or(line.strip_prefix("### ")));
    let kept = |character: &char| character.is_alphanumeric() || matches!(character, '-' | ' ');
    headings
        .map(|title| title.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-"))
        .collect()
}

/// Nothing in an example is passed over because it is misspelt.
pub(crate) fn only(name: &str, object: &Value, keys: &[&str]) {
    for key in object.as_object().expect("an object").keys() {
        assert!(keys.contains(&key.as_str()), "{name}: {key}");
    }
}

/// Checks one claim of a position.
pub(crate) fn check(name: &str, game: &AnyGame, claim: &str, what: &Value) {
    let actions = game.actions();
    match claim {
        "seat" => match game.phase() {
            Phase::Act { seat } | Phase::Roll { seat } => assert_eq!(*what, seat, "{name}"),
            Phase::Over => panic!("{name}: it is over"),
        },
        "legal" => {
            for action in strings(what) {
                assert!(actions.contains(&action), "{name}: {action} of {actions:?}");
            }
        }
        // All the actions that begin so, and no others.
        "choices" => {
            for (beginning, all) in what.as_object().expect("lists by their beginnings") {
                let found: Vec<&String> =
                    actions.iter().filter(|action| action.starts_with(beginning.as_str())).collect();
                assert_eq!(strings(all).iter().collect::<Vec<_>>(), found, "{name}");
            }
        }
        "refused" => {
            for (action, code) in what.as_object().expect("codes by actions") {
                let mut tried = game.clone();
                let refusal = tried.play(action).expect_err(&format!("{name}: {action}"));
                assert_eq!(*code, refusal.code(), "{name}: {action}");
                assert_eq!(format!("{tried:?}"), format!("{game:?}"), "{name}: {action}");
            }
        }
        "scores" => assert_eq!(*what, Value::from(game.scores()), "{name}"),
        "dice" => assert_eq!(*what, Value::from(game.unspent_dice()), "{name}"),
        "counters" => assert_eq!(*what, Value::from(game.view().counters), "{name}"),
        // The sizes on some spaces, from the bottom up.
        "stacks" => {
            let (layout, view) = (game.layout(), game.view());
            for (space, sizes) in what.as_object().expect("sizes by spaces") {
                let place = layout.spaces.iter().position(|one| one.name == *space).expect("a space");
                let found: Vec<u8> = view.spaces[place].stack.iter().map(|piece| piece.size).collect();
                assert_eq!(*sizes, Value::from(found), "{name}: {space}");
            }
        }
        // How many of each size wait for a seat to come in.
        "waiting" => {
            for (seat, counts) in what.as_object().expect("counts by seats") {
                let seat = seat.parse().expect("a seat");
                let place = waiting(&game.layout(), seat).expect("a tray");
                assert_eq!(*counts, Value::from(game.view().trays[place].to_vec()), "{name}: {seat}");
            }
        }
        "result" => {
            assert_eq!(*what, serde_json::to_value(game.outcome()).expect("a result is JSON"), "{name}");
        }
        _ => panic!("{name}: there are no such claims"),
    }
}

fn waiting(layout: &Layout, seat: Seat) -> Option<usize> {
    layout.trays.iter().position(|tray| tray.kind == TrayKind::Waiting && tray.seat == seat)
}

#[test]
fn every_game_has_a_page_that_names_and_credits_it() {
    for kind in GameKind::ALL {
        let (text, info) = (file(&format!("{}.md", kind.id())), kind.info());
        assert!(text.starts_with(&format!("# {}\n", info.title)), "{}: its title", kind.id());
        let lead = text.split("\n## ").next().expect("a lead");
        let credit = format!("A game by {} ", info.designer);
        assert!(lead.contains(&credit), "{}: its designer", kind.id());
        assert_eq!(examples(kind.id()).0, *kind);
        let entry = format!("[{}]({}.md)", info.title, kind.id());
        assert!(file("README.md").contains(&entry), "{} is in the index", kind.id());
    }
}

#[test]
fn there_are_no_examples_without_a_page() {
    let folder = format!("{}/../docs/rules/examples", env!("CARGO_MANIFEST_DIR"));
    let found = fs::read_dir(folder).expect("there are examples").map(|entry| {
        let name = entry.expect("a file").file_name();
        name.to_string_lossy().trim_end_matches(".json").to_owned()
    });
    let named = pages().map(str::to_owned);
    assert_eq!(found.collect::<BTreeSet<_>>(), named.collect());
}

#[test]
fn every_example_is_shown_on_its_page_and_every_picture_is_of_an_example() {
    for page in pages() {
        let mut drawn = BTreeSet::new();
        for example in examples(page).1 {
            let name = format!("{page}, {}", example["name"]);
            let steps = example["steps"].as_array().expect("steps");
            let pictures: Vec<&str> = steps.iter().filter_map(|step| step["picture"].as_str()).collect();
            assert!(!pictures.is_empty(), "{name} has no picture");
            for picture in pictures {
                assert!(picture.starts_with(&format!("{page}-")), "{name}: {picture}");
                assert!(drawn.insert(picture.to_owned()), "{name}: {picture} a second time");
            }
        }
        let text = file(&format!("{page}.md"));
        let shown = text.split("](pictures/").skip(1).filter_map(|rest| rest.split(".svg").next());
        let shown: Vec<String> =
            shown.map(str::to_owned).filter(|name| !name.starts_with("piece-")).collect();
        assert_eq!(shown.len(), drawn.len(), "{page}: a picture is shown twice or not at all");
        assert_eq!(BTreeSet::from_iter(shown), drawn, "{page}");
    }
}

#[test]
fn what_is_known_of_the_seats_stands_on_the_page_in_the_same_words() {
    for kind in GameKind::ALL {
        let (page, advantages) = (kind.id(), kind.info().advantages);
        let text = file(&format!("{page}.md"));
        assert_eq!(text.contains("## Fairness"), !advantages.is_empty(), "{page}");
        for advantage in advantages {
            assert!(text.contains(advantage.sentence), "{page}: {}", advantage.sentence);
        }
    }
}

#[test]
fn every_action_that_a_page_quotes_is_in_its_examples() {
    for page in pages() {
        let (kind, examples) = examples(page);
        // Quoted as in JSON, so that no action is found inside another.
        let kept = Value::from(examples).to_string();
        let text = file(&format!("{page}.md"));
        for quoted in text.split('`').skip(1).step_by(2) {
            assert!(
                !quoted.contains('-') || kept.contains(&format!("\"{quoted}\"")),
                "{}: {quoted}",
                kind.id()
            );
        }
    }
}
