//! What is recorded of what players ask of each other.

use cydonia_protocol::{EventKind, OfferKind, OpenOffer};
use cydonia_rules::Seat;
use uuid::Uuid;

use super::Told;
use crate::journal::ReplayError;
use crate::stage::Playing;
use crate::time::UnixMs;

impl Playing {
    /// A seat offers something.
    pub(super) fn take_offer(&mut self, offer: OpenOffer, request: Uuid) -> Told {
        let OpenOffer { seat, what, computer, .. } = offer;
        self.play.offers.make(offer, request);
        EventKind::Offer { seat, what, computer }.into()
    }

    /// A seat answers an offer. What all agree to has a record of its own, but for leave to lose a share.
    pub(super) fn take_answer(&mut self, seat: Seat, offer: u64, agree: bool) -> Told {
        let seats = self.play.game.seats();
        let in_game = |seat| seats.is_in(seat);
        let settled = self.play.offers.answer(offer, seat, agree, in_game, seats.count());
        if let (Some(settled), Some(dice)) = (settled, &mut self.play.dice)
            && settled.what == OfferKind::Lost
        {
            dice.allow_loss(settled.seat);
        }
        EventKind::Answer { seat, offer, agree }.into()
    }

    /// A seat takes its offer back.
    pub(super) fn take_withdrawal(&mut self, offer: u64) -> Result<Told, ReplayError> {
        let seat = self.play.offers.find(offer).map_err(|_rejection| ReplayError::NoOffer(offer))?.seat;
        self.play.offers.withdraw(offer);
        Ok(EventKind::Withdraw { seat, offer }.into())
    }

    /// What was played before this event, of that number, may be analysed. In a turn that takes several actions those stand: nobody
    /// looks up what would have been better, and then takes them back unasked.
    pub(super) fn allow_analysis(&mut self, n: u64) -> Told {
        self.end_undoing();
        self.analysed_until = Some(n);
        EventKind::AllowAnalysis {}.into()
    }

    /// The clocks stand still.
    pub(super) fn pause(&mut self, now: UnixMs) -> Told {
        self.play.paused = Some(now);
        EventKind::Pause {}.into()
    }

    /// The clocks run again.
    pub(super) fn go_on_after_pause(&mut self, now: UnixMs, seat: Seat) -> Told {
        self.play.paused = None;
        self.on_since = now;
        EventKind::Resume { seat }.into()
    }
}
