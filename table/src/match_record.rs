//! A finished game as the document tells it.

use cydonia_protocol::{
    Event, EventKind, MatchRecord, NamedPosition, RecordedMove, Standstill, StandstillReason,
};
use cydonia_rules::Seat;

use super::journal::{CorruptData, Finished};
use super::state::Table;

/// What is told with each entry of a line, beside what it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineDetail {
    /// What its seat had left on the clock.
    pub clocks: bool,
    /// The position in which it came.
    pub positions: bool,
}

impl Table {
    /// A finished game whole, played through again. `between` is called again and again: whoever replays a long game has other
    /// things to see to.
    ///
    /// # Errors
    /// If its line does not replay, or not to the result that is kept.
    pub fn match_record(
        kept: Finished,
        detail: LineDetail,
        mut between: impl FnMut(),
    ) -> Result<MatchRecord, CorruptData> {
        let mut table = Self::of_match(&kept);
        let (mut line, mut standstills) = (Vec::new(), Standstills::default());
        for stamped in &kept.packed.unpack_stepwise(&mut between)? {
            let game = table.game().filter(|_| detail.positions);
            let mut position = game.and_then(NamedPosition::of);
            for event in table.replay(std::slice::from_ref(stamped))? {
                standstills.see(&event);
                let entry = recorded(event, detail.clocks);
                line.extend(entry.map(|entry| RecordedMove { position: position.take(), ..entry }));
            }
            between();
        }
        table.check_end(&kept)?;
        Ok(MatchRecord {
            summary: kept.summary,
            pie: kept.packed.pie,
            rules_version: kept.packed.rules_version,
            line,
            standstills: standstills.found,
        })
    }
}

/// A finished game whole, by the events of its replay.
#[must_use]
pub fn match_record(kept: Finished, events: Vec<Event>) -> MatchRecord {
    let mut standstills = Standstills::default();
    events.iter().for_each(|event| standstills.see(event));
    MatchRecord {
        summary: kept.summary,
        pie: kept.packed.pie,
        rules_version: kept.packed.rules_version,
        line: events.into_iter().filter_map(|event| recorded(event, false)).collect(),
        standstills: standstills.found,
    }
}

/// When no clock ran, as the events tell it one after another.
#[derive(Default)]
struct Standstills {
    found: Vec<Standstill>,
    /// Since when there is a pause.
    paused: Option<i64>,
}

impl Standstills {
    fn see(&mut self, event: &Event) {
        let (why, from_ms) = match event.what {
            EventKind::Pause {} => {
                self.paused = Some(event.ms);
                return;
            }
            EventKind::Outage { credit_ms } => (StandstillReason::Outage, event.ms.saturating_sub(credit_ms)),
            // A pause ends with the game, too.
            EventKind::Resume { .. } | EventKind::Finish { .. } => match self.paused.take() {
                Some(from) => (StandstillReason::Pause, from),
                None => return,
            },
            _ => return,
        };
        self.found.push(Standstill { why, from_ms, until_ms: event.ms });
    }
}

/// An event as the document tells it, if it is part of the line.
fn recorded(event: Event, with_clocks: bool) -> Option<RecordedMove> {
    let Event { ms, clocks, wait_ms, .. } = event;
    let clocks = clocks.filter(|_| with_clocks);
    let left_ms =
        |seat: Seat| clocks.as_ref().and_then(|clocks| clocks.left_ms.get(usize::from(seat)).copied());
    let bare = |seat| RecordedMove {
        seat,
        ms,
        credit_ms: wait_ms,
        left_ms: left_ms(seat),
        ..RecordedMove::default()
    };
    match event.what {
        EventKind::Act { seat, action, lag_ms, .. } => Some(RecordedMove {
            action: Some(action),
            credit_ms: wait_ms.saturating_add(lag_ms),
            ..bare(seat)
        }),
        EventKind::Roll { seat, dice, .. } => Some(RecordedMove { roll: Some(dice), ..bare(seat) }),
        EventKind::Lost { seat, .. } => Some(RecordedMove { lost: true, ..bare(seat) }),
        EventKind::Swap { seat } => Some(RecordedMove { swap: true, ..bare(seat) }),
        EventKind::Undo { seat } => Some(RecordedMove { undo: true, ..bare(seat) }),
        EventKind::Takeback { seat, actions } => Some(RecordedMove { takeback: Some(actions), ..bare(seat) }),
        EventKind::Leave { seat, reason } => Some(RecordedMove { left: Some(reason), ..bare(seat) }),
        EventKind::Takeover { seat, of, .. } => Some(RecordedMove { takeover_of: Some(of), ..bare(seat) }),
        _ => None,
    }
}
