//! Deadlines: what time alone brings about at a table: flags fall, seats that are not ready or have walked off are free, and
//! what the house's absence took is given back.

use cydonia_protocol::ErrorCode;
use cydonia_rules::{LeaveReason, Seat};
use cydonia_table::{Millis, Rejection, Span, Table, UnixMs};

use super::actor::TableActor;
use super::own_games;
use super::persist::{Transition, unreadable, unstored};
use crate::limits;
use crate::store::{BackOff, Beat, SetDeadline, Store, StoreError};

/// What a table lost while the house was not open.
pub(super) struct OutageCredit {
    /// When that was in the turn under way, if its clock runs.
    running: Vec<Span>,
    /// Of the time in which the seats of a full table must be ready.
    waiting: Millis,
}

impl OutageCredit {
    pub(super) async fn of(table: &Table, store: &Store) -> Result<Self, StoreError> {
        let since = async |moment: Option<UnixMs>| -> Result<Vec<Span>, StoreError> {
            let Some(UnixMs(since_ms)) = moment else { return Ok(Vec::new()) };
            let outages = store.outages_since(table.id, since_ms).await?;
            Ok(outages.into_iter().map(|(from, to)| Span::of_ms(from, to)).collect())
        };
        let waiting = since(table.waiting().and_then(|waiting| waiting.full)).await?;
        Ok(Self {
            running: since(table.turn_since()).await?,
            waiting: waiting.into_iter().map(Span::length).sum(),
        })
    }
}

/// What of a table's deadline is to be kept with its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deadline {
    /// What was noted down last will do.
    Keep,
    /// It needs nobody's attention any more.
    Clear,
    /// It wants attention at this time.
    At(UnixMs),
}

impl Deadline {
    /// As the store takes it.
    pub(super) fn to_note(self) -> Option<Option<i64>> {
        match self {
            Self::Keep => None,
            Self::Clear => Some(None),
            Self::At(UnixMs(ms)) => Some(Some(ms)),
        }
    }
}

/// The table's deadline as it was last noted down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noted {
    /// None if it wants nobody's attention, or nobody knows what stands there.
    pub(super) deadline: Option<UnixMs>,
    /// When that was.
    pub(super) at: UnixMs,
}

impl TableActor {
    /// Looks after a table whose time has come, or seems to have.
    pub(super) async fn wake(&mut self) -> Result<(), Rejection> {
        self.ensure_loaded().await?;
        self.tell_watchers();
        self.run_due(self.now()).await?;
        let now = self.now();
        let is_stale = match self.noted.deadline {
            Some(noted) => noted <= now,
            None => self.table.as_ref().is_some_and(|table| table.waiting().is_some()),
        };
        if is_stale || self.renewal().is_some_and(|renewal| renewal <= now) {
            self.note_deadline().await?;
        }
        Ok(())
    }

    /// Notes down when the table next wants attention.
    async fn note_deadline(&mut self) -> Result<(), Rejection> {
        let now = self.now();
        let Some(table) = &mut self.table else { return Ok(()) };
        if let Some(waiting) = table.waiting_mut().filter(|_| self.is_attended) {
            waiting.attended = now;
        }
        let Some(number) = table.number else { return Ok(()) };
        let deadline = table.deadline(now);
        let deadline_ms = deadline.map(|UnixMs(ms)| ms);
        let note = SetDeadline { table: number, deadline_ms };
        self.context.store.write(note).await.map_err(unstored)?;
        self.noted = Noted { deadline, at: now };
        Ok(())
    }

    /// Notes down that somebody was at the open table, if otherwise it would be closed much too early.
    pub(super) async fn note_attendance(&mut self) {
        let Some(table) = self.table.as_ref().filter(|table| table.expires().is_some()) else { return };
        let (Some(due), Some(noted)) = (table.deadline(self.now()), self.noted.deadline) else { return };
        if due - noted > kept(table) / i64::from(limits::ATTENDANCE_NOTED)
            && let Err(rejection) = self.note_deadline().await
        {
            tracing::warn!(table = %self.id, rejection.message, "it could not be noted down that somebody was there");
        }
    }

    /// When it is to be noted down anew that somebody is still there: long before the table would be taken for nobody's.
    fn renewal(&self) -> Option<UnixMs> {
        let table = self.table.as_ref().filter(|table| self.is_attended && table.expires().is_some())?;
        Some(self.noted.at + kept(table) / 2)
    }

    /// Closes the table if it is open and nobody who sits there was there for long enough.
    async fn expire(&mut self, now: UnixMs) -> Result<(), Rejection> {
        let Some(table) = &mut self.table else { return Ok(()) };
        if table.expires().is_none_or(|expires| now < expires) {
            return Ok(());
        }
        if let Some(waiting) = table.waiting_mut().filter(|_| self.is_attended) {
            waiting.attended = now;
            return Ok(());
        }
        let (Some(number), seq) = (table.number, table.n + 1) else { return Ok(()) };
        let (info, n) = (table.info(), table.n);
        // Taken out: should this fail, what memory holds is not to be trusted.
        self.table = None;
        self.context.store.close_table(number, self.id, seq).await.map_err(unstored)?;
        self.context.lobby.close(self.id);
        own_games::note_closed(&self.context, &info, n);
        self.context.links_ended(self.id, Vec::new());
        // They look on at a table that is no more: when they come back they are told so.
        for watcher in self.watchers.drain(..) {
            watcher.outbox.watched().answered(self.id, false);
            watcher.outbox.give_up();
        }
        self.watchers_due = None;
        Ok(())
    }

