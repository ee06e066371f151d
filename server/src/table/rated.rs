//! Rating rules: what makes a rated game count, and who has left one before it did.

use cydonia_protocol::{ErrorCode, Unrated};
use cydonia_table::journal::Record;
use cydonia_table::{Rejection, Table};
use uuid::Uuid;

use super::actor::TableActor;
use crate::admission::Address;
use crate::context::Context;
use crate::outbox::Outbox;
use crate::store::NoteSharedAddress;

/// From where somebody plays for points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayedFrom {
    player: Uuid,
    address: Address,
}

impl TableActor {
    /// Why a game that these records end does not count for ratings, though it was to.
    pub(super) fn why_unrated(&self, table: &Table, records: &[Record]) -> Option<Unrated> {
        if !table.is_rated() || !matches!(records.last(), Some(Record::Finish { .. })) {
            return None;
        }
        if !table.have_all_moved(records) {
            return Some(Unrated::NotAllMoved);
        }
        let players = players_of(table);
        // Counted before it is kept: should that fail, one game less counts on this day.
        let counts = self.context.admission.fair_play().admits(self.id, &players);
        (!counts).then_some(Unrated::TooOften)
    }

    /// The game is over: from where it was played need not be known any more. Of one that was to be rated it is noted, for moderators, who
    /// played it from one address: beside the game, which waits for nothing; should that fail, they know less.
    pub(super) fn forget_addresses(&self, table: &Table) {
        let fair_play = self.context.admission.fair_play();
        let was_rated = table.info().set_up_rated();
        let players = if was_rated { fair_play.sharing(self.id, &players_of(table)) } else { Vec::new() };
        fair_play.forget(self.id);
        if players.is_empty() {
            return;
        }
        let (game, store) = (self.id, self.context.store.clone());
        self.context.tasks.spawn(async move {
            if let Err(error) = store.write(NoteSharedAddress { game, players }).await {
                tracing::warn!(%game, %error, "it could not be noted who played from one address");
            }
        });
    }

    /// Takes in from where somebody plays, if that may matter.
    pub(super) fn note_place(&mut self, outbox: &Outbox) {
        let (Some(table), Some(player)) = (&self.table, outbox.player_at(self.id)) else { return };
        if !table.is_rated() || table.game().is_none() || table.seat_of(player.id).is_none() {
            return;
        }
        let place = PlayedFrom { player: player.id, address: outbox.address() };
        if !self.played_from.contains(&place) {
            self.played_from.retain(|from| from.player != player.id);
            self.played_from.push(place);
            self.context.admission.fair_play().played(self.id, place.player, place.address);
        }
    }
}

/// Those who sit at a table, people and computers.
fn players_of(table: &Table) -> Vec<Uuid> {
    table.seats.iter().filter_map(|seat| Some(seat.sitter()?.id)).collect()
}

/// Checks that somebody may begin a rated game.
///
/// # Errors
/// `too_many`, for who has left too many before they counted.
pub(crate) fn check_not_barred(context: &Context, player: Uuid) -> Result<(), Rejection> {
    if context.admission.fair_play().is_barred(player) {
        let why = "you have left too many rated games before everybody had moved: play for fun for a day";
        return Err(Rejection::new(ErrorCode::TooMany, why));
    }
    Ok(())
}
