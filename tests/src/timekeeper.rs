//! Clock oracle: what clocks must show, worked out a second time from the events alone.

use cydonia_protocol::{Clocks, Event, EventKind, TableInfo, TimeControl};
use cydonia_rules::{Seat, Turn};

use crate::Folded;

/// Full clocks at the start of a game; none without a time control. Whoever moves first in a later game of a series, or in a game of a tournament, has ten
/// seconds more, where the clock counts in minutes.
pub(crate) fn at_start(info: &TableInfo, owes: Option<Seat>, turn: Option<Turn>) -> Option<Clocks> {
    let mut left_ms = vec![info.clock.initial_ms()?; info.seats.len()];
    let is_later = info.tournament.is_some() || info.series.as_ref().is_some_and(|series| series.number > 1);
    if let Some(Turn::Act { seat } | Turn::Roll { seat }) = turn
        && is_later
        && matches!(info.clock, TimeControl::Fischer { .. })
    {
        left_ms[usize::from(seat)] += 10_000;
    }
    Some(Clocks { left_ms, running: owes })
}

/// The clocks after an event, from those at `before_ms` and the table as the event leaves it.
pub(crate) fn after(before: &Clocks, before_ms: i64, event: &Event, table: &Folded) -> Clocks {
    let mut left_ms = before.left_ms.clone();
    let given_back_ms = match event.what {
        EventKind::Act { lag_ms, .. } => i64::from(lag_ms),
        EventKind::Outage { credit_ms } => credit_ms,
        _ => 0,
    } + i64::from(event.wait_ms);
    if let Some(seat) = before.running {
        left_ms[usize::from(seat)] -= (event.ms - before_ms).max(0) - given_back_ms;
    }
    if let EventKind::Act { seat, .. } = event.what {
        // Only with dice does a turn take several actions.
        let goes_on = table.dice.is_some() && table.turn() == Some(Turn::Act { seat });
        if !goes_on && table.turn() != Some(Turn::Over {}) {
            let left = &mut left_ms[usize::from(seat)];
            *left = table.info.clock.after_turn(*left);
        }
    }
    if let EventKind::Swap { seat } = event.what {
        // It ends a turn, and each takes their time along.
        let left = &mut left_ms[usize::from(seat)];
        *left = table.info.clock.after_turn(*left);
        left_ms.reverse();
    }
    let running = table.owes().filter(|_| !table.paused);
    if let Some(stops) = before.running.filter(|_| before.running != running) {
        let left = &mut left_ms[usize::from(stops)];
        *left = if running.is_some() { table.info.clock.after_stop(*left) } else { (*left).max(0) };
    }
    Clocks { left_ms, running }
}