    /// Says why a table could not be looked after. One that is damaged is not looked at again every second.
    pub(super) async fn back_off(&self, Rejection { code, message }: &Rejection) {
        tracing::error!(table = %self.id, message, "a table whose time had come could not be looked after");
        if *code == ErrorCode::Damaged {
            let later_ms = self.context.clock.now_ms() + limits::DAMAGED_AGAIN.as_millis() as i64;
            if let Err(error) =
                self.context.store.write(BackOff { table: self.id, deadline_ms: later_ms }).await
            {
                tracing::error!(%error, "nor could it be put off");
            }
        }
    }

    /// Does what time alone has brought about by now: flags fall, seats that are not ready or have walked off are
    /// free. What the house has kept back comes first.
    pub(super) async fn run_due(&mut self, now: UnixMs) -> Result<(), Rejection> {
        if !self.compensate_outage().await? {
            return Ok(());
        }
        // What one brings about may leave another to be looked after: several seats can have walked off.
        while let Some(table) = &self.table {
            let mut records = table.flag(now, |seat| self.lag_ms(seat));
            if records.is_empty() {
                records = self.not_ready(now);
            }
            let Some(table) = &self.table else { break };
            let gone = self.absences.abandoned(table).filter(|(when, _)| *when <= now);
            if let Some((_, seat)) = gone.filter(|_| records.is_empty()) {
                records = table.leave(seat, LeaveReason::Abandoned)?;
            }
            if records.is_empty() && self.left_alone().is_some_and(|until| until <= now) {
                records = table.leave_alone();
            }
            if records.is_empty() {
                break;
            }
            self.commit(records).await?;
        }
        self.expire(now).await
    }

    /// How long it is until time alone brings something about.
    pub(super) fn wait(&self) -> Option<Millis> {
        let wait = (self.alarm()? - self.now()).max(Millis::ZERO);
        // While nothing can be kept nothing can be brought about.
        let is_failing = self.context.store.is_failing();
        Some(if is_failing { wait.max(limits::TICK.into()) } else { wait })
    }

    /// When time alone next brings something about.
    pub(super) fn alarm(&self) -> Option<UnixMs> {
        let table = self.table.as_ref()?;
        let flag = table.flag_due(|seat| self.lag_ms(seat)).map(|(when, _)| when);
        let gone = self.absences.abandoned(table).map(|(when, _)| when);
        let expires = if self.is_attended { self.renewal() } else { table.expires() };
        let alone = self.left_alone();
        [flag, table.ready_by(), gone, expires, alone, self.watchers_due].into_iter().flatten().min()
    }

    /// When a game in which only computers are left ends, as nobody looks at it any more.
    fn left_alone(&self) -> Option<UnixMs> {
        self.table.as_ref().filter(|_| !self.is_looked_at())?.left_alone_until()
    }

    /// How long a seat's messages are under way at most.
    pub(super) fn lag_ms(&self, seat: Seat) -> u32 {
        let sockets = self.watchers.iter().filter(|watcher| watcher.seat == Some(seat));
        sockets.map(|watcher| watcher.outbox.lag_ms()).max().unwrap_or(0)
    }

    /// Gives back what was lost while the house took nothing in, if that has happened; false while it still does.
    async fn compensate_outage(&mut self) -> Result<bool, Rejection> {
        let store = &self.context.store;
        // Whether it still does, and since when it did, shows with the next sign of life.
        if store.is_failing() && store.write(Beat { now_ms: self.context.clock.now_ms() }).await.is_err() {
            return Ok(false);
        }
        let outages = store.outages();
        if let Some(table) = self.table.as_ref().filter(|_| outages != self.outages) {
            let lost = OutageCredit::of(table, store).await.map_err(unreadable)?;
            self.outages = outages;
            let now = self.now();
            if let Some(waiting) = self.table.as_mut().and_then(|table| table.waiting_mut()) {
                // Whoever would have come meanwhile could not.
                waiting.attended = now;
            }
            // The row's deadline was put off with all others.
            self.noted = Noted { deadline: None, at: now };
            self.give_back(lost).await?;
        }
        Ok(true)
    }

    /// Gives back what a table lost while the house was not open.
    pub(super) async fn give_back(&mut self, lost: OutageCredit) -> Result<(), Rejection> {
        let Some(table) = &mut self.table else { return Ok(()) };
        if let Some(waiting) = table.waiting_mut() {
            waiting.closed = lost.waiting;
        }
        let now = UnixMs(self.context.clock.now_ms());
        let records = table.outage(lost.running, now);
        self.commit(Transition::at(now, records)).await
    }

    /// What of the table's deadline is to be noted down: it must never be later than the truth, and need not be new.
    pub(super) fn deadline_to_note(&self, table: &Table, now: UnixMs) -> Deadline {
        match (self.noted.deadline, table.deadline(now)) {
            (None, None) => Deadline::Keep,
            (Some(_), None) => Deadline::Clear,
            (None, Some(deadline)) => Deadline::At(deadline),
            (Some(noted), Some(deadline)) => {
                let halfway = (noted - self.noted.at) / 2;
                let pause = halfway.max(limits::DEADLINE_EVERY.into());
                let is_due = deadline < noted || now - self.noted.at >= pause;
                if is_due { Deadline::At(deadline) } else { Deadline::Keep }
            }
        }
    }
}

/// How long a table stands while it is open and nobody is there.
fn kept(table: &Table) -> Millis {
    limits::open_kept(&table.clock).into()
}
