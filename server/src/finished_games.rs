//! Finished games as they are kept, told from memory to whoever follows them.

use std::sync::Arc;

use cydonia_protocol::MatchSummary;
use tokio::sync::broadcast;

use crate::limits;

/// Where games are told that have just been kept.
#[derive(Debug)]
pub(crate) struct FinishedGames(broadcast::Sender<Arc<MatchSummary>>);

impl Default for FinishedGames {
    fn default() -> Self {
        Self(broadcast::Sender::new(limits::FINISHED_AHEAD))
    }
}

impl FinishedGames {
    /// From now on, every public game that is kept, in the order of their numbers. Whoever does not keep up is told so, and finds them in
    /// the store.
    pub(crate) fn follow(&self) -> broadcast::Receiver<Arc<MatchSummary>> {
        self.0.subscribe()
    }

    /// Tells a game to all who follow.
    pub(crate) fn tell(&self, game: MatchSummary) {
        // Nobody may.
        drop(self.0.send(Arc::new(game)));
    }
}
