//! Deadlines: when a table next wants attention though nobody asks for it.

use super::state::Table;
use super::time::UnixMs;
use crate::limits;

impl Table {
    /// When a full table's seats must be ready.
    #[must_use]
    pub fn ready_by(&self) -> Option<UnixMs> {
        let within =
            if self.is_bound() { limits::series_ready_within(&self.clock) } else { limits::READY_WITHIN };
        self.waiting()?.ready_by(within)
    }

    /// When it is closed as one at which nobody is, while it has not begun.
    #[must_use]
    pub fn expires(&self) -> Option<UnixMs> {
        Some(self.waiting()?.attended + limits::open_kept(&self.clock).into())
    }

    /// Since when the running clock can have lost time in this turn, if one runs.
    #[must_use]
    pub fn turn_since(&self) -> Option<UnixMs> {
        self.clocks()?.turn_since()
    }

    /// A time before which the table needs nobody's attention, if it will ever need it without being asked.
    #[must_use]
    pub fn deadline(&self, now: UnixMs) -> Option<UnixMs> {
        let flag = self.clocks().and_then(|clocks| clocks.earliest_flag(now, |seat| self.can_run_out(seat)));
        let alone = self.left_alone_until().map(|until| until.max(now + limits::LEFT_ALONE_AGAIN.into()));
        [flag, self.ready_by(), self.expires(), alone].into_iter().flatten().min()
    }
}
