use cydonia_protocol::{Clocks, ErrorCode, OfferKind, TableInfo, TimeControl};
use cydonia_rules::{LeaveReason, Seat};
use uuid::Uuid;

use super::check_pie;
use crate::clocks::Arrival;
use crate::journal::{CorruptData, PackedLine, Record, ReplayError, Stamped};
use crate::playing::{Action, Mover};
use crate::rejection::Rejection;
use crate::state::Table;
use crate::tests::{player, row, sit};
use crate::time::UnixMs;
use cydonia_protocol::dice::Bytes32;

const START: Record = Record::Start { rules: 1, seal: None };

fn info(change: impl FnOnce(&mut TableInfo)) -> TableInfo {
    let mut info = row().info;
    info.game = "branches-twigs-thorns".to_owned();
    info.clock = TimeControl::Fischer { initial_s: 60, increment_s: 5 };
    info.pie = true;
    change(&mut info);
    info
}

/// A table where a game has just begun, and its records.
fn begun(info: TableInfo) -> (Table, Vec<Stamped>) {
    let mut row = row();
    row.info = info;
    let records = [sit(0), sit(1), START].map(|record| (0, record)).to_vec();
    (Table::of_row(row, &records).expect("it replays").0, records)
}

/// Somebody asks, `ms` after the start, and what that records is taken in.
fn ask(
    (table, journal): &mut (Table, Vec<Stamped>),
    who: Seat,
    ms: i64,
    ask: impl FnOnce(&Table, &Mover<'_>) -> Result<Vec<Record>, Rejection>,
) -> Result<Option<Clocks>, ErrorCode> {
    let arrival = Arrival { came: UnixMs(ms), now: UnixMs(ms), lag_ms: 0 };
    let by = Mover { party: player(who).id.into(), arrival, secrets: &|_| Bytes32([0; 32]) };
    let before = format!("{table:?}");
    let records = ask(table, &by).map_err(|rejection| rejection.code);
    assert_eq!(before, format!("{table:?}"), "to ask changes nothing");
    let records: Vec<Stamped> = records?.into_iter().map(|record| (ms, record)).collect();
    journal.extend(records.iter().cloned());
    Ok(table.replay(&records).expect("it was just made").pop().and_then(|event| event.clocks))
}

fn act(text: &'static str) -> impl FnOnce(&Table, &Mover<'_>) -> Result<Vec<Record>, Rejection> {
    move |table, by| {
        let action = Action { at: table.at, text: text.to_owned(), share: None };
        table.act(by, action).map(|(records, _)| records)
    }
}

fn swap(table: &Table, by: &Mover<'_>) -> Result<Vec<Record>, Rejection> {
    table.swap(by, table.at)
}

fn resign(table: &Table, by: &Mover<'_>) -> Result<Vec<Record>, Rejection> {
    table.resign(by.party)
}

#[test]
fn players_change_seats_and_each_takes_their_time_along() {
    let mut game = begun(info(|_| {}));
    ask(&mut game, 0, 10_000, act("null-a2")).expect("the first action");
    assert!(game.0.may_swap());
    let clocks = ask(&mut game, 1, 13_000, swap).expect("swapped").expect("clocks");
    // Seat 0's player had 50 s and 5 more and sits at seat 1 now, to act; the other took 3 s, for a turn.
    assert_eq!((clocks.left_ms, clocks.running), (vec![62_000, 55_000], Some(1)));
    assert_eq!([0, 1].map(|who| game.0.seat_of(player(who).id)), [Some(1), Some(0)]);
    assert!(!game.0.may_swap());
    let clocks = ask(&mut game, 0, 14_000, act("root-d4")).expect("the same player again").expect("clocks");
    assert_eq!((clocks.left_ms, clocks.running), (vec![62_000, 59_000], Some(0)));

    // The journal leads to the same table, and so does the line in which the game is packed.
    let (table, journal) = &game;
    let mut row = row();
    row.info = table.info();
    let (read, _) = Table::of_row(row, journal).expect("it replays");
    assert_eq!(read.info(), table.info());
    ask(&mut game, 0, 20_000, resign).expect("resigned");
    let (table, journal) = &game;
    let kept = table.finished(journal).expect("it is over");
    assert_eq!(kept.packed.line, "null-a2 swap root-d4 leave:1:resigned");
    let won: Vec<_> = kept.summary.seats.iter().map(|seat| (seat.player.id, seat.rank)).collect();
    assert_eq!(won, [(player(1).id, 1), (player(0).id, 2)], "results are theirs who had earned them");
    let (unpacked, events) = Table::of_finished(&kept, || {}).expect("it replays");
    assert_eq!(unpacked.info(), table.info());
    assert_eq!(events.len(), 6);
    assert!(Table::has_moved(&kept, player(0).id));
    assert!(!Table::has_moved(&kept, player(1).id), "to take a side is no move");
    let json = serde_json::to_string(&kept.packed).expect("JSON");
    assert_eq!(PackedLine::read(&json).expect("it reads"), kept.packed);
}

#[test]
fn a_side_is_taken_once_and_in_place_of_a_first_action() {
    let mut game = begun(info(|_| {}));
    assert_eq!(ask(&mut game, 0, 0, swap), Err(ErrorCode::NoSwap), "nothing was done yet");
    assert_eq!(ask(&mut game, 1, 0, swap), Err(ErrorCode::NotYourTurn));
    ask(&mut game, 0, 0, act("null-a2")).expect("the first action");
    assert_eq!(ask(&mut game, 0, 0, swap), Err(ErrorCode::NotYourTurn));
    let stale = |table: &Table, by: &Mover<'_>| table.swap(by, table.at - 1);
    assert_eq!(ask(&mut game, 1, 0, stale), Err(ErrorCode::Stale));

    let mut late = game.clone();
    ask(&mut late, 1, 0, act("root-d4")).expect("the second action");
    assert_eq!(ask(&mut late, 0, 0, swap), Err(ErrorCode::NoSwap));
    let offer =
        |table: &Table, by: &Mover<'_>| Ok(table.offer(by.party, Uuid::nil(), OfferKind::Takeback)?.1);
    ask(&mut late, 1, 0, offer).expect("asked to take it back");
    let agree = |table: &Table, by: &Mover<'_>| table.answer(by.party, table.n, true);
    ask(&mut late, 0, 0, agree).expect("agreed");
    assert_eq!(ask(&mut late, 1, 0, swap), Err(ErrorCode::NoSwap), "who has acted has chosen");

    // What is on offer lapses, and what was before is final.
    ask(&mut game, 0, 0, offer).expect("asked to take it back");
    ask(&mut game, 1, 0, swap).expect("swapped");
    assert_eq!(ask(&mut game, 0, 0, swap), Err(ErrorCode::NoSwap), "but once");
    assert_eq!(ask(&mut game, 1, 0, agree), Err(ErrorCode::NoOffer));
    for who in [0, 1] {
        let another = |table: &Table, by: &Mover<'_>| {
            Ok(table.offer(by.party, Uuid::from_u128(1), OfferKind::Takeback)?.1)
        };
        assert_eq!(ask(&mut game, who, 0, another), Err(ErrorCode::BadOffer));
        let abort = |table: &Table, by: &Mover<'_>| table.abort(by.party);
        assert_eq!(ask(&mut game, who, 0, abort), Err(ErrorCode::TooLate));
    }

    let mut plain = begun(info(|info| info.pie = false));
    ask(&mut plain, 0, 0, act("null-a2")).expect("the first action");
    assert!(!plain.0.may_swap());
    assert_eq!(ask(&mut plain, 1, 0, swap), Err(ErrorCode::NoSwap));
}

