//! Series: several games of the same people, each time one seat on. When one ends the next table is set up by the house.

use cydonia_protocol::{ErrorCode, SeatState, Series, TableInfo, TableStatus};
use cydonia_rules::Seat;
use uuid::Uuid;

use super::journal::{Record, Stamped};
use super::rejection::Rejection;
use super::stage::{Ending, Over};
use super::state::Table;
use super::time::UnixMs;

/// Checks that so many games can be played at a table with so many seats.
///
/// # Errors
/// `bad_series`.
pub fn check_series(games: u8, seats: u8) -> Result<(), Rejection> {
    if Series::admits(games, seats) {
        return Ok(());
    }
    let most = Series::MOST_GAMES;
    let why = format!("a series is of as many games for each of the {seats} seats, and of {most} at most");
    Err(Rejection::new(ErrorCode::BadSeries, why))
}

impl Table {
    /// Its place in a series of games, with whether that ends here before its time.
    pub(crate) fn series(&self) -> Option<Series> {
        let series = self.series.clone()?;
        let is_early = self.over().is_some_and(|over| match over.ending {
            Ending::Finished(_) => over.play.is_walked_off,
            Ending::Aborted { .. } => true,
        });
        Some(Series { ended: is_early && series.number < series.games, ..series })
    }

    /// Whether another game of its series follows its own, which has ended.
    #[must_use]
    pub fn series_goes_on(&self) -> bool {
        let is_finished = self.over().is_some_and(|over| matches!(over.ending, Ending::Finished(_)));
        is_finished && self.series().is_some_and(|series| series.goes_on())
    }

    /// Whether its players are bound to play it: games of its series were played before this one, or it is a tournament's.
    pub(crate) fn is_bound(&self) -> bool {
        self.tournament.is_some() || self.series.as_ref().is_some_and(Series::is_under_way)
    }

    /// Checks that nobody gets out of a game that its players are bound to play.
    ///
    /// # Errors
    /// `too_late`.
    pub(crate) fn check_not_bound(&self, why: &str) -> Result<(), Rejection> {
        if self.is_bound() { Err(Rejection::new(ErrorCode::TooLate, why)) } else { Ok(()) }
    }

    /// The next table of its series, with its first records, once its game has ended and others follow: everybody sits one seat
    /// on, and without dice the game is on.
    #[must_use]
    pub fn next_game(&self, id: Uuid, now: UnixMs) -> Option<(TableInfo, Vec<Stamped>)> {
        let series = self.series().filter(Series::goes_on)?;
        let over = self.over()?;
        let Ending::Finished(outcome) = &over.ending else { return None };
        let mut info = self.again(over, id, now);
        // Whoever loses, everybody begins equally often.
        info.first = self.first;
        let mut score = vec![0; self.seats.len()];
        let mut records = Vec::with_capacity(self.seats.len() + 1);
        for ((seat, state), points) in (0..).zip(&self.seats).zip(series.score_after(&outcome.ranks)) {
            let SeatState::Taken { player, rating } = state.clone() else { return None };
            let next = self.next_seat(over, seat);
            score[usize::from(next)] = points;
            info.seats[usize::from(next)] = state.clone();
            records.push((now.0, Record::Sit { seat: next, player, rating }));
        }
        if !self.has_dice() {
            info.status = TableStatus::Playing;
            records.push((now.0, Record::Start { rules: self.rules_now(), seal: None }));
        }
        let number = series.number + 1;
        info.series = Some(Series { id: series.id, number, games: series.games, score, ended: false });
        Some((info, records))
    }

    /// Where whoever sits there now sits in the next game. Whoever has changed sides sits where that counts from.
    pub(crate) fn next_seat(&self, over: &Over, seat: Seat) -> Seat {
        let steps = if over.play.is_swapped { 2 } else { 1 };
        (seat + steps) % self.seats.len() as Seat
    }
}

#[cfg(test)]
mod tests;
