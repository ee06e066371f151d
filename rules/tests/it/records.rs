//! Lines of JSON that each game keeps in its folder, for its tests.

use cydonia_rules::{GameKind, LeaveReason, OptionValue, Options, Setup};
use serde_json::Value;

use crate::player::Input;

/// The lines of that file in a game's folder; every game must have it.
pub(crate) fn of(file: &str, kind: GameKind) -> Vec<Value> {
    let folder = kind.id().replace('-', "_");
    let path = format!("{}/src/{folder}/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// The set-up a record names; options and first seat may be left out.
pub(crate) fn setup(record: &Value) -> Setup {
    let options = record["options"].as_object().into_iter().flatten().map(|(name, value)| {
        let value = match value {
            Value::Bool(on) => OptionValue::Switch(*on),
            other => OptionValue::Choice(other.as_str().expect("a choice").to_owned()),
        };
        (name.clone(), value)
    });
    Setup {
        seats: record["players"].as_u64().expect("players") as u8,
        options: options.collect::<Options>(),
        first: record["first"].as_u64().unwrap_or(0) as u8,
    }
}

/// An input as the referee reads it; none for null.
pub(crate) fn input(value: &Value) -> Option<Input> {
    if let Some(text) = value["act"].as_str() {
        Some(Input::Act(text.to_owned()))
    } else if let Some(dice) = value["roll"].as_array() {
        let face = |die: &Value| die.as_u64().expect("a die") as u8;
        Some(Input::Roll([face(&dice[0]), face(&dice[1])]))
    } else if let Some(seat) = value["leave"].as_u64() {
        let reason = value["reason"].as_str().and_then(LeaveReason::from_name).expect("a leave reason");
        Some(Input::Leave(seat as u8, reason))
    } else {
        assert!(value.is_null(), "an input: {value}");
        None
    }
}
