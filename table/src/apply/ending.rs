//! What is recorded of the end of a game.

use cydonia_protocol::record::drawn;
use cydonia_protocol::{EventKind, TableStatus, Unrated};
use cydonia_rules::{Seat, ViewDiff};

use super::Told;
use crate::journal::ReplayError;
use crate::state::Table;

impl Table {
    /// The game ends without a result before it has really begun.
    pub(super) fn abort_game(&mut self, seat: Seat) -> Result<Told, ReplayError> {
        self.aborted_by = Some(seat);
        let diff = self.end(TableStatus::Aborted)?;
        Ok(Told { what: EventKind::Abort { seat }, diff, motions: Vec::new() })
    }

    /// The game ends, by its rules or as a draw that was agreed on.
    pub(super) fn finish_game(
        &mut self,
        agreed: bool,
        unrated: Option<Unrated>,
    ) -> Result<Told, ReplayError> {
        let game = self.game.as_ref().ok_or(ReplayError::NotBegun)?;
        let outcome = if agreed { drawn(game) } else { game.outcome().ok_or(ReplayError::NotOver)? };
        self.outcome = Some(outcome.clone());
        if unrated.is_some() {
            (self.info.rated, self.info.unrated) = (false, unrated);
        }
        let diff = self.end(TableStatus::Finished)?;
        Ok(Told { what: EventKind::Finish { outcome, unrated }, diff, motions: Vec::new() })
    }

    /// Ends the game, and tells what that changes in the view, if by the rules it would have gone on.
    fn end(&mut self, status: TableStatus) -> Result<Option<ViewDiff>, ReplayError> {
        let game = self.game.as_ref().ok_or(ReplayError::NotBegun)?;
        self.offers.clear();
        self.info.status = status;
        Ok(Some(game.view().diff(&self.shown(game))).filter(|diff| *diff != ViewDiff::default()))
    }
}
