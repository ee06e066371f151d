//! What is recorded of the end of a game.

use cydonia_protocol::record::drawn;
use cydonia_protocol::{EventKind, Unrated};
use cydonia_rules::{Seat, ViewDiff};

use super::Told;
use crate::journal::ReplayError;
use crate::stage::{Ending, Stage, Waiting};
use crate::state::Table;

impl Table {
    /// The game ends without a result before it has really begun.
    pub(super) fn abort_game(&mut self, seat: Seat) -> Result<Told, ReplayError> {
        let diff = self.end(Ending::Aborted { by: seat }, None)?;
        Ok(Told { what: EventKind::Abort { seat }, diff, motions: Vec::new() })
    }

    /// The game ends, by its rules or as a draw that was agreed on.
    pub(super) fn finish_game(
        &mut self,
        agreed: bool,
        unrated: Option<Unrated>,
    ) -> Result<Told, ReplayError> {
        let game = &self.playing_mut()?.play.game;
        let outcome = if agreed { drawn(game) } else { game.outcome().ok_or(ReplayError::NotOver)? };
        let diff = self.end(Ending::Finished(outcome.clone()), unrated)?;
        Ok(Told { what: EventKind::Finish { outcome, unrated }, diff, motions: Vec::new() })
    }

    /// Ends the game, and tells what that changes in the view, if by the rules it would have gone on.
    fn end(&mut self, ending: Ending, unrated: Option<Unrated>) -> Result<Option<ViewDiff>, ReplayError> {
        // First, as a refusal is to leave the stage as it is.
        self.playing_mut()?;
        let Stage::Playing(playing) = std::mem::replace(&mut self.stage, Stage::Waiting(Waiting::default()))
        else {
            return Err(ReplayError::NotBegun);
        };
        let over = playing.end(ending, unrated);
        let diff = over.play.game.view().diff(&over.play.shown_over());
        self.stage = Stage::Over(over);
        Ok(Some(diff).filter(|diff| *diff != ViewDiff::default()))
    }
}
