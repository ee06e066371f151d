//! Records that replay, and records that do not: each of those is told apart.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{Player, SeatState, TableInfo, TableStatus};
use cydonia_rules::{AnyGame, GameKind, InputError, LeaveReason, Phase, Reason, Seat, SetupError};
use uuid::Uuid;

use super::clocks::Arrival;
use super::journal::PackedLine;
use super::journal::ReplayError;
use super::journal::{CorruptData, Finished, TableRow};
use super::journal::{Record, Stamped};
use super::playing::{Action, Mover};
use super::stage::Stage;
use super::state::Table;
use super::time::UnixMs;

pub(crate) fn player(seat: Seat) -> Player {
    Player::new(Uuid::from_u128(seat.into()), format!("Guest {seat}"))
}

/// A table of two at which a game of Martian Frisby is on, as its row has it.
pub(crate) fn row() -> TableRow {
    let seats = [0, 1].map(|seat| SeatState::Taken { player: player(seat), rating: None });
    let info = TableInfo {
        id: Uuid::nil(),
        game: "martian-frisby".to_owned(),
        options: Default::default(),
        seats: seats.into(),
        first: 0,
        clock: Default::default(),
        private: false,
        rated: false,
        unrated: None,
        status: TableStatus::Playing,
        created_ms: 0,
        rematch_of: None,
        rematch: None,
        series: None,
        tournament: None,
        pie: false,
    };
    TableRow { number: 1, info, key: None, dice_key: None, deadline_ms: None }
}

pub(crate) fn sit(seat: Seat) -> Record {
    Record::Sit { seat, player: player(seat), rating: None }
}

fn act(action: &str) -> Record {
    Record::Act { action: action.to_owned(), share: None, lag_ms: 0, wait_ms: 0 }
}

fn leave(seat: Seat) -> Record {
    Record::Leave { seat, reason: LeaveReason::Resigned }
}

const START: Record = Record::Start { rules: 1, seal: None };
const FINISH: Record = Record::Finish { agreed: false, unrated: None };
const ROLL: Record = Record::Roll { dice: [3, 5], proof: None, wait_ms: 0 };
const UNDO: Record = Record::Undo { wait_ms: 0 };

/// The journal of a game that has just begun, and more records.
fn begun(more: &[Record]) -> Vec<Stamped> {
    [sit(0), sit(1), START].iter().chain(more).map(|record| (0, record.clone())).collect()
}

fn damage(journal: &[Stamped]) -> CorruptData {
    Table::of_row(row(), journal).expect_err("it does not replay")
}

#[test]
fn a_whole_journal_replays() {
    let records = [ROLL, act("b1-b6"), UNDO, act("b1-b6"), leave(1), FINISH];
    let (table, events) = Table::of_row(row(), &begun(&records)).expect("it replays");
    assert_eq!((table.n, events.len(), table.status()), (9, 9, TableStatus::Finished));
}

/// Live play takes in what an action came to on a copy, and whoever reads the journal plays it again.
#[test]
fn an_action_that_was_tried_comes_to_what_its_record_comes_to() {
    for kind in GameKind::ALL {
        let mut row = row();
        row.info.game = kind.id().to_owned();
        let start = Record::Start { rules: kind.info().rules_version, seal: None };
        let begun = [sit(0), sit(1), start].map(|record| (0, record));
        let (mut table, _) = Table::of_row(row, &begun).expect("it replays");
        let mut taken = 0;
        for step in 0..500 {
            let seat = match table.game().map(AnyGame::phase) {
                Some(Phase::Act { seat }) => seat,
                Some(Phase::Roll { .. }) => {
                    table.replay(&[(0, ROLL)]).expect("a roll is due");
                    continue;
                }
                _ => break,
            };
            let actions = table.game().map(AnyGame::actions).unwrap_or_default();
            let action =
                Action { at: table.at, text: actions[7 * step % actions.len()].clone(), share: None };
            let arrival = Arrival { came: UnixMs(0), now: UnixMs(0), lag_ms: 0 };
            let by = Mover { party: player(seat).id.into(), arrival, secrets: &|_| Bytes32([0; 32]) };
            let (records, tried) = table.act(&by, action).expect("it is legal");
            let records: Vec<Stamped> = records.into_iter().map(|record| (0, record)).collect();
            let mut read = table.clone();
            let told = table.take_in(&records, Some(tried)).expect("it was just made");
            assert_eq!(told, read.replay(&records).expect("it was just made"), "{}", kind.id());
            assert_eq!(format!("{table:?}"), format!("{read:?}"), "{}", kind.id());
            taken += 1;
        }
        assert!(taken > 20, "{}: only {taken} actions", kind.id());
    }
}

