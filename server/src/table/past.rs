//! How a finished game stood at some time.

use cydonia_rules::{Layout, View};

use super::record::Record;
use super::state::Table;
use crate::store::{Damage, Finished};

impl Table {
    /// How the table stands: the first position, if its game is not on yet. None if it cannot be set up.
    pub(crate) fn stands(&self) -> Option<(Layout, View)> {
        match self.game() {
            Some(game) => Some((game.layout(), self.shown(game))),
            None => self.preview().map(|preview| (preview.layout, preview.view)),
        }
    }

    /// How a finished game stood after one of its plies, and where things are.
    ///
    /// # Errors
    /// If its line does not replay, or has no such ply.
    pub(crate) fn position(kept: &Finished, ply: u32) -> Result<(View, Layout), Damage> {
        let mut table = Self::of_match(kept);
        let mut found = None;
        for stamped in &kept.packed.unpack()? {
            table.replay(std::slice::from_ref(stamped))?;
            let (_, record) = stamped;
            let Some(game) = &table.game else { continue };
            let makes_ply =
                matches!(record, Record::Start { .. } | Record::Act { .. } | Record::Leave { .. });
            // One that was taken back is made again by another, and the last is the one that stands.
            if table.plies == ply && makes_ply || table.is_over() && ply == kept.summary.plies {
                found = Some((table.shown(game), game.layout()));
            }
        }
        found.ok_or(Damage::End)
    }
}
