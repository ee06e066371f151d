//! The clocks of one table. They are worked out from the times of the records alone, so that a replay shows the same.

use cydonia_protocol::{Clocks, TimeControl};
use cydonia_rules::Seat;

use crate::limits;

/// How a message came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// When it came in.
    pub came_ms: i64,
    /// When its turn has come.
    pub now_ms: i64,
    /// How long it was under way through the net.
    pub lag_ms: u32,
}

/// Clocks that count down, one at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClockState {
    control: TimeControl,
    /// Below zero only while a message that was sent in time may still be under way.
    left_ms: Vec<i64>,
    running: Option<Seat>,
    /// When `left_ms` was true.
    since_ms: i64,
    /// How long the running clock has run in this turn, but for what was given back.
    ran_ms: i64,
    /// What was given back in this turn for the way through the net.
    lag_ms: i64,
}

impl ClockState {
    /// Full clocks, all standing still; none for a table without clocks.
    pub(super) fn new(control: TimeControl, seats: usize, ms: i64) -> Option<Self> {
        let left_ms = vec![control.initial_ms()?; seats];
        Some(Self { control, left_ms, running: None, since_ms: ms, ran_ms: 0, lag_ms: 0 })
    }

    /// Takes the time since the last record off the running clock.
    pub(super) fn settle(&mut self, ms: i64) {
        // The machine's clock may have been set back meanwhile.
        let passed = (ms - self.since_ms).max(0);
        self.since_ms += passed;
        if let Some(seat) = self.running {
            self.left_ms[usize::from(seat)] -= passed;
            self.ran_ms += passed;
        }
    }

    /// Gives the running clock time back, but never more than it has lost.
    pub(super) fn give_back(&mut self, credit_ms: i64) {
        if let Some(seat) = self.running {
            let credit_ms = credit_ms.min(self.ran_ms);
            self.left_ms[usize::from(seat)] += credit_ms;
            self.ran_ms -= credit_ms;
        }
    }

    /// Gives the running clock time back for the way through the net.
    pub(super) fn give_back_lag(&mut self, lag_ms: u32) {
        self.give_back(lag_ms.into());
        self.lag_ms += i64::from(lag_ms);
    }

    /// How much of that lag this turn may still be given back: a turn of many actions gets no more than one of one.
    pub(super) fn lag_allowed_ms(&self, lag_ms: u32) -> i64 {
        i64::from(lag_ms).min(limits::LAG.as_millis() as i64 - self.lag_ms).max(0)
    }

    /// What an action is given back for its way: through the net as much as is allowed, in the house everything.
    pub(super) fn lag_credit_ms(&self, way: Way) -> u32 {
        let Way { came_ms, now_ms, lag_ms } = way;
        let lost_ms = self.ran_ms + (now_ms - self.since_ms).max(0);
        let waited_ms = (now_ms - came_ms).max(0);
        u32::try_from((self.lag_allowed_ms(lag_ms) + waited_ms).min(lost_ms)).unwrap_or(u32::MAX)
    }

    /// What a seat gets for having ended a turn.
    pub(super) fn end_turn(&mut self, seat: Seat) {
        let left = &mut self.left_ms[usize::from(seat)];
        *left = self.control.after_turn(*left);
        (self.ran_ms, self.lag_ms) = (0, 0);
    }

    /// Lets that seat's clock run from now on; or none, in a pause, after which the same goes on.
    pub(super) fn run(&mut self, seat: Option<Seat>) {
        if seat == self.running {
            return;
        }
        if let Some(before) = self.running {
            let left = &mut self.left_ms[usize::from(before)];
            *left = if seat.is_some() { self.control.after_stop(*left) } else { (*left).max(0) };
        }
        self.running = seat;
        (self.ran_ms, self.lag_ms) = (0, 0);
    }

    /// The seat whose clock runs.
    pub(super) fn running(&self) -> Option<Seat> {
        self.running
    }

    /// Since when the running clock runs.
    pub(super) fn since_ms(&self) -> i64 {
        self.since_ms
    }

    /// When the running clock will be at its end.
    pub(super) fn flag_ms(&self) -> Option<i64> {
        self.running.map(|seat| self.since_ms + self.left_ms[usize::from(seat)])
    }

    /// A time before which no flag can fall, whoever moves how fast: the running clock at its end, or another's that
    /// is still in the game and begins to run now.
    pub(super) fn earliest_flag_ms(&self, now_ms: i64, is_in: impl Fn(Seat) -> bool) -> Option<i64> {
        let (running, flag_ms) = (self.running?, self.flag_ms()?);
        let others = (0..).zip(&self.left_ms).filter(|(seat, _)| *seat != running && is_in(*seat));
        Some(others.map(|(_, left)| now_ms + left).fold(flag_ms, i64::min))
    }

