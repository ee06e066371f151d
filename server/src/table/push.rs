//! Web Push: whom a table waits for that does not look at it is told, and told no more once they do.

use cydonia_protocol::{Player, PushReason, PushTable, SeatState, TableInfo, TimeControl};
use cydonia_rules::{GameKind, Seat};
use cydonia_table::{Table, UnixMs};
use uuid::Uuid;

use super::actor::TableActor;
use crate::context::Context;
use crate::limits;
use crate::outbox::Outbox;
use crate::push::Awaited;
use crate::store::holders;
use crate::text::Company;

/// Whom a table waited for before something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Await {
    /// The seats that nobody had taken, one bit each; none once everybody was found.
    free: u32,
    /// Those for whom one is kept.
    kept: Vec<Uuid>,
    to_act: Option<Uuid>,
    is_over: bool,
}

impl Await {
    pub(super) fn of(table: &Table) -> Self {
        let free =
            |bits, (place, seat): (usize, &SeatState)| bits | (u32::from(seat.sitter().is_none()) << place);
        let to_act = table.seat_to_act().and_then(|seat| person(table, seat)).map(|player| player.id);
        Self {
            free: table.seats.iter().enumerate().fold(0, free),
            kept: table.seats.iter().filter_map(SeatState::kept_for).map(|player| player.id).collect(),
            to_act,
            is_over: table.is_over(),
        }
    }
}

impl TableActor {
    /// Something has happened: whoever is waited for now, and does not look, is to be told.
    pub(super) fn note_awaited(&self, before: &Await) {
        let Some(table) = &self.table else { return };
        let now = Await::of(table);
        if now == *before {
            return;
        }
        for player in before.kept.iter().filter(|player| !now.kept.contains(player)) {
            self.context.push.settled(*player, self.id);
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

    /// Somebody looks at the table, whom it may have waited for.
    pub(super) fn note_seen(&self, outbox: &Outbox) {
        let (Some(table), Some(player)) = (&self.table, outbox.player_at(self.id)) else { return };
        if holders(&table.seats).any(|holder| holder == player.id) {
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
        let others = others.filter_map(|(_, seat)| seat.sitter()).map(|player| company.shown(player));
        let told = told(self.id, table.info().game, why, others);
        Awaited { table: told, until_ms: self.context.clock.running_ms() + left_ms, is_urgent }
    }
}

/// There is a new table: whoever is challenged there is to be told, until they answer, or it is gone.
pub(super) fn note_challenged(context: &Context, info: &TableInfo, challenged: &[Uuid]) {
    let is_urgent = info.clock.is_live();
    let kept = if is_urgent { limits::PUSH_KEPT_LIVE } else { limits::PUSH_KEPT };
    let until_ms = context.clock.running_ms() + kept.as_millis() as i64;
    for player in challenged.iter().copied() {
        let company = Company::of(&info.seats);
        let others = info.seats.iter().filter_map(SeatState::sitter).map(|player| company.shown(player));
        let table = told(info.id, info.game.clone(), PushReason::Challenge, others);
        context.push.awaits(player, Awaited { table, until_ms, is_urgent });
    }
}

fn told(table: Uuid, game: String, why: PushReason, others: impl Iterator<Item = String>) -> PushTable {
    let title = GameKind::from_id(&game).map_or_else(|| game.clone(), |kind| kind.info().title.to_owned());
    PushTable { table, game, title, why, with: others.take(limits::PUSH_OTHERS).collect() }
}

/// The people who sit at a table.
fn people(table: &Table) -> impl Iterator<Item = (Seat, &Player)> {
    table.seat_numbers().filter_map(|seat| Some((seat, person(table, seat)?)))
}

/// Whoever sits there and is no computer.
pub(super) fn person(table: &Table, seat: Seat) -> Option<&Player> {
    table.seats.get(usize::from(seat))?.sitter().filter(|player| player.computer.is_none())
}
