//! What makes a rated game count, and who has left one before it did.

use cydonia_protocol::{ErrorCode, Unrated};
use cydonia_rules::Seat;
use uuid::Uuid;

use super::record::Record;
use super::refused::Refused;
use super::state::Table;
use super::task::Task;
use crate::app::App;
use crate::socket::Outbox;

impl Table {
    /// Whether anything was seen of the game that one might like or not: a roll, or an action.
    pub(super) fn is_seen(&self) -> bool {
        self.rolls > 0 || self.moved != 0
    }

    /// Whether everybody has moved, after records that are about to be kept: all but those who left before, and at least
    /// two.
    fn have_all_moved(&self, records: &[Record]) -> bool {
        let mut moved = self.moved;
        if let (Some(Record::Act { .. }), Some(seat)) = (records.first(), self.seat_to_act()) {
            moved |= 1 << seat;
        }
        let leaves = |seat: Seat| {
            records.iter().any(|record| matches!(record, Record::Leave { seat: who, .. } if *who == seat))
        };
        let has_moved = |seat: &Seat| moved & (1 << seat) != 0;
        let is_done = |seat: Seat| has_moved(&seat) || !self.is_in(seat) || leaves(seat);
        self.seats().filter(has_moved).count() >= 2 && self.seats().all(is_done)
    }

    /// Who leaves a rated game by these records before it counts, though something was seen of it.
    pub(super) fn leaves_early(&self, records: &[Record]) -> Option<Uuid> {
        let leaves = records.iter().find_map(|record| match record {
            Record::Leave { seat, .. } => Some(*seat),
            _ => None,
        });
        let seat = leaves.filter(|_| self.info.rated && self.is_seen())?;
        // Also one who has moved, while another has not: the first move is no leave to throw the game away.
        let counts = self.seats().all(|seat| self.moved & (1 << seat) != 0 || !self.is_in(seat));
        if counts { None } else { self.info.seats.get(usize::from(seat))?.sitter().map(|player| player.id) }
    }
}

impl Task {
    /// Why a game that these records end does not count for ratings, though it was to.
    pub(super) fn why_unrated(&self, table: &Table, records: &[Record]) -> Option<Unrated> {
        if !table.info.rated || !matches!(records.last(), Some(Record::Finish { .. })) {
            return None;
        }
        if !table.have_all_moved(records) {
            return Some(Unrated::NotAllMoved);
        }
        let players: Vec<Uuid> = table.info.seats.iter().filter_map(|seat| Some(seat.sitter()?.id)).collect();
        // Counted before it is kept: should that fail, one game less counts on this day.
        let counts = self.app.gate.fair_play().admits(self.id, &players);
        (!counts).then_some(Unrated::TooOften)
    }

    /// Takes in from where somebody plays, if that may matter.
    pub(super) fn note_place(&mut self, outbox: &Outbox) {
        let (Some(table), Some(player)) = (&self.table, outbox.player_at(self.id)) else { return };
        if !table.info.rated || table.game().is_none() || table.seat_of(player.id).is_none() {
            return;
        }
        let place = (player.id, outbox.address());
        if !self.played_from.contains(&place) {
            self.played_from.retain(|(who, _)| *who != player.id);
            self.played_from.push(place);
            self.app.gate.fair_play().played(self.id, player.id, outbox.address());
        }
    }
}

/// Checks that somebody may begin a rated game.
///
/// # Errors
/// `too_many`, for who has left too many before they counted.
pub(super) fn check_not_barred(app: &App, player: Uuid) -> Result<(), Refused> {
    if app.gate.fair_play().is_barred(player) {
        let why = "you have left too many rated games before everybody had moved: play for fun for a day";
        return Err(Refused::new(ErrorCode::TooMany, why));
    }
    Ok(())
}
