//! How a finished game stood at some time.

use cydonia_protocol::EventKind;
use cydonia_rules::{Layout, View};
use uuid::Uuid;

use super::journal::Record;
use super::journal::{CorruptData, Finished};
use super::state::Table;
use crate::limits;

impl Table {
    /// How a finished game stood after one of its plies, and where things are.
    ///
    /// # Errors
    /// If its line does not replay, or has no such ply.
    pub fn position(kept: &Finished, ply: u32) -> Result<(View, Layout), CorruptData> {
        let mut table = Self::of_match(kept);
        let mut found = None;
        for stamped in &kept.packed.unpack()? {
            table.replay(std::slice::from_ref(stamped))?;
            let (_, record) = stamped;
            let Some(play) = table.play() else { continue };
            let makes_ply =
                matches!(record, Record::Start { .. } | Record::Act { .. } | Record::Leave { .. });
            // One that was taken back is made again by another, and the last is the one that stands.
            if play.plies == ply && makes_ply || table.is_over() && ply == kept.summary.plies {
                found = table.view().map(|view| (view, play.game.layout()));
            }
        }
        found.ok_or(CorruptData::End)
    }

    /// Whether a player moved near the beginning of a finished game; not if its line does not replay.
    pub fn has_moved(kept: &Finished, player: Uuid) -> bool {
        let seat = (0..).zip(&kept.summary.seats).find(|(_, sat)| sat.player.id == player);
        let (Some((seat, _)), Ok(line)) = (seat, kept.packed.unpack()) else { return false };
        let mut table = Self::of_match(kept);
        let is_own = |what: &EventKind| matches!(what, EventKind::Act { seat: by, .. } if *by == seat);
        let steps =
            line.chunks(1).take(limits::RECORDS_LOOKED_AT).map_while(|stamped| table.replay(stamped).ok());
        steps.flatten().any(|event| is_own(&event.what))
    }
}
