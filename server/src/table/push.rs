//! Web Push: whom a table waits for that does not look at it is told, and told no more once they do.

use cydonia_protocol::{Player, PushReason, PushTable, SeatState, TimeControl};
use cydonia_rules::{GameKind, Seat};
use cydonia_table::{Table, UnixMs};
use uuid::Uuid;

use super::actor::TableActor;
use crate::limits;
use crate::push::Awaited;
use crate::text::Company;

/// Whom a table waited for before something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Await {
    /// The seats that nobody had taken, one bit each; none once everybody was found.
    free: u32,
    to_act: Option<Uuid>,
    is_over: bool,
}

impl Await {
    pub(super) fn of(table: &Table) -> Self {
        let free =
            |bits, (place, seat): (usize, &SeatState)| bits | (u32::from(seat.sitter().is_none()) << place);
        let to_act = table.seat_to_act().and_then(|seat| person(table, seat)).map(|player| player.id);
        Self { free: table.seats.iter().enumerate().fold(0, free), to_act, is_over: table.is_over() }
    }
}

impl TableActor {
    /// Something has happened: whoever is waited for now, and does not look, is to be told.
    pub(super) fn note_awaited(&self, before: Await) {
        let Some(table) = &self.table else { return };
        let now = Await::of(table);
        if now == before {
            return;
        }
        if before.free == 0 && (now.is_over || now.free != 0) {
            for (_, player) in people(table) {
                self.context.push.settled(player.id, self.id);
            }
            return;
        }
        if let Some(player) = before.to_act.filter(|_| before.to_act != now.to_act) {
            self.context.push.settled(player, self.id);
        }
        let absent = people(table).filter(|(seat, _)| !self.attends(*seat));
        if now.free == 0 && before.free != 0 && !now.is_over {
            // Whoever has only just sat down knows.
            for (seat, player) in absent.filter(|(seat, _)| (before.free >> seat) & 1 == 0) {
                self.context.push.awaits(player.id, self.awaited(table, seat, PushReason::Opponent));
            }
        } else if before.to_act != now.to_act {
            for (seat, player) in absent.filter(|(_, player)| Some(player.id) == now.to_act) {
                self.context.push.awaits(player.id, self.awaited(table, seat, PushReason::Turn));
            }
        }
    }

    /// Whoever sits there looks at the table.
    pub(super) fn note_seen(&self, seat: Seat) {
        if let Some(player) = self.table.as_ref().and_then(|table| person(table, seat)) {
            self.context.push.settled(player.id, self.id);
        }
    }

    /// Whether whoever sits there looks at this table, and not at many.
    fn attends(&self, seat: Seat) -> bool {
        self.watchers.iter().any(|watcher| watcher.attends(seat))
    }

    fn awaited(&self, table: &Table, seat: Seat, why: PushReason) -> Awaited {
        let is_live = table.clock.is_live();
        let is_urgent = is_live || why == PushReason::Opponent;
        let kept = if is_urgent { limits::PUSH_KEPT_LIVE } else { limits::PUSH_KEPT };
        let now = self.now();
        let left_ms = match (table.clock, table.deadline(now)) {
            (TimeControl::None {}, _) | (_, None) => i64::MAX,
            (_, Some(UnixMs(deadline_ms))) => (deadline_ms - now.0).max(0),
        };
        let left_ms = left_ms.min(kept.as_millis() as i64);
        let company = Company::of(&table.seats);
        let others = table.seats.iter().enumerate().filter(|(place, _)| *place != usize::from(seat));
        let names = others.filter_map(|(_, seat)| seat.sitter()).map(|player| company.shown(player));
        let with = names.take(limits::PUSH_OTHERS).collect();
        let game = table.info().game;
        let title =
            GameKind::from_id(&game).map_or_else(|| game.clone(), |kind| kind.info().title.to_owned());
        let told = PushTable { table: self.id, game, title, why, with };
        Awaited { table: told, until_ms: self.context.clock.running_ms() + left_ms, is_urgent }
    }
}

/// The people who sit at a table.
fn people(table: &Table) -> impl Iterator<Item = (Seat, &Player)> {
    table.seat_numbers().filter_map(|seat| Some((seat, person(table, seat)?)))
}

/// Whoever sits there and is no computer.
pub(super) fn person(table: &Table, seat: Seat) -> Option<&Player> {
    table.seats.get(usize::from(seat))?.sitter().filter(|player| player.computer.is_none())
}
