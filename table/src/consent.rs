//! What players ask of each other, and the records it would make: every check comes before the first record.

use cydonia_protocol::{ErrorCode, OfferKind};
use cydonia_rules::{LeaveReason, Seat};
use uuid::Uuid;

use super::journal::Record;
use super::party::Party;
use super::rejection::Rejection;
use super::state::Table;
use super::takeover::take_over;
use super::time::UnixMs;
use crate::limits;

impl Table {
    /// What offering something would record; nothing, but the first offer's number, if it is a repeat.
    ///
    /// # Errors
    /// If the game is not on, or this cannot be offered now.
    pub fn offer(
        &self,
        player: impl Into<Party>,
        request: Uuid,
        what: OfferKind,
    ) -> Result<(u64, Vec<Record>), Rejection> {
        let party = player.into();
        let seat = self.seated(party)?;
        if let Some(offer) = self.play().and_then(|play| play.offers.repeated(seat, request)) {
            return Ok((offer, Vec::new()));
        }
        let (seat, on) = self.seat_in_game(party)?;
        let refuse = |why| Err(Rejection::new(ErrorCode::BadOffer, why));
        match what {
            OfferKind::Draw => {}
            OfferKind::Takeback if self.has_dice() => {
                return refuse("with dice a turn that has ended is final");
            }
            OfferKind::Takeback if on.history.iter().all(|acted| acted.by != seat) => {
                return refuse("there is no turn of yours to take back");
            }
            OfferKind::Takeback => on.check_not_paused()?,
            OfferKind::Pause if self.tournament.is_some() => {
                return refuse("others wait for the end of this game: a tournament's clocks do not stop");
            }
            OfferKind::Pause if on.play.clocks.is_none() => return refuse("there is no clock to stop"),
            OfferKind::Pause if on.play.paused.is_some() => return refuse("the game is paused already"),
            OfferKind::Lost if !on.may_ask_to_lose(seat) => {
                return refuse("there is no roll of yours that would need it");
            }
            OfferKind::Computer => return refuse("say for which seat, and which computer"),
            OfferKind::Analysis => self.check_analysable(on)?,
            OfferKind::Pause | OfferKind::Lost => {}
        }
        on.play.offers.check_new(seat, what)?;
        Ok((self.n + 1, vec![Record::Offer { seat, what, computer: None, request }]))
    }

    /// What agreeing to an offer or declining it would record, with what follows once all agree.
    ///
    /// # Errors
    /// If the game is not on, or there is no such offer of somebody else that waits for this answer.
    pub fn answer(
        &self,
        player: impl Into<Party>,
        number: u64,
        agree: bool,
    ) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(player)?;
        let offers = &on.play.offers;
        let offer = offers.find(number)?;
        if offer.seat == seat || offer.agreed.contains(&seat) {
            return Err(Rejection::new(ErrorCode::OwnOffer, "you have said your part to this offer"));
        }
        if agree && offer.computer.is_some_and(|wish| wish.seat == seat) {
            let why = "this is about your own seat: decline it, or play on";
            return Err(Rejection::new(ErrorCode::OwnOffer, why));
        }
        if agree && offer.what == OfferKind::Takeback {
            on.check_not_paused()?;
        }
        let mut records = vec![Record::Answer { seat, offer: number, agree }];
        let seats = on.play.game.seats();
        let in_game = |seat| seats.is_in(seat);
        if let Some(settled) = offers.clone().answer(number, seat, agree, in_game, seats.count()) {
            match settled.what {
                OfferKind::Draw => records.push(Record::Finish { agreed: true, unrated: None }),
                OfferKind::Takeback => records.push(Record::Takeback { seat: settled.seat }),
                OfferKind::Pause => records.push(Record::Pause {}),
                OfferKind::Computer => records.extend(settled.computer.map(take_over)),
                OfferKind::Analysis => records.push(Record::AllowAnalysis {}),
                // The answer itself allows it.
                OfferKind::Lost => {}
            }
        }
        Ok(records)
    }

    /// What taking one's offer back would record.
    ///
    /// # Errors
    /// If the game is not on, or there is no such offer of one's own.
    pub fn withdraw(&self, player: impl Into<Party>, number: u64) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(player)?;
        if on.play.offers.find(number)?.seat != seat {
            return Err(Rejection::new(ErrorCode::NoOffer, "this is not your offer"));
        }
        Ok(vec![Record::Withdraw { offer: number }])
    }

    /// What going on after a pause would record.
    ///
    /// # Errors
    /// If the game is not on or not paused, or somebody who plays is away: they agreed to a pause, and not to find the
    /// game lost. A pause that nobody ends lasts a day.
    pub fn resume(
        &self,
        player: impl Into<Party>,
        now: UnixMs,
        is_nobody_away: bool,
    ) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(player)?;
        let Some(paused) = on.play.paused else {
            return Err(Rejection::new(ErrorCode::NotPaused, "the game is not paused"));
        };
        if !is_nobody_away && now - paused < limits::PAUSE_KEPT.into() {
            let why = "somebody is away: the pause lasts until all who play are there, or a day";
            return Err(Rejection::new(ErrorCode::Paused, why));
        }
        Ok(vec![Record::Resume { seat }])
    }

    /// What having an absent seat leave would record; `is_claimable` tells whether it was away for long enough.
    ///
    /// # Errors
    /// If the game is not on, the seat has left or is one's own, or it cannot be claimed.
    pub fn claim(
        &self,
        player: impl Into<Party>,
        absent: Seat,
        is_claimable: bool,
    ) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(player)?;
        if !self.seat_numbers().contains(&absent) {
            return Err(Rejection::new(ErrorCode::BadSeat, "there is no such seat"));
        }
        if absent == seat || !is_claimable {
            return Err(Rejection::new(
                ErrorCode::NotAbsent,
                "this seat has not been away for long enough, or a clock decides",
            ));
        }
        on.leave(absent, LeaveReason::Abandoned)
    }
}
