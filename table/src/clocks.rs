//! The clocks of one table. They are worked out from the records alone, so that a replay shows the same.
//!
//! A turn is charged for the time in which its seat could have moved. What is given back is a time of the day: for each
//! part of a turn it is known whether it is charged, so that no part is given back twice, however many messages waited
//! in it, and whether the house was away besides.

use cydonia_protocol::{Clocks, TimeControl};
use cydonia_rules::Seat;
use smallvec::{SmallVec, smallvec};

use super::charged::Charged;
use super::time::{Millis, Span, UnixMs};
use crate::limits;

/// How a message came.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// When it came in.
    pub came: UnixMs,
    /// When its turn has come.
    pub now: UnixMs,
    /// How long it was under way through the net.
    pub lag_ms: u32,
}

/// Clocks that count down, one at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClockState {
    control: TimeControl,
    /// Below zero only while a message that was sent in time may still be under way.
    left: Vec<Millis>,
    running: Option<Seat>,
    /// When `left` was true.
    since: UnixMs,
    /// Whose turn it is, in a pause too.
    turn: Option<Seat>,
    /// When the running clock ran in this turn and what of that was not given back, but for the way through the net.
    charged: Charged,
    /// How long the running clock has run in this turn, but for what was given back.
    ran: Millis,
    /// What was given back in this turn for the way through the net.
    lag: Millis,
    /// What was given back to each seat for that in the turns before.
    lags: SmallVec<[Millis; 2]>,
}

impl ClockState {
    /// Full clocks, all standing still; none for a table without clocks.
    pub(crate) fn new(control: TimeControl, seats: usize, now: UnixMs) -> Option<Self> {
        Some(Self {
            control,
            left: vec![Millis(control.initial_ms()?); seats],
            running: None,
            since: now,
            turn: None,
            charged: Charged::default(),
            ran: Millis::ZERO,
            lag: Millis::ZERO,
            lags: smallvec![Millis::ZERO; seats],
        })
    }

    /// Gives a seat the time that it takes to come over from the last game of a series, where the clock counts in minutes.
    pub(crate) fn grant_way(&mut self, seat: Seat) {
        if self.control.is_live() {
            self.left[usize::from(seat)] += limits::SERIES_WAY.into();
        }
    }

    /// Two players change sides, each with the time that they have.
    pub(crate) fn exchange(&mut self) {
        self.left.reverse();
        self.lags.reverse();
    }

    /// Takes the time since the last record off the running clock.
    pub(crate) fn settle(&mut self, now: UnixMs) {
        // The machine's clock may have been set back meanwhile.
        let passed = (now - self.since).max(Millis::ZERO);
        let from = self.since;
        self.since += passed;
        if let Some(seat) = self.running.filter(|_| passed > Millis::ZERO) {
            self.left[usize::from(seat)] -= passed;
            self.ran += passed;
            self.charged.add(Span { from, to: self.since });
        }
    }

    /// Gives the running clock time back, but never more than it has lost; tells how much that was.
    fn give_back(&mut self, credit: Millis) -> Millis {
        let Some(seat) = self.running else { return Millis::ZERO };
        let credit = credit.clamp(Millis::ZERO, self.ran);
        self.left[usize::from(seat)] += credit;
        self.ran -= credit;
        credit
    }

    /// Gives the running clock time back for the way through the net; tells how much that was.
    pub(crate) fn give_back_lag(&mut self, lag_ms: u32) -> u32 {
        self.lag += lag_ms.into();
        self.give_back(lag_ms.into()).0 as u32
    }

    /// Gives the last so many milliseconds back that were charged: a message waited in them; tells how much that was.
    pub(crate) fn give_back_wait(&mut self, wait_ms: u32) -> u32 {
        if self.running.is_some() && wait_ms > 0 {
            self.charged.take_last(wait_ms.into());
        }
        self.give_back(wait_ms.into()).0 as u32
    }

    /// Gives back what was charged in those times; tells how much that was.
    pub(crate) fn give_back_spans(&mut self, spans: &[Span]) -> Millis {
        if self.running.is_none() {
            return Millis::ZERO;
        }
        let given = spans.iter().map(|span| self.charged.take(*span)).sum();
        self.give_back(given)
    }

