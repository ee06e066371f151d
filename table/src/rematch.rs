//! The same players again, at a table of their own.

use cydonia_protocol::{ErrorCode, SeatState, TableInfo, TableStatus, TimeControl};
use cydonia_rules::Seat;
use uuid::Uuid;

use super::rejection::Rejection;
use super::stage::Ending;
use super::state::Table;
use super::time::UnixMs;

impl Table {
    /// The rematch's row: seat i moves to i + 1, and seat 0 begins, or the loser's new seat where the game says so.
    ///
    /// # Errors
    /// If the player did not sit here or the game is not over.
    pub fn rematch(&self, player: Uuid, id: Uuid, now: UnixMs) -> Result<(Seat, TableInfo), Rejection> {
        let seat = self.seated(player)?;
        let Some(over) = self.over() else {
            return Err(Rejection::new(ErrorCode::NotOver, "the game is not over yet"));
        };
        let count = self.seats.len() as Seat;
        let next = |seat: Seat| (seat + 1) % count;
        let mut seats = vec![SeatState::Free {}; self.seats.len()];
        for (seat, state) in (0..).zip(&self.seats) {
            if let Some(player) = state.sitter() {
                seats[usize::from(next(seat))] = SeatState::Reserved { player: player.clone() };
            }
        }
        // Nobody has lost a game that was aborted.
        let ranks = match &over.ending {
            Ending::Finished(outcome) => &outcome.ranks[..],
            Ending::Aborted { .. } => &[],
        };
        let loser = (0..).zip(ranks).filter(|(_, rank)| **rank > 1).max_by_key(|(_, rank)| **rank);
        let loser_begins = self.kind().is_some_and(|kind| kind.info().loser_begins);
        let first = loser.filter(|_| loser_begins).map_or(0, |(seat, _)| next(seat));
        let info = TableInfo {
            id,
            seats,
            first,
            status: TableStatus::Open,
            created_ms: now.0,
            rematch_of: Some(self.id),
            rematch: None,
            // One that was set up when that could still be is rated without a clock; there is no other like it.
            rated: self.set_up_rated && self.clock != TimeControl::None {},
            unrated: None,
            ..self.info()
        };
        Ok((next(seat), info))
    }
}
