//! Computer players come in by handle, as time and chance do, so that tests can say what they think.

use std::fmt;
use std::sync::Arc;

use cydonia_players::{Choice, Level, Stop};
use cydonia_rules::AnyGame;

/// What computer players think of a position.
#[derive(Clone)]
pub struct Thinker(Arc<Think>);

type Think = dyn Fn(&AnyGame, Level, u64, &dyn Stop) -> Option<Choice> + Send + Sync;

impl fmt::Debug for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thinker")
    }
}

impl Thinker {
    /// As the players of every house do.
    #[must_use]
    pub fn players() -> Self {
        Self::from_source(cydonia_players::choose)
    }

    /// Any other way: from a position, a level and a seed, until it is told to stop.
    #[must_use]
    pub fn from_source(
        think: impl Fn(&AnyGame, Level, u64, &dyn Stop) -> Option<Choice> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(think))
    }

    /// What a computer of that level does there; none if nobody is to act.
    pub(crate) fn choose(&self, game: &AnyGame, level: Level, seed: u64, stop: &dyn Stop) -> Option<Choice> {
        (self.0)(game, level, seed, stop)
    }
}
