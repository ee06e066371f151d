//! Fuzz target for the referee: any bytes at all may come to the referee, line by line: it answers each with one line, and goes on.

use arbitrary::{Result, Unstructured};
use cydonia_rules::{GameKind, OptionValue};
use cydonia_server::cli::referee::run;
use serde_json::{Value, json};

use super::spoil::spoilt;
use crate::{Conversation, Position};

/// Reads the bytes as a conversation over any number of games, and has it with a referee: line by line, and then once
/// more with all lines at once.
///
/// # Panics
/// If the referee does what it must not.
pub fn referee(bytes: &[u8]) {
    let mut bytes = Unstructured::new(bytes);
    let mut talk = Conversation::default();
    let mut transcript = Vec::new();
    let mut taken = Vec::new();
    while !bytes.is_empty() {
        // Bytes that are too few for one more line end the conversation.
        let Ok(line) = line(&mut bytes, talk.position()) else { break };
        taken.push(match &line {
            Input::Right(line) => {
                talk.say(line).unwrap_or_else(|refused| panic!("{line} is right, but: {refused:?}"));
                true
            }
            Input::Any(line) => talk.say(line).is_ok(),
            Input::Raw(line) => std::str::from_utf8(line).is_ok_and(|line| talk.say(line).is_ok()),
        });
        transcript.extend_from_slice(line.bytes());
        transcript.push(b'\n');
    }
    let mut answers = Vec::new();
    run(transcript.as_slice(), &mut answers).expect("memory takes every answer");
    let answers = String::from_utf8(answers).expect("answers are text");
    let again: Vec<bool> = answers.lines().map(|answer| !answer.starts_with(r#"{"error":"#)).collect();
    assert_eq!(again, taken, "one answer a line, the same as before");
}

/// Something to say.
enum Input {
    /// What must be taken.
    Right(String),
    /// What may be.
    Any(String),
    /// What may not even be text.
    Raw(Vec<u8>),
}

impl Input {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Right(text) | Self::Any(text) => text.as_bytes(),
            Self::Raw(bytes) => bytes,
        }
    }
}

/// The next line: most are right, so that games get somewhere.
fn line(bytes: &mut Unstructured<'_>, position: Option<&Position>) -> Result<Input> {
    Ok(match bytes.int_in_range(0..=15)? {
        0..=9 => Input::Right(right(bytes, position)?),
        10 => {
            Input::Any(json!({ "leave": bytes.int_in_range(-1..=6)?, "reason": reason(bytes)? }).to_string())
        }
        11 => Input::Any(begin(position, &odd_start(bytes)?)),
        12 | 13 => {
            let right = right(bytes, position)?;
            // A line feed would make two lines of it.
            Input::Any(spoilt(bytes, &right)?.replace('\n', " "))
        }
        14 => Input::Any(odd_object(bytes)?.to_string()),
        _ => {
            let mut raw: Vec<u8> = bytes.arbitrary()?;
            raw.retain(|byte| !b"\r\n".contains(byte));
            Input::Raw(raw)
        }
    })
}

/// What goes on from here.
fn right(bytes: &mut Unstructured<'_>, position: Option<&Position>) -> Result<String> {
    match position.map(|position| (position.phase.as_str(), position)) {
        Some(("act", position)) => Ok(json!({ "act": bytes.choose(&position.actions)? }).to_string()),
        Some(("roll", _)) => {
            let mut die = || bytes.int_in_range(1..=6);
            Ok(json!({ "roll": [die()?, die()?] }).to_string())
        }
        _ => {
            let kind = bytes.choose(GameKind::ALL)?;
            let setups = kind.info().setups();
            let setup = bytes.choose(&setups)?;
            let options = serde_json::to_value(&setup.options).expect("options are JSON");
            let start = json!({ "game": kind.id(), "players": setup.seats, "options": options, "first": setup.first });
            Ok(begin(position, &start))
        }
    }
}

/// A line that begins a game, the first or a later one.
fn begin(position: Option<&Position>, start: &Value) -> String {
    match position {
        None => start.to_string(),
        Some(_) => json!({ "new": start }).to_string(),
    }
}

/// A game that may well be none.
fn odd_start(bytes: &mut Unstructured<'_>) -> Result<Value> {
    let known = bytes.choose(GameKind::ALL)?.info();
    let others = bytes.choose(GameKind::ALL)?.info();
    let mut start = json!({ "game": known.id, "players": bytes.int_in_range(-1..=8)? });
    for option in others.options {
        let values = option.kind.values();
        let value = match bytes.int_in_range(0..=2)? {
            0 => json_value(bytes, 1)?,
            1 => serde_json::to_value(OptionValue::Choice(option.label.to_owned())).expect("text is JSON"),
            _ => serde_json::to_value(bytes.choose(&values)?).expect("an option is JSON"),
        };
        start["options"][option.name] = value;
    }
    if bytes.arbitrary()? {
        start["first"] = bytes.int_in_range(-1..=7)?.into();
    }
    Ok(start)
}

fn reason(bytes: &mut Unstructured<'_>) -> Result<String> {
    Ok(match bytes.int_in_range(0..=3)? {
        0 => "resigned".to_owned(),
        1 => "timeout".to_owned(),
        2 => "abandoned".to_owned(),
        _ => bytes.arbitrary()?,
    })
}

/// The referee's own words, with anything at all behind them.
fn odd_object(bytes: &mut Unstructured<'_>) -> Result<Value> {
    const WORDS: [&str; 10] =
        ["act", "roll", "leave", "reason", "new", "game", "players", "options", "first", "error"];
    let mut object = json!({});
    for _ in 0..bytes.int_in_range(0..=3)? {
        object[*bytes.choose(&WORDS)?] = json_value(bytes, 2)?;
    }
    Ok(object)
}

/// Any JSON, nested no deeper than that.
fn json_value(bytes: &mut Unstructured<'_>, depth: u8) -> Result<Value> {
    Ok(match bytes.int_in_range(0..=if depth == 0 { 5 } else { 7 })? {
        0 => Value::Null,
        1 => bytes.arbitrary::<bool>()?.into(),
        2 => bytes.int_in_range(-1..=7)?.into(),
        3 => bytes.arbitrary::<i64>()?.into(),
        4 => bytes.arbitrary::<f64>()?.into(),
        5 => bytes.arbitrary::<String>()?.into(),
        6 => {
            let length = bytes.int_in_range(0..=3)?;
            (0..length).map(|_| json_value(bytes, depth - 1)).collect::<Result<Vec<_>>>()?.into()
        }
        _ => {
            let mut object = json!({});
            for _ in 0..bytes.int_in_range(0..=3)? {
                object[bytes.arbitrary::<String>()?] = json_value(bytes, depth - 1)?;
            }
            object
        }
    })
}
