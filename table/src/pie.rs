//! Pie rule: whoever does not act first may take that side after the first action, and so it is made as even as can be. The
//! rules of the games know nothing of it: it is the table at which two people change seats.

use cydonia_protocol::{ErrorCode, TableInfo};
use cydonia_rules::GameKind;

use super::journal::Record;
use super::playing::{Mover, not_your_turn, stale};
use super::rejection::Rejection;
use super::stage::Playing;
use super::state::Table;

/// Checks that a table may have the pie, if it is to: it is for two, and what the first does is no matter of luck.
///
/// # Errors
/// `bad_pie`.
pub fn check_pie(info: &TableInfo) -> Result<(), Rejection> {
    let has_dice = GameKind::from_id(&info.game).is_none_or(|kind| kind.info().dice);
    if info.pie && (info.seats.len() != 2 || has_dice) {
        return Err(Rejection::new(ErrorCode::BadPie, "the pie is for games of two without dice"));
    }
    Ok(())
}

impl Table {
    /// What taking the other's side would record.
    ///
    /// # Errors
    /// If the table is without the pie, it is not this player's turn or not their first, or it was meant for another position.
    pub fn swap(&self, by: &Mover<'_>, at: u64) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(by.party)?;
        let refuse = |why| Err(Rejection::new(ErrorCode::NoSwap, why));
        if !self.pie {
            return refuse("this table is without the pie");
        }
        if at != self.at {
            return Err(stale());
        }
        on.check_not_paused()?;
        if on.seat_to_act() != Some(seat) {
            return Err(not_your_turn());
        }
        if !on.may_swap() {
            return refuse(
                "only who has not acted yet may take the other’s side, right after the first action",
            );
        }
        Ok(vec![Record::Swap { wait_ms: on.waited_ms(by.arrival) }])
    }

    /// Whether the player to act may take the other's side instead.
    #[must_use]
    pub fn may_swap(&self) -> bool {
        self.pie && self.playing().is_some_and(Playing::may_swap)
    }
}

impl Playing {
    /// Whether one action stands, and whoever is to act has not acted yet, nor changed sides.
    pub(crate) fn may_swap(&self) -> bool {
        let is_for_two = self.play.game.seats().count() == 2 && self.play.dice.is_none();
        let is_first = self.seat_to_act().is_some_and(|seat| !self.has_moved(seat));
        is_for_two && is_first && self.history.len() == 1 && !self.play.is_swapped
    }
}

#[cfg(test)]
mod tests;