#[test]
fn a_first_action_that_was_taken_back_is_made_again() {
    let mut game = begun(info(|_| {}));
    ask(&mut game, 0, 0, act("null-a2")).expect("the first action");
    let offer =
        |table: &Table, by: &Mover<'_>| Ok(table.offer(by.party, Uuid::nil(), OfferKind::Takeback)?.1);
    ask(&mut game, 0, 0, offer).expect("asked to take it back");
    let agree = |table: &Table, by: &Mover<'_>| table.answer(by.party, table.n, true);
    ask(&mut game, 1, 0, agree).expect("agreed");
    assert_eq!(ask(&mut game, 0, 0, swap), Err(ErrorCode::NoSwap), "the first still acts first");
    ask(&mut game, 0, 0, act("null-c3")).expect("another first action");
    ask(&mut game, 1, 0, swap).expect("swapped");
}

#[test]
fn a_swap_out_of_its_place_does_not_replay() {
    let take = |records: &[Record]| {
        let (mut table, _) = begun(info(|_| {}));
        let records: Vec<Stamped> = records.iter().map(|record| (0, record.clone())).collect();
        table.replay(&records).map(|_| ())
    };
    let act = |text: &str| Record::Act { action: text.to_owned(), share: None, lag_ms: 0, wait_ms: 0 };
    let swap = Record::Swap { wait_ms: 0 };
    take(&[act("null-a2"), swap.clone()]).expect("this does");
    for (records, at) in [
        (vec![swap.clone()], 4),
        (vec![act("null-a2"), swap.clone(), swap.clone()], 6),
        (vec![act("null-a2"), act("root-d4"), swap.clone()], 6),
    ] {
        let error = take(&records).expect_err("out of place");
        assert!(matches!(error, CorruptData::Record { n, error: ReplayError::NoSwap } if n == at), "{error}");
    }
    let left = Record::Leave { seat: 0, reason: LeaveReason::Resigned };
    assert!(take(&[act("null-a2"), left, swap]).is_err(), "the game is over");
}

#[test]
fn the_pie_is_for_two_without_dice() {
    assert_eq!(check_pie(&info(|_| {})), Ok(()));
    let three = info(|info| info.seats.push(info.seats[0].clone()));
    let dice = info(|info| info.game = "martian-frisby".to_owned());
    for wrong in [three, dice] {
        assert_eq!(check_pie(&wrong).expect_err("refused").code, ErrorCode::BadPie);
        assert_eq!(check_pie(&TableInfo { pie: false, ..wrong }), Ok(()));
    }
}
