//! Actions are read to the letter: what only looks like one, in whatever script, is none.

use cydonia_rules::{GameKind, Setup};
use fastrand::Rng;
use serde_json::json;

use super::{begun, play_on};

/// What an action is turned into by people, keyboards, forms and those who mean ill.
fn look_alikes(action: &str) -> Vec<String> {
    let each = |change: fn(char) -> char| action.chars().map(change).collect::<String>();
    let after_the_first = |odd: &str| {
        let (first, rest) = action.split_at(1);
        format!("{first}{odd}{rest}")
    };
    let full_width = |char: char| {
        if char.is_ascii_digit() { char::from_u32(char as u32 + 0xfee0).unwrap_or(char) } else { char }
    };
    let arabic = |char: char| {
        if char.is_ascii_digit() { char::from_u32(char as u32 + 0x630).unwrap_or(char) } else { char }
    };
    let other_case =
        |char: char| if char.is_lowercase() { char.to_ascii_uppercase() } else { char.to_ascii_lowercase() };
    let mut texts = vec![each(full_width), each(arabic), each(other_case)];
    // No marks, marks that change the direction, one that combines, ones without width, and none at all.
    for odd in [
        "\u{0}", "\u{200e}", "\u{200f}", "\u{202e}", "\u{2067}", "\u{301}", "\u{20e3}", "\u{200b}",
        "\u{200d}", "\u{feff}", "\u{ad}", " ", "\u{a0}", "\u{3000}", "\t", "\n", "\r", "\"", "\\", "-", "–",
        "\u{fffd}", "🜂",
    ] {
        texts.extend([format!("{odd}{action}"), format!("{action}{odd}"), after_the_first(odd)]);
    }
    for dash in ["", "--", "---", "–", "—", "−", "\u{2011}", "_", " ", " - ", "-\u{200b}"] {
        texts.push(action.replace('-', dash));
    }
    texts.push(String::new());
    texts.push(format!("{action}-{action}"));
    texts.push(format!("{action},{action}"));
    texts.push(format!("{action}-{}", "a".repeat(100_000)));
    texts.push("🜂".repeat(20_000));
    texts
}

#[test]
fn look_alikes_of_actions_are_told_and_change_nothing() {
    let mut rng = Rng::with_seed(5);
    for kind in GameKind::ALL {
        for seats in kind.info().min_seats..=kind.info().max_seats {
            let mut talk = begun(*kind, &Setup::for_seats(seats));
            for _ in 0..3 {
                while talk.position().is_some_and(|position| position.phase == "roll") {
                    play_on(&mut talk, 1, &mut rng);
                }
                let position = talk.position().expect("a position").clone();
                let action = &position.actions[rng.usize(..position.actions.len())];
                for text in look_alikes(action) {
                    // The action's own dashes may all be gone.
                    if text == *action {
                        continue;
                    }
                    let refused = talk.say(&json!({ "act": text }).to_string()).expect_err("refused");
                    assert_eq!(refused.code, "bad_notation", "{} {action:?}: {text:?}", kind.id());
                    assert!(refused.message.contains("is no action of this game"), "{refused:?}");
                }
                assert_eq!(talk.position(), Some(&position));
                play_on(&mut talk, 1, &mut rng);
            }
        }
    }
}
