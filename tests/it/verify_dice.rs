//! `cydonia verify-dice` as a program, and what it says of records in which anything has changed.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use cydonia_protocol::dice::{
    Bytes32, DiceProof, DiceReport, ProvedRoll, SCHEME, pledged_share, roll, seal, secret, waiting_share,
};
use cydonia_server::cli::verify_dice::verify;
use cydonia_tests::{TestServer, program};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;
use uuid::Uuid;

use crate::support::{play_dice, seated_at};

/// What a record is made from.
#[derive(Clone, Debug)]
struct Shape {
    /// What each seat has, none for one that adds nothing.
    seeds: [Option<u8>; 2],
    /// How often the opening roll was repeated.
    repeats: usize,
    /// Each later roll: whether its roller had lost its share.
    lost: Vec<bool>,
    /// Whether the share for the roll after the last was given.
    unused: bool,
    dice_key: u8,
}

fn shapes() -> impl Strategy<Value = Shape> {
    let seed = || prop_oneof![3 => any::<u8>().prop_map(Some), 1 => Just(None)];
    let lost = prop::collection::vec(prop::bool::weighted(0.3), 1..4);
    ((seed(), seed()), 0..2usize, lost, any::<bool>(), any::<u8>()).prop_map(
        |((one, two), repeats, lost, unused, dice_key)| Shape {
            seeds: [one, two],
            repeats,
            lost,
            unused,
            dice_key,
        },
    )
}

/// The record of a game of that shape, as an honest server and honest pages make it.
fn record(shape: &Shape) -> DiceProof {
    let table = Uuid::from_u128(0x0193_0000_0000_7000_8000_0000_0000_0000 | u128::from(shape.dice_key));
    let key = Bytes32([shape.dice_key; 32]);
    let mut seeds = shape.seeds.map(|seed| seed.map(|byte| Bytes32([byte; 32])));
    let pledge = |seeds: &[Option<Bytes32>; 2], seat: usize, j| {
        seeds[seat].as_ref().map(|seed| pledged_share(seed, table, j).pledge())
    };
    let pledges = vec![pledge(&seeds, 0, 0), pledge(&seeds, 1, 0)];
    let openings = std::iter::repeat_n(None, shape.repeats + 1);
    let turns = shape.lost.iter().map(|lost| Some(*lost));
    let mut next = [0, 0];
    let mut rolls = Vec::new();
    let (mut roller, mut again) = (0, true);
    for (k, turn) in (0..).zip(openings.chain(turns)) {
        // Who has lost a share rolls again.
        roller = if turn.is_none() || again { roller } else { 1 - roller };
        let lost = turn == Some(true);
        let secret = secret(&key, k);
        let seal = seal(&secret);
        let waiting = seeds[1 - roller].as_ref().map(|seed| waiting_share(seed, table, k, &seal));
        let is_void = lost && seeds[roller].is_some();
        again = is_void;
        let share = match &seeds[roller] {
            Some(seed) if !is_void => Some(pledged_share(seed, table, next[roller])),
            _ => None,
        };
        if is_void {
            seeds[roller] = Some(Bytes32([k as u8 ^ 0x55; 32]));
        }
        next[roller] = k + 1;
        let dice = (!is_void).then(|| roll(&secret, table, k, waiting.as_ref(), share.as_ref()));
        let pledge = pledge(&seeds, roller, k + 1);
        rolls.push(ProvedRoll { roller: roller as u8, seal, secret, waiting, share, pledge, dice });
    }
    let k = rolls.len() as u64;
    let unopened = seal(&secret(&key, k));
    let unused =
        seeds[0].as_ref().filter(|_| shape.unused).map(|seed| waiting_share(seed, table, k, &unopened));
    DiceProof { scheme: SCHEME.to_owned(), table, pledges, rolls, unopened, unused }
}

/// Every number and every text in a record, as pointers into its JSON.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, inner)| leaves(inner, &format!("{path}/{name}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, inner)| leaves(inner, &format!("{path}/{at}"), found));
        }
        Value::String(_) | Value::Number(_) => found.push(path.to_owned()),
        Value::Null | Value::Bool(_) => {}
    }
}