    /// The same where it is only known how much it was, as of games that began long ago.
    pub(crate) fn give_back_untold(&mut self, credit: Millis) -> Millis {
        if self.running.is_some() {
            self.charged.take_last(credit);
        }
        self.give_back(credit)
    }

    /// How much of that lag this turn may still be given back: a turn of many actions gets no more than one of one, and
    /// a game of many turns no more than is told in [`limits::MAX_LAG_COMPENSATION_A_GAME`].
    pub(crate) fn lag_allowed(&self, lag_ms: u32) -> Millis {
        let before = self.turn.map_or(Millis::ZERO, |seat| self.lags[usize::from(seat)]);
        let a_turn = Millis::from(limits::MAX_LAG_COMPENSATION) - self.lag;
        let a_game = Millis::from(limits::MAX_LAG_COMPENSATION_A_GAME) - before - self.lag;
        Millis::from(lag_ms).min(a_turn).min(a_game).max(Millis::ZERO)
    }

    /// How much of the time in which a message waited in the house would be charged.
    pub(crate) fn waited_ms(&self, way: Arrival) -> u32 {
        let Arrival { came, now, lag_ms: _ } = way;
        // While the machine's clock is behind where it was nothing is charged.
        if self.running.is_none() || now < self.since {
            return 0;
        }
        let unsettled = (now - self.since.max(came)).max(Millis::ZERO);
        u32::try_from((self.charged.since(came) + unsettled).0).unwrap_or(u32::MAX)
    }

    /// What an action is given back for its way: through the net as much as is allowed, and for its wait in the house.
    pub(crate) fn credit_ms(&self, way: Arrival) -> (u32, u32) {
        let wait_ms = self.waited_ms(way);
        let lost = self.ran + (way.now - self.since).max(Millis::ZERO);
        let lag = self.lag_allowed(way.lag_ms).min((lost - wait_ms.into()).max(Millis::ZERO));
        (lag.0 as u32, wait_ms)
    }

    /// How much of those times the turn under way would be charged for, were it settled now.
    pub(crate) fn charged_in(&self, spans: &[Span], now: UnixMs) -> Millis {
        let mut settled = self.clone();
        settled.settle(now);
        settled.give_back_spans(spans)
    }

    /// Since when the turn under way can be charged; none if no clock runs.
    pub(crate) fn turn_since(&self) -> Option<UnixMs> {
        self.running?;
        Some(self.charged.first().unwrap_or(self.since))
    }

    /// What a seat gets for having ended a turn.
    pub(crate) fn end_turn(&mut self, seat: Seat) {
        let left = &mut self.left[usize::from(seat)];
        *left = Millis(self.control.after_turn(left.0));
        self.next_turn(self.turn);
    }

    /// Another turn begins, perhaps of the same seat.
    fn next_turn(&mut self, seat: Option<Seat>) {
        if let Some(before) = self.turn {
            // A turn of a game from before waits were told apart may have been given back more.
            self.lags[usize::from(before)] += self.lag.min(limits::MAX_LAG_COMPENSATION.into());
        }
        self.turn = seat;
        self.charged.clear();
        (self.ran, self.lag) = (Millis::ZERO, Millis::ZERO);
    }

    /// Lets that seat's clock run from now on; or none, in a pause, after which the same goes on.
    pub(crate) fn run(&mut self, seat: Option<Seat>) {
        if seat == self.running {
            return;
        }
        if let Some(before) = self.running {
            let left = &mut self.left[usize::from(before)];
            let stopped = if seat.is_some() { self.control.after_stop(left.0) } else { left.0.max(0) };
            *left = Millis(stopped);
        }
        self.running = seat;
        if seat.is_some() && seat != self.turn {
            self.next_turn(seat);
        }
    }

    /// The seat whose clock runs.
    pub(crate) fn running(&self) -> Option<Seat> {
        self.running
    }

    /// Since when the running clock runs.
    pub(crate) fn since(&self) -> UnixMs {
        self.since
    }

    /// When the running clock will be at its end.
    pub(crate) fn flag(&self) -> Option<UnixMs> {
        self.running.map(|seat| self.since + self.left[usize::from(seat)])
    }

