//! Hints: who may ask the house for the strongest action, and where.

use cydonia_protocol::ErrorCode;
use cydonia_rules::Seat;
use uuid::Uuid;

use super::playing::{not_your_turn, stale};
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
        if at != self.at {
            return Err(stale());
        }
        on.check_not_paused()?;
        if on.seat_to_roll() == Some(seat) {
            return Err(Rejection::new(ErrorCode::WrongPhase, "the dice come first"));
        }
        if on.seat_to_act() != Some(seat) {
            return Err(not_your_turn());
        }
        Ok(seat)
    }
}
