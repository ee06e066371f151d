//! Loading, and durable before visible: how a table comes from the store, and how what happens at it is kept before anybody
//! sees it.

use cydonia_protocol::{ErrorCode, Event, TableStatus};
use cydonia_rules::Seat;
use cydonia_table::journal::{Finished, Record, Stamped};
use cydonia_table::{Rejection, Table, Tried, UnixMs, note_attendance};
use uuid::Uuid;

use super::actor::TableActor;
use super::broadcast::Broadcast;
use super::create::WishId;
use super::deadlines::{Noted, OutageCredit};
use super::own_games::Stood;
use super::push::Await;
use super::replay_buffer::ReplayBuffer;
use crate::background::yield_core;
use crate::context::Context;
use crate::rejection::by_store;
use crate::store::{Append, StoreError};

/// What is to happen at a table.
#[derive(Default)]
pub(super) struct Transition {
    pub(super) records: Vec<Record>,
    /// The wish that the records carry out.
    pub(super) wish: Option<WishId>,
    /// What the first record came to, if it is an action.
    pub(super) tried: Option<Box<Tried>>,
    /// When it was planned, if that matters: it is carried out as of then.
    pub(super) as_of: Option<UnixMs>,
}

impl From<(Vec<Record>, Box<Tried>)> for Transition {
    fn from((records, tried): (Vec<Record>, Box<Tried>)) -> Self {
        Self { records, tried: Some(tried), ..Self::default() }
    }
}

impl Transition {
    /// Records that were worked out for a certain moment.
    pub(super) fn at(now: UnixMs, records: Vec<Record>) -> Self {
        Self { records, as_of: Some(now), ..Self::default() }
    }
}

impl From<Vec<Record>> for Transition {
    fn from(records: Vec<Record>) -> Self {
        Self { records, ..Self::default() }
    }
}

impl TableActor {
    /// The table's state, read from the store if it is not in memory; none if there is no such table.
    pub(super) async fn ensure_loaded(&mut self) -> Result<Option<&Table>, Rejection> {
        if self.table.is_none()
            && let Some((mut table, mut events)) = load(&self.context, self.id).await.map_err(unreadable)?
        {
            let now = self.now();
            if table.noted_deadline.is_none_or(|noted| noted < table.created)
                && let Some(waiting) = table.waiting_mut()
            {
                // Nobody has noted down when somebody was last there.
                waiting.attended = now;
            }
            // Of what was kept meanwhile nothing was told.
            self.recent = ReplayBuffer::default();
            self.noted = Noted { deadline: table.noted_deadline, at: now };
            self.outages = self.context.store.outages();
            // All that is asked of the store comes first: a table is whole in memory or not there.
            let lost = OutageCredit::of(&table, &self.context.store).await.map_err(unreadable)?;
            // What was kept though its commit seemed to fail may be news to the lobby too.
            self.context.lobby.put(table.info());
            // After a write whose outcome was unknown: what was kept after all has not been told to anyone.
            events.retain(|event| event.n > self.told);
            let is_news = !self.watchers.is_empty() && !events.is_empty();
            let news = is_news.then(|| Broadcast::of(&table, events, &self.watchers));
            // Leave may have come or gone with what was kept after all.
            self.context.analyses.lapse(self.id, table.analysed_until());
            self.table = Some(Box::new(table));
            self.seats_changed = true;
            if let Some(news) = news {
                self.note_own_games_anew();
                let moved_over = self.fan_out(news).await;
                self.tell_rooms(&moved_over, false).await;
            }
            self.tell_presence(None);
            self.give_back(lost).await?;
        }
        Ok(self.table.as_deref())
    }

