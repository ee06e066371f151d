//! Golden games: whole games with what was legal at every step, one a line in `golden.jsonl` in the game's folder.
//!
//! A step is `[input, phase, seat, legal, crc, scores]` as they stand after the input (none for the first step);
//! `crc` is the CRC-32 of the legal actions joined by line feeds.

use std::collections::BTreeSet;

use cydonia_rules::{AnyGame, GameKind, Phase};
use serde_json::Value;

use crate::records;

#[test]
fn golden_games_replay() {
    for kind in GameKind::ALL {
        let mut reasons = BTreeSet::new();
        let mut scored = false;
        for (number, record) in (1..).zip(records::of("golden.jsonl", *kind)) {
            replay(*kind, number, &record);
            let mut steps = record["steps"].as_array().expect("steps").iter();
            scored |= steps.any(|step| step[5].as_array().expect("scores").iter().any(|score| score != 0));
            if let Some(reason) = record["result"]["reason"].as_str() {
                reasons.insert(reason.to_owned());
            }
        }
        assert_eq!(
            kind.info().score.is_some(),
            scored,
            "{}: scores are told of where there are any",
            kind.id()
        );
        let ends = kind.info().reasons.iter().map(|info| info.reason.name());
        for reason in ends.chain(["resigned", "timeout", "abandoned"]) {
            assert!(reasons.contains(reason), "{}: no golden game ends by {reason}", kind.id());
        }
    }
}

fn replay(kind: GameKind, number: u32, record: &Value) {
    let mut game = AnyGame::start(kind, &records::setup(record)).expect("a golden game starts");
    for (step, expected) in record["steps"].as_array().expect("steps").iter().enumerate() {
        let place = format!("{} golden game {number}, step {step}", kind.id());
        if let Some(input) = records::input(&expected[0]) {
            input.give_any(&mut game).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
        }
        let (phase, seat) = match game.phase() {
            Phase::Act { seat } => ("act", Some(seat)),
            Phase::Roll { .. } => ("roll", None),
            Phase::Over => ("over", None),
        };
        assert_eq!(expected[1], phase, "{place}: phase");
        assert_eq!(expected[2].as_u64(), seat.map(u64::from), "{place}: seat");
        let actions = game.actions();
        assert_eq!(expected[3], actions.len(), "{place}: {actions:?}");
        let crc = if actions.is_empty() { 0 } else { crc32(actions.join("\n").as_bytes()) };
        assert_eq!(expected[4], crc, "{place}: {actions:?}");
        let scores: Vec<i32> = serde_json::from_value(expected[5].clone()).expect("scores");
        assert_eq!(game.scores(), scores, "{place}");
    }
    let outcome = serde_json::to_value(game.outcome()).expect("an outcome is JSON");
    assert_eq!(record["result"], outcome, "{} golden game {number}", kind.id());
}

/// CRC-32 (IEEE), bit by bit: golden files are small.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 },
        )
    })
}