#[test]
fn records_that_do_not_fit_are_told_by_their_number_and_why() {
    let illegal = |text: &str| ReplayError::Refused(InputError::Illegal(text.to_owned()));
    let unknown = |text: &str| ReplayError::Refused(InputError::BadNotation(text.to_owned()));
    let ended = [leave(0), FINISH];
    let ended_and = |record| [&ended[..], &[record]].concat();
    for (records, error) in [
        (vec![ROLL, act("up and away")], unknown("up and away")),
        (vec![ROLL, act("a1-a2")], illegal("a1-a2")),
        (vec![ROLL, act("end")], illegal("end")),
        (vec![act("a1-a4")], ReplayError::Refused(InputError::WrongPhase)),
        (
            vec![Record::Roll { dice: [7, 7], proof: None, wait_ms: 0 }],
            ReplayError::Refused(InputError::BadDice),
        ),
        (
            vec![Record::Roll { dice: [0, 1], proof: None, wait_ms: 0 }],
            ReplayError::Refused(InputError::BadDice),
        ),
        (vec![ROLL, ROLL], ReplayError::Refused(InputError::WrongPhase)),
        (vec![UNDO], ReplayError::NothingToUndo),
        (vec![ROLL, UNDO], ReplayError::NothingToUndo),
        (vec![ROLL, act("b1-b6"), UNDO, UNDO], ReplayError::NothingToUndo),
        (vec![leave(2)], ReplayError::Refused(InputError::BadSeat(2))),
        (vec![leave(0), leave(0)], ReplayError::Refused(InputError::Over)),
        (vec![leave(0), ROLL], ReplayError::Refused(InputError::Over)),
        (vec![START], ReplayError::Begun),
        (vec![sit(0)], ReplayError::Begun),
        (vec![Record::Stand { seat: 1 }], ReplayError::Begun),
        (vec![FINISH], ReplayError::NotOver),
        (ended_and(ROLL), ReplayError::Finished),
        (ended_and(act("a1-a4")), ReplayError::Finished),
        (ended_and(leave(1)), ReplayError::Finished),
        (ended_and(sit(0)), ReplayError::Finished),
        (ended_and(FINISH), ReplayError::Finished),
    ] {
        let journal = begun(&records);
        match damage(&journal) {
            CorruptData::Record { n, error: told } => {
                assert_eq!((n, told), (journal.len() as u64, error), "{records:?}");
            }
            other => panic!("{records:?}: {other}"),
        }
    }
}