    /// A time before which no flag can fall, whoever moves how fast: the running clock at its end, or another's that
    /// is still in the game and begins to run now.
    pub(crate) fn earliest_flag(&self, now: UnixMs, is_in: impl Fn(Seat) -> bool) -> Option<UnixMs> {
        let (running, flag) = (self.running?, self.flag()?);
        let others = (0..).zip(&self.left).filter(|(seat, _)| *seat != running && is_in(*seat));
        others.map(|(_, left)| now + *left).chain(is_in(running).then_some(flag)).min()
    }

    /// As they are shown with an event.
    pub(crate) fn shown(&self) -> Clocks {
        Clocks { left_ms: self.left.iter().map(|left| left.0).collect(), running: self.running }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 2 };

    fn at(now_ms: i64, lag_ms: u32) -> Arrival {
        Arrival { came: UnixMs(now_ms), now: UnixMs(now_ms), lag_ms }
    }

    #[test]
    fn the_running_clock_alone_counts_down_and_a_turn_brings_its_increment() {
        let mut clocks = ClockState::new(FISCHER, 2, UnixMs(1_000)).expect("clocks");
        clocks.run(Some(0));
        clocks.settle(UnixMs(11_000));
        clocks.end_turn(0);
        clocks.run(Some(1));
        assert_eq!(clocks.shown(), Clocks { left_ms: vec![52_000, 60_000], running: Some(1) });
        assert_eq!(
            (clocks.flag(), clocks.earliest_flag(UnixMs(11_000), |_| true)),
            (Some(UnixMs(71_000)), Some(UnixMs(63_000)))
        );
        assert_eq!(
            clocks.earliest_flag(UnixMs(15_000), |_| true),
            Some(UnixMs(67_000)),
            "seat 0 has lost nothing by seat 1's waiting"
        );
        assert_eq!(clocks.earliest_flag(UnixMs(30_000), |_| true), Some(UnixMs(71_000)));
        clocks.settle(UnixMs(12_000));
        clocks.give_back_lag(400);
        assert_eq!(clocks.shown().left_ms, [52_000, 59_400]);
        clocks.run(None);
        clocks.settle(UnixMs(900_000));
        assert_eq!(clocks.shown().left_ms, [52_000, 59_400]);
        assert_eq!((clocks.flag(), clocks.earliest_flag(UnixMs(0), |_| true)), (None, None));
    }

    #[test]
    fn no_more_is_given_back_than_was_lost_and_time_never_runs_back() {
        let mut clocks = ClockState::new(FISCHER, 2, UnixMs(1_000)).expect("clocks");
        clocks.run(Some(0));
        assert_eq!(clocks.credit_ms(at(1_100, 300)), (100, 0));
        clocks.settle(UnixMs(1_100));
        assert_eq!(clocks.give_back_untold(Millis(500)), Millis(100));
        clocks.settle(UnixMs(500));
        assert_eq!(clocks.shown().left_ms, [60_000, 60_000]);
        clocks.settle(UnixMs(2_100));
        assert_eq!(clocks.shown().left_ms, [59_000, 60_000]);
        clocks.settle(UnixMs(900_000));
        assert_eq!(clocks.flag(), Some(UnixMs(61_100)), "a flag that has fallen does not rise again");
    }

    #[test]
    fn a_turn_of_many_actions_is_given_back_no_more_lag_than_one_of_one() {
        let mut clocks = ClockState::new(FISCHER, 2, UnixMs(0)).expect("clocks");
        clocks.run(Some(0));
        for (ms, credit) in [(1_000, 300), (2_000, 200), (3_000, 0)] {
            assert_eq!(clocks.credit_ms(at(ms, 300)), (credit, 0));
            clocks.settle(UnixMs(ms));
            clocks.give_back_lag(credit);
            clocks.run(Some(0));
        }
        assert_eq!(clocks.shown().left_ms, [57_500, 60_000]);
        clocks.end_turn(0);
        clocks.run(Some(1));
        assert_eq!(clocks.credit_ms(at(4_000, 300)), (300, 0), "the next turn is another's");
        let late = Arrival { came: UnixMs(4_000), now: UnixMs(6_000), lag_ms: 300 };
        assert_eq!(clocks.credit_ms(late), (300, 2_000), "what waits in the house costs nobody time");
    }

