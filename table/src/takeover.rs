//! Take-over: a computer plays on at a seat that was left, once all who stayed agree.

use cydonia_protocol::{ComputerSeat, ErrorCode, OfferKind};
use cydonia_rules::Seat;
use uuid::Uuid;

use super::computers::{computer, no_seat};
use super::journal::Record;
use super::party::Party;
use super::rejection::Rejection;
use super::state::Table;

impl Table {
    /// What offering that a computer takes a seat over would record; nothing, but the first offer's number, if it is a repeat.
    /// Where nobody else is there to be asked, the computer sits down at once. `is_absent` tells whether a seat that is still in
    /// the game was away for so long that the others need not wait for it.
    ///
    /// # Errors
    /// If the game is not on, is rated or one of a series, there is no such seat or level, or the seat was not left.
    pub fn offer_computer(
        &self,
        player: impl Into<Party>,
        request: Uuid,
        wish: ComputerSeat,
        is_absent: bool,
    ) -> Result<(u64, Vec<Record>), Rejection> {
        let party = player.into();
        let seat = self.seated(party)?;
        if let Some(offer) = self.play().and_then(|play| play.offers.repeated(seat, request)) {
            return Ok((offer, Vec::new()));
        }
        let (seat, on) = self.seat_in_game(party)?;
        computer(wish.level)?;
        if !self.seat_numbers().contains(&wish.seat) {
            return Err(no_seat());
        }
        if self.set_up_rated {
            return Err(Rejection::new(ErrorCode::BadRated, "a rated game is played by people alone"));
        }
        if self.series.is_some() || self.tournament.is_some() {
            let why = "a series, or a tournament's game, is played by those who began it";
            return Err(Rejection::new(ErrorCode::BadSeries, why));
        }
        let is_left = is_absent || !self.is_in(wish.seat);
        if wish.seat == seat || !is_left || self.computer_at(wish.seat).is_some() {
            let why = "this seat was not left: somebody plays there, or has not been away for long enough";
            return Err(Rejection::new(ErrorCode::NotAbsent, why));
        }
        let what = OfferKind::Computer;
        on.play.offers.check_new(seat, what)?;
        let mut records = vec![Record::Offer { seat, what, computer: Some(wish), request }];
        let is_asked = |other: Seat| self.is_in(other) && other != seat && other != wish.seat;
        if !self.seat_numbers().any(is_asked) {
            records.push(take_over(wish));
        }
        Ok((self.n + 1, records))
    }

    /// The seat that a computer would take over by that offer though it is still in the game, if there is one.
    #[must_use]
    pub fn absent_by_offer(&self, number: u64) -> Option<Seat> {
        let wish = self.playing()?.play.offers.find(number).ok()?.computer?;
        Some(wish.seat).filter(|seat| self.is_in(*seat))
    }
}

/// What all have agreed on.
pub(crate) fn take_over(ComputerSeat { seat, level }: ComputerSeat) -> Record {
    Record::Takeover { seat, level }
}
