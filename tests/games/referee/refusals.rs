//! Every code of the referee, for every game for which it makes sense. That a refused line changes nothing is what
//! `Conversation` checks each time.

use std::collections::BTreeSet;

use cydonia_rules::{GameInfo, GameKind, Setup};
use cydonia_server::cli::referee::CODES;
use cydonia_tests::Conversation;
use fastrand::Rng;
use serde_json::{Value, json};

use super::{begun, play_on, random_line, refused, start_of};

/// The set-up for the fewest.
fn smallest(kind: GameKind) -> Setup {
    Setup::for_seats(kind.info().min_seats)
}

/// A game that waits for dice; none if it has none.
fn waiting_for_dice(kind: GameKind) -> Option<Conversation> {
    let talk = begun(kind, &smallest(kind));
    talk.position().is_some_and(|position| position.phase == "roll").then_some(talk)
}

/// A game that waits for an action.
fn waiting_for_an_action(kind: GameKind, rng: &mut Rng) -> Conversation {
    let mut talk = begun(kind, &smallest(kind));
    while talk.position().is_some_and(|position| position.phase == "roll") {
        play_on(&mut talk, 1, rng);
    }
    talk
}

/// A game that is over.
fn over(kind: GameKind) -> Conversation {
    let mut talk = begun(kind, &smallest(kind));
    for seat in 1..kind.info().min_seats {
        talk.say(&json!({ "leave": seat, "reason": "abandoned" }).to_string()).expect("a seat may leave");
    }
    talk
}

#[test]
fn every_code_is_met_in_every_game_that_can_meet_it() {
    let mut rng = Rng::with_seed(1);
    for kind in GameKind::ALL {
        let GameInfo { id, min_seats: seats, dice, .. } = *kind.info();
        let mut codes: BTreeSet<&str> = BTreeSet::new();
        let mut meets = |talk: &mut Conversation, line: Value, code: &'static str| {
            refused(talk, &line.to_string(), code);
            codes.insert(code);
        };
        let new = |start: Value| json!({ "new": start });
        meets(&mut Conversation::default(), json!({ "act": "a1-b2" }), "no_game");
        let mut acting = waiting_for_an_action(*kind, &mut rng);
        meets(&mut acting, json!({ "act": "a1-b2", "roll": [1, 2] }), "bad_line");
        meets(&mut acting, new(json!({ "game": id.to_uppercase(), "players": seats })), "bad_game");
        meets(&mut acting, new(json!({ "game": id, "players": 0 })), "bad_players");
        meets(
            &mut acting,
            new(json!({ "game": id, "players": seats, "options": { "": true } })),
            "bad_option",
        );
        meets(&mut acting, new(json!({ "game": id, "players": seats, "first": seats })), "bad_first");
        meets(&mut acting, json!({ "roll": [1, 2] }), "wrong_phase");
        meets(&mut acting, json!({ "act": "somewhere" }), "bad_notation");
        let (mut elsewhere, illegal) = illegal(*kind, &mut rng);
        meets(&mut elsewhere, json!({ "act": illegal }), "illegal");
        meets(&mut acting, json!({ "leave": seats, "reason": "resigned" }), "bad_seat");
        meets(&mut acting, json!({ "leave": 0, "reason": "bored" }), "bad_reason");
        meets(&mut over(*kind), json!({ "act": "a1-b2" }), "over");
        if let Some(mut rolling) = waiting_for_dice(*kind) {
            meets(&mut rolling, json!({ "roll": [0, 7] }), "bad_dice");
        }
        let expected = CODES.iter().copied().filter(|code| dice || *code != "bad_dice");
        assert_eq!(codes, expected.collect(), "{id}");
    }
}

/// A game that waits for an action, and one that it knows from somewhere else and that is not legal there.
fn illegal(kind: GameKind, rng: &mut Rng) -> (Conversation, String) {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for _ in 0..100 {
        let mut talk = begun(kind, &smallest(kind));
        while let Some(line) = random_line(&talk, rng) {
            let position = talk.position().expect("a position").clone();
            let elsewhere = known.iter().find(|action| !position.actions.contains(action));
            if let (Some(action), "act") = (elsewhere, position.phase.as_str()) {
                return (talk, action.clone());
            }
            known.extend(position.actions);
            talk.say(&line).expect("it is legal");
        }
    }
    panic!("{} has actions that are not always legal", kind.id());
}

#[test]
fn what_was_legal_once_is_illegal_when_it_no_longer_is() {
    let setups =
        GameKind::ALL.iter().flat_map(|kind| kind.info().setups().into_iter().map(|setup| (*kind, setup)));
    for (number, (kind, setup)) in (0..).zip(setups) {
        let mut rng = Rng::with_seed(number);
        let mut talk = begun(kind, &setup);
        let mut known = BTreeSet::new();
        for _ in 0..12 {
            let position = talk.position().expect("a position").clone();
            let code = match position.phase.as_str() {
                "act" => "illegal",
                "roll" => "wrong_phase",
                _ => "over",
            };
            let now_illegal = known.iter().filter(|action| !position.actions.contains(action));
            for action in now_illegal.take(8) {
                refused(&mut talk, &json!({ "act": action }).to_string(), code);
            }
            known.extend(position.actions);
            let Some(line) = random_line(&talk, &mut rng) else { break };
            talk.say(&line).expect("it is legal");
        }
    }
}