    #[test]
    fn a_long_game_is_given_back_no_more_lag_than_a_fair_player_needs() {
        let turns_of = |lag_ms: u32, turns: i64| {
            let mut clocks = ClockState::new(FISCHER, 2, UnixMs(0)).expect("clocks");
            let mut given = [0; 2];
            for turn in 0..2 * turns {
                let seat = (turn % 2) as Seat;
                clocks.run(Some(seat));
                let ms = (turn + 1) * 1_000;
                let (credit, _) = clocks.credit_ms(at(ms, lag_ms));
                clocks.settle(UnixMs(ms));
                given[usize::from(seat)] += clocks.give_back_lag(credit);
                clocks.end_turn(seat);
            }
            given
        };
        assert_eq!(turns_of(150, 100), [15_000; 2]);
        assert_eq!(turns_of(200, 100), [20_000; 2]);
        assert_eq!(turns_of(500, 100), [20_000; 2], "held back, an echo is no second clock");
    }

    #[test]
    fn a_wait_is_given_back_once_though_another_seat_spoke_in_between() {
        let mut clocks = ClockState::new(FISCHER, 2, UnixMs(0)).expect("clocks");
        clocks.run(Some(0));
        clocks.settle(UnixMs(10_000));
        let way = |came, now| Arrival { came: UnixMs(came), now: UnixMs(now), lag_ms: 0 };
        // Both wait from the tenth second on, and the clocks were settled in between.
        assert_eq!(clocks.waited_ms(way(10_000, 10_400)), 400);
        clocks.settle(UnixMs(10_400));
        clocks.give_back_wait(400);
        clocks.settle(UnixMs(10_600));
        assert_eq!(clocks.waited_ms(way(10_000, 10_900)), 500);
        clocks.settle(UnixMs(10_900));
        clocks.give_back_wait(500);
        assert_eq!(clocks.shown().left_ms, [50_000, 60_000]);
        // The house was away for a time in which the next message has waited.
        clocks.settle(UnixMs(20_000));
        assert_eq!(
            clocks.give_back_spans(&[Span::of_ms(9_000, 11_000), Span::of_ms(12_000, 15_000)]),
            Millis(1_000 + 100 + 3_000)
        );
        assert_eq!(clocks.waited_ms(way(13_000, 21_000)), 6_000);
        clocks.settle(UnixMs(21_000));
        clocks.give_back_wait(6_000);
        assert_eq!(clocks.shown().left_ms, [60_000 - 9_000 - 1_000, 60_000]);
        assert_eq!(clocks.charged, Charged::of(&[Span::of_ms(0, 9_000), Span::of_ms(11_000, 12_000)]));
    }

    #[test]
    fn a_clock_that_has_run_out_wakes_nobody_once_its_seat_has_left() {
        let mut clocks = ClockState::new(FISCHER, 3, UnixMs(0)).expect("clocks");
        clocks.run(Some(0));
        clocks.settle(UnixMs(60_000));
        clocks.run(Some(1));
        assert_eq!(clocks.earliest_flag(UnixMs(60_000), |seat| seat != 0), Some(UnixMs(120_000)));
    }

    #[test]
    fn by_correspondence_every_turn_has_its_days() {
        let mut clocks =
            ClockState::new(TimeControl::Correspondence { days: 1 }, 2, UnixMs(0)).expect("clocks");
        clocks.run(Some(1));
        clocks.settle(UnixMs(3_600_000));
        assert_eq!(clocks.shown().left_ms, [86_400_000, 82_800_000]);
        clocks.run(None);
        clocks.run(Some(1));
        assert_eq!(clocks.shown().left_ms, [86_400_000, 82_800_000], "a pause changes nothing");
        clocks.run(Some(0));
        assert_eq!(clocks.shown().left_ms, [86_400_000, 86_400_000]);
        assert_eq!(ClockState::new(TimeControl::None {}, 2, UnixMs(0)), None);
    }
}
