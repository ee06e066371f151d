//! What a record does to a table, and the event that tells of it.

mod agreements;
mod ending;
mod moves;
mod seating;

use cydonia_protocol::{Event, EventKind};
use cydonia_rules::{Motion, ViewDiff};

use super::journal::{CorruptData, Record, ReplayError, Stamped};
use super::playing::Tried;
use super::state::Table;

/// What a record tells.
pub(crate) struct Told {
    /// What happened.
    what: EventKind,
    /// What it changed in the view.
    diff: Option<ViewDiff>,
    /// What the pieces did.
    motions: Vec<Motion>,
}

impl From<EventKind> for Told {
    /// That nothing changed in the view.
    fn from(what: EventKind) -> Self {
        Self { what, diff: None, motions: Vec::new() }
    }
}

impl Table {
    /// Takes records in, one after another, and tells what they mean.
    ///
    /// # Errors
    /// If one does not fit; the state is then of no more use.
    pub fn replay(&mut self, records: &[Stamped]) -> Result<Vec<Event>, CorruptData> {
        self.take_in(records, None)
    }

    /// The same for records that were just made; `tried` is what the first of them came to, if it is an action.
    ///
    /// # Errors
    /// As [`Table::replay`].
    pub fn take_in(
        &mut self,
        records: &[Stamped],
        mut tried: Option<Box<Tried>>,
    ) -> Result<Vec<Event>, CorruptData> {
        // An event is long, and mostly there is only one.
        let mut events = Vec::with_capacity(records.len());
        for (ms, record) in records {
            let n = self.n + 1;
            let event = self.apply(*ms, record, tried.take());
            events.push(event.map_err(|error| CorruptData::Record { n, error })?);
        }
        Ok(events)
    }

    /// Takes a record in and tells what it means.
    ///
    /// # Errors
    /// If the record does not fit, and then the state is of no more use; never for records that this state just gave.
    fn apply(&mut self, ms: i64, record: &Record, tried: Option<Box<Tried>>) -> Result<Event, ReplayError> {
        if self.is_over() {
            return Err(ReplayError::Finished);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.settle(ms);
        }
        let (lag_ms, wait_ms, credit_ms) = self.give_back(record);
        let offered = self.offers.shown().to_vec();
        self.n += 1;
        let Told { mut what, diff, motions } = self.carry(ms, record, tried)?;
        match &mut what {
            EventKind::Act { lag_ms: told, .. } => *told = lag_ms,
            EventKind::Outage { credit_ms: told } => *told = credit_ms,
            _ => {}
        }
        if what.moves_position() {
            self.at = self.n;
        }
        let running = self.owes().filter(|_| self.paused_ms.is_none());
        let clocks = self.clocks.as_mut().map(|clocks| {
            clocks.run(running);
            clocks.shown()
        });
        let offers = self.offers.shown();
        let offers = (offers != offered).then(|| offers.to_vec());
        Ok(Event { n: self.n, ms, what, diff, motions, clocks, offers, wait_ms })
    }

    /// Gives the running clock back what a record has for it; tells how much that was for the way through the net, for a
    /// wait in the house, and for the house's absence.
    fn give_back(&mut self, record: &Record) -> (u32, u32, i64) {
        let Some(clocks) = &mut self.clocks else { return (0, 0, 0) };
        match record {
            Record::Act { lag_ms, wait_ms, .. } => {
                // What it waited is taken off first, as it was when the lag was worked out.
                let wait_ms = clocks.give_back_wait(*wait_ms);
                (clocks.give_back_lag(*lag_ms), wait_ms, 0)
            }
            Record::Share { wait_ms, .. }
            | Record::Roll { wait_ms, .. }
            | Record::Lost { wait_ms, .. }
            | Record::Undo { wait_ms } => (0, clocks.give_back_wait(*wait_ms), 0),
            Record::Outage { credit_ms, spans_ms } if spans_ms.is_empty() => {
                (0, 0, clocks.give_back_untold(*credit_ms))
            }
            Record::Outage { spans_ms, .. } => (0, 0, clocks.give_back_spans(spans_ms)),
            _ => (0, 0, 0),
        }
    }

    /// Has a record do what it does.
    fn carry(&mut self, ms: i64, record: &Record, tried: Option<Box<Tried>>) -> Result<Told, ReplayError> {
        match record {
            Record::Sit { seat, player, rating } => self.take_seat(ms, *seat, player, *rating),
            Record::Stand { seat } => self.give_seat_up(ms, *seat),
            Record::Ready { seat, pledge } => self.be_ready(ms, *seat, *pledge),
            Record::Fewer { seats, .. } => self.keep_seats(seats),
            Record::Start { rules, seal } => self.begin_game(ms, *rules, *seal),
            Record::Act { action, share, .. } => self.take_action(action, share.as_ref(), tried),
            Record::Share { share, .. } => self.take_share(share),
            Record::Roll { dice, proof, .. } => self.take_roll(*dice, proof.as_deref()),
            Record::Lost { proof, .. } => self.take_loss(proof),
            Record::Undo { .. } => self.take_undo(),
            Record::Leave { seat, reason } => self.take_leave(*seat, *reason),
            Record::Offer { seat, what, request } => Ok(self.take_offer(*seat, *what, *request)),
            Record::Answer { seat, offer, agree } => self.take_answer(*seat, *offer, *agree),
            Record::Withdraw { offer } => self.take_withdrawal(*offer),
            Record::Takeback { seat } => self.take_back(*seat),
            Record::Pause {} => Ok(self.pause(ms)),
            Record::Resume { seat } => Ok(self.go_on_after_pause(ms, *seat)),
            Record::Outage { .. } => Ok(EventKind::Outage { credit_ms: 0 }.into()),
            Record::Abort { seat } => self.abort_game(*seat),
            Record::Finish { agreed, unrated } => self.finish_game(*agreed, *unrated),
        }
    }
}