/// The record with one bit changed in each digit of each field: where, and the whole.
fn flips(proof: &DiceProof) -> Vec<(String, Value)> {
    let whole = serde_json::to_value(proof).expect("JSON");
    let mut paths = Vec::new();
    leaves(&whole, "", &mut paths);
    let mut flipped = Vec::new();
    for path in paths {
        let mut put = |value: Value| {
            let mut changed = whole.clone();
            *changed.pointer_mut(&path).expect("a leaf") = value;
            flipped.push((path.clone(), changed));
        };
        match whole.pointer(&path).expect("a leaf") {
            Value::Number(number) => put(Value::from(number.as_u64().expect("small") ^ 1)),
            Value::String(text) => {
                for (place, digit) in text.char_indices() {
                    let Some(value) = digit.to_digit(16) else { continue };
                    // Another bit in each digit, so that all four have their turn.
                    let other = char::from_digit(value ^ (1 << (place % 4)), 16).expect("a digit");
                    put(format!("{}{other}{}", &text[..place], &text[place + 1..]).into());
                }
            }
            _ => unreachable!("leaves are numbers and texts"),
        }
    }
    flipped
}

/// What nothing was ever made from, and what therefore nobody can hold against anything.
fn is_judged(proof: &DiceProof, path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let place = |text: &str| -> usize { text.parse().expect("a place") };
    // Whether a seat's next roll shows what it had pledged before.
    let opens = |seat: u8, from: usize| {
        let next = proof.rolls.iter().skip(from).find(|entry| entry.roller == seat);
        next.is_some_and(|entry| entry.dice.is_some())
    };
    match parts.as_slice() {
        ["unopened" | "unused"] => false,
        ["pledges", seat] => opens(place(seat) as u8, 0),
        ["rolls", k, "pledge"] => opens(proof.rolls[place(k)].roller, place(k) + 1),
        ["rolls", k, "waiting"] => proof.rolls[place(k)].dice.is_some(),
        ["rolls", k, "roller"] => match proof.pledges.iter().flatten().count() {
            // Between two seats that add nothing, nothing tells them apart.
            0 => false,
            1 => true,
            // Whose share was lost shows when either seat opens its next.
            _ => {
                let from = place(k) + 1;
                proof.rolls[place(k)].dice.is_some() || opens(0, from) || opens(1, from)
            }
        },
        ["table"] => proof.rolls.iter().any(|entry| entry.dice.is_some()),
        _ => true,
    }
}

/// Whether each roll is of the seat whose turn it was: a void one is made again, all others are the seats' in turns, but
/// for opening rolls.
fn in_turn(changed: &Value) -> bool {
    let Ok(proof) = serde_json::from_value::<DiceProof>(changed.clone()) else { return false };
    let mut rolls = proof.rolls.as_slice();
    while let [first, second, ..] = rolls
        && first.roller == second.roller
    {
        rolls = &rolls[1..];
    }
    rolls.windows(2).all(|pair| (pair[0].roller == pair[1].roller) == pair[0].dice.is_none())
}

/// Whether other shares, or the same at another table or in another order, happen to give the same dice: one in 36 do.
fn gives_the_same(changed: &Value) -> bool {
    let Ok(proof) = serde_json::from_value::<DiceProof>(changed.clone()) else { return false };
    (0..).zip(&proof.rolls).all(|(k, entry)| {
        let dice = roll(&entry.secret, proof.table, k, entry.waiting.as_ref(), entry.share.as_ref());
        entry.dice.is_none_or(|told| told == dice)
    })
}

fn fits(value: &Value) -> bool {
    verify(&value.to_string()).is_ok_and(|verdict| verdict.fits)
}

