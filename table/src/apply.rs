//! What a record does to a table, and the event that tells of it.

mod agreements;
mod ending;
mod moves;
mod seating;
mod takeover;

use cydonia_protocol::{Event, EventKind, OpenOffer, PositionKey, SeatState};
use cydonia_rules::{Motion, ViewDiff};

use super::clocks::ClockState;
use super::journal::{CorruptData, Record, ReplayError, Stamped};
use super::playing::Tried;
use super::stage::{Playing, Stage, Waiting};
use super::state::Table;
use super::time::{Millis, UnixMs};

/// What the running clock is given back by a record.
#[derive(Default)]
pub(crate) struct GivenBack {
    /// For the way of a message through the net.
    lag_ms: u32,
    /// For its wait in the house.
    wait_ms: u32,
    /// For the house's absence.
    credit: Millis,
}

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
            let event = self.apply(UnixMs(*ms), record, tried.take());
            events.push(event.map_err(|error| CorruptData::Record { n, error })?);
        }
        Ok(events)
    }

    /// Takes a record in and tells what it means.
    ///
    /// # Errors
    /// If the record does not fit, and then the state is of no more use; never for records that this state just gave.
    fn apply(
        &mut self,
        now: UnixMs,
        record: &Record,
        tried: Option<Box<Tried>>,
    ) -> Result<Event, ReplayError> {
        let (given_back, offered) = match &mut self.stage {
            Stage::Waiting(_) => (GivenBack::default(), Vec::new()),
            Stage::Playing(playing) => (playing.settle(now, record), playing.play.offers.shown().to_vec()),
            Stage::Over(_) => return Err(ReplayError::Finished),
        };
        self.n += 1;
        let Told { mut what, diff, motions } = self.carry(now, record, tried)?;
        match &mut what {
            EventKind::Act { lag_ms, .. } => *lag_ms = given_back.lag_ms,
            EventKind::Outage { credit_ms } => *credit_ms = given_back.credit.0,
            _ => {}
        }
        if what.moves_position() {
            self.at = self.n;
        }
        if let Stage::Playing(playing) = &mut self.stage {
            playing.touched = now;
            playing.run_clocks();
        }
        let clocks = self.play().and_then(|play| play.clocks.as_ref()).map(ClockState::shown);
        let offers = self.play().map_or(&[][..], |play| play.offers.shown());
        let offers = (offers != offered).then(|| offers.to_vec());
        let position_key = self.game().filter(|_| what.moves_position()).and_then(PositionKey::at);
        let wait_ms = given_back.wait_ms;
        Ok(Event { n: self.n, ms: now.0, what, diff, motions, position_key, clocks, offers, wait_ms })
    }

    /// Has a record do what it does, at the stage to which it belongs.
    fn carry(
        &mut self,
        now: UnixMs,
        record: &Record,
        tried: Option<Box<Tried>>,
    ) -> Result<Told, ReplayError> {
        match record {
            Record::Sit { seat, player, rating } => self.take_seat(now, *seat, player, *rating),
            Record::Stand { seat } => self.give_seat_up(now, *seat),
            Record::Ready { seat, pledge } => self.be_ready(now, *seat, *pledge),
            Record::Fewer { seats, .. } => self.keep_seats(seats),
            Record::Start { rules, seal } => self.begin_game(now, *rules, *seal),
            Record::Abort { seat } => self.abort_game(*seat),
            Record::Finish { agreed, unrated } => self.finish_game(*agreed, *unrated),
            Record::Act { action, share, .. } => {
                self.playing_mut()?.take_action(action, share.as_ref(), tried)
            }
            Record::Share { share, .. } => self.playing_mut()?.take_share(share),
            Record::Roll { dice, proof, .. } => self.playing_mut()?.take_roll(*dice, proof.as_deref()),
            Record::Lost { proof, .. } => self.playing_mut()?.take_loss(proof),
            Record::Undo { .. } => self.playing_mut()?.take_undo(),
            Record::Swap { .. } => {
                let told = self.playing_mut()?.take_swap()?;
                self.seats.reverse();
                Ok(told)
            }
            Record::Leave { seat, reason } => self.playing_mut()?.take_leave(*seat, *reason),
            Record::Takeover { seat, level } => self.take_over(*seat, *level),
            Record::Offer { seat, what, computer, request } => {
                let offer = OpenOffer {
                    offer: self.n,
                    seat: *seat,
                    what: *what,
                    computer: *computer,
                    agreed: Vec::new(),
                };
                Ok(self.playing_mut()?.take_offer(offer, *request))
            }
            Record::Answer { seat, offer, agree } => {
                Ok(self.playing_mut()?.take_answer(*seat, *offer, *agree))
            }
            Record::Withdraw { offer } => self.playing_mut()?.take_withdrawal(*offer),
            Record::Takeback { seat } => self.playing_mut()?.take_back(*seat),
            Record::AllowAnalysis {} => {
                let n = self.n;
                Ok(self.playing_mut()?.allow_analysis(n))
            }
            Record::Pause {} => Ok(self.playing_mut()?.pause(now)),
            Record::Resume { seat } => Ok(self.playing_mut()?.go_on_after_pause(now, *seat)),
            Record::Outage { .. } => self.playing_mut().map(|_| EventKind::Outage { credit_ms: 0 }.into()),
        }
    }

    /// Where seats are taken and given up, and the game begins: only before it has begun.
    fn seating_mut(&mut self) -> Result<(&mut Vec<SeatState>, &mut Waiting), ReplayError> {
        match &mut self.stage {
            Stage::Waiting(waiting) => Ok((&mut self.seats, waiting)),
            Stage::Playing(_) | Stage::Over(_) => Err(ReplayError::Begun),
        }
    }

    /// The game that is on.
    fn playing_mut(&mut self) -> Result<&mut Playing, ReplayError> {
        match &mut self.stage {
            Stage::Waiting(_) => Err(ReplayError::NotBegun),
            Stage::Playing(playing) => Ok(playing),
            Stage::Over(_) => Err(ReplayError::Finished),
        }
    }
}

impl Playing {
    /// Takes the time since the last record off the running clock, and gives back what the record has for it.
    fn settle(&mut self, now: UnixMs, record: &Record) -> GivenBack {
        let Some(clocks) = &mut self.play.clocks else { return GivenBack::default() };
        clocks.settle(now);
        match record {
            Record::Act { lag_ms, wait_ms, .. } => {
                // What it waited is taken off first, as it was when the lag was worked out.
                let wait_ms = clocks.give_back_wait(*wait_ms);
                GivenBack { lag_ms: clocks.give_back_lag(*lag_ms), wait_ms, credit: Millis::ZERO }
            }
            Record::Share { wait_ms, .. }
            | Record::Roll { wait_ms, .. }
            | Record::Lost { wait_ms, .. }
            | Record::Swap { wait_ms }
            | Record::Undo { wait_ms } => {
                GivenBack { wait_ms: clocks.give_back_wait(*wait_ms), ..GivenBack::default() }
            }
            Record::Outage { credit_ms, spans_ms } => {
                let credit = if spans_ms.is_empty() {
                    clocks.give_back_untold(*credit_ms)
                } else {
                    clocks.give_back_spans(spans_ms)
                };
                GivenBack { credit, ..GivenBack::default() }
            }
            _ => GivenBack::default(),
        }
    }

    /// Lets the clock of the seat run that owes the next thing; none in a pause.
    fn run_clocks(&mut self) {
        let running = self.owes().filter(|_| self.play.paused.is_none());
        if let Some(clocks) = &mut self.play.clocks {
            clocks.run(running);
        }
    }
}
