//! Games of tournaments: the house seats those whom it has paired, and nobody gets out of the game but by losing it.

use cydonia_protocol::{SeatState, TableInfo, TableStatus};
use cydonia_rules::{GameKind, LeaveReason, Seat};

use super::journal::{Finished, Record, Stamped};
use super::seating::Sitter;
use super::state::Table;
use super::time::UnixMs;

/// A table of a tournament with everybody at it, and its first records: without dice the game is on.
#[must_use]
pub fn tournament_game(mut info: TableInfo, sitters: Vec<Sitter>, now: UnixMs) -> (TableInfo, Vec<Stamped>) {
    let mut records = Vec::with_capacity(sitters.len() + 1);
    info.seats.clear();
    for (seat, Sitter { player, rating }) in (0..).zip(sitters) {
        info.seats.push(SeatState::Taken { player: player.clone(), rating });
        records.push((now.0, Record::Sit { seat, player, rating }));
    }
    let game = GameKind::from_id(&info.game).map(GameKind::info).filter(|game| !game.dice);
    if let Some(game) = game {
        info.status = TableStatus::Playing;
        records.push((now.0, Record::Start { rules: game.rules_version, seal: None }));
    }
    (info, records)
}

impl Table {
    /// Who has never acted in a tournament's game that these records end; nobody in any other.
    #[must_use]
    pub fn idle_seats(&self, records: &[Record]) -> Vec<Seat> {
        if self.tournament.is_none() || !matches!(records.last(), Some(Record::Finish { .. })) {
            return Vec::new();
        }
        let Some(on) = self.playing() else { return self.seat_numbers().collect() };
        self.seat_numbers().filter(|seat| !on.has_moved_after(*seat, records)).collect()
    }
}

/// Notes in a tournament's finished game who has never acted in it, and which of them did not come at all; `is_here` says who was there at
/// the end.
pub fn note_attendance(
    finished: &mut Finished,
    idle: Vec<Seat>,
    journal: &[Stamped],
    is_here: impl Fn(Seat) -> bool,
) {
    let has_resigned = |seat: Seat| {
        let resigns = |record: &Record| matches!(record, Record::Leave { seat: by, reason: LeaveReason::Resigned } if *by == seat);
        journal.iter().any(|(_, record)| resigns(record))
    };
    let away = idle.iter().copied().filter(|seat| !is_here(*seat) && !has_resigned(*seat));
    finished.packed.away = away.collect();
    finished.packed.idle = idle;
}
