//! Hints and explanations: who may ask the house for the strongest action, and why another may not be taken.

use cydonia_protocol::ErrorCode;
use cydonia_rules::{Objection, Seat};
use uuid::Uuid;

use super::rejection::Rejection;
use super::state::Table;

impl Table {
    /// The seat for which a player may have a hint in the position of that number: their own, when it is to act, in a game that
    /// is not rated and in which all others are computers.
    ///
    /// # Errors
    /// If there are no hints in this game, it is not on, it is not this player's to act now, or the position is another one.
    pub fn hint(&self, player: Uuid, at: u64) -> Result<Seat, Rejection> {
        let (seat, on) = self.seat_in_game(player)?;
        if self.set_up_rated {
            return Err(Rejection::new(ErrorCode::NoHints, "there are no hints in rated games"));
        }
        if self.seat_numbers().any(|other| other != seat && self.computer_at(other).is_none()) {
            let why = "there are hints only where all others at the table are computers";
            return Err(Rejection::new(ErrorCode::NoHints, why));
        }
        self.check_to_act(seat, on, at)?;
        Ok(seat)
    }

    /// Why an action, or one that begins so, may not be taken by a player's own seat in the position of that number; none if
    /// it may.
    ///
    /// # Errors
    /// If the game is not on, it is not this player's to act now, or the position is another one.
    pub fn explain(&self, player: Uuid, at: u64, action: &str) -> Result<Option<Objection>, Rejection> {
        let (seat, on) = self.seat_in_game(player)?;
        self.check_to_act(seat, on, at)?;
        Ok(on.play.game.objection(action))
    }
}