    /// As they are shown with an event.
    pub(super) fn shown(&self) -> Clocks {
        Clocks { left_ms: self.left_ms.clone(), running: self.running }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 60, increment_s: 2 };

    fn at(now_ms: i64, lag_ms: u32) -> Way {
        Way { came_ms: now_ms, now_ms, lag_ms }
    }

    #[test]
    fn the_running_clock_alone_counts_down_and_a_turn_brings_its_increment() {
        let mut clocks = ClockState::new(FISCHER, 2, 1_000).expect("clocks");
        clocks.run(Some(0));
        clocks.settle(11_000);
        clocks.end_turn(0);
        clocks.run(Some(1));
        assert_eq!(clocks.shown(), Clocks { left_ms: vec![52_000, 60_000], running: Some(1) });
        assert_eq!(
            (clocks.flag_ms(), clocks.earliest_flag_ms(11_000, |_| true)),
            (Some(71_000), Some(63_000))
        );
        assert_eq!(
            clocks.earliest_flag_ms(15_000, |_| true),
            Some(67_000),
            "seat 0 has lost nothing by seat 1's waiting"
        );
        assert_eq!(clocks.earliest_flag_ms(30_000, |_| true), Some(71_000));
        clocks.settle(12_000);
        clocks.give_back_lag(400);
        assert_eq!(clocks.shown().left_ms, [52_000, 59_400]);
        clocks.run(None);
        clocks.settle(900_000);
        assert_eq!(clocks.shown().left_ms, [52_000, 59_400]);
        assert_eq!((clocks.flag_ms(), clocks.earliest_flag_ms(0, |_| true)), (None, None));
    }

    #[test]
    fn what_is_given_back_is_never_more_than_was_lost_and_time_never_runs_back() {
        let mut clocks = ClockState::new(FISCHER, 2, 1_000).expect("clocks");
        clocks.run(Some(0));
        assert_eq!(clocks.lag_credit_ms(at(1_100, 300)), 100);
        clocks.settle(1_100);
        clocks.give_back(500);
        clocks.settle(500);
        assert_eq!(clocks.shown().left_ms, [60_000, 60_000]);
        clocks.settle(2_100);
        assert_eq!(clocks.shown().left_ms, [59_000, 60_000]);
        clocks.settle(900_000);
        assert_eq!(clocks.flag_ms(), Some(61_100), "a flag that has fallen does not rise again");
    }

    #[test]
    fn a_turn_of_many_actions_is_given_back_no_more_lag_than_one_of_one() {
        let mut clocks = ClockState::new(FISCHER, 2, 0).expect("clocks");
        clocks.run(Some(0));
        for (ms, credit) in [(1_000, 300), (2_000, 200), (3_000, 0)] {
            assert_eq!(clocks.lag_credit_ms(at(ms, 300)), credit);
            clocks.settle(ms);
            clocks.give_back_lag(credit);
            clocks.run(Some(0));
        }
        assert_eq!(clocks.shown().left_ms, [57_500, 60_000]);
        clocks.end_turn(0);
        clocks.run(Some(1));
        assert_eq!(clocks.lag_credit_ms(at(4_000, 300)), 300, "the next turn is another's");
        let late = Way { came_ms: 4_000, now_ms: 6_000, lag_ms: 300 };
        assert_eq!(clocks.lag_credit_ms(late), 2_300, "what waits in the house costs nobody time");
    }

    #[test]
    fn a_clock_that_has_run_out_wakes_nobody_once_its_seat_has_left() {
        let mut clocks = ClockState::new(FISCHER, 3, 0).expect("clocks");
        clocks.run(Some(0));
        clocks.settle(60_000);
        clocks.run(Some(1));
        assert_eq!(clocks.earliest_flag_ms(60_000, |seat| seat != 0), Some(120_000));
    }

    #[test]
    fn by_correspondence_every_turn_has_its_days() {
        let mut clocks = ClockState::new(TimeControl::Correspondence { days: 1 }, 2, 0).expect("clocks");
        clocks.run(Some(1));
        clocks.settle(3_600_000);
        assert_eq!(clocks.shown().left_ms, [86_400_000, 82_800_000]);
        clocks.run(None);
        clocks.run(Some(1));
        assert_eq!(clocks.shown().left_ms, [86_400_000, 82_800_000], "a pause changes nothing");
        clocks.run(Some(0));
        assert_eq!(clocks.shown().left_ms, [86_400_000, 86_400_000]);
        assert_eq!(ClockState::new(TimeControl::None {}, 2, 0), None);
    }
}
