//! The same players again, at a table of their own.

use cydonia_protocol::{ErrorCode, SeatState, Series, TableInfo, TableStatus, TimeControl};
use cydonia_rules::Seat;
use uuid::Uuid;

use super::rejection::Rejection;
use super::stage::{Ending, Over};
use super::state::Table;
use super::time::UnixMs;

impl Table {
    /// The rematch's row: seat i moves to i + 1, and seat 0 begins, or the loser's new seat where the game says so. Of a series it
    /// is another one, as long.
    ///
    /// # Errors
    /// If the player did not sit here or the game is not over.
    pub fn rematch(&self, player: Uuid, id: Uuid, now: UnixMs) -> Result<(Seat, TableInfo), Rejection> {
        let seat = self.seated(player)?;
        let Some(over) = self.over() else {
            return Err(Rejection::new(ErrorCode::NotOver, "the game is not over yet"));
        };
        let mut info = self.again(over, id, now);
        for (seat, state) in (0..).zip(&self.seats) {
            // Nobody comes back who was deleted.
            if let Some(player) = state.sitter().filter(|player| !player.is_deleted()) {
                let kept = SeatState::Reserved { player: player.clone() };
                info.seats[usize::from(self.next_seat(over, seat))] = kept;
            }
        }
        info.series =
            self.series.as_ref().and_then(|series| Series::begin(id, series.games, self.seats.len()));
        Ok((self.next_seat(over, seat), info))
    }

    /// The same table once more, with nobody at it.
    pub(crate) fn again(&self, over: &Over, id: Uuid, now: UnixMs) -> TableInfo {
        // Nobody has lost a game that was aborted.
        let ranks = match &over.ending {
            Ending::Finished(outcome) => &outcome.ranks[..],
            Ending::Aborted { .. } => &[],
        };
        let loser = (0..).zip(ranks).filter(|(_, rank)| **rank > 1).max_by_key(|(_, rank)| **rank);
        let loser_begins = self.kind().is_some_and(|kind| kind.info().loser_begins);
        let first = loser.filter(|_| loser_begins).map_or(0, |(seat, _)| self.next_seat(over, seat));
        TableInfo {
            id,
            seats: vec![SeatState::Free {}; self.seats.len()],
            first,
            status: TableStatus::Open,
            created_ms: now.0,
            rematch_of: Some(self.id),
            rematch: None,
            // One that was set up when that could still be is rated without a clock; there is no other like it.
            rated: self.set_up_rated && self.clock != TimeControl::None {},
            unrated: None,
            tournament: None,
            ..self.info()
        }
    }
}