#[test]
fn one_flipped_bit_anywhere_is_found() {
    let config = Config { cases: 12, failure_persistence: None, ..Config::default() };
    let ran = TestRunner::new(config).run(&shapes(), |shape| {
        let proof = record(&shape);
        prop_assert!(fits(&serde_json::to_value(&proof).expect("JSON")));
        for (path, changed) in flips(&proof) {
            let is_chance = (path.ends_with("waiting") || path == "/table") && gives_the_same(&changed);
            let expected = (!is_judged(&proof, &path) || is_chance) && in_turn(&changed);
            prop_assert_eq!(fits(&changed), expected, "{}: {}", path, changed);
        }
        Ok(())
    });
    ran.expect("every change is found");
}

#[test]
fn rolls_in_another_order_are_found() {
    let config = Config { cases: 30, failure_persistence: None, ..Config::default() };
    let ran = TestRunner::new(config).run(&shapes(), |shape| {
        let proof = record(&shape);
        for first in 0..proof.rolls.len() {
            for second in 0..first {
                let mut changed = proof.clone();
                changed.rolls.swap(first, second);
                let changed = serde_json::to_value(&changed).expect("JSON");
                prop_assert!(!fits(&changed) || gives_the_same(&changed), "{first} and {second}");
            }
            let mut changed = proof.clone();
            changed.rolls.insert(first, proof.rolls[first].clone());
            let changed = serde_json::to_value(&changed).expect("JSON");
            prop_assert!(!fits(&changed) || gives_the_same(&changed), "{first} twice");
        }
        Ok(())
    });
    ran.expect("every change is found");
}

