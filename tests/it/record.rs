//! Game records: games as text: whatever is played comes back from its text as it was, and the first wrong line of a bad one is told.

use cydonia_protocol::record::{Claim, GameRecord, RecordError, RecordErrorKind, Step};
use cydonia_protocol::{RecordCheck, TimeControl};
use cydonia_rules::{
    AnyGame, GameKind, InputError, LeaveReason, OptionError, OptionValue, Phase, Reason, SetupError,
};
use cydonia_tests::TestServer;
use proptest::prelude::*;
use serde_json::Value;

use crate::support::{play_dice, seated_at};

/// A random game with everything that may happen in one, as long as `most` entries, and whether it came to its end.
fn played(kind: GameKind, rng: &mut fastrand::Rng, most: usize) -> GameRecord {
    let setups = kind.info().setups();
    let setup = setups[rng.usize(..setups.len())].clone();
    let mut game = AnyGame::start(kind, &setup).expect("a set-up that the game takes");
    let mut record = GameRecord::new(kind, setup);
    // What it can go back to: with dice within the turn, else by agreement.
    let mut back: Vec<(u8, AnyGame)> = Vec::new();
    let has_dice = kind.info().dice;
    while record.line.len() < most && game.phase() != Phase::Over {
        let step = match game.phase() {
            Phase::Over => unreachable!("the loop ends there"),
            Phase::Roll { .. } if rng.u8(..) < 20 => Step::Lost,
            Phase::Roll { .. } => {
                let dice = [rng.u8(1..=6), rng.u8(1..=6)];
                game.roll(dice).expect("dice are due");
                back.clear();
                Step::Roll(dice)
            }
            Phase::Act { .. } if rng.u8(..) < 40 && !back.is_empty() => {
                if has_dice {
                    game = back.pop().expect("there is one").1;
                    Step::Undo
                } else {
                    let seat = back[rng.usize(..back.len())].0;
                    let place = back.iter().rposition(|(by, _)| *by == seat).expect("it acted");
                    game = back.split_off(place).swap_remove(0).1;
                    Step::Takeback(seat)
                }
            }
            Phase::Act { seat } if rng.u8(..) < 2 => {
                let reasons = [LeaveReason::Resigned, LeaveReason::Timeout, LeaveReason::Abandoned];
                let reason = reasons[rng.usize(..3)];
                game.leave(seat, reason).expect("it is in");
                back.clear();
                Step::Leave(seat, reason)
            }
            Phase::Act { seat } => {
                let actions = game.actions();
                let action = actions[rng.usize(..actions.len())].clone();
                let before = game.clone();
                game.play(&action).expect("legal");
                let goes_on = game.phase() == (Phase::Act { seat });
                if has_dice && !goes_on {
                    back.clear();
                } else {
                    back.push((seat, before));
                }
                Step::Act(action)
            }
        };
        record.line.push(step);
    }
    if let Some(outcome) = game.outcome() {
        record.claim = Claim::of(&outcome);
    } else if rng.bool() {
        record.line.push(Step::Draw);
        record.claim = Claim::of(&cydonia_protocol::record::drawn(&game));
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_is_played_comes_back_from_its_text(seed: u64, kind in 0..GameKind::ALL.len(), most in 0usize..400) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut record = played(GameKind::ALL[kind], &mut rng, most);
        record.names = record.names.iter().map(|_| rng.bool().then(|| r#"Ada "the \ Red""#.to_owned())).collect();
        record.clock = [None, Some(TimeControl::None {}), Some(TimeControl::Correspondence { days: 3 }),
            Some(TimeControl::Fischer { initial_s: 300, increment_s: 5 })][rng.usize(..4)];
        record.times_ms = [Some(rng.i64(0..4_000_000_000_000)), None];
        let text = record.to_string();
        let (read, checked) = GameRecord::check(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(checked.outcome.as_ref().map(Claim::of).unwrap_or_default(), record.claim);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn spoilt_text_is_refused_or_read_but_trips_nothing(seed: u64, kind in 0..GameKind::ALL.len(), at: prop::sample::Index, byte: u8) {
        let record = played(GameKind::ALL[kind], &mut fastrand::Rng::with_seed(seed), 30);
        let mut text = record.to_string().into_bytes();
        let place = at.index(text.len());
        text[place] = byte;
        let text = String::from_utf8_lossy(&text);
        if let Err(wrong) = GameRecord::check(&text) {
            prop_assert!((1..=text.lines().count() as u32 + 1).contains(&wrong.line), "{}", wrong);
        }
    }
}

#[test]
fn the_program_says_what_it_finds_in_a_file() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let check = |text: &[u8]| {
        let file = folder.path().join("game.txt");
        std::fs::write(&file, text).expect("written");
        let said =
            std::process::Command::new(cydonia_tests::program()).arg("check-record").arg(&file).output();
        let said = said.expect("the program is built: cargo build -p cydonia-server");
        (said.status.code(), String::from_utf8_lossy(&said.stdout).trim_end().to_owned())
    };
    let right = "a game of martian-chess that plays through: ended as resigned, scores [0, 0], ranks [1, 2]; plies: 2";
    assert_eq!(check(GOOD.as_bytes()), (Some(0), right.to_owned()));
    let open = GOOD.replace("2. leave 1 resigned\n", "");
    assert_eq!(check(open.as_bytes()).1, "a game of martian-chess that plays through: goes on; plies: 1");
    let wrong = GOOD.replace("b3-a4", "b3-b3");
    assert_eq!(check(wrong.as_bytes()), (Some(1), "line 4: “b3-b3” is not legal now".to_owned()));
    assert_eq!(check(b"\xff"), (Some(2), String::new()), "no text");
}

/// A good record of which two lines are over, to be spoilt.
const GOOD: &str = "[Game \"martian-chess\"]\n[Seats \"2\"]\n\n1. b3-a4\n2. leave 1 resigned\n";

/// What is wrong with a record that is made like the good one, with `from` replaced by `to`.
fn spoilt(from: &str, to: &str) -> (u32, RecordErrorKind) {
    assert!(GOOD.contains(from), "{from}");
    let RecordError { line, kind } = GameRecord::check(&GOOD.replacen(from, to, 1)).expect_err(to);
    (line, kind)
}

#[test]
fn every_fault_is_told_with_its_line() {
    GameRecord::check(GOOD).expect("it is good as it stands");
    let headers = "[Seats \"2\"]";
    let with = |header: &str| spoilt(headers, &format!("{headers}\n{header}"));
    for (found, line, kind) in [
        (spoilt("[Game \"martian-chess\"]", "[Game martian-chess]"), 1, RecordErrorKind::NotAHeader),
        (spoilt("[Game \"martian-chess\"]", "[Game \"martian-chess\\\"]"), 1, RecordErrorKind::NotAHeader),
        (spoilt("[Game \"martian-chess\"]", "[Game \"a\"b\"]"), 1, RecordErrorKind::NotAHeader),
        (with("[Seats \"2\"]"), 3, RecordErrorKind::Twice("Seats")),
        (spoilt("1. b3-a4", "1. b3-a4\n[Id \"x\"]"), 5, RecordErrorKind::LateHeader),
        (spoilt("[Game \"martian-chess\"]\n", ""), 5, RecordErrorKind::Missing("Game")),
        (spoilt(headers, ""), 6, RecordErrorKind::Missing("Seats")),
        (spoilt("\"2\"", "\"two\""), 2, RecordErrorKind::BadValue("Seats")),
        (with("[Options \"rules\"]"), 3, RecordErrorKind::BadValue("Options")),
        (with("[Options \"rules=arcade rules=classic\"]"), 3, RecordErrorKind::BadValue("Options")),
        (with("[Clock \"5\"]"), 3, RecordErrorKind::BadValue("Clock")),
        (with("[Clock \"1+0\"]"), 3, RecordErrorKind::BadValue("Clock")),
        (with("[Id \"7\"]"), 3, RecordErrorKind::BadValue("Id")),
        (with("[Started \"2026-02-30T00:00:00Z\"]"), 3, RecordErrorKind::BadValue("Started")),
        (with("[Scores \"many\"]"), 3, RecordErrorKind::BadValue("Scores")),
        (with("[Reason \"boredom\"]"), 3, RecordErrorKind::BadValue("Reason")),
        (spoilt("martian-chess", "chess"), 1, RecordErrorKind::NoSuchGame),
        (spoilt("\"2\"", "\"7\""), 2, RecordErrorKind::Setup(SetupError::BadPlayers { min: 2, max: 6 })),
        (
            with("[Options \"rules=fast\"]"),
            3,
            RecordErrorKind::Setup(SetupError::BadOption {
                name: "rules".to_owned(),
                why: OptionError::NoSuchChoice,
            }),
        ),
        (with("[First \"2\"]"), 3, RecordErrorKind::Setup(SetupError::BadFirst)),
        (with("[Rules \"99\"]"), 3, RecordErrorKind::Rules { known: 1 }),
        (spoilt("1. b3-a4", "1. b3 a4"), 4, RecordErrorKind::NotAnEntry),
        (spoilt("1. b3-a4", "x. b3-a4"), 4, RecordErrorKind::NotAnEntry),
        (spoilt("1. b3-a4", "1."), 4, RecordErrorKind::NotAnEntry),
        (spoilt("resigned", "bored"), 5, RecordErrorKind::NotAnEntry),
        (spoilt("2. leave", "3. leave"), 5, RecordErrorKind::Number { own: 2 }),
        (spoilt("2. leave 1 resigned", "2. draw"), 5, RecordErrorKind::NoNumber),
        (spoilt("b3-a4", "b3-b3"), 4, RecordErrorKind::Refused(InputError::Illegal("b3-b3".to_owned()))),
        (spoilt("b3-a4", "hop"), 4, RecordErrorKind::Refused(InputError::BadNotation("hop".to_owned()))),
        (spoilt("leave 1", "leave 4"), 5, RecordErrorKind::Refused(InputError::BadSeat(4))),
        (spoilt("2. leave 1 resigned", "roll 1 2"), 5, RecordErrorKind::Refused(InputError::WrongPhase)),
        (spoilt("2. leave 1 resigned", "undo"), 5, RecordErrorKind::NothingToUndo),
        (spoilt("2. leave 1 resigned", "takeback 1"), 5, RecordErrorKind::NothingToTakeBack),
        (spoilt("2. leave 1 resigned", "lost"), 5, RecordErrorKind::NoRollDue),
        (spoilt("resigned\n", "resigned\n; nothing\n3. a6-a4"), 7, RecordErrorKind::AfterTheEnd),
        (with("[Scores \"1 0\"]"), 3, RecordErrorKind::NotSo("Scores")),
        (with("[Ranks \"2 1\"]"), 3, RecordErrorKind::NotSo("Ranks")),
        (with("[Reason \"timeout\"]"), 3, RecordErrorKind::NotSo("Reason")),
        (
            spoilt("[Seats \"2\"]\n\n1. b3-a4\n2. leave 1 resigned", "[Seats \"2\"]\n[Ranks \"1 2\"]"),
            4,
            RecordErrorKind::NotOver,
        ),
    ] {
        assert_eq!(found, (line, kind));
    }
}

#[test]
fn numbers_remarks_and_unknown_headers_may_be_there_or_not() {
    let bare = "[Game \"martian-chess\"]\n[Seats \"2\"]\n[Opening \"Two moons\"]\n; a remark\nb3-a4 ; bold\n\n  draw  \n";
    let (record, checked) = GameRecord::check(bare).expect("good");
    assert_eq!(record.line, [Step::Act("b3-a4".to_owned()), Step::Draw]);
    assert_eq!((checked.plies, checked.outcome.map(|outcome| outcome.reason)), (1, Some(Reason::AGREED)));
    let switched = "[Game \"martian-chess\"]\n[Seats \"4\"]\n[Options \"rules=arcade teams=on\"]\n";
    let (record, checked) = GameRecord::check(switched).expect("good");
    assert_eq!(record.setup.options["teams"], OptionValue::Switch(true));
    assert_eq!(checked.outcome, None);
}

#[tokio::test]
async fn a_kept_game_is_told_as_text_that_checks() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, "martian-frisby", 2).await;
    play_dice(&mut players, table, 25, &mut fastrand::Rng::with_seed(3)).await;
    players[1].call(cydonia_protocol::Command::Resign { table }).await.expect("resigned");
    let address = server.url(&format!("/api/v1/matches/{table}/record"));
    let response = reqwest::get(address).await.expect("an answer");
    assert_eq!(response.headers()["content-type"], "text/plain; charset=utf-8");
    let text = response.text().await.expect("text");
    let http = reqwest::Client::new();
    let check = async |text: String| {
        let request = http.post(server.url("/api/v1/check-record")).body(text);
        request.send().await.expect("an answer").json::<Value>().await.expect("JSON")
    };
    let checked: RecordCheck = serde_json::from_value(check(text.clone()).await).expect("a verdict");
    let whole: Value = server.get(&format!("/api/v1/matches/{table}")).await;
    assert_eq!(
        (checked.game.as_str(), u64::from(checked.plies)),
        ("martian-frisby", whole["plies"].as_u64().expect("plies"))
    );
    assert_eq!(checked.outcome.expect("it is over").reason, Reason::RESIGNED);
    let last: Value = server.get(&format!("/api/v1/matches/{table}/position")).await;
    assert_eq!(serde_json::to_value(&checked.view).expect("JSON"), last["view"]);
    let lines = text.lines().count();
    let problem = check(format!("{text}undo\n")).await;
    assert_eq!((&problem["code"], &problem["line"]), (&"bad_record".into(), &(lines + 1).into()));
}
