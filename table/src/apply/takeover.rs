//! What is recorded of a seat that a computer takes over.

use cydonia_protocol::{EventKind, Player, SeatState};
use cydonia_rules::{Seat, ViewDiff};

use super::Told;
use crate::journal::ReplayError;
use crate::stage::{Playing, Stage};
use crate::state::Table;

impl Table {
    /// A computer sits down where somebody has left, and the seat is in the game again.
    pub(super) fn take_over(&mut self, seat: Seat, level: u8) -> Result<Told, ReplayError> {
        let on = match &mut self.stage {
            Stage::Playing(on) => on,
            Stage::Waiting(_) => return Err(ReplayError::NotBegun),
            Stage::Over(_) => return Err(ReplayError::Finished),
        };
        let state = self.seats.get_mut(usize::from(seat)).ok_or(ReplayError::NoSuchSeat(seat))?;
        let before = state.sitter().filter(|who| who.computer.is_none()).cloned();
        let (of, player) = before.zip(Player::computer(level)).ok_or(ReplayError::NoTakeover(seat))?;
        let diff = on.hand_over(seat)?;
        on.play.taken_over.push((seat, of.clone()));
        *state = SeatState::Taken { player: player.clone(), rating: None };
        Ok(Told { what: EventKind::Takeover { seat, player, of }, diff, motions: Vec::new() })
    }
}

impl Playing {
    /// Somebody else plays on at a seat; what was done before is final. What was pledged there nobody can open any more.
    fn hand_over(&mut self, seat: Seat) -> Result<Option<ViewDiff>, ReplayError> {
        let game = &mut self.play.game;
        let before = game.view();
        if !game.seats().is_in(seat) {
            game.rejoin(seat)?;
        }
        let diff = before.diff(&game.view());
        if let Some(dice) = self.play.dice.as_mut().filter(|dice| !dice.is_plain(seat)) {
            dice.allow_loss(seat);
        }
        self.end_undoing();
        self.history.clear();
        self.play.offers.clear();
        Ok(Some(diff).filter(|diff| *diff != ViewDiff::default()))
    }
}
