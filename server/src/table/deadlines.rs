//! Deadlines: what time alone brings about at a table: flags fall, seats that are not ready or have walked off are free, and
//! what the house's absence took is given back.

use cydonia_protocol::ErrorCode;
use cydonia_rules::{LeaveReason, Seat};
use cydonia_table::{Rejection, Span, Table};

use super::actor::TableActor;
use super::persist::{Transition, unreadable, unstored};
use crate::limits;
use crate::store::{BackOff, Beat, SetDeadline, Store, StoreError};

/// What a table lost while the house was not open.
pub(super) struct OutageCredit {
    /// When that was in the turn under way, if its clock runs.
    running: Vec<Span>,
    /// Of the time in which the seats of a full table must be ready, in milliseconds.
    waiting_ms: i64,
}

impl OutageCredit {
    pub(super) async fn of(table: &Table, store: &Store) -> Result<Self, StoreError> {
        let since = async |ms: Option<i64>| match ms {
            Some(ms) => store.outages_since(ms).await,
            None => Ok(Vec::new()),
        };
        let waiting = since(table.waiting().and_then(|waiting| waiting.full_ms)).await?;
        Ok(Self {
            running: since(table.turn_since_ms()).await?,
            waiting_ms: waiting.iter().map(|(from_ms, to_ms)| to_ms - from_ms).sum(),
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
    At(i64),
}

impl Deadline {
    /// As the store takes it.
    pub(super) fn to_note(self) -> Option<Option<i64>> {
        match self {
            Self::Keep => None,
            Self::Clear => Some(None),
            Self::At(ms) => Some(Some(ms)),
        }
    }
}

/// The table's deadline as it was last noted down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noted {
    /// None if it wants nobody's attention, or nobody knows what stands there.
    pub(super) deadline_ms: Option<i64>,
    /// When that was.
    pub(super) at_ms: i64,
}

impl TableActor {
    /// Looks after a table whose time has come, or seems to have.
    pub(super) async fn wake(&mut self) -> Result<(), Rejection> {
        self.ensure_loaded().await?;
        self.tell_watchers();
        self.run_due(self.context.clock.now_ms()).await?;
        let now_ms = self.context.clock.now_ms();
        let is_stale = match self.noted.deadline_ms {
            Some(noted_ms) => noted_ms <= now_ms,
            None => self.table.as_ref().is_some_and(|table| table.waiting().is_some()),
        };
        if is_stale || self.renew_ms().is_some_and(|renew_ms| renew_ms <= now_ms) {
            self.note_deadline().await?;
        }
        Ok(())
    }

    /// Notes down when the table next wants attention.
    async fn note_deadline(&mut self) -> Result<(), Rejection> {
        let now_ms = self.context.clock.now_ms();
        let Some(table) = &mut self.table else { return Ok(()) };
        if let Some(waiting) = table.waiting_mut().filter(|_| self.is_attended) {
            waiting.attended_ms = now_ms;
        }
        let Some(number) = table.number else { return Ok(()) };
        let deadline = table.deadline_ms(now_ms);
        self.context
            .store
            .write(SetDeadline { table: number, deadline_ms: deadline })
            .await
            .map_err(unstored)?;
        self.noted = Noted { deadline_ms: deadline, at_ms: now_ms };
        Ok(())
    }

    /// Notes down that somebody was at the open table, if otherwise it would be closed much too early.
    pub(super) async fn note_attendance(&mut self) {
        let Some(table) = self.table.as_ref().filter(|table| table.expires_ms().is_some()) else { return };
        let due_ms = table.deadline_ms(self.context.clock.now_ms());
        let (Some(due_ms), Some(noted_ms)) = (due_ms, self.noted.deadline_ms) else { return };
        if due_ms - noted_ms > kept_ms(table) / i64::from(limits::ATTENDANCE_NOTED)
            && let Err(rejection) = self.note_deadline().await
        {
            tracing::warn!(table = %self.id, rejection.message, "it could not be noted down that somebody was there");
        }
    }

    /// When it is to be noted down anew that somebody is still there: long before the table would be taken for nobody's.
    fn renew_ms(&self) -> Option<i64> {
        let table = self.table.as_ref().filter(|table| self.is_attended && table.expires_ms().is_some())?;
        Some(self.noted.at_ms + kept_ms(table) / 2)
    }

    /// Closes the table if it is open and nobody who sits there was there for long enough.
    async fn expire(&mut self, now_ms: i64) -> Result<(), Rejection> {
        let Some(table) = &mut self.table else { return Ok(()) };
        if table.expires_ms().is_none_or(|expires_ms| now_ms < expires_ms) {
            return Ok(());
        }
        if let Some(waiting) = table.waiting_mut().filter(|_| self.is_attended) {
            waiting.attended_ms = now_ms;
            return Ok(());
        }
        let (Some(number), seq) = (table.number, table.n + 1) else { return Ok(()) };
        // Taken out: should this fail, what memory holds is not to be trusted.
        self.table = None;
        self.context.store.close_table(number, self.id, seq).await.map_err(unstored)?;
        self.context.lobby.close(self.id);
        self.context.sessions.end_at(self.id, |_| false);
        // They look on at a table that is no more: when they come back they are told so.
        for watcher in self.watchers.drain(..) {
            watcher.outbox.watched().answered(self.id, false);
            watcher.outbox.give_up();
        }
        self.watchers_due_ms = None;
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

    /// Does what time alone has brought about by `now_ms`: flags fall, seats that are not ready or have walked off are
    /// free. What the house has kept back comes first.
    pub(super) async fn run_due(&mut self, now_ms: i64) -> Result<(), Rejection> {
        if !self.compensate_outage().await? {
            return Ok(());
        }
        // What one brings about may leave another to be looked after: several seats can have walked off.
        while let Some(table) = &self.table {
            let mut records = table.flag(now_ms, |seat| self.lag_ms(seat));
            if records.is_empty() {
                records = table.not_ready(now_ms);
            }
            let gone = self.absences.abandoned(table).filter(|(ms, _)| *ms <= now_ms);
            if let Some((_, seat)) = gone.filter(|_| records.is_empty()) {
                records = table.leave(seat, LeaveReason::Abandoned)?;
            }
            if records.is_empty() {
                break;
            }
            self.commit(records).await?;
        }
        self.expire(now_ms).await
    }

    /// How long it is until time alone brings something about, in milliseconds.
    pub(super) fn wait_ms(&self) -> Option<i64> {
        let wait_ms = (self.alarm_ms()? - self.context.clock.now_ms()).max(0);
        // While nothing can be kept nothing can be brought about.
        let is_failing = self.context.store.is_failing();
        Some(if is_failing { wait_ms.max(limits::TICK.as_millis() as i64) } else { wait_ms })
    }

    /// When time alone next brings something about.
    pub(super) fn alarm_ms(&self) -> Option<i64> {
        let table = self.table.as_ref()?;
        let flag = table.flag_ms(|seat| self.lag_ms(seat)).map(|(ms, _)| ms);
        let gone = self.absences.abandoned(table).map(|(ms, _)| ms);
        let expires = if self.is_attended { self.renew_ms() } else { table.expires_ms() };
        [flag, table.ready_by_ms(), gone, expires, self.watchers_due_ms].into_iter().flatten().min()
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
            if let Some(waiting) = self.table.as_mut().and_then(|table| table.waiting_mut()) {
                // Whoever would have come meanwhile could not.
                waiting.attended_ms = self.context.clock.now_ms();
            }
            // The row's deadline was put off with all others.
            self.noted = Noted { deadline_ms: None, at_ms: self.context.clock.now_ms() };
            self.give_back(lost).await?;
        }
        Ok(true)
    }

    /// Gives back what a table lost while the house was not open.
    pub(super) async fn give_back(&mut self, lost: OutageCredit) -> Result<(), Rejection> {
        let Some(table) = &mut self.table else { return Ok(()) };
        if let Some(waiting) = table.waiting_mut() {
            waiting.closed_ms = lost.waiting_ms;
        }
        let now_ms = self.context.clock.now_ms();
        let records = table.outage(lost.running, now_ms);
        self.commit(Transition::at(now_ms, records)).await
    }

    /// What of the table's deadline is to be noted down: it must never be later than the truth, and need not be new.
    pub(super) fn deadline_to_note(&self, table: &Table, now_ms: i64) -> Deadline {
        let Noted { deadline_ms: noted_ms, at_ms } = self.noted;
        match (noted_ms, table.deadline_ms(now_ms)) {
            (None, None) => Deadline::Keep,
            (Some(_), None) => Deadline::Clear,
            (None, Some(deadline_ms)) => Deadline::At(deadline_ms),
            (Some(noted_ms), Some(deadline_ms)) => {
                let halfway_ms = (noted_ms - at_ms) / 2;
                let pause_ms = halfway_ms.max(limits::DEADLINE_EVERY.as_millis() as i64);
                let is_due = deadline_ms < noted_ms || now_ms - at_ms >= pause_ms;
                if is_due { Deadline::At(deadline_ms) } else { Deadline::Keep }
            }
        }
    }
}

/// How long a table stands while it is open and nobody is there.
fn kept_ms(table: &Table) -> i64 {
    limits::open_kept(&table.clock).as_millis() as i64
}