    /// Makes records durable, then lets everyone see what they mean.
    pub(super) async fn commit(&mut self, plan: impl Into<Transition>) -> Result<(), Rejection> {
        let Transition { mut records, wish, tried, as_of } = plan.into();
        if records.is_empty() {
            return Ok(());
        }
        // Taken out: if anything fails from here on, what memory holds is not to be trusted.
        let Some(mut table) = self.table.take() else { return Err(no_table()) };
        let Some(number) = table.number else {
            return Err(Rejection::new(ErrorCode::Over, "the game is over"));
        };
        let seq = table.n + 1;
        let awaited = Await::of(&table);
        let stood = Stood::of(&self.context, &table);
        let now = as_of.unwrap_or_else(|| self.now());
        let left_early = table.leaves_early(&records);
        let why_unrated = self.why_unrated(&table, &records);
        let idle = table.idle_seats(&records);
        if let Some(Record::Finish { unrated, .. }) = records.last_mut() {
            *unrated = why_unrated;
        }
        // The start of a game alone brings a key.
        let dice_key = table.dice_key.filter(|_| table.waiting().is_some());
        let records: Vec<Stamped> = records.into_iter().map(|record| (now.0, record)).collect();
        let in_lobby = records.iter().any(|(_, record)| record.changes_info());
        let analysed_until = table.analysed_until();
        let moves = moves_in(&records);
        let is_move = moves == records.len();
        let events = table.take_in(&records, tried).map_err(|damage| unstored(damage.into()))?;
        let finished = if table.status() == TableStatus::Finished {
            let mut journal = Box::pin(self.context.store.journal(number)).await.map_err(unstored)?;
            journal.extend(records.iter().cloned());
            let finished = self.pack(&mut table, &journal, idle)?;
            Some(Box::new(finished))
        } else {
            None
        };
        let next = finished.as_ref().and_then(|_| self.next_game(&table, now));
        let next_info = next.as_ref().map(|next| next.info.clone());
        let info = in_lobby.then(|| table.info());
        let deadline = self.deadline_to_note(&table, now);
        let news = Broadcast::of(&table, events, &self.watchers);
        let (to_note, wish) = (deadline.to_note(), wish.map(WishId::of_player));
        let append =
            Append { table: number, seq, records, info, dice_key, deadline: to_note, wish, finished, next };
        self.context.store.append(Box::new(append)).await.map_err(unstored)?;
        if let Some(deadline_ms) = to_note {
            self.noted = Noted { deadline: deadline_ms.map(UnixMs), at: now };
        }
        if in_lobby {
            self.context.lobby.put(table.info());
        }
        if is_move {
            self.context.lobby.acted(self.id);
        }
        let ends = in_lobby && table.is_over();
        self.count(&table, moves, ends);
        if let Some(player) = left_early {
            self.context.admission.fair_play().left_early(player);
        }
        if ends {
            self.forget_addresses(&table);
        }
        self.seats_changed |= in_lobby;
        if table.analysed_until() != analysed_until {
            self.context.analyses.lapse(self.id, table.analysed_until());
        }
        self.table = Some(table);
        self.note_awaited(&awaited);
        self.note_own_games(stood);
        let moved_over = self.fan_out(news).await;
        if !moved_over.is_empty() {
            self.note_watchers();
        }
        if !is_move {
            self.tell_presence(None);
        }
        self.tell_rooms(&moved_over, ends).await;
        if let Some(next) = next_info {
            self.go_on_at(next).await;
        }
        Ok(())
    }

    /// A finished game as it is kept.
    fn pack(&self, table: &mut Table, journal: &[Stamped], idle: Vec<Seat>) -> Result<Finished, Rejection> {
        table.number = None;
        let mut finished = table.finished(journal).map_err(|damage| unstored(damage.into()))?;
        let is_here = |seat| self.watchers.iter().any(|watcher| watcher.seat == Some(seat));
        note_attendance(&mut finished, idle, journal, is_here);
        Ok(finished)
    }

    /// Counts what was kept.
    fn count(&self, table: &Table, moves: usize, ends: bool) {
        let Some(game) = table.game().map(|game| game.info().id) else { return };
        if moves > 0 {
            self.context.metrics.moved(game, moves);
        }
        if ends && table.status() == TableStatus::Finished {
            self.context.metrics.finished(game);
        }
    }
}

/// How many of some records are what players do in turn: actions and rolls.
fn moves_in(records: &[Stamped]) -> usize {
    let is_move = |(_, record): &&Stamped| matches!(record, Record::Act { .. } | Record::Roll { .. });
    records.iter().filter(is_move).count()
}

/// A table and all its events, from wherever it is kept.
pub(super) async fn load(context: &Context, id: Uuid) -> Result<Option<(Table, Vec<Event>)>, StoreError> {
    match try_load(context, id).await {
        // Its row was a commit behind its journal, perhaps, which is over by now.
        Err(StoreError::Damaged(_)) => try_load(context, id).await,
        loaded => loaded,
    }
}

async fn try_load(context: &Context, id: Uuid) -> Result<Option<(Table, Vec<Event>)>, StoreError> {
    if let Some((row, journal)) = context.store.table(id).await? {
        let (mut table, events) = Table::of_row(row, &journal)?;
        table.check_dice(&context.dice_secrets)?;
        if table.status() == TableStatus::Aborted {
            table.set_rematch(context.store.rematch_of(id).await?);
        }
        Ok(Some((table, events)))
    } else if let Some(kept) = context.store.kept(id).await? {
        let played = context.workers.run(move || Table::of_finished(&kept.read()?, yield_core)).await;
        let (mut table, events) = played.map_err(|_cut| StoreError::Unavailable)??;
        table.set_rematch(context.store.rematch_of(id).await?);
        Ok(Some((table, events)))
    } else {
        Ok(None)
    }
}

pub(super) fn no_table() -> Rejection {
    Rejection::new(ErrorCode::NoTable, "there is no such table, or it is private and wants its key")
}

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
pub(super) fn unreadable(error: StoreError) -> Rejection {
    by_store(&error, "the table could not be read just now; try again")
}

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
pub(super) fn unstored(error: StoreError) -> Rejection {
    if let StoreError::CarriedOut = error {
        // A quick match goes on, and finds that table in the end.
        return Rejection::new(ErrorCode::SeatTaken, "you have a seat at another table by the same wish");
    }
    by_store(&error, "this could not be stored just now; look at the table and try again")
}