/// Runs the program on a record that comes by standard input.
fn verify_input(record: &str) -> Output {
    let mut child = Command::new(program())
        .args(["verify-dice", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program is built");
    child.stdin.take().expect("its input").write_all(record.as_bytes()).expect("taken");
    child.wait_with_output().expect("it ends")
}

fn usual() -> DiceProof {
    record(&Shape {
        seeds: [Some(1), Some(2)],
        repeats: 1,
        lost: vec![false, true, false, false],
        unused: true,
        dice_key: 7,
    })
}

#[test]
fn the_program_says_in_one_sentence_what_it_finds() {
    let proof = usual();
    let good = verify_input(&serde_json::to_string(&proof).expect("JSON"));
    let text = String::from_utf8(good.stdout).expect("text");
    assert_eq!(good.status.code(), Some(0), "{text}");
    assert!(text.starts_with("6 rolls, one of them void"), "{text}");
    assert_eq!(text.lines().count(), 1);

    let plain =
        record(&Shape { seeds: [Some(1), None], repeats: 0, lost: vec![false], unused: false, dice_key: 1 });
    let report = serde_json::to_string(&DiceReport::of(plain)).expect("JSON");
    let text = String::from_utf8(verify_input(&report).stdout).expect("text");
    assert!(text.contains("2 rolls") && text.contains("One seat added nothing"), "{text}");
}

#[test]
fn the_program_fails_for_each_field_that_was_changed() {
    let proof = usual();
    let mut seen = std::collections::HashSet::new();
    for (path, changed) in flips(&proof) {
        let is_chance = path.ends_with("waiting") && gives_the_same(&changed);
        if ((!is_judged(&proof, &path) || is_chance) && in_turn(&changed)) || !seen.insert(path.clone()) {
            continue;
        }
        let output = verify_input(&changed.to_string());
        let text = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(1), "{path}: {text}");
        assert!(text.starts_with("These dice do not fit: "), "{path}: {text}");
    }
    assert!(seen.len() > 30, "{seen:?}");
}

#[test]
fn what_a_report_says_of_itself_does_not_count() {
    let mut proof = usual();
    proof.rolls[0].dice = proof.rolls[0].dice.map(|[one, two]| [two % 6 + 1, one]);
    let mut report = DiceReport::of(proof);
    report.fits = true;
    report.sentence = "All is well.".to_owned();
    let output = verify_input(&serde_json::to_string(&report).expect("JSON"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn what_cannot_be_read_is_told_apart() {
    let proof = serde_json::to_value(usual()).expect("JSON");
    let upper = proof.to_string().replace(
        proof["unopened"].as_str().expect("text"),
        &proof["unopened"].as_str().expect("text").to_uppercase(),
    );
    let mut more = proof.clone();
    more["more"] = true.into();
    let mut less = proof.clone();
    less.as_object_mut().expect("an object").remove("unused");
    less.as_object_mut().expect("an object").remove("rolls");
    let texts = ["", "no JSON", "[]", "7", "{}", r#"{"proof":{}}"#, r#"{"proof":[]}"#, &upper];
    for text in texts.into_iter().map(str::to_owned).chain([more.to_string(), less.to_string()]) {
        let output = verify_input(&text);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(output.stdout.is_empty());
        let words = String::from_utf8(output.stderr).expect("text");
        assert!(words.contains("no record of dice"), "{words}");
    }
    let missing = Command::new(program()).args(["verify-dice", "/no/such/file"]).output().expect("it runs");
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("/no/such/file cannot be read"));
}

#[test]
fn a_text_that_names_a_field_twice_is_no_record_here_as_on_the_page() {
    let vectors: Value = serde_json::from_str(include_str!("../../docs/dice-vectors.json")).expect("JSON");
    let texts = vectors["unreadable"].as_array().expect("the published texts");
    assert_eq!(texts.len(), 6);
    for text in texts {
        let output = verify_input(text["text"].as_str().expect("text"));
        let words = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{}: {words}", text["name"]);
        assert!(words.contains("is there twice"), "{words}");
    }
}

/// What dice_proof gives of a real game, with each of its rolls told as lost.
#[tokio::test]
async fn only_the_last_and_opening_rolls_could_be_told_as_lost() {
    let server = TestServer::start().await;
    for game in ["martian-frisby", "martian-backgammon"] {
        let (table, mut players) = seated_at(&server, game, 2).await;
        play_dice(&mut players, table, 150, &mut fastrand::Rng::with_seed(11)).await;
        if players[0].tables[&table].outcome.is_none() {
            players[0].call(cydonia_protocol::Command::Resign { table }).await.expect("resigned");
        }
        let report: DiceReport = server.get(&format!("/api/v1/matches/{table}/dice")).await;
        assert!(report.fits, "{}", report.sentence);
        let (proof, mut fitting) = (report.proof, Vec::new());
        assert!(proof.rolls.len() > 20, "{game}: {}", proof.rolls.len());
        for k in 0..proof.rolls.len() {
            let mut told = proof.clone();
            (told.rolls[k].share, told.rolls[k].dice) = (None, None);
            if told.check().is_ok() {
                fitting.push(k);
            }
        }
        let is_open =
            |k: &usize| proof.rolls.get(k + 1).is_none_or(|next| next.roller == proof.rolls[*k].roller);
        let named: Vec<_> = (0..proof.rolls.len()).filter(is_open).collect();
        assert_eq!(fitting, named, "{game}");
        let last = proof.rolls.len() - 1;
        assert!(fitting.iter().all(|k| *k == last || *k < 4), "{game}: {fitting:?}");
        // All of one seat's together, as a whole.
        for seat in [0, 1] {
            let mut told = proof.clone();
            let own = told.rolls.iter_mut().filter(|entry| entry.roller == seat);
            own.for_each(|entry| (entry.share, entry.dice) = (None, None));
            assert!(told.check().is_err(), "{game}, seat {seat}");
        }
    }
}

#[tokio::test]
async fn a_game_that_was_played_here_is_verified_from_a_file() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, "martian-frisby", 2).await;
    play_dice(&mut players, table, 20, &mut fastrand::Rng::with_seed(5)).await;
    players[0].call(cydonia_protocol::Command::Resign { table }).await.expect("resigned");
    let response =
        reqwest::get(server.url(&format!("/api/v1/matches/{table}/dice"))).await.expect("an answer");
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), response.text().await.expect("text")).expect("written");
    let output = Command::new(program()).arg("verify-dice").arg(file.path()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}
