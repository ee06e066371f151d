use cydonia_protocol::dice::{Bytes32, Share};
use cydonia_protocol::{ErrorCode, SeatState, Series, TableInfo, TableStatus, TimeControl};
use cydonia_rules::{LeaveReason, Reason, Seat};
use uuid::Uuid;

use super::check_series;
use crate::journal::{Record, Stamped, TableRow};
use crate::limits;
use crate::state::Table;
use crate::tests::{player, row, sit};
use crate::time::UnixMs;

const START: Record = Record::Start { rules: 1, seal: None };
const LIVE: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 0 };
const NEXT: Uuid = Uuid::from_u128(77);

fn first(game: &str, seats: u8, games: u8, change: impl FnOnce(&mut TableInfo)) -> TableRow {
    let mut row = row();
    row.info.game = game.to_owned();
    row.info.seats = vec![SeatState::Free {}; seats.into()];
    row.info.series = Series::begin(row.info.id, games, seats.into());
    change(&mut row.info);
    row
}

/// The first game of a series after some records.
fn played(row: TableRow, records: &[Record]) -> Table {
    let sat = (0..row.info.seats.len() as Seat).map(sit);
    let journal: Vec<Stamped> = sat.chain([START]).map(|record| (0, record)).collect();
    let mut table = Table::of_row(row, &journal).expect("it replays").0;
    let records: Vec<Stamped> = records.iter().map(|record| (0, record.clone())).collect();
    table.replay(&records).expect("they fit");
    table
}

fn leave(seat: Seat, reason: LeaveReason) -> Record {
    Record::Leave { seat, reason }
}

const FINISH: Record = Record::Finish { agreed: false, unrated: None };
const AGREED: Record = Record::Finish { agreed: true, unrated: None };

/// The next table as the store would give it out.
fn next(table: &Table) -> Table {
    let (info, records) = table.next_game(NEXT, UnixMs(9)).expect("the series goes on");
    let row = TableRow { number: 2, info, key: None, dice_key: None, deadline_ms: None };
    Table::of_row(row, &records).expect("it replays").0
}

fn who(table: &Table) -> Vec<Option<Uuid>> {
    table.seats.iter().map(|seat| Some(seat.sitter()?.id)).collect()
}

#[test]
fn everybody_moves_one_seat_on_with_what_they_have() {
    let resigned = |seat| leave(seat, LeaveReason::Resigned);
    let table = played(first("martian-chess", 3, 3, |_| {}), &[resigned(0), resigned(1), FINISH]);
    let after = next(&table);
    let [ada, ben, cem] = [0, 1, 2].map(|seat| Some(player(seat).id));
    assert_eq!(who(&after), [cem, ada, ben]);
    let (id, point) = (Uuid::nil(), Series::POINT);
    let second = Series { id, number: 2, games: 3, score: vec![point, 0, 0], ended: false };
    assert_eq!(after.info().series, Some(second));
    assert_eq!((after.status(), after.info().rematch_of), (TableStatus::Playing, Some(table.id)));

    // A draw is shared by those who stayed.
    let mut after = after;
    after.replay(&[(10, resigned(0)), (10, AGREED)]).expect("a draw of two");
    let third = next(&after);
    assert_eq!(who(&third), [ben, cem, ada]);
    let score = third.info().series.map(|series| series.score);
    assert_eq!(score, Some(vec![point / 2, point, point / 2]));
    let mut last = third;
    last.replay(&[(11, AGREED)]).expect("a draw");
    let whole = last.info().series.expect("a series");
    assert_eq!((whole.number, whole.ended, whole.goes_on()), (3, false, false));
    assert!(last.next_game(NEXT, UnixMs(12)).is_none(), "it was the last");
    // A rematch is another series, as long.
    let (_, again) = last.rematch(player(0).id, NEXT, UnixMs(12)).expect("a rematch");
    assert_eq!(again.series, Series::begin(NEXT, 3, 3));
}

#[test]
fn who_resigns_plays_on_and_who_walks_off_ends_the_series() {
    let end = |records: &[Record]| {
        let table = played(first("martian-chess", 2, 4, |_| {}), records);
        let series = table.info().series.expect("a series");
        assert_eq!(table.series_goes_on(), table.next_game(NEXT, UnixMs(1)).is_some());
        (table.series_goes_on(), series.ended)
    };
    let act = |text: &str| Record::Act { action: text.to_owned(), share: None, lag_ms: 0, wait_ms: 0 };
    assert_eq!(end(&[leave(0, LeaveReason::Resigned), FINISH]), (true, false));
    assert_eq!(end(&[act("b3-a4"), leave(1, LeaveReason::Timeout), FINISH]), (false, true), "was not there");
    let both = [act("b3-a4"), act("a6-a4"), leave(0, LeaveReason::Timeout), FINISH];
    assert_eq!(end(&both), (true, false), "was too slow");
    assert_eq!(end(&[leave(0, LeaveReason::Abandoned), FINISH]), (false, true));
    assert_eq!(end(&[Record::Abort { seat: 0 }]), (false, true));
    assert_eq!(end(&[]), (false, false), "it is on");
    let single = played(first("martian-chess", 2, 1, |_| {}), &[AGREED]);
    assert!(!single.series_goes_on() && single.info().series.is_none());
    // A game that goes on without who has walked off is the last all the same.
    let three = [leave(2, LeaveReason::Abandoned), AGREED];
    let table = played(first("martian-chess", 3, 3, |_| {}), &three);
    assert!(table.next_game(NEXT, UnixMs(1)).is_none());
}