#[test]
fn dice_that_are_no_dice() {
    let mut rng = Rng::with_seed(2);
    let no_dice = [
        "[0,3]",
        "[3,0]",
        "[7,1]",
        "[1,7]",
        "[]",
        "[1]",
        "[1,2,3]",
        r#"["1",2]"#,
        "[1.5,2]",
        "[1.0,2]",
        "[-1,2]",
        "[257,258]",
        "[4294967297,1]",
        "[9223372036854775807,1]",
        "[18446744073709551617,1]",
        "[1e300,1]",
        "[null,1]",
        "[true,1]",
        "[[1],2]",
        "[[1,2]]",
        r#"{"0":1,"1":2}"#,
        r#""3,5""#,
        "35",
        "false",
    ];
    for kind in GameKind::ALL {
        let rolling = waiting_for_dice(*kind);
        assert_eq!(rolling.is_some(), kind.info().dice, "{}", kind.id());
        let mut acting = waiting_for_an_action(*kind, &mut rng);
        let mut over = over(*kind);
        for dice in no_dice.iter().chain(&["[1,2]", "[6,6]"]) {
            let line = format!(r#"{{"roll":{dice}}}"#);
            refused(&mut acting, &line, "wrong_phase");
            refused(&mut over, &line, "over");
        }
        if let Some(mut rolling) = rolling {
            for dice in no_dice {
                let message = refused(&mut rolling, &format!(r#"{{"roll":{dice}}}"#), "bad_dice");
                assert!(message.contains("two numbers from 1 to 6"), "{message}");
            }
            for act in ["a1-a2", "end", "pass", "", "\u{202e}"] {
                refused(&mut rolling, &json!({ "act": act }).to_string(), "wrong_phase");
            }
            rolling.say(r#"{"roll":[1,6]}"#).expect("dice");
        }
    }
}

#[test]
fn lines_that_are_none() {
    let mut rng = Rng::with_seed(3);
    for kind in GameKind::ALL {
        let start = start_of(*kind, &smallest(*kind));
        let mut first = Conversation::default();
        let mut talk = waiting_for_an_action(*kind, &mut rng);
        let action = talk.position().expect("a position").actions[0].clone();
        let nested = format!("{}{}", r#"{"roll":"#.repeat(10_000), "}".repeat(10_000));
        for line in [
            "",
            " ",
            "{",
            "}",
            "null",
            "7",
            "[]",
            "\"act\"",
            "{}x",
            "{}{}",
            "\u{feff}{}",
            "{\"act\":\"\u{1}\"}",
            &nested,
        ] {
            refused(&mut first, line, "bad_line");
            refused(&mut talk, line, "bad_line");
        }
        let extra = json!({ "game": kind.id(), "players": 2, "speed": 1 });
        for (line, names) in [
            (json!(["martian-chess", 2]), "object"),
            (json!({ "game": kind.id() }), "players"),
            (json!({ "players": 2 }), "game"),
            (json!({ "game": 7, "players": 2 }), "string"),
            (extra.clone(), "speed"),
            (json!({ "new": extra }), "speed"),
            (json!({ "new": [kind.id(), 2] }), "object"),
            (json!({ "new": { "game": kind.id() } }), "players"),
        ] {
            let message = refused(&mut first, &line.to_string(), "bad_line");
            assert!(message.contains(names), "{line}: {message}");
        }
        for line in [
            json!({ "act": action }),
            json!({ "roll": [1, 2] }),
            json!({ "leave": 0, "reason": "bored" }),
            json!({}),
        ] {
            refused(&mut first, &line.to_string(), "no_game");
        }
        for (line, names) in [
            (start.clone(), "unknown field"),
            (json!({}), "act, roll, leave"),
            (json!([action, null, null, null, null]), "object"),
            (json!({ "new": [kind.id(), 2, {}, 0] }), "object"),
            (json!({ "new": "game" }), "object"),
            (json!({ "act": 7 }), "string"),
            (json!({ "act": [action] }), "string"),
            (json!({ "act": action, "roll": [1, 2] }), "act, roll, leave"),
            (json!({ "act": action, "new": start }), "act, roll, leave"),
            (json!({ "act": action, "extra": 1 }), "extra"),
            (json!({ "Act": action }), "Act"),
            (json!({ "leave": 0 }), "leave with reason"),
            (json!({ "reason": "resigned" }), "leave with reason"),
            (json!({ "leave": "0", "reason": "resigned" }), "string"),
            (json!({ "leave": 0, "reason": 7 }), "string"),
            (json!({ "act": null }), "act, roll, leave"),
        ] {
            let message = refused(&mut talk, &line.to_string(), "bad_line");
            assert!(message.contains(names), "{line}: {message}");
        }
        let twice = format!(r#"{{"act":{0},"act":{0}}}"#, json!(action));
        assert!(refused(&mut talk, &twice, "bad_line").contains("duplicate"));
        talk.say(&json!({ "act": action }).to_string()).expect("the game is where it was");
    }
}
