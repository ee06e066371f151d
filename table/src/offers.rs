//! The offers that are open at a table, and when they end.

use cydonia_protocol::{ErrorCode, OfferKind, OpenOffer};
use cydonia_rules::Seat;
use uuid::Uuid;

use super::dice::other;
use super::rejection::Rejection;
use crate::limits;

/// What is offered, who has agreed, and what was declined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    open: Vec<OpenOffer>,
    /// What was declined or withdrawn since somebody else last changed the position: it is not asked again at once.
    declined: Vec<(Seat, OfferKind)>,
    /// The last offer of each seat by its client's own id, for repeats, and how many it has made in this game.
    requests: Vec<(Seat, Uuid, u64, u32)>,
}

impl Offers {
    /// The offer that a seat made by that id, if it was its last.
    pub(crate) fn repeated(&self, seat: Seat, request: Uuid) -> Option<u64> {
        self.requests.iter().find(|(by, id, ..)| (*by, *id) == (seat, request)).map(|(_, _, offer, _)| *offer)
    }

    /// Checks that a seat may make such an offer now.
    ///
    /// # Errors
    /// `bad_offer`; `too_many` if it has made so many that it is no game any more.
    pub(crate) fn check_new(&self, seat: Seat, what: OfferKind) -> Result<(), Rejection> {
        let refuse = |why| Err(Rejection::new(ErrorCode::BadOffer, why));
        if self.open.iter().any(|offer| offer.what == what) {
            return refuse("this is on offer already");
        }
        if self.declined.contains(&(seat, what)) {
            return refuse("this was declined or withdrawn; wait until somebody else has moved");
        }
        if self.made(seat) >= limits::OFFERS {
            let why = "you have offered as often as one may in one game";
            return Err(Rejection::new(ErrorCode::TooMany, why));
        }
        Ok(())
    }

    /// How many offers a seat has made.
    fn made(&self, seat: Seat) -> u32 {
        self.requests.iter().find(|(by, ..)| *by == seat).map_or(0, |(.., made)| *made)
    }

    /// The open offer of that number.
    ///
    /// # Errors
    /// `no_offer`.
    pub(crate) fn find(&self, number: u64) -> Result<&OpenOffer, Rejection> {
        let found = self.open.iter().find(|offer| offer.offer == number);
        found.ok_or_else(|| Rejection::new(ErrorCode::NoOffer, "there is no such offer any more"))
    }

    /// Opens an offer.
    pub(crate) fn make(&mut self, made: OpenOffer, request: Uuid) {
        let OpenOffer { offer, seat, .. } = made;
        self.open.push(made);
        let count = self.made(seat) + 1;
        self.requests.retain(|(by, ..)| *by != seat);
        self.requests.push((seat, request, offer, count));
    }

    /// Takes an answer in: somebody agrees, or the offer is gone. Gives the offer back once all who are asked agree.
    pub(crate) fn answer(
        &mut self,
        number: u64,
        seat: Seat,
        agree: bool,
        asked: impl Fn(Seat) -> bool,
        seats: Seat,
    ) -> Option<OpenOffer> {
        let place = self.open.iter().position(|offer| offer.offer == number)?;
        if !agree {
            let offer = self.open.remove(place);
            self.declined.push((offer.seat, offer.what));
            return None;
        }
        let offer = &mut self.open[place];
        offer.agreed.push(seat);
        // Whose seat it is about is not there to be asked.
        let left = offer.computer.map(|wish| wish.seat);
        let is_asked = |other: &Seat| asked(*other) && *other != offer.seat && Some(*other) != left;
        let all = (0..seats).filter(is_asked);
        let is_settled = all.clone().all(|other| offer.agreed.contains(&other));
        is_settled.then(|| self.open.remove(place))
    }

    /// Takes an offer back.
    pub(crate) fn withdraw(&mut self, number: u64) {
        if let Some(place) = self.open.iter().position(|offer| offer.offer == number) {
            let offer = self.open.remove(place);
            // A computer may be wanted at another seat instead, and nobody else may be there to move.
            if offer.what != OfferKind::Computer {
                self.declined.push((offer.seat, offer.what));
            }
        }
    }

    /// A seat has changed the position: whoever has not agreed has declined by that, and no takeback fits any more.
    pub(crate) fn lapse(&mut self, mover: Seat) {
        self.declined.retain(|(seat, _)| *seat == mover);
        self.open.retain(|offer| {
            offer.what != OfferKind::Takeback && (offer.seat == mover || offer.agreed.contains(&mover))
        });
    }

    /// A roll was made, or was void: to be allowed to lose it makes no sense any more.
    pub(crate) fn roll(&mut self, roller: Seat) {
        self.lapse(roller);
        self.open.retain(|offer| offer.what != OfferKind::Lost);
    }

    /// Nothing is on offer any more.
    pub(crate) fn clear(&mut self) {
        self.declined.clear();
        self.open.clear();
    }

    /// Two players change sides: what each has made goes with them, and nothing is on offer any more.
    pub(crate) fn exchange(&mut self) {
        self.clear();
        for (seat, ..) in &mut self.requests {
            *seat = other(*seat);
        }
    }

    /// As they are shown.
    pub(crate) fn shown(&self) -> &[OpenOffer] {
        &self.open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_ends_by_its_answers_or_a_move_of_one_who_has_not_agreed() {
        let request = Uuid::nil();
        let open = |offer, seat, what| OpenOffer { offer, seat, what, computer: None, agreed: Vec::new() };
        let mut offers = Offers::default();
        offers.make(open(9, 0, OfferKind::Draw), request);
        assert_eq!(offers.repeated(0, request), Some(9));
        assert!(offers.check_new(1, OfferKind::Draw).is_err());
        assert_eq!(offers.answer(9, 1, true, |_| true, 3), None, "seat 2 is still asked");
        offers.lapse(0);
        offers.lapse(1);
        let settled = offers.answer(9, 2, true, |_| true, 3).expect("all agree");
        assert_eq!((settled.seat, settled.agreed), (0, vec![1, 2]));
        assert!(offers.shown().is_empty());

        offers.make(open(12, 0, OfferKind::Draw), request);
        assert!(offers.answer(12, 1, true, |seat| seat != 2, 3).is_some(), "who has left is not asked");
        offers.make(open(13, 0, OfferKind::Draw), request);
        offers.lapse(2);
        assert!(offers.shown().is_empty(), "to move is to decline");
        offers.make(open(14, 0, OfferKind::Draw), request);
        assert_eq!(offers.answer(14, 1, false, |_| true, 2), None);
        assert!(offers.shown().is_empty() && offers.check_new(0, OfferKind::Draw).is_err());
        offers.lapse(0);
        assert!(offers.check_new(0, OfferKind::Draw).is_err(), "one's own move is no reason to ask again");
        offers.lapse(1);
        assert!(offers.check_new(0, OfferKind::Draw).is_ok(), "after another's move one may ask again");
        offers.make(open(15, 0, OfferKind::Takeback), request);
        offers.lapse(0);
        assert!(offers.shown().is_empty(), "a takeback is meant for one position");
        for what in [OfferKind::Lost, OfferKind::Draw] {
            offers.make(open(16, 0, what), request);
        }
        offers.roll(0);
        let left: Vec<_> = offers.shown().iter().map(|offer| offer.what).collect();
        assert_eq!(left, [OfferKind::Draw], "leave to lose is meant for one roll");
    }
}
