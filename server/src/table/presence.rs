//! Presence: who of the players is there, and since when not. Known only while the table is awake, and kept nowhere.

use cydonia_protocol::{Presence, TimeControl};
use cydonia_rules::Seat;
use cydonia_table::Table;

use crate::limits;

/// Who is away, and what was last told of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Absences {
    /// For each seat since when it is away; none while it is there.
    since_ms: Vec<Option<i64>>,
    /// Since when somebody who plays is there, if somebody is.
    company_ms: Option<i64>,
    told: Vec<Presence>,
}

impl Absences {
    /// Brings it up to date with who is there now; true if that is to be told.
    pub(super) fn update(&mut self, table: &Table, now_ms: i64, is_here: impl Fn(Seat) -> bool) -> bool {
        let next: Vec<Option<i64>> = table
            .seats()
            .map(|seat| {
                let sits = table.is_in(seat);
                (sits && !is_here(seat)).then(|| self.since_ms(seat).unwrap_or(now_ms))
            })
            .collect();
        self.since_ms = next;
        let somebody_is_there = table.seats().any(|seat| table.is_in(seat) && self.since_ms(seat).is_none());
        self.company_ms = somebody_is_there.then(|| self.company_ms.unwrap_or(now_ms));
        let shown = self.shown(table);
        let changed = shown != self.told;
        self.told = shown;
        changed
    }

    fn since_ms(&self, seat: Seat) -> Option<i64> {
        self.since_ms.get(usize::from(seat)).copied().flatten()
    }

    /// When a seat's absence counts, if it is away and its absence ever counts: only while the game is on is anybody
    /// waited for. With a live clock somebody must be there to wait.
    pub(super) fn until_ms(&self, table: &Table, seat: Seat) -> Option<i64> {
        let patience = match table.clock {
            TimeControl::None {} => limits::CLAIM_AFTER,
            TimeControl::Fischer { .. } => limits::ABANDONED_AFTER,
            TimeControl::Correspondence { .. } => return None,
        };
        let on = table.playing().filter(|on| on.paused_ms().is_none())?;
        let waited_since_ms = if table.clock.is_live() { self.company_ms? } else { on.on_since_ms };
        let since_ms = self.since_ms(seat)?.max(on.on_since_ms).max(waited_since_ms);
        Some(since_ms + patience.as_millis() as i64)
    }

    /// The seat that has walked off and when: with a live clock, while somebody else is there to be wronged.
    pub(super) fn abandoned(&self, table: &Table) -> Option<(i64, Seat)> {
        if !table.clock.is_live() {
            return None;
        }
        let playing = table.seats().filter(|seat| table.is_in(*seat));
        playing.filter_map(|seat| Some((self.until_ms(table, seat)?, seat))).min()
    }

    /// Whether the others may have that seat leave: in games without a clock.
    pub(super) fn is_claimable(&self, table: &Table, seat: Seat, now_ms: i64) -> bool {
        let has_no_clock = table.clock == TimeControl::None {};
        has_no_clock && self.until_ms(table, seat).is_some_and(|until| until <= now_ms)
    }

    /// Whether all who play are there.
    pub(super) fn is_nobody_away(&self) -> bool {
        self.since_ms.iter().all(Option::is_none)
    }

    /// As it is shown.
    pub(super) fn shown(&self, table: &Table) -> Vec<Presence> {
        let presence = |seat| match self.since_ms(seat) {
            None => Presence::Here {},
            Some(since_ms) => Presence::Away { since_ms, until_ms: self.until_ms(table, seat) },
        };
        table.seats().map(presence).collect()
    }
}