#[test]
fn a_game_begins_once_under_rules_that_are_known() {
    let start = |records: &[Record], row: TableRow| {
        let journal: Vec<Stamped> = records.iter().map(|record| (0, record.clone())).collect();
        match Table::of_row(row, &journal) {
            Err(CorruptData::Record { n, error }) => (n, error),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        start(&[Record::Start { rules: 9, seal: None }], row()),
        (1, ReplayError::Rules { known: 1, asked: 9 })
    );
    for early in [ROLL, act("a1-a4"), UNDO, leave(0), FINISH] {
        assert_eq!(start(&[sit(0), early], row()), (2, ReplayError::NotBegun));
    }
    assert_eq!(start(&[sit(2)], row()), (1, ReplayError::NoSuchSeat(2)));
    let with = |change: fn(&mut TableInfo)| {
        let mut row = row();
        change(&mut row.info);
        row
    };
    let no_game = with(|info| info.game = "chess".to_owned());
    assert_eq!(start(&[START], no_game), (1, ReplayError::NoSuchGame));
    let crowd = with(|info| info.seats = vec![SeatState::Free {}; 258]);
    let two = SetupError::BadPlayers { min: 2, max: 2 };
    assert_eq!(start(&[START], crowd), (1, ReplayError::Setup(two)));
}

#[test]
fn a_journal_must_lead_to_where_its_row_stands() {
    assert!(matches!(damage(&[]), CorruptData::Gap(1)));
    assert!(matches!(damage(&begun(&[])[..2]), CorruptData::End), "the row says that the game has begun");
    assert!(matches!(damage(&begun(&[leave(0)])), CorruptData::End), "over, and not finished");
    let mut open = row();
    open.info.status = TableStatus::Open;
    assert!(
        matches!(Table::of_row(open, &begun(&[])), Err(CorruptData::End)),
        "the row says that it has not"
    );
}

/// A finished game whose line is `line`, with a second between its moves.
fn kept(line: &str) -> Finished {
    let (mut table, _) = Table::of_row(row(), &begun(&[leave(0), FINISH])).expect("it replays");
    if let Stage::Over(over) = &mut table.stage {
        over.play.started = UnixMs(1_000);
    }
    let journal = begun(&[leave(0), FINISH]);
    let mut kept = table.finished(&journal).expect("it is over");
    kept.packed.line = line.to_owned();
    kept.packed.pauses_ms = vec![1_000; line.split_ascii_whitespace().count() + 1];
    kept
}

#[test]
fn a_line_that_does_not_replay_is_told_by_what_is_wrong_with_it() {
    let whole = "roll:3:5 b1-b6 undo b1-b6 leave:0:resigned";
    let (table, events) = Table::of_finished(&kept(whole), || {}).expect("it replays");
    assert_eq!((table.n, events.len()), (9, 7), "the line begins with the start, event 3");
    let damage = |kept: &Finished| Table::of_finished(kept, || {}).expect_err("it does not replay");
    for (line, n) in [
        ("b1-b6 leave:0:resigned", 4),
        ("roll:7:7 leave:0:resigned", 4),
        ("roll:3:5 roll:3:5 leave:0:resigned", 5),
        ("roll:3:5 b1-b7 leave:0:resigned", 5),
        ("roll:3:5 somewhere leave:0:resigned", 5),
        ("roll:3:5 undo leave:0:resigned", 5),
        ("leave:5:resigned", 4),
        ("leave:0:resigned leave:1:resigned", 5),
        ("leave:0:resigned roll:3:5", 5),
        ("roll:3:5 b1-b6", 6),
        ("", 4),
    ] {
        let damage = damage(&kept(line));
        assert!(matches!(damage, CorruptData::Record { n: at, .. } if at == n), "{line}: {damage}");
    }
    for entry in [
        "roll:3",
        "roll:3:x",
        "roll:3:256",
        "leave:9",
        "leave:0:bored",
        "leave:-1:resigned",
        "say:hello",
        ":",
    ] {
        let damage = damage(&kept(&format!("{entry} leave:0:resigned")));
        assert!(matches!(&damage, CorruptData::Entry(told) if told == entry), "{entry}: {damage}");
    }
    let with = |change: fn(&mut Finished)| {
        let mut kept = kept(whole);
        change(&mut kept);
        damage(&kept)
    };
    assert!(matches!(with(|kept| kept.packed.pauses_ms.truncate(5)), CorruptData::Pauses));
    assert!(matches!(with(|kept| kept.packed.pauses_ms.clear()), CorruptData::Pauses));
    assert!(matches!(with(|kept| kept.packed.pauses_ms.push(1)), CorruptData::Pauses));
    assert!(matches!(with(|kept| kept.packed.pauses_ms[2] = i64::MAX), CorruptData::Pauses));
    assert!(matches!(with(|kept| kept.packed.start = 0), CorruptData::Start(_)));
    assert!(matches!(with(|kept| kept.packed.start = u64::MAX), CorruptData::Start(_)));
    let setup = |damage| matches!(damage, CorruptData::Record { error: ReplayError::Setup(_), .. });
    assert!(setup(with(|kept| kept.packed.first = 2)));
    assert!(setup(with(|kept| drop(kept.summary.seats.pop()))));
    let rules = with(|kept| kept.packed.rules_version = 7);
    assert!(matches!(rules, CorruptData::Record { n: 3, error: ReplayError::Rules { known: 1, asked: 7 } }));
    // The line itself is whole, but it is not the one that led to this result.
    assert!(matches!(with(|kept| kept.summary.seats[0].score += 1), CorruptData::End));
    assert!(matches!(with(|kept| kept.summary.seats.reverse()), CorruptData::End));
    assert!(matches!(with(|kept| kept.summary.reason = Reason::TIMEOUT), CorruptData::End));
}

#[test]
fn lines_of_another_form_are_told_from_those_that_do_not_read() {
    let whole = serde_json::to_value(kept("leave:0:resigned").packed).expect("a line is JSON");
    let with = |field: &str, value: serde_json::Value| {
        let mut line = whole.clone();
        line[field] = value;
        PackedLine::read(&line.to_string()).expect_err("refused")
    };
    assert!(matches!(with("form", 4.into()), CorruptData::Form(4)));
    assert!(matches!(PackedLine::read(r#"{"form":9,"moves":[]}"#), Err(CorruptData::Form(9))));
    for (field, value) in
        [("form", "1".into()), ("pauses_ms", ().into()), ("line", 7.into()), ("first", 256.into())]
    {
        assert!(matches!(with(field, value), CorruptData::Line(_)), "{field}");
    }
    for json in ["", "{", "null", "[]", "7", r#"{"form":1}"#] {
        assert!(matches!(PackedLine::read(json), Err(CorruptData::Line(_))), "{json}");
    }
}

#[test]
fn a_journal_whose_times_are_out_of_all_bounds_is_not_packed() {
    let mut journal = begun(&[leave(0), FINISH]);
    let (table, _) = Table::of_row(row(), &journal).expect("it replays");
    (journal[2].0, journal[3].0) = (i64::MIN, i64::MAX);
    assert!(matches!(table.finished(&journal), Err(CorruptData::Pauses)));
}
