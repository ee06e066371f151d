//! What makes a rated game count.

use cydonia_protocol::{ErrorCode, SeatState, TableInfo, TimeControl};
use cydonia_rules::{AnyGame, GameKind, Seat, Setup};
use uuid::Uuid;

use super::journal::Record;
use super::rejection::Rejection;
use super::state::Table;

impl Table {
    /// Whether everybody has moved, after records that are about to be kept: all but those who left before, and at least
    /// two.
    pub fn have_all_moved(&self, records: &[Record]) -> bool {
        let Some(on) = self.playing() else { return false };
        let leaves = |seat: Seat| {
            records.iter().any(|record| matches!(record, Record::Leave { seat: who, .. } if *who == seat))
        };
        let has_moved = |seat: &Seat| on.has_moved_after(*seat, records);
        let is_done = |seat: Seat| has_moved(&seat) || !self.is_in(seat) || leaves(seat);
        self.seat_numbers().filter(has_moved).count() >= 2 && self.seat_numbers().all(is_done)
    }

    /// Who leaves a rated game by these records before it counts, though something was seen of it.
    pub fn leaves_early(&self, records: &[Record]) -> Option<Uuid> {
        let leaves = records.iter().find_map(|record| match record {
            Record::Leave { seat, .. } => Some(*seat),
            _ => None,
        });
        let seat = leaves.filter(|_| self.is_rated())?;
        let who = || self.seats.get(usize::from(seat))?.person().map(|player| player.id);
        // Whoever has begun a series does not choose which of its games to play.
        let Some(on) = self.playing() else { return who().filter(|_| self.is_bound()) };
        if !on.is_seen() && !self.is_bound() {
            return None;
        }
        // Also one who has moved, while another has not: the first move is no leave to throw the game away.
        let counts = self.seat_numbers().all(|seat| on.has_moved(seat) || !self.is_in(seat));
        if counts { None } else { who() }
    }
}

/// Checks that a table's game may be rated, if it is to be: it is for all to see, everybody plays for themselves, and it
/// comes to an end also if somebody would rather that it did not.
pub fn check_rated(info: &TableInfo) -> Result<(), Rejection> {
    let refuse = |why: &str| Err(Rejection::new(ErrorCode::BadRated, why));
    if !info.rated {
        return Ok(());
    }
    if info.private {
        return refuse("a private game is not rated");
    }
    if info.clock == (TimeControl::None {}) {
        return refuse("a game without a clock is not rated: whoever loses could let it last for ever");
    }
    let is_computers = |seat: &SeatState| match seat {
        SeatState::Taken { player, .. } | SeatState::Reserved { player } => player.computer.is_some(),
        SeatState::Free {} => false,
    };
    if info.seats.iter().all(is_computers) {
        return refuse("a game of computers alone is not rated: nobody plays in it");
    }
    if plays_in_teams(info) { refuse("a game in teams is not rated") } else { Ok(()) }
}

/// Whether the seats of a table play in teams.
fn plays_in_teams(info: &TableInfo) -> bool {
    let setup = Setup { seats: info.seats.len() as u8, options: info.options.clone(), first: info.first };
    let start = GameKind::from_id(&info.game).map(|kind| AnyGame::start(kind, &setup));
    start.is_some_and(|start| start.is_ok_and(|game| !game.layout().teams.is_empty()))
}
