//! How a finished game stood at some time.

use cydonia_protocol::{Event, EventKind};
use cydonia_rules::{Layout, View};
use uuid::Uuid;

use super::journal::Record;
use super::journal::{CorruptData, Finished, Stamped};
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
        let Ok(line) = kept.packed.unpack() else { return false };
        let mut table = Self::of_match(kept);
        let mut acts = |stamped: &[Stamped]| {
            let events = table.replay(stamped).ok()?;
            // Where they sit now: two may change sides.
            let seat = table.seat_of(player);
            let is_own =
                |event: &Event| matches!(event.what, EventKind::Act { seat: by, .. } if Some(by) == seat);
            Some(events.iter().any(is_own))
        };
        line.chunks(1).take(limits::RECORDS_LOOKED_AT).map_while(&mut acts).any(|is_own| is_own)
    }
}
