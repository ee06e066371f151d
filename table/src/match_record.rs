//! A finished game as a document: its line, entry by entry.

use std::collections::HashMap;

use cydonia_protocol::{Event, EventKind, MatchRecord, RecordedMove, Standstill, StandstillReason};
use cydonia_rules::Seat;

use crate::Table;
use crate::journal::{CorruptData, Finished};

/// A finished game as the document tells it.
///
/// # Errors
/// If its line does not replay.
pub fn match_record(
    kept: Finished,
    events: Vec<Event>,
    detail: LineDetail,
    between: impl FnMut(),
) -> Result<MatchRecord, CorruptData> {
    let mut positions = match detail.positions {
        true => Table::named_positions(&kept, between)?,
        false => HashMap::new(),
    };
    let entry = |event: Event| {
        let position = positions.remove(&event.n);
        Some(RecordedMove { position, ..recorded(event, detail.clocks)? })
    };
    Ok(MatchRecord {
        standstills: standstills(&events),
        line: events.into_iter().filter_map(entry).collect(),
        summary: kept.summary,
        pie: kept.packed.pie,
        rules_version: kept.packed.rules_version,
    })
}

/// When no clock ran.
fn standstills(events: &[Event]) -> Vec<Standstill> {
    let mut found = Vec::new();
    let mut paused = None;
    for event in events {
        let stood = match event.what {
            EventKind::Pause {} => {
                paused = Some(event.ms);
                continue;
            }
            EventKind::Outage { credit_ms } => (StandstillReason::Outage, event.ms.saturating_sub(credit_ms)),
            // A pause ends with the game, too.
            EventKind::Resume { .. } | EventKind::Finish { .. } => match paused.take() {
                Some(from) => (StandstillReason::Pause, from),
                None => continue,
            },
            _ => continue,
        };
        found.push(Standstill { why: stood.0, from_ms: stood.1, until_ms: event.ms });
    }
    found
}

/// What is told with each entry of a line, beside what it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineDetail {
    /// What its seat had left on the clock.
    pub clocks: bool,
    /// The position in which it came.
    pub positions: bool,
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
