//! `cydonia referee` as a program.

mod games;
mod notation;
mod refusals;
mod setups;

use cydonia_rules::{GameKind, Setup};
use cydonia_server::cli::referee::{Referee, run};
use cydonia_tests::Conversation;
use serde_json::{Value, json};

/// A line that sets a game up.
fn start_of(kind: GameKind, setup: &Setup) -> Value {
    let options = serde_json::to_value(&setup.options).expect("options are JSON");
    json!({ "game": kind.id(), "players": setup.seats, "options": options, "first": setup.first })
}

/// A conversation in which that game was begun.
fn begun(kind: GameKind, setup: &Setup) -> Conversation {
    let mut talk = Conversation::default();
    talk.say(&start_of(kind, setup).to_string()).expect("a listed set-up is taken");
    talk
}

/// Anything that the position takes: an action, or dice.
fn random_line(talk: &Conversation, rng: &mut fastrand::Rng) -> Option<String> {
    let position = talk.position().expect("a game was begun");
    match position.phase.as_str() {
        "act" => Some(json!({ "act": position.actions[rng.usize(..position.actions.len())] }).to_string()),
        "roll" => Some(json!({ "roll": [rng.u8(1..=6), rng.u8(1..=6)] }).to_string()),
        _ => None,
    }
}

/// Plays on at random for so many lines, or to the end.
fn play_on(talk: &mut Conversation, lines: usize, rng: &mut fastrand::Rng) {
    for _ in 0..lines {
        let Some(line) = random_line(talk, rng) else { return };
        talk.say(&line).expect("it is legal");
    }
}

/// Says a line that must be refused with that code; returns the sentence.
fn refused(talk: &mut Conversation, line: &str, code: &str) -> String {
    match talk.say(line) {
        Err(refused) => {
            assert_eq!(refused.code, code, "{line}: {}", refused.message);
            refused.message
        }
        Ok(position) => panic!("{line} was taken: {position:?}"),
    }
}

fn answer(referee: &mut Referee, line: &str) -> Value {
    serde_json::from_str(&referee.answer(line)).expect("an answer is JSON")
}

#[test]
fn answers_have_the_documented_shape() {
    let mut referee = Referee::default();
    let start = answer(
        &mut referee,
        r#"{"game":"martian-chess","players":2,"options":{"rules":"arcade"},"first":1}"#,
    );
    assert_eq!(start["phase"], "act");
    assert_eq!(start["seat"], 1);
    assert_eq!(start["actions"].as_array().map(Vec::len), Some(10));
    assert_eq!(
        (&start["dice"], &start["scores"], &start["result"]),
        (&json!([]), &json!([0, 0]), &Value::Null)
    );
    let acted = answer(&mut referee, r#"{"act":"b6-a5"}"#);
    assert_eq!(acted["seat"], 0);
    let over = answer(&mut referee, r#"{"leave":0,"reason":"timeout"}"#);
    let result = json!({ "scores": [0, 0], "ranks": [2, 1], "reason": "timeout" });
    assert_eq!((&over["phase"], &over["seat"], &over["result"]), (&json!("over"), &Value::Null, &result));
    assert_eq!(over["actions"], json!([]));
    let new = answer(&mut referee, r#"{"new":{"game":"martian-chess","players":6}}"#);
    assert_eq!((&new["seat"], new["actions"].as_array().map(Vec::len)), (&json!(0), Some(11)));
}

#[test]
fn lines_are_answered_one_by_one_whatever_they_hold() {
    let input = b"{\"game\":\"martian-chess\",\"players\":2}\r\n\xff\xfe\n\n{\"act\":\"b3-a4\"}";
    let mut output = Vec::new();
    run(input.as_slice(), &mut output).expect("answers");
    let text = String::from_utf8(output).expect("text");
    let codes: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["error"]["code"].clone())
        .collect();
    assert_eq!(codes, [Value::Null, json!("bad_line"), json!("bad_line"), Value::Null]);
}
