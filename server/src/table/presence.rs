//! Presence: who of the players is there, and since when not. Known only while the table is awake, and kept nowhere.

use cydonia_protocol::{Presence, TimeControl};
use cydonia_rules::Seat;
use cydonia_table::{Table, UnixMs};

use crate::limits;

/// Who is away, and what was last told of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Absences {
    /// For each seat since when it is away; none while it is there.
    since: Vec<Option<UnixMs>>,
    /// Since when one of the people who play is there, if anybody is: no computer is wronged by having to wait.
    company: Option<UnixMs>,
    told: Vec<Presence>,
}

impl Absences {
    /// Brings it up to date with who is there now; true if that is to be told.
    pub(super) fn update(&mut self, table: &Table, now: UnixMs, is_here: impl Fn(Seat) -> bool) -> bool {
        let next: Vec<Option<UnixMs>> = table
            .seat_numbers()
            .map(|seat| {
                // A computer is never away.
                (is_person_in(table, seat) && !is_here(seat)).then(|| self.since(seat).unwrap_or(now))
            })
            .collect();
        self.since = next;
        let somebody_is_there =
            table.seat_numbers().any(|seat| is_person_in(table, seat) && self.since(seat).is_none());
        self.company = somebody_is_there.then(|| self.company.unwrap_or(now));
        let shown = self.shown(table);
        let changed = shown != self.told;
        self.told = shown;
        changed
    }

    fn since(&self, seat: Seat) -> Option<UnixMs> {
        self.since.get(usize::from(seat)).copied().flatten()
    }

    /// When a seat's absence counts, if it is away and its absence ever counts: only while the game is on is anybody
    /// waited for. With a live clock somebody must be there to wait.
    pub(super) fn until(&self, table: &Table, seat: Seat) -> Option<UnixMs> {
        let patience = match table.clock {
            TimeControl::None {} => limits::CLAIM_AFTER,
            TimeControl::Fischer { .. } => limits::ABANDONED_AFTER,
            TimeControl::Correspondence { .. } => return None,
        };
        let on = table.playing().filter(|on| on.paused().is_none())?;
        let waited_since = if table.clock.is_live() { self.company? } else { on.on_since };
        Some(self.since(seat)?.max(on.on_since).max(waited_since) + patience.into())
    }

    /// The seat that has walked off and when: with a live clock, while somebody else is there to be wronged.
    pub(super) fn abandoned(&self, table: &Table) -> Option<(UnixMs, Seat)> {
        if !table.clock.is_live() {
            return None;
        }
        let playing = table.seat_numbers().filter(|seat| table.is_in(*seat));
        playing.filter_map(|seat| Some((self.until(table, seat)?, seat))).min()
    }

    /// Whether the others may have that seat leave: in games without a clock.
    pub(super) fn is_claimable(&self, table: &Table, seat: Seat, now: UnixMs) -> bool {
        let has_no_clock = table.clock == TimeControl::None {};
        has_no_clock && self.until(table, seat).is_some_and(|until| until <= now)
    }

    /// Whether all who play are there.
    pub(super) fn is_nobody_away(&self) -> bool {
        self.since.iter().all(Option::is_none)
    }

    /// As it is shown.
    pub(super) fn shown(&self, table: &Table) -> Vec<Presence> {
        let presence = |seat| match self.since(seat) {
            None => Presence::Here {},
            Some(UnixMs(since_ms)) => {
                let until_ms = self.until(table, seat).map(|UnixMs(ms)| ms);
                Presence::Away { since_ms, until_ms }
            }
        };
        table.seat_numbers().map(presence).collect()
    }
}

/// Whether a person plays at that seat.
fn is_person_in(table: &Table, seat: Seat) -> bool {
    table.is_in(seat) && table.computer_at(seat).is_none()
}
