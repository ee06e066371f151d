//! `cydonia referee` as a program.

use cydonia_server::referee::{Referee, run};
use serde_json::{Value, json};

fn answer(referee: &mut Referee, line: &str) -> Value {
    serde_json::from_str(&referee.answer(line)).expect("an answer is JSON")
}

fn error(referee: &mut Referee, line: &str) -> String {
    let answer = answer(referee, line);
    assert!(answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer}");
    answer["error"]["code"].as_str().expect("a code").to_owned()
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
fn bad_lines_are_named_and_change_nothing() {
    let mut referee = Referee::default();
    let good = r#"{"game":"martian-chess","players":2}"#;
    for (line, code) in [
        ("", "bad_line"),
        ("{", "bad_line"),
        ("7", "bad_line"),
        (r#"["martian-chess",2]"#, "bad_line"),
        (r#"{"new":["martian-chess",2]}"#, "bad_line"),
        (r#"{"game":"martian-chess"}"#, "bad_line"),
        (r#"{"game":"martian-chess","players":"2"}"#, "bad_line"),
        (r#"{"game":"martian-chess","players":2,"speed":1}"#, "bad_line"),
        (r#"{"act":"b3-a4"}"#, "no_game"),
        (r#"{"roll":[1,2]}"#, "no_game"),
        (r#"{"game":"chess","players":2}"#, "bad_game"),
        (r#"{"game":"martian-chess","players":1}"#, "bad_players"),
        (r#"{"game":"martian-chess","players":-2}"#, "bad_players"),
        (r#"{"game":"martian-chess","players":258}"#, "bad_players"),
        (r#"{"game":"martian-chess","players":2,"options":{"rules":7}}"#, "bad_option"),
        (r#"{"game":"martian-chess","players":2,"options":{"teams":true}}"#, "bad_option"),
        (r#"{"game":"martian-chess","players":2,"options":{"teams":"false"}}"#, "bad_option"),
        (r#"{"game":"martian-chess","players":2,"first":2}"#, "bad_first"),
        (r#"{"game":"martian-chess","players":2,"first":-1}"#, "bad_first"),
    ] {
        assert_eq!(error(&mut referee, line), code, "{line}");
    }
    let before = answer(&mut referee, good);
    for (line, code) in [
        (good, "bad_line"),
        ("{}", "bad_line"),
        (r#"["b3-a4",null,null,null,null]"#, "bad_line"),
        (r#"{"new":["martian-chess",2,{},0]}"#, "bad_line"),
        (r#"{"act":7}"#, "bad_line"),
        (r#"{"act":"b3-a4","roll":[1,2]}"#, "bad_line"),
        (r#"{"act":"b3-a4","extra":1}"#, "bad_line"),
        (r#"{"leave":0}"#, "bad_line"),
        (r#"{"act":"b3a4"}"#, "bad_notation"),
        (r#"{"act":"b3-b4"}"#, "illegal"),
        (r#"{"roll":[1,2]}"#, "wrong_phase"),
        (r#"{"leave":2,"reason":"resigned"}"#, "bad_seat"),
        (r#"{"leave":-1,"reason":"resigned"}"#, "bad_seat"),
        (r#"{"leave":0,"reason":"bored"}"#, "bad_reason"),
        (r#"{"new":{"game":"chess","players":2}}"#, "bad_game"),
        (r#"{"new":{"game":"martian-chess","players":7}}"#, "bad_players"),
    ] {
        assert_eq!(error(&mut referee, line), code, "{line}");
    }
    assert_eq!(answer(&mut referee, r#"{"act":"b3-a4"}"#)["seat"], 1, "the game is where it was");
    assert_eq!(before["seat"], 0);
    answer(&mut referee, r#"{"leave":0,"reason":"resigned"}"#);
    for line in [r#"{"act":"b3-a4"}"#, r#"{"roll":[1,2]}"#, r#"{"leave":1,"reason":"resigned"}"#] {
        assert_eq!(error(&mut referee, line), "over");
    }
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

#[test]
fn random_games_of_every_configuration_run_to_their_end() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut referee = Referee::default();
    for seats in 2..=6u8 {
        for (rules, teams) in [("classic", false), ("arcade", false), ("classic", true), ("arcade", true)] {
            let options = json!({ "rules": rules, "teams": teams });
            let line = json!({ "new": { "game": "martian-chess", "players": seats, "options": options } })
                .to_string();
            let mut position = answer(&mut referee, &line);
            if teams && seats != 4 {
                assert_eq!(position["error"]["code"], "bad_option");
                continue;
            }
            while position["phase"] == "act" {
                let actions = position["actions"].as_array().expect("actions");
                let act = json!({ "act": actions[rng.usize(..actions.len())] }).to_string();
                position = answer(&mut referee, &act);
            }
            assert_eq!(position["phase"], "over");
            assert!(position["result"]["reason"].is_string());
        }
    }
}
