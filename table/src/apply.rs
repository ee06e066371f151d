//! What a record does to a table, and the event that tells of it.

use cydonia_protocol::record::drawn;
use cydonia_protocol::{DiceStart, Event, EventKind, OfferKind, Opened, Pool, SeatState, TableStatus};
use cydonia_rules::{AnyGame, Motion, Phase, Refusal, Seat, ViewDiff};

use super::clocks::ClockState;
use super::dice::{Dice, other};
use super::journal::CorruptData;
use super::journal::ReplayError;
use super::journal::{Record, RollProof, Stamped};
use super::playing::Tried;
use super::state::Table;
use crate::limits;

/// What happened, what it changed in the view, and what the pieces did.
type Told = (EventKind, Option<ViewDiff>, Vec<Motion>);

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
        let (mut what, diff, motions) = self.carry(ms, record, tried)?;
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

    fn carry(&mut self, ms: i64, record: &Record, tried: Option<Box<Tried>>) -> Result<Told, ReplayError> {
        let only = |what| Ok((what, None, Vec::new()));
        match record {
            Record::Sit { seat, player, rating } => {
                *self.free_seat(*seat)? = SeatState::Taken { player: player.clone(), rating: *rating };
                let is_full = self.info.seats.iter().all(|state| state.sitter().is_some());
                self.sat.push(*seat);
                self.note_seating(player.id, ms);
                self.full_ms = (is_full && self.has_dice()).then_some(ms);
                self.closed_ms = 0;
                only(EventKind::Sit { seat: *seat, player: player.clone(), rating: *rating })
            }
            Record::Stand { seat } => {
                *self.free_seat(*seat)? = SeatState::Free {};
                self.sat.retain(|sat| sat != seat);
                *self.ready.get_mut(usize::from(*seat)).ok_or(ReplayError::NoSuchSeat(*seat))? = None;
                self.full_ms = None;
                self.attended_ms = self.attended_ms.max(ms);
                only(EventKind::Stand { seat: *seat })
            }
            Record::Ready { seat, pledge } => {
                if self.game.is_some() {
                    return Err(ReplayError::Begun);
                }
                *self.ready.get_mut(usize::from(*seat)).ok_or(ReplayError::NoSuchSeat(*seat))? =
                    Some(*pledge);
                if let Some(player) = self.info.seats[usize::from(*seat)].sitter().map(|player| player.id) {
                    self.note_seating(player, ms);
                }
                only(EventKind::Ready { seat: *seat, pledge: *pledge })
            }
            Record::Fewer { seats, .. } => {
                self.keep_seats(seats)?;
                only(EventKind::Fewer { seats: seats.clone() })
            }
            Record::Start { rules, seal } => {
                if self.game.is_some() {
                    return Err(ReplayError::Begun);
                }
                let game = self.start()?;
                // The day a game's rules change, this is where the older ones are asked for.
                let known = game.info().rules_version;
                if *rules != known {
                    return Err(ReplayError::Rules { known, asked: *rules });
                }
                self.rules = *rules;
                let (layout, view) = (Box::new(game.layout()), Box::new(game.view()));
                let dice = seal.map(|seal| DiceStart {
                    seal,
                    pledges: self.ready.drain(..).map(Option::flatten).collect(),
                });
                self.dice = dice.as_ref().and_then(|start| Dice::new(start.seal, &start.pledges));
                self.game = Some(game);
                self.full_ms = None;
                self.info.status = TableStatus::Playing;
                self.seatings = Vec::new();
                self.started_ms = ms;
                self.on_since_ms = ms;
                self.clocks = ClockState::new(self.info.clock, self.info.seats.len(), ms);
                only(EventKind::Start { layout, view, dice })
            }
            Record::Act { action, share, .. } => {
                let (seat, motions, diff) = self.act_out(action, tried)?;
                if let (Some(share), Some(dice)) = (share, &mut self.dice) {
                    dice.give(share.clone());
                }
                let what = EventKind::Act { seat, action: action.clone(), share: share.clone(), lag_ms: 0 };
                Ok((what, Some(diff), motions))
            }
            Record::Share { share, .. } => {
                let roller = self.seat_to_roll().ok_or(ReplayError::NoRoll)?;
                self.dice.as_mut().ok_or(ReplayError::NoRoll)?.give(share.clone());
                let seat = other(roller);
                only(EventKind::Share { seat, k: self.rolls, share: share.clone() })
            }
            Record::Roll { dice, proof, .. } => {
                let (seat, diff) = self.change(|game| {
                    let phase = game.phase();
                    game.roll(*dice)?;
                    let Phase::Roll { seat } = phase else { return Err(ReplayError::NoRoll) };
                    Ok(seat)
                })?;
                let k = self.rolls;
                self.next_roll(seat, proof.as_deref(), false);
                let opened = proof.as_deref().map(opened);
                let share = proof.as_ref().and_then(|proof| proof.share.clone());
                Ok((EventKind::Roll { seat, k, dice: *dice, opened, share }, Some(diff), Vec::new()))
            }
            Record::Lost { proof, .. } => {
                let seat = self.seat_to_roll().ok_or(ReplayError::NoRoll)?;
                let k = self.rolls;
                self.next_roll(seat, Some(proof), true);
                only(EventKind::Lost { seat, k, opened: opened(proof) })
            }
            Record::Undo { .. } => {
                let game = self.game.as_ref().ok_or(ReplayError::NotBegun)?;
                let Phase::Act { seat } = game.phase() else { return Err(ReplayError::NothingToUndo) };
                let back = self.turn.pop().ok_or(ReplayError::NothingToUndo)?;
                let diff = self.go_back(back)?;
                self.plies -= 1;
                self.undone += 1;
                self.offers.lapse(seat);
                Ok((EventKind::Undo { seat }, Some(diff), Vec::new()))
            }
            Record::Leave { seat, reason } => {
                let ((), diff) = self.change(|game| Ok(game.leave(*seat, *reason)?))?;
                self.end_undoing();
                self.history.clear();
                self.offers.clear();
                self.plies += 1;
                Ok((EventKind::Leave { seat: *seat, reason: *reason }, Some(diff), Vec::new()))
            }
            Record::Offer { seat, what, request } => {
                self.offers.make(self.n, *seat, *what, *request);
                only(EventKind::Offer { seat: *seat, what: *what })
            }
            Record::Answer { seat, offer, agree } => {
                let game = self.game.as_ref().ok_or(ReplayError::NotBegun)?;
                let settled = self.offers.answer(
                    *offer,
                    *seat,
                    *agree,
                    |seat| game.seats().is_in(seat),
                    game.seats().count(),
                );
                if let (Some(settled), Some(dice)) = (settled, &mut self.dice)
                    && settled.what == OfferKind::Lost
                {
                    dice.allow_loss(settled.seat);
                }
                only(EventKind::Answer { seat: *seat, offer: *offer, agree: *agree })
            }
            Record::Withdraw { offer } => {
                let seat = self.offers.find(*offer).map_err(|_| ReplayError::NoOffer(*offer))?.seat;
                self.offers.withdraw(*offer);
                only(EventKind::Withdraw { seat, offer: *offer })
            }
            Record::Takeback { seat } => {
                let place =
                    self.history.iter().rposition(|(by, _)| by == seat).ok_or(ReplayError::NothingToUndo)?;
                let taken = self.history.split_off(place);
                let actions = taken.len() as u32;
                let (_, back) = taken.into_iter().next().ok_or(ReplayError::NothingToUndo)?;
                let diff = self.go_back(back)?;
                self.plies -= actions;
                self.offers.clear();
                Ok((EventKind::Takeback { seat: *seat, actions }, Some(diff), Vec::new()))
            }
            Record::Pause {} => {
                self.paused_ms = Some(ms);
                only(EventKind::Pause {})
            }
            Record::Resume { seat } => {
                self.paused_ms = None;
                self.on_since_ms = ms;
                only(EventKind::Resume { seat: *seat })
            }
            Record::Outage { .. } => only(EventKind::Outage { credit_ms: 0 }),
            Record::Abort { seat } => {
                self.aborted_by = Some(*seat);
                let diff = self.end(TableStatus::Aborted)?;
                Ok((EventKind::Abort { seat: *seat }, diff, Vec::new()))
            }
            Record::Finish { agreed, unrated } => {
                let game = self.game.as_ref().ok_or(ReplayError::NotBegun)?;
                let outcome =
                    if *agreed { drawn(game) } else { game.outcome().ok_or(ReplayError::NotOver)? };
                self.outcome = Some(outcome.clone());
                if unrated.is_some() {
                    (self.info.rated, self.info.unrated) = (false, *unrated);
                }
                let diff = self.end(TableStatus::Finished)?;
                Ok((EventKind::Finish { outcome, unrated: *unrated }, diff, Vec::new()))
            }
        }
    }

    /// Takes an action of the seat to act, and remembers how to go back.
    fn act_out(
        &mut self,
        action: &str,
        tried: Option<Box<Tried>>,
    ) -> Result<(Seat, Vec<Motion>, ViewDiff), ReplayError> {
        let game = self.game.as_mut().ok_or(ReplayError::NotBegun)?;
        let (before, motions) = match tried.map(|tried| *tried) {
            Some(Tried { game: after, motions }) => (std::mem::replace(game, after), motions),
            None => {
                let before = game.clone();
                (before, game.play(action)?)
            }
        };
        let Phase::Act { seat } = before.phase() else { return Err(Refusal::WrongPhase.into()) };
        let diff = before.view().diff(&game.view());
        // Only with dice does a turn take several actions; there a new turn begins with a roll.
        let has_dice = game.info().dice;
        let turn_goes_on = has_dice && game.phase() == (Phase::Act { seat });
        let is_over = game.phase() == Phase::Over;
        self.plies += 1;
        self.moved |= 1 << seat;
        self.is_under_way |= self.turns > 0;
        if turn_goes_on {
            self.turn.push(before);
        } else {
            self.end_undoing();
            if !has_dice {
                if self.history.len() == limits::TAKEBACKS * self.info.seats.len() {
                    self.history.pop_front();
                }
                self.history.push_back((seat, before));
            }
            if !is_over {
                self.turns += 1;
                if let Some(clocks) = &mut self.clocks {
                    clocks.end_turn(seat);
                }
            }
        }
        self.offers.lapse(seat);
        Ok((seat, motions, diff))
    }

    /// What was done so far stands.
    fn end_undoing(&mut self) {
        self.turn.clear();
        self.undone = 0;
    }

    /// Ends the game, and tells what that changes in the view, if by the rules it would have gone on.
    fn end(&mut self, status: TableStatus) -> Result<Option<ViewDiff>, ReplayError> {
        let game = self.game.as_ref().ok_or(ReplayError::NotBegun)?;
        self.offers.clear();
        self.info.status = status;
        Ok(Some(game.view().diff(&self.shown(game))).filter(|diff| *diff != ViewDiff::default()))
    }

    /// Goes on to the next roll.
    fn next_roll(&mut self, roller: Seat, proof: Option<&RollProof>, is_void: bool) {
        if let (Some(dice), Some(proof)) = (&mut self.dice, proof) {
            dice.next(roller, self.rolls, proof, is_void);
        }
        self.end_undoing();
        self.rolls += 1;
        self.is_under_way |= self.turns > 0;
        self.offers.roll(roller);
    }

    /// Changes the game and tells what that changed in the view.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&mut AnyGame) -> Result<T, ReplayError>,
    ) -> Result<(T, ViewDiff), ReplayError> {
        let game = self.game.as_mut().ok_or(ReplayError::NotBegun)?;
        let before = game.view();
        let outcome = change(game)?;
        Ok((outcome, before.diff(&game.view())))
    }

    /// Goes back to an earlier position.
    fn go_back(&mut self, to: AnyGame) -> Result<ViewDiff, ReplayError> {
        let replace = |game: &mut AnyGame| {
            *game = to;
            Ok(())
        };
        self.change(replace).map(|((), diff)| diff)
    }

    /// Takes all other seats away, and numbers those that stay anew. The ratings with which they sat down are shown no
    /// longer if the game has come into the other pool: what is rated then is not what they tell.
    fn keep_seats(&mut self, seats: &[Seat]) -> Result<(), ReplayError> {
        let renumber = |old: Seat| seats.iter().position(|seat| *seat == old).map(|new| new as Seat);
        let same_pool = Pool::of(seats.len()) == Pool::of(self.info.seats.len());
        let keep = |seat: &SeatState| if same_pool { seat.clone() } else { seat.clone().unrated() };
        let kept: Result<_, _> =
            seats.iter().map(|seat| self.free_seat(*seat).map(|seat| keep(seat))).collect();
        self.info.seats = kept?;
        self.info.first = renumber(self.info.first).unwrap_or(0);
        self.sat = self.sat.iter().filter_map(|seat| renumber(*seat)).collect();
        self.ready = vec![None; seats.len()];
        Ok(())
    }

    /// A seat that may still be taken and given up.
    fn free_seat(&mut self, seat: Seat) -> Result<&mut SeatState, ReplayError> {
        if self.game.is_some() {
            return Err(ReplayError::Begun);
        }
        self.info.seats.get_mut(usize::from(seat)).ok_or(ReplayError::NoSuchSeat(seat))
    }
}

fn opened(proof: &RollProof) -> Opened {
    let RollProof { secret, waiting, pledge, seal, share: _ } = proof.clone();
    Opened { secret, waiting, pledge, seal }
}
