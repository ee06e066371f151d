//! Whom a table waits for that does not look at it is told by Web Push, and told no more once they do; and by e-mail, once a day, if it
//! still does.

use cydonia_protocol::{
    EventKind, Player, PushReason, PushTable, SeatState, TableInfo, TableStatus, TimeControl,
};
use cydonia_rules::{GameKind, Seat};
use cydonia_table::{Table, UnixMs};
use uuid::Uuid;

use super::actor::TableActor;
use super::persist::load;
use crate::context::Context;
use crate::limits;
use crate::mail::Waits;
use crate::outbox::Outbox;
use crate::push::Awaited;
use crate::store::{StoreError, holders};
use crate::text::Company;

/// Whom a table waited for before something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Await {
    /// The seats that nobody had taken, one bit each; none once everybody was found.
    free: u32,
    /// Those for whom one is kept.
    kept: Vec<Uuid>,
    turn_of: Option<Uuid>,
    is_over: bool,
}

impl Await {
    pub(super) fn of(table: &Table) -> Self {
        let free =
            |bits, (place, seat): (usize, &SeatState)| bits | (u32::from(seat.sitter().is_none()) << place);
        let turn_of = whose_turn(table).map(|player| player.id);
        Self {
            free: table.seats.iter().enumerate().fold(0, free),
            kept: table.seats.iter().filter_map(SeatState::kept_for).map(|player| player.id).collect(),
            turn_of,
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
        if let Some(player) = before.turn_of.filter(|_| before.turn_of != now.turn_of) {
            self.context.push.settled(player, self.id);
        }
        let absent = people(table).filter(|(seat, _)| !self.attends(*seat));
        if now.free == 0 && before.free != 0 && !now.is_over {
            // Whoever has only just sat down knows.
            for (_, player) in absent.filter(|(seat, _)| (before.free >> seat) & 1 == 0) {
                self.context.push.awaits(player.id, self.awaited(table, player.id, PushReason::Opponent));
            }
        } else if before.turn_of != now.turn_of {
            for (_, player) in absent.filter(|(_, player)| Some(player.id) == now.turn_of) {
                self.context.push.awaits(player.id, self.awaited(table, player.id, PushReason::Turn));
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

    fn awaited(&self, table: &Table, player: Uuid, why: PushReason) -> Awaited {
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
        let with = others(&company, &table.seats, player);
        let told = told(self.id, table.info().game, why, with);
        Awaited { table: told, until_ms: self.context.clock.running_ms() + left_ms, is_urgent }
    }
}

/// What waits for somebody at a table of theirs, where there is time; none if nothing does.
///
/// # Errors
/// If the store fails, or the table is damaged.
pub(crate) async fn waits_for(
    context: &Context,
    info: &TableInfo,
    player: Uuid,
) -> Result<Option<Waits>, StoreError> {
    if info.clock.is_live() {
        return Ok(None);
    }
    let waits = |seats: &[SeatState], is_challenge, since_ms, until_ms| {
        let with = others(&Company::of(seats), seats, player);
        Waits { table: info.id, title: title(&info.game), with, is_challenge, since_ms, until_ms }
    };
    let is_kept = |seat: &SeatState| seat.kept_for().is_some_and(|kept| kept.id == player);
    if info.status == TableStatus::Open && info.seats.iter().any(is_kept) {
        let challenge = waits(&info.seats, true, info.created_ms, None);
        // One of nobody who is still there is none.
        return Ok(Some(challenge).filter(|challenge| !challenge.with.is_empty()));
    }
    if info.status != TableStatus::Playing {
        return Ok(None);
    }
    let Some((table, events)) = load(context, info.id).await? else { return Ok(None) };
    if table.is_over() || whose_turn(&table).is_none_or(|waited_for| waited_for.id != player) {
        return Ok(None);
    }
    let now = UnixMs(context.clock.now_ms());
    let until = table.deadline(now).filter(|_| !matches!(table.clock, TimeControl::None {}));
    let since_ms = events
        .iter()
        .rev()
        .find(|event| may_pass_turn(&event.what))
        .map_or(info.created_ms, |event| event.ms);
    Ok(Some(waits(&table.seats, false, since_ms, until.map(|until| until.0))))
}

/// Whether the turn may be another's afterwards: what is only offered or said makes nobody's another.
fn may_pass_turn(event: &EventKind) -> bool {
    use EventKind::{Act, Leave, Lost, Resume, Roll, Share, Start, Swap, Takeback, Takeover};
    matches!(
        event,
        Start { .. }
            | Act { .. }
            | Roll { .. }
            | Share { .. }
            | Lost { .. }
            | Swap { .. }
            | Takeback { .. }
            | Takeover { .. }
            | Leave { .. }
            | Resume { .. }
    )
}

/// There is a new table: whoever is challenged there is to be told, until they answer, or it is gone.
pub(super) fn note_challenged(context: &Context, info: &TableInfo, challenged: &[Uuid]) {
    tell_of_new(context, info, PushReason::Challenge, challenged.iter().copied());
}

/// There is a new table of a tournament: those who were paired there are to be told, until they come, or the game is over.
pub(crate) fn note_paired(context: &Context, info: &TableInfo) {
    tell_of_new(context, info, PushReason::Tournament, holders(&info.seats));
}

fn tell_of_new(context: &Context, info: &TableInfo, why: PushReason, awaited: impl Iterator<Item = Uuid>) {
    let is_urgent = info.clock.is_live();
    let kept = if is_urgent { limits::PUSH_KEPT_LIVE } else { limits::PUSH_KEPT };
    let until_ms = context.clock.running_ms() + kept.as_millis() as i64;
    let company = Company::of(&info.seats);
    for player in awaited {
        let with = others(&company, &info.seats, player);
        let table = told(info.id, info.game.clone(), why, with);
        context.push.awaits(player, Awaited { table, until_ms, is_urgent });
    }
}

fn told(table: Uuid, game: String, why: PushReason, with: Vec<String>) -> PushTable {
    PushTable { table, title: title(&game), game, why, with }
}

/// Some of those who sit at a table besides somebody, as they are shown there.
fn others(company: &Company, seats: &[SeatState], player: Uuid) -> Vec<String> {
    let others = seats.iter().filter_map(SeatState::sitter).filter(|other| other.id != player);
    others.map(|other| company.shown(other)).take(limits::PUSH_OTHERS).collect()
}

/// What a game is called.
fn title(game: &str) -> String {
    GameKind::from_id(game).map_or_else(|| game.to_owned(), |kind| kind.info().title.to_owned())
}

/// The people who sit at a table.
fn people(table: &Table) -> impl Iterator<Item = (Seat, &Player)> {
    table.seat_numbers().filter_map(|seat| Some((seat, person(table, seat)?)))
}

/// Whose turn it is: to act, to roll, or to give their part of a roll; nobody's while the game is paused, or a computer's turn.
pub(super) fn whose_turn(table: &Table) -> Option<&Player> {
    let on = table.playing().filter(|on| on.paused().is_none())?;
    person(table, on.owes()?)
}

/// Whoever sits there and is no computer.
fn person(table: &Table, seat: Seat) -> Option<&Player> {
    table.seats.get(usize::from(seat))?.sitter().filter(|player| player.computer.is_none())
}