#[test]
fn a_later_game_cannot_be_got_out_of() {
    let table = played(first("martian-chess", 2, 2, |info| info.clock = LIVE), &[]);
    assert!(table.abort(player(0).id).is_ok(), "the first one can be");
    let mut over = table;
    over.replay(&[(0, AGREED)]).expect("a draw");
    let later = next(&over);
    let abort = later.abort(player(0).id).expect_err("refused");
    assert_eq!(abort.code, ErrorCode::TooLate);
    // Whoever comes over has a moment for it.
    let left_ms = later.clocks().expect("clocks").shown().left_ms;
    let way_ms = limits::SERIES_WAY.as_millis() as i64;
    assert_eq!(left_ms, [60_000 + way_ms, 60_000]);
}

#[test]
fn sides_that_were_changed_do_not_change_who_begins_next() {
    let act = |text: &str| Record::Act { action: text.to_owned(), share: None, lag_ms: 0, wait_ms: 0 };
    let row = first("martian-chess", 2, 2, |info| info.pie = true);
    let swapped = [act("b3-a4"), Record::Swap { wait_ms: 0 }, leave(0, LeaveReason::Resigned), FINISH];
    let table = played(row, &swapped);
    let [ada, ben] = [0, 1].map(|seat| Some(player(seat).id));
    assert_eq!(who(&table), [ben, ada]);
    let after = next(&table);
    assert_eq!(who(&after), [ben, ada], "Ada began the first game, and Ben begins the second");
    assert_eq!(after.info().series.expect("a series").score, [0, Series::POINT]);
    assert!(after.info().pie);
}

#[test]
fn in_a_series_the_loser_does_not_begin_twice() {
    let table = played(first("martian-frisby", 2, 2, |_| {}), &[leave(0, LeaveReason::Resigned), FINISH]);
    let (info, records) = table.next_game(NEXT, UnixMs(9)).expect("the series goes on");
    assert_eq!((info.first, info.status), (0, TableStatus::Open), "with dice one has to be ready");
    assert!(records.iter().all(|(_, record)| matches!(record, Record::Sit { .. })));
    // Elsewhere the loser's new seat does.
    let rematch = table.rematch(player(0).id, NEXT, UnixMs(9)).expect("a rematch");
    assert_eq!(rematch.1.first, 1);
}

#[test]
fn whoever_is_not_ready_in_time_has_lost_and_nobody_waits_before() {
    let over = played(first("martian-frisby", 2, 4, |info| info.clock = LIVE), &[AGREED]);
    let mut table = next(&over);
    let secrets = |_: u64| Bytes32([3; 32]);
    assert_eq!(table.ready_by(), None, "nobody is there yet");
    let stand = table.stand(player(0).id).expect_err("refused");
    assert_eq!(stand.code, ErrorCode::TooLate);
    let pledge = Share::new(vec![1; 16]).expect("long enough").pledge();
    let ready = table.ready(player(0).id, Some(pledge), &Bytes32([5; 32]), &secrets).expect("ready");
    table.replay(&[(1_000, ready[0].clone())]).expect("taken");
    let by = UnixMs(1_000) + limits::READY_WITHIN.into();
    assert_eq!(table.ready_by(), Some(by));
    assert!(table.not_ready(UnixMs(by.0 - 1), &secrets).is_empty());
    let records = table.not_ready(by, &secrets);
    let [seat_of_late, seat_of_early] = [1, 0].map(|who| table.seat_of(player(who).id).expect("seated"));
    assert_eq!((seat_of_late, seat_of_early), (0, 1));
    let events = table.replay(&records.iter().map(|record| (by.0, record.clone())).collect::<Vec<_>>());
    assert_eq!(events.expect("they fit").len(), 4, "ready, start, leave, finish");
    assert!(!table.series_goes_on() && table.info().series.expect("a series").ended);
    let sat = |seat, who| Record::Sit { seat, player: player(who), rating: None };
    let mut journal = vec![(9, sat(0, 1)), (9, sat(1, 0)), (1_000, ready[0].clone())];
    journal.extend(records.into_iter().map(|record| (by.0, record)));
    let kept = table.finished(&journal).expect("it is over");
    assert_eq!(kept.summary.reason, Reason::ABANDONED);
    assert_eq!(kept.summary.seats[usize::from(seat_of_early)].rank, 1);
    let (read, _) = Table::of_finished(&kept, || {}).expect("it replays");
    assert_eq!(read.info(), table.info());
}

#[test]
fn a_series_is_whole_and_of_all_its_seats() {
    for (games, seats) in [(1, 2), (2, 2), (12, 2), (9, 3), (12, 6), (10, 5)] {
        assert_eq!(check_series(games, seats), Ok(()), "{games} for {seats}");
    }
    for (games, seats) in [(0, 2), (3, 2), (14, 2), (2, 3), (255, 5)] {
        assert_eq!(check_series(games, seats).expect_err("refused").code, ErrorCode::BadSeries);
    }
    let mut open = first("martian-chess", 3, 3, |info| info.status = TableStatus::Open);
    open.info.seats = vec![SeatState::Free {}; 3];
    let journal: Vec<Stamped> = [sit(0), sit(1)].map(|record| (0, record)).to_vec();
    let (table, _) = Table::of_row(open, &journal).expect("it replays");
    assert_eq!(table.begin(player(0).id).expect_err("refused").code, ErrorCode::BadSeries);
}
